// The person's wall clock, taken apart by Intl: no other code here knows a time zone.
import type { Clock } from '../contracts/clock.ts'

/** A moment in the person's time zone. */
export interface LocalTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  /** 0 to 23. */
  readonly hour: number
  readonly minute: number
  /** English name, e.g. `March`. */
  readonly monthName: string
  /** English name, e.g. `Thursday`. */
  readonly weekday: string
}

/** An ISO 8601 week; its year can differ from the calendar's around New Year. */
export interface IsoWeek {
  readonly week: number
  readonly year: number
}

const DAY_MS = 86_400_000

/** Takes the clock's time apart in the clock's zone. */
export function localTime(clock: Clock): LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: clock.timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = new Map(format.formatToParts(clock.now()).map((part) => [part.type, part.value]))
  const month = new Intl.DateTimeFormat('en-GB', { timeZone: clock.timeZone, month: 'numeric' })
  return {
    year: Number(parts.get('year')),
    month: Number(month.format(clock.now())),
    day: Number(parts.get('day')),
    hour: Number(parts.get('hour')),
    minute: Number(parts.get('minute')),
    monthName: parts.get('month') ?? '',
    weekday: parts.get('weekday') ?? '',
  }
}

/** `09:05`, 24 hours. */
export function clockText(time: Pick<LocalTime, 'hour' | 'minute'>): string {
  return `${pad(time.hour)}:${pad(time.minute)}`
}

/** `2026-03-12`. */
export function isoDate(time: Pick<LocalTime, 'year' | 'month' | 'day'>): string {
  return `${String(time.year).padStart(4, '0')}-${pad(time.month)}-${pad(time.day)}`
}

/** Week of a calendar date by ISO 8601: Monday first, week 1 holds the year's first Thursday. */
export function isoWeek(date: Pick<LocalTime, 'year' | 'month' | 'day'>): IsoWeek {
  const day = Date.UTC(date.year, date.month - 1, date.day)
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7
  const thursday = new Date(day + (3 - daysSinceMonday) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const dayOfYear = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS
  return { week: 1 + Math.floor(dayOfYear / 7), year }
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
