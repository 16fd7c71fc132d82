import { defineTool } from '../../source/contracts/tool.ts'
import { localTime } from '../../source/toolkit/local-time.ts'

type Answer = {
  /** English name of the weekday. */
  readonly day: string
}

export default defineTool<Record<string, never>, Answer>({
  name: 'get_day',
  description: 'Day of the week today',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run(_, { clock }) {
    return { day: localTime(clock).weekday }
  },
  say({ day }) {
    return { sentence: `Today is ${day}.`, key: [day] }
  },
})
