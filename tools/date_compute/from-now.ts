// Hours and minutes from now, which lead to a time of day: `36 hours from now`. Pure.
import type { Clock } from '../../source/contracts/clock.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { dateText, dayNumber, listText, today, weekdayOf } from '../../source/toolkit/civil-date.ts'
import { type Duration, durationText, readDuration } from '../../source/toolkit/durations.ts'
import { clockText, isoDate } from '../../source/toolkit/local-time.ts'
import { momentAfter, momentText } from '../../source/toolkit/read-moment.ts'
import { wallTime } from '../../source/toolkit/zoned-time.ts'
import type { Reckoned } from './reckon.ts'

const DAY_MS = 86_400_000
/** From the year 1 to the end of 9999. */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-02'), Date.parse('9999-12-31')]
/** A date that has a time of day. */
export const NOW = /^\s*(?:now|right now|today)\s*$/iu

/** Whether a calendar can count it: 48 hours, and not 36. */
export function isWholeDays({ ms }: Duration): boolean {
  return ms % DAY_MS === 0
}

/** `in 36 hours`, `36 hours from now`; undefined: it is no span, or one that is counted in days. */
export function hoursAhead(date: string): Duration | undefined {
  const { span, later } = /^\s*(?:in (?<span>.+)|(?<later>.+) from now)\s*$/iu.exec(date)?.groups ?? {}
  const duration = readDuration(span ?? later ?? '')
  return duration === undefined || isWholeDays(duration) ? undefined : duration
}

/** The moment so long after now, or before it. */
export function fromNow({ months, days, ms }: Duration, sign: 1 | -1, clock: Clock): Reckoned {
  const moment = momentAfter({ months: sign * months, days: sign * days, ms: sign * ms }, clock)
  if (!(moment > FIRST_MS && moment < LAST_MS))
    throw new ToolFailure('out_of_range', 'The calendar has the years 1 to 9999; use a shorter span.')
  const wall = wallTime(moment, clock.timeZone)
  const calendar = listText([
    [Math.floor(months / 12), 'year'],
    [months % 12, 'month'],
  ])
  const span = [months === 0 ? '' : calendar, durationText(days * DAY_MS + ms)].filter((part) => part !== '')
  const verb = sign === 1 ? 'from now it is' : 'ago it was'
  return {
    sentence: `${span.join(' and ')} ${verb} ${momentText(moment, clock.timeZone)}.`,
    key: [[clockText(wall)], [weekdayOf(wall), dateText(wall), `${wall.day}`]],
    date: isoDate(wall),
    days: Math.abs(dayNumber(wall) - dayNumber(today(clock))),
  }
}
