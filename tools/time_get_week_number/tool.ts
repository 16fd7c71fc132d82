import { defineTool } from '../../source/contracts/tool.ts'
import { isoWeek, localTime } from '../../source/toolkit/local-time.ts'

type Answer = {
  /** 1 to 53. */
  readonly week: number
  /** The ISO year, which around New Year is not always the calendar's. */
  readonly year: number
}

export default defineTool<Record<string, never>, Answer>({
  name: 'time_get_week_number',
  description: 'ISO week number of the year',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run(_, { clock }) {
    const { week, year } = isoWeek(localTime(clock))
    return { week, year }
  },
  say({ week, year }) {
    return { sentence: `It is ISO week ${week} of ${year}.`, key: [String(week)] }
  },
})
