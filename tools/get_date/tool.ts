import { defineTool } from '../../source/contracts/tool.ts'
import { isoDate, localTime } from '../../source/toolkit/local-time.ts'

type Answer = {
  /** `2026-03-12`. */
  readonly date: string
  readonly weekday: string
  readonly day: number
  /** English name. */
  readonly month: string
  readonly year: number
}

export default defineTool<Record<string, never>, Answer>({
  name: 'get_date',
  description: "Today's date",
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run(_, { clock }) {
    const now = localTime(clock)
    return { date: isoDate(now), weekday: now.weekday, day: now.day, month: now.monthName, year: now.year }
  },
  say({ weekday, day, month, year }) {
    return { sentence: `Today is ${weekday}, ${day} ${month} ${year}.`, key: [[String(day), month]] }
  },
})
