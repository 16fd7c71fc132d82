// Calendar dates without a time of day or a zone: what is counted in days never meets a change of the clocks. Pure.
import type { Clock } from '../contracts/clock.ts'
import { localTime } from './local-time.ts'
import { count } from './plain-words.ts'

/** A day of the Gregorian calendar. */
export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

/** Whole months and days; either may be negative. */
export interface DateSpan {
  readonly months: number
  readonly days: number
}

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const DAY_MS = 86_400_000

/** The date that the person's calendar shows. */
export function today(clock: Clock): CivilDate {
  const { year, month, day } = localTime(clock)
  return { year, month, day }
}

/** Days since 1 January 1970, negative before; the difference of two of them is a number of days. */
export function dayNumber({ year, month, day }: CivilDate): number {
  const date = new Date(0)
  // `Date.UTC` would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  return Math.round(date.getTime() / DAY_MS)
}

/** The date with that number. */
export function dateOfDay(number: number): CivilDate {
  const date = new Date(number * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** False for 31 February and for years outside 1 to 9999. */
export function exists(date: CivilDate): boolean {
  const { year, month, day } = date
  if (![year, month, day].every(Number.isInteger) || year < 1 || year > 9999) return false
  if (month < 1 || month > 12 || day < 1 || day > 31) return false
  return dateOfDay(dayNumber(date)).day === day
}

/** Months first, then days; 31 January and one month is the last day of February. */
export function addSpan({ year, month, day }: CivilDate, { months, days }: DateSpan): CivilDate {
  const at = year * 12 + (month - 1) + months
  const [inYear, inMonth] = [Math.floor(at / 12), (((at % 12) + 12) % 12) + 1]
  const last = lastDay(inYear, inMonth)
  return dateOfDay(dayNumber({ year: inYear, month: inMonth, day: Math.min(day, last) }) + days)
}

/** Number of days of a month. */
export function lastDay(year: number, month: number): number {
  return dateOfDay(dayNumber({ year: month === 12 ? year + 1 : year, month: (month % 12) + 1, day: 1 }) - 1)
    .day
}

/** English name of the weekday. */
export function weekdayOf(date: CivilDate): (typeof WEEKDAYS)[number] {
  // 1 January 1970 was a Thursday.
  return WEEKDAYS[(((dayNumber(date) + 4) % 7) + 7) % 7] ?? 'Sunday'
}

/** `12 March 1999`. */
export function dateText({ year, month, day }: CivilDate): string {
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** `Friday, 12 March 1999`. */
export function longDateText(date: CivilDate): string {
  return `${weekdayOf(date)}, ${dateText(date)}`
}

/** The way from one date to a later one as a calendar shows it: `2 years, 1 month and 3 days`. */
export function calendarSpanText(from: CivilDate, to: CivilDate): string {
  let months = (to.year - from.year) * 12 + to.month - from.month
  if (dayNumber(addSpan(from, { months, days: 0 })) > dayNumber(to)) months -= 1
  const days = dayNumber(to) - dayNumber(addSpan(from, { months, days: 0 }))
  return listText([
    [Math.floor(months / 12), 'year'],
    [months % 12, 'month'],
    [days, 'day'],
  ])
}

/** `3 weeks and 2 days`; the parts that are 0 are left out. */
export function listText(parts: readonly (readonly [amount: number, unit: string])[]): string {
  const texts = parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [count(amount, unit, `${unit}s`)]))
  const last = texts.at(-1) ?? count(0, parts.at(-1)?.[1] ?? '', `${parts.at(-1)?.[1]}s`)
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}
