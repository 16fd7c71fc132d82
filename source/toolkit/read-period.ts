// Days named by the week, month or year that they are of: `the end of March`, `Monday of next week`, `the last Sunday in October`. Pure.
import {
  addSpan,
  type CivilDate,
  dateOfDay,
  dayNumber,
  lastDay,
  MONTHS,
  WEEKDAYS,
  weekdayOf,
} from './civil-date.ts'
import type { DateReading } from './read-date.ts'
import { inSomeYear } from './read-day.ts'

/** A weekday in full or in short. */
export const WEEKDAY_NAME = '(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?'
const WEEK = '(?:(?:this|next|last|following|coming|previous) week|week after next|week before last)'
const AWAY: { readonly [week: string]: number } = {
  'this week': 0,
  week: 0,
  'next week': 1,
  'following week': 1,
  'coming week': 1,
  'week after next': 2,
  'last week': -1,
  'previous week': -1,
  'week before last': -2,
}

/** Number of the weekday with that name, also in short, 0 for Sunday; negative: it is none. */
export function weekdayNumber(name: string): number {
  return WEEKDAYS.findIndex((one) => one.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase())
}

/** `next week`, `the week after next`. */
export function isWeek(words: string): boolean {
  return awayOf(words) !== undefined
}

/** The Monday of `next week`, `the week after next`; undefined: these words are no week. */
export function readWeek(words: string, today: CivilDate): CivilDate | undefined {
  const away = awayOf(words)
  if (away === undefined) return undefined
  const now = dayNumber(today)
  return dateOfDay(now - ((WEEKDAYS.indexOf(weekdayOf(today)) + 6) % 7) + 7 * away)
}

function awayOf(words: string): number | undefined {
  return AWAY[words.toLowerCase().replace(/^the /u, '')]
}

/** `Monday last week`, `next week on Friday`, `Sunday of the week after next`. Weeks begin with Monday. */
export function readDayOfWeek(plain: string, { today }: DateReading): CivilDate | undefined {
  const match = (
    new RegExp(`^(?<day>${WEEKDAY_NAME})(?: of| in)?(?: the)? (?<week>${WEEK})$`, 'u').exec(plain) ??
    new RegExp(`^(?<week>${WEEK})(?: on)? (?<day>${WEEKDAY_NAME})$`, 'u').exec(plain)
  )?.groups
  const monday = match && readWeek(match.week ?? '', today)
  return monday && dateOfDay(dayNumber(monday) + ((weekdayNumber(match.day ?? '') + 6) % 7))
}

/** `the end of March`, `the start of next week`, `the middle of the year`. */
export function readPeriodEnd(plain: string, reading: DateReading): CivilDate | undefined {
  const match = /^(?<end>end|last day|start|beginning|first day|middle) of (?:the )?(?<of>.+)$/u.exec(
    plain,
  )?.groups
  if (match === undefined) return undefined
  const { today } = reading
  const end = match.end ?? ''
  const isStart = /start|beginning|first/u.test(end)
  const monday = readWeek(match.of ?? '', today)
  if (monday !== undefined) return dateOfDay(dayNumber(monday) + (isStart ? 0 : end === 'middle' ? 2 : 6))
  const of = (match.of ?? '').replace(/^this /u, '')
  const step = /^next /u.test(of) ? 1 : /^last /u.test(of) ? -1 : 0
  const unit = of.replace(/^(?:next|last) /u, '')
  const named = /^(?<year>\d{4})$/u.exec(of)?.groups?.year
  if (unit === 'year' || named !== undefined) {
    const year = named === undefined ? today.year + step : Number(named)
    if (end === 'middle') return { year, month: 7, day: 1 }
    return isStart ? { year, month: 1, day: 1 } : { year, month: 12, day: 31 }
  }
  const start =
    unit === 'month' ? addSpan({ ...today, day: 1 }, { months: step, days: 0 }) : readMonth(of, reading)
  if (start === undefined) return undefined
  const day = isStart ? 1 : end === 'middle' ? 15 : lastDay(start.year, start.month)
  return { ...start, day }
}

/** `March`, `March 2027`. */
function readMonth(text: string, { today, direction }: DateReading): CivilDate | undefined {
  const [name = '', year] = text.split(' ')
  const month = MONTHS.findIndex((one) => name.length > 2 && one.toLowerCase().startsWith(name)) + 1
  if (month === 0) return undefined
  if (year !== undefined) return /^\d{4}$/u.test(year) ? { year: Number(year), month, day: 1 } : undefined
  return inSomeYear((at) => ({ year: at, month, day: lastDay(at, month) }), { today, direction })
}

/** `the last Sunday in October`, `the first Monday of next month`. */
export function readNthWeekday(plain: string, reading: DateReading): CivilDate | undefined {
  const match =
    /^(?<which>first|1st|second|2nd|third|3rd|fourth|4th|last) (?<day>[a-z]+day) (?:in|of) (?<of>.+)$/u.exec(
      plain,
    )?.groups
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === match?.day)
  if (match === undefined || weekday < 0) return undefined
  const find = (year: number) => {
    const month = readPeriodEnd(`start of ${match.of}`, { ...reading, today: { ...reading.today, year } })
    if (month === undefined) return undefined
    const first = dayNumber({ ...month, day: 1 })
    const ahead = first + ((weekday - WEEKDAYS.indexOf(weekdayOf(dateOfDay(first))) + 7) % 7)
    const at =
      ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th'].indexOf(match.which ?? '') % 4
    const last = ahead + 7 * Math.floor((lastDay(month.year, month.month) - dateOfDay(ahead).day) / 7)
    return dateOfDay(at < 0 ? last : ahead + 7 * at)
  }
  const [own, next] = [find(reading.today.year), find(reading.today.year + 1)]
  const isOver = own !== undefined && dayNumber(own) < dayNumber(reading.today)
  return reading.direction === 'future' && isOver && !/\d|month/u.test(match.of ?? '') ? next : own
}
