// Dates in words: numbers, holidays and "3 weeks from Friday" here, everything else by chrono-node. What is read is a day of the
// calendar; times of day are read-clock.ts. The only importer of chrono-node.
import { parse } from 'chrono-node'
import {
  addSpan,
  type CivilDate,
  dateOfDay,
  dayNumber,
  exists,
  lastDay,
  MONTHS,
  WEEKDAYS,
  weekdayOf,
} from './civil-date.ts'
import { readDuration } from './durations.ts'
import { findHoliday } from './holidays.ts'
import { inSomeYear, readDayAndMonth, readDayOfMonth, readStart, readWeekdayWithDay } from './read-day.ts'
import { withSpelledDays } from './spelled-days.ts'
import { COUNT_SOURCE } from './spoken-number.ts'

/** What is meant where a text names a day without its year or week: the next one, the last one, or the nearest. */
export type Direction = 'future' | 'past' | 'near'

export interface DateReading {
  readonly today: CivilDate
  readonly direction: Direction
  /** `3/4/2026` is 4 March (as in the United States) and not 3 April. */
  readonly monthFirst: boolean
}

/** Zones whose people write the month first. */
export function writesMonthFirst(timeZone: string): boolean {
  return /^(?:US\/|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit|Anchorage|Boise|Indiana|Kentucky)|Pacific\/Honolulu)/.test(
    timeZone,
  )
}

const LEADING =
  /^(?:(?:the|on|of|from|by|until|till|til|to|since|between|and|date|day|this coming|coming)\s+)+(?=\S)/u
/** Of more nothing is a date. */
const LONGEST = 120

/** The day that a text names; undefined when it names none, or one that does not exist. */
export function readDate(text: string, reading: DateReading): CivilDate | undefined {
  const plain = withSpelledDays(text)
    .trim()
    .toLowerCase()
    .replace(/[\s,]+/gu, ' ')
    .replace(/^["'“”‘’]+|["'“”‘’.!?]+$/gu, '')
    .trim()
  if (plain === '' || plain.length > LONGEST) return undefined
  const found = readShifted(plain, reading) ?? readPlain(plain, reading)
  return found !== undefined && exists(found) ? found : undefined
}

/** Both ends of `3 May to 1 June`, or undefined. */
export function readDateRange(
  text: string,
  reading: DateReading,
): { readonly from: CivilDate; readonly to: CivilDate } | undefined {
  const parts = text.trim().split(/\s+(?:to|and|until|till|–|-)\s+/iu)
  for (let at = 1; at < parts.length; at++) {
    const from = readDate(parts.slice(0, at).join(' and '), reading)
    const to = readDate(parts.slice(at).join(' and '), reading)
    if (from !== undefined && to !== undefined) return { from, to }
  }
  return undefined
}

/** `3 weeks from Friday`, `the day after tomorrow`, `in 10 days`, `two months ago`. */
function readShifted(plain: string, reading: DateReading): CivilDate | undefined {
  const { today } = reading
  const ago = /^(?<span>.+?) (?:ago|earlier|back)(?: today)?$/u.exec(plain)?.groups?.span
  const ahead =
    /^(?:in|within) (?<span>.+?)(?: from (?:now|today))?$|^(?<later>.+?) (?:later|from now|hence)$/u.exec(
      plain,
    )
  const behind =
    /^(?<span>.+?) (?<way>from|after|past|before) (?<date>.+)$/u.exec(plain)?.groups ??
    // `a week on Tuesday`, `two weeks tomorrow`
    /^(?<span>.+ (?:weeks?|fortnight)) (?:on )?(?<date>today|tomorrow|[a-z]+day)$/u.exec(plain)?.groups
  if (ago !== undefined) return shifted(today, ago, -1)
  const span = ahead?.groups?.span ?? ahead?.groups?.later
  if (span !== undefined) return shifted(today, span, 1)
  if (behind === undefined) return undefined
  const start = readDate(behind.date ?? '', reading)
  return start && shifted(start, behind.span ?? '', behind.way === 'before' ? -1 : 1)
}

function shifted(start: CivilDate, span: string, sign: 1 | -1): CivilDate | undefined {
  const bare =
    /^(?:(?:on|by|until|till) )?(?:the )?(?<unit>day|week|fortnight|month|quarter|year|decade|century)$/u.exec(
      span,
    )?.groups?.unit
  const duration = readDuration(bare === undefined ? span.replace(/^the /u, '') : `a ${bare}`)
  if (duration === undefined || duration.ms % 86_400_000 !== 0) return undefined
  const days = duration.days + duration.ms / 86_400_000
  return addSpan(start, { months: sign * duration.months, days: sign * days })
}

function readPlain(text: string, reading: DateReading): CivilDate | undefined {
  const plain = text.replace(LEADING, '')
  return (
    readNumeric(plain, reading) ??
    readNamed(plain, reading) ??
    readMonthEnd(plain, reading) ??
    readNthWeekday(plain, reading) ??
    readDayOfMonth(plain, reading) ??
    readDayAndMonth(plain, reading) ??
    readWeekdayWithDay(plain, reading) ??
    readStart(plain, reading) ??
    readByChrono(plain, reading)
  )
}

/** `2026-03-12`, `12.3.2026`, `3/4/2026`, `24.12.`. */
function readNumeric(plain: string, { today, direction, monthFirst }: DateReading): CivilDate | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(plain)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const other = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/u.exec(plain)
  if (!other || (other[2] === '-' && other[4] === undefined)) return undefined
  const [first, second] = [Number(other[1]), Number(other[3])]
  const swap = other[2] === '/' ? (monthFirst ? second <= 31 && first <= 12 : second > 12) : second > 12
  const [day, month] = swap ? [second, first] : [first, second]
  const year = other[4] === undefined ? undefined : fullYear(Number(other[4]), other[4].length, today)
  return year === undefined
    ? inSomeYear((at) => ({ year: at, month, day }), { today, direction })
    : { year, month, day }
}

/** Two digits are a year from 50 years ago on. */
function fullYear(year: number, digits: number, today: CivilDate): number {
  if (digits > 2) return year
  const first = today.year - 50
  return first + ((((year - first) % 100) + 100) % 100)
}

/** A holiday, with or without its year. */
function readNamed(plain: string, { today, direction }: DateReading): CivilDate | undefined {
  const match =
    /^(?:(?<which>next|last|this|this year['’]?s|next year['’]?s|last year['’]?s) )?(?<name>.+?)(?:(?: in| of)? (?<year>\d{4})| (?<late>(?:this|next|last) year))?$/u.exec(
      plain,
    )
  const { which = '', name = '', year, late = '' } = match?.groups ?? {}
  const find = findHoliday(name)
  if (find === undefined) return undefined
  if (year !== undefined) return find(Number(year))
  const said = `${which} ${late}`
  if (said.includes('year'))
    return find(today.year + (said.includes('next') ? 1 : said.includes('last') ? -1 : 0))
  const way = which === 'last' ? 'past' : which === 'next' ? 'future' : direction
  return inSomeYear(find, { today, direction: way })
}

/** `the end of March`, `the start of next month`, `the end of the year`. */
function readMonthEnd(plain: string, reading: DateReading): CivilDate | undefined {
  const match = /^(?<end>end|last day|start|beginning|first day|middle) of (?:the )?(?<of>.+)$/u.exec(
    plain,
  )?.groups
  if (match === undefined) return undefined
  const { today } = reading
  const of = (match.of ?? '').replace(/^this /u, '')
  const step = /^next /u.test(of) ? 1 : /^last /u.test(of) ? -1 : 0
  const unit = of.replace(/^(?:next|last) /u, '')
  const named = /^(?<year>\d{4})$/u.exec(of)?.groups?.year
  const isStart = /start|beginning|first/u.test(match.end ?? '')
  if (unit === 'year' || named !== undefined) {
    const year = named === undefined ? today.year + step : Number(named)
    return isStart ? { year, month: 1, day: 1 } : { year, month: 12, day: 31 }
  }
  const start =
    unit === 'month' ? addSpan({ ...today, day: 1 }, { months: step, days: 0 }) : readMonth(of, reading)
  if (start === undefined) return undefined
  const day = isStart ? 1 : match.end === 'middle' ? 15 : lastDay(start.year, start.month)
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
function readNthWeekday(plain: string, reading: DateReading): CivilDate | undefined {
  const match =
    /^(?<which>first|1st|second|2nd|third|3rd|fourth|4th|last) (?<day>[a-z]+day) (?:in|of) (?<of>.+)$/u.exec(
      plain,
    )?.groups
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === match?.day)
  if (match === undefined || weekday < 0) return undefined
  const find = (year: number) => {
    const month = readMonthEnd(`start of ${match.of}`, { ...reading, today: { ...reading.today, year } })
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

/** Words beside a date that make another one of it. */
const CHANGES = new RegExp(
  `\\b(?:after|before|from|since|past|next|last|first|second|third|fourth|fifth|every|each|ago|weeks?|days?|fortnights?|months?|quarters?|years?|decades?|[a-z]+days|${COUNT_SOURCE})\\b`,
  'u',
)

/** Noon of the date in the process's own zone: chrono counts there, and no zone changes its clocks at noon. */
function readByChrono(plain: string, reading: DateReading): CivilDate | undefined {
  const { today, direction } = reading
  const reference = new Date(today.year, today.month - 1, today.day, 12)
  const isWeekAway = /^[a-z]+day week$/u.test(plain)
  if (isWeekAway)
    return shifted(
      readByChrono(plain.replace(' week', ''), { ...reading, direction: 'future' }) ?? today,
      'a week',
      1,
    )
  const [found, more] = parse(plain, reference)
  if (found === undefined || more !== undefined || found.end) return undefined
  const { start } = found
  // Hours are counted from a time of day, and the reference has none.
  if (start.tags().has('result/relativeDateAndTime')) return undefined
  const rest = plain.replace(found.text.toLowerCase(), ' ')
  const isDay = start.isCertain('day') || start.isCertain('weekday')
  if (!isDay || /\d/u.test(rest) || CHANGES.test(rest)) return undefined
  const date = {
    year: start.get('year') ?? today.year,
    month: start.get('month') ?? today.month,
    day: start.get('day') ?? today.day,
  }
  if (start.isCertain('year') || start.isCertain('weekday'))
    return pastWeekday(date, found.text, today, direction)
  return inSomeYear((year) => ({ ...date, year }), { today, direction })
}

/** A weekday alone is the last one where the past is meant, and never today's where the future is. */
function pastWeekday(date: CivilDate, text: string, today: CivilDate, direction: Direction): CivilDate {
  const word = text.trim().toLowerCase().replace(/^on /u, '')
  const isBare = /^[a-z]*(?:day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)$/u.test(word)
  if (!isBare || /^(?:today|yesterday)$/u.test(word)) return date
  const now = dayNumber(today)
  const number = dayNumber(date)
  if (direction === 'past' && number >= now) return dateOfDay(number - 7)
  if (direction !== 'past' && number <= now) return dateOfDay(number + 7)
  return date
}
