// When what repeats comes next, and how that is said. Days are counted on the person's calendar and times read off their clocks, so
// a change of the clocks moves nothing; hours and minutes are counted as they pass. Pure.
import type { Repeat } from '../contracts/memory.ts'
import { addSpan, type CivilDate, dateOfDay, dayNumber, MONTHS, WEEKDAYS } from './civil-date.ts'
import { momentOf, wallTime } from './zoned-time.ts'

const UNIT_MS = { minute: 60_000, hour: 3_600_000 }
const WORKDAYS = '1,2,3,4,5'
const NTH = ['last', '', 'first', 'second', 'third', 'fourth']

/** The first time behind `afterMs`; of every second week and such those count that fit `anchorMs`, one of its times. */
export function nextTime(repeat: Repeat, afterMs: number, anchorMs: number, timeZone: string): number {
  if (repeat.unit === 'minute' || repeat.unit === 'hour') {
    const step = repeat.every * UNIT_MS[repeat.unit]
    return anchorMs + Math.max(0, Math.floor((afterMs - anchorMs) / step) + 1) * step
  }
  const [hour = 0, minute = 0] = repeat.at.split(':').map(Number)
  for (const date of datesOf(repeat, wallTime(afterMs, timeZone), wallTime(anchorMs, timeZone))) {
    const ms = momentOf({ ...date, hour, minute }, timeZone)
    if (ms > afterMs) return ms
  }
  throw new RangeError('a repetition never ends')
}

/** `every Monday and Thursday at 09:00`, `every month on the 1st at 09:00`, `every 2 hours`. */
export function repeatText(repeat: Repeat): string {
  const { every, unit } = repeat
  const each = (name: string) => (every === 1 ? `every ${name}` : `every ${every} ${name}s`)
  switch (unit) {
    case 'minute':
    case 'hour':
      return each(unit)
    case 'day':
      return `${each('day')} at ${repeat.at}`
    case 'week': {
      const names =
        repeat.days.join() === WORKDAYS ? 'weekday' : inWords(mondayFirst(repeat.days).map(weekdayName))
      if (every === 1) return `every ${names} at ${repeat.at}`
      return `${each('week')} on ${names === 'weekday' ? 'weekdays' : names} at ${repeat.at}`
    }
    case 'month':
      return `${each('month')} on the ${ordinal(repeat.day)} at ${repeat.at}`
    case 'weekday of month':
      return `${each('month')} on the ${NTH[repeat.nth + 1]} ${weekdayName(repeat.weekday)} at ${repeat.at}`
    case 'year':
      return `${each('year')} on ${repeat.day} ${MONTHS[repeat.month - 1]} at ${repeat.at}`
    default:
      return unit satisfies never
  }
}

/** Whether a value from a file is a repetition. */
export function isRepeat(value: unknown): value is Repeat {
  const { unit, every, at, days, day, nth, weekday, month } = Object(value) as {
    readonly [key: string]: unknown
  }
  // As many minutes as there are in the most hours.
  if (!isWhole(every, 1, unit === 'minute' ? 60_000 : 1_000)) return false
  if (unit === 'minute' || unit === 'hour') return true
  if (typeof at !== 'string' || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(at)) return false
  switch (unit) {
    case 'day':
      return true
    case 'week':
      return Array.isArray(days) && days.length > 0 && days.every((one) => isWhole(one, 0, 6))
    case 'month':
      return isWhole(day, 1, 31)
    case 'weekday of month':
      return isWhole(weekday, 0, 6) && (nth === -1 || isWhole(nth, 1, 4))
    case 'year':
      return isWhole(month, 1, 12) && isWhole(day, 1, 31)
    default:
      return false
  }
}

type Dated = Exclude<Repeat, { readonly unit: 'minute' | 'hour' }>

/** The days on which it comes, from the day of `from` on, without end. */
function* datesOf(repeat: Dated, from: CivilDate, anchor: CivilDate): Generator<CivilDate> {
  const isIts = (number: number) => number % repeat.every === 0
  if (repeat.unit === 'day' || repeat.unit === 'week') {
    const isWeekly = repeat.unit === 'week'
    for (let number = dayNumber(from); ; number++) {
      const steps = isWeekly ? weekOf(number) - weekOf(dayNumber(anchor)) : number - dayNumber(anchor)
      if (isIts(steps) && (!isWeekly || repeat.days.includes(weekdayOf(number)))) yield dateOfDay(number)
    }
  }
  const first = { ...from, day: 1 }
  for (let months = 0; ; months++) {
    const month = addSpan(first, { months, days: 0 })
    const years = month.year - anchor.year
    if (repeat.unit === 'year') {
      if (month.month === repeat.month && isIts(years)) yield inMonth(month, repeat.day)
    } else if (isIts(years * 12 + month.month - anchor.month)) {
      yield repeat.unit === 'month' ? inMonth(month, repeat.day) : nthOf(month, repeat.nth, repeat.weekday)
    }
  }
}

/** 0 is Sunday; 1 January 1970 was a Thursday. */
function weekdayOf(number: number): number {
  return (((number + 4) % 7) + 7) % 7
}

/** Weeks begin on Monday. */
function weekOf(number: number): number {
  return Math.floor((number + 3) / 7)
}

/** That day of a month, or its last one. */
function inMonth(month: CivilDate, day: number): CivilDate {
  return addSpan({ ...month, day: 1 }, { months: 0, days: Math.min(day, lengthOf(month)) - 1 })
}

function nthOf(month: CivilDate, nth: number, weekday: number): CivilDate {
  const start = nth === -1 ? lengthOf(month) - 6 : (nth - 1) * 7 + 1
  const number = dayNumber({ ...month, day: start })
  return dateOfDay(number + ((weekday - weekdayOf(number) + 7) % 7))
}

function lengthOf(month: CivilDate): number {
  const first = { ...month, day: 1 }
  return dayNumber(addSpan(first, { months: 1, days: 0 })) - dayNumber(first)
}

function mondayFirst(days: readonly number[]): readonly number[] {
  return days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
}

function weekdayName(day: number): string {
  return WEEKDAYS[day] ?? ''
}

function ordinal(day: number): string {
  const end = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${end}`
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}
