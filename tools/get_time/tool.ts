import { defineTool } from '../../source/contracts/tool.ts'
import { clockText, localTime } from '../../source/toolkit/local-time.ts'

type Answer = {
  /** `10:24`, 24 hours. */
  readonly time: string
  /** IANA name. */
  readonly timeZone: string
}

export default defineTool<Record<string, never>, Answer>({
  name: 'get_time',
  description: 'Current time of day',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run(_, { clock }) {
    return { time: clockText(localTime(clock)), timeZone: clock.timeZone }
  },
  say({ time }) {
    return { sentence: `It is ${time}.`, key: [time] }
  },
})
