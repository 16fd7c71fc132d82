// One date as people write it. Pure.

import { type CalendarName, findMonth, findWeekday } from './calendar-names.ts'
import type { DateOrder } from './column-form.ts'

/**
 * A cell that is a date in some form. Its layout is its text with marks in place of what changes:
 * `{W}` weekday, `{A}` and `{B}` two numbers whose order the column decides, `{D}` day, `{o}` the ending of an ordinal,
 * `{M}` month as a number, `{N}` its name, `{Y}` year, `{y}` its last two digits, `{H}` hour, `{h}` hour of twelve,
 * `{m}` minute, `{s}` second, `{f…}` a fraction of a second as it stands, `{p}` AM or PM, `{P}` am or pm.
 */
export interface DateCell {
  readonly layout: string
  readonly year: number
  /** Undecided: the first number, and the second below. */
  readonly day: number
  readonly month: number
  readonly isUndecided: boolean
  /** ` 14:05`, ` 14:05:30` or empty. */
  readonly time: string
  /** How the numbers below ten are written; undefined: there is none. A, B, D and M, H. */
  readonly isFirstPadded?: boolean
  readonly isSecondPadded?: boolean
  readonly isHourPadded?: boolean
  readonly monthName?: CalendarName & { readonly text: string }
  readonly weekdayName?: CalendarName & { readonly text: string }
}

const WEEKDAY = '(?:(?<weekday>\\p{L}{2,10})(?<weekdayGap>\\.?,? ))?'
const TIME =
  '(?:(?<timeGap>T|,? )(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?<fraction>[.,]\\d+)?)?' +
  '(?<half> ?[AaPp][Mm])?(?<zone> ?(?:Z|UTC|[+-]\\d\\d:?\\d\\d))?)?'
const YEAR_FIRST = '(?<year>\\d{4})(?<mark>[-/.])(?<first>\\d{1,2})\\k<mark>(?<second_>\\d{1,2})'
const YEAR_LAST =
  '(?<first>\\d{1,2})(?<mark>[-/.] ?)(?<second_>\\d{1,2})(?:\\k<mark>(?<year>\\d{4})|(?<=[./ ]\\d{1,2})\\k<mark>(?<short>\\d\\d))'
const DAY_NAME =
  '(?<first>\\d{1,2})(?<ordinal>st|nd|rd|th)?(?<gap>\\.? |-|\\. ?)(?<month>\\p{L}{3,10})(?<gap2>\\.?,? |-)(?:(?<year>\\d{4})|(?<short>\\d\\d))'
const NAME_DAY =
  '(?<month>\\p{L}{3,10})(?<gap>\\.? )(?<first>\\d{1,2})(?<ordinal>st|nd|rd|th)?(?<gap2>,? )(?<year>\\d{4})'
const FORMS = [YEAR_FIRST, YEAR_LAST, DAY_NAME, NAME_DAY].map(
  (form) => new RegExp(`^${WEEKDAY}${form}${TIME}$`, 'u'),
)
/** What programs write, read without the other forms. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:([ T])(\d\d):(\d\d)(?::(\d\d))?)?$/

type Groups = { readonly [name: string]: string | undefined }

/** Reads a trimmed cell; undefined: it is no date of the calendar with its year. */
export function parseDate(cell: string): DateCell | undefined {
  if (cell.length < 6 || cell.length > 48) return undefined
  const iso = ISO.exec(cell)
  if (iso !== null) return isoDate(iso)
  for (const [index, form] of FORMS.entries()) {
    const found = form.exec(cell)?.groups
    if (found === undefined) continue
    return index < 2 ? numericDate(found, index === 0) : namedDate(found, index === 2)
  }
  return undefined
}

function isoDate(found: RegExpExecArray): DateCell | undefined {
  const [, years, months, days, gap, hour, minute, second] = found
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  const time =
    hour === undefined
      ? ''
      : ` ${hour}:${minute}${second === undefined || second === '00' ? '' : `:${second}`}`
  if (
    !isDay(year, month, day) ||
    Number(hour ?? 0) > 23 ||
    Number(minute ?? 0) > 59 ||
    Number(second ?? 0) > 59
  ) {
    return undefined
  }
  const clock = second === undefined ? '{H}:{m}' : '{H}:{m}:{s}'
  const layout =
    gap === undefined ? '{Y}-{M}-{D}' : gap === ' ' ? `{Y}-{M}-{D} ${clock}` : `{Y}-{M}-{D}T${clock}`
  return {
    layout,
    year,
    month,
    day,
    isUndecided: false,
    time,
    isFirstPadded: true,
    isSecondPadded: true,
    isHourPadded: true,
  }
}

function numericDate(found: Groups, isYearFirst: boolean): DateCell | undefined {
  const { first = '', second_: second = '', mark = '' } = found
  const year = yearOf(found)
  const [a, b] = [Number(first), Number(second)]
  const isPossible = isYearFirst ? isDay(year, a, b) : isDay(year, a, b) || isDay(year, b, a)
  const frame = frameOf(found)
  if (!isPossible || frame === undefined) return undefined
  const core = isYearFirst
    ? `{Y}${mark}{M}${mark}{D}`
    : `{A}${mark}{B}${mark}${found.short === undefined ? '{Y}' : '{y}'}`
  return {
    ...frame,
    layout: frame.before + core + frame.behind,
    year,
    day: isYearFirst ? b : a,
    month: isYearFirst ? a : b,
    isUndecided: !isYearFirst,
    ...(a < 10 ? { isFirstPadded: first.length === 2 } : {}),
    ...(b < 10 ? { isSecondPadded: second.length === 2 } : {}),
  }
}

function namedDate(found: Groups, isDayFirst: boolean): DateCell | undefined {
  const { first = '', month: name = '', gap = '', gap2 = '' } = found
  const month = findMonth(name)
  const year = yearOf(found)
  const day = Number(first)
  if (month === undefined || !isDay(year, month.index + 1, day)) return undefined
  const frame = frameOf(found)
  if (frame === undefined) return undefined
  const dayMark = `{D}${found.ordinal === undefined ? '' : '{o}'}`
  const yearMark = found.short === undefined ? '{Y}' : '{y}'
  const core = isDayFirst ? `${dayMark + gap}{N}${gap2}${yearMark}` : `{N}${gap}${dayMark}${gap2}${yearMark}`
  return {
    ...frame,
    layout: frame.before + core + frame.behind,
    year,
    day,
    month: month.index + 1,
    isUndecided: false,
    monthName: { ...month, text: name },
    ...(day < 10 ? { isFirstPadded: first.length === 2 } : {}),
  }
}

/** What stands around the day: weekday before and time behind; undefined: they are no such things. */
function frameOf(
  found: Groups,
):
  | (Pick<DateCell, 'time' | 'isHourPadded' | 'weekdayName'> & { before: string; behind: string })
  | undefined {
  const time = timeOf(found)
  if (time === undefined) return undefined
  const text = found.weekday
  if (text === undefined) return { ...time, before: '' }
  const name = findWeekday(text)
  // A wrong weekday does not make it another day.
  if (name === undefined) return undefined
  return { ...time, before: `{W}${found.weekdayGap}`, weekdayName: { ...name, text } }
}

function timeOf(found: Groups): { time: string; behind: string; isHourPadded?: boolean } | undefined {
  const { timeGap = '', hour, minute = '', second, fraction, half, zone = '' } = found
  if (hour === undefined) return { time: '', behind: '' }
  const written = Number(hour)
  const isLate = half?.toLowerCase().includes('p') === true
  if (half !== undefined && (written < 1 || written > 12)) return undefined
  const full = half === undefined ? written : (written % 12) + (isLate ? 12 : 0)
  if (full > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  const seconds = second === undefined || second === '00' ? '' : `:${second}`
  const blank = half?.startsWith(' ') ? ' ' : ''
  const halfMark = half === undefined ? '' : `${blank}{${half === half.toUpperCase() ? 'p' : 'P'}}`
  const secondMark = second === undefined ? '' : `:{s}${fraction === undefined ? '' : `{f${fraction}}`}`
  return {
    time: ` ${String(full).padStart(2, '0')}:${minute}${seconds}`,
    behind: `${timeGap}{${half === undefined ? 'H' : 'h'}}:{m}${secondMark}${halfMark}${zone}`,
    ...(written < 10 ? { isHourPadded: hour.length === 2 } : {}),
  }
}

function yearOf({ year, short }: Groups): number {
  if (year !== undefined) return Number(year)
  // What people write down lies rather in their past than many years ahead: 39 is 2039, 40 is 1940.
  return Number(short) + (Number(short) < 40 ? 2000 : 1900)
}

/** Whether the calendar has that day. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 1) return false
  return day <= 28 || day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** 0 is Sunday. */
export function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDay()
}

/** The layout with the two undecided numbers in their order. */
export function decidedLayout(layout: string, order: DateOrder): string {
  const [first, second] = order === 'dmy' ? ['{D}', '{M}'] : ['{M}', '{D}']
  return layout.replace('{A}', first).replace('{B}', second)
}

/** `2026-11-28 14:05`; undefined: the calendar has no such day in that order. */
export function dateValue(cell: DateCell, order: DateOrder): string | undefined {
  const isSwapped = cell.isUndecided && order === 'mdy'
  const [day, month] = isSwapped ? [cell.month, cell.day] : [cell.day, cell.month]
  if (!isDay(cell.year, month, day)) return undefined
  const two = (part: number) => (part < 10 ? `0${part}` : String(part))
  return `${String(cell.year).padStart(4, '0')}-${two(month)}-${two(day)}${cell.time}`
}
