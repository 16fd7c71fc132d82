// The week of today or of another day. Which days are read: source/toolkit/read-date.ts.
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { type CivilDate, longDateText, today } from '../../source/toolkit/civil-date.ts'
import { isoDate, isoWeek } from '../../source/toolkit/local-time.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { readDate, writesMonthFirst } from '../../source/toolkit/read-date.ts'
import { isWeek, readWeek } from '../../source/toolkit/read-period.ts'
import { DATE, DATE_CUE } from './date-cue.ts'

type Arguments = { readonly date?: string }

type Answer = {
  /** 1 to 53. */
  readonly week: number
  /** The ISO year, which around New Year is not always the calendar's. */
  readonly year: number
  /** `2026-05-01`, where another day than today was asked for. */
  readonly date?: string
  /** `Friday, 1 May 2026`; of a whole week its Monday. */
  readonly day?: string
}

/** What is meant anyway. */
const TODAY = /^(?:now|right now|today|it|this week|(?:the )?(?:current|present) week)?$/iu

export default defineTool<Arguments, Answer>({
  name: 'time_get_week_number',
  description: 'ISO week number of the year, of today or of another date',
  parameters: {
    type: 'object',
    properties: {
      date: {
        type: 'string',
        maxLength: 60,
        'x-from': 'message',
        'x-kind': 'day',
        'x-named': DATE,
        'x-when': DATE_CUE,
        description: 'the day as the user names it; left out: today',
      },
    },
    required: [],
  },
  risk: 'read',
  run({ date = '' }, { clock }) {
    const now = today(clock)
    const said = date.trim()
    if (TODAY.test(said)) return isoWeek(now)
    const day = readDay(said, now, clock.timeZone)
    if (day === undefined)
      throw new ToolFailure(
        'bad_date',
        `\`${visible(said)}\` is no date that exists or that can be read; write it like 12 March 2026.`,
      )
    return { ...isoWeek(day), date: isoDate(day), day: longDateText(day) }
  },
  say({ week, year, day }, { date = '' }) {
    const number = `ISO week ${week} of ${year}`
    const key = [String(week)]
    if (day === undefined) return { sentence: `It is ${number}.`, key }
    const name = visible(date.trim())
    const sentence = isWeek(name)
      ? `${name[0]?.toUpperCase()}${name.slice(1)} (from ${day}) is ${number}.`
      : `${day} is in ${number}.`
    return { sentence, key }
  },
})

function readDay(said: string, now: CivilDate, timeZone: string): CivilDate | undefined {
  const words = said.replace(/^(?:the )?(?:week|kw|cw) (?:of|with|around|beginning|starting|from)\s+/iu, '')
  return (
    readWeek(words, now) ??
    readDate(words, { today: now, direction: 'near', monthFirst: writesMonthFirst(timeZone) })
  )
}
