// Dates in words: numbers, holidays and "3 weeks from Friday" here, everything else by chrono-node. What is read is a day of the
// calendar; times of day are read-clock.ts. The only importer of chrono-node.
import { parse } from 'chrono-node'
import { addSpan, type CivilDate, dateOfDay, dayNumber, exists } from './civil-date.ts'
import { readDuration } from './durations.ts'
import { findHoliday } from './holidays.ts'
import {
  inSomeYear,
  inYearOfWeekday,
  readDayAndMonth,
  readDayOfMonth,
  readStart,
  readWeekdayWithDay,
} from './read-day.ts'
import { readDayOfWeek, readNthWeekday, readPeriodEnd, WEEKDAY_NAME, weekdayNumber } from './read-period.ts'
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
    readPeriodEnd(plain, reading) ??
    readDayOfWeek(plain, reading) ??
    readNthWeekday(plain, reading) ??
    readDayOfMonth(plain, reading) ??
    readDayAndMonth(plain, reading) ??
    readWeekdayWithDay(plain, reading) ??
    readWeekdayWithDate(plain, reading) ??
    readStart(plain, reading) ??
    readByChrono(plain, reading)
  )
}

/** `Friday 25 December`, `Wed 4.3.`: of the years that can be meant the one in which it is that day. */
function readWeekdayWithDate(plain: string, reading: DateReading): CivilDate | undefined {
  const match = new RegExp(`^(?:this )?(?<name>${WEEKDAY_NAME})\\.? (?:the )?(?<date>.*\\d.*)$`, 'u').exec(
    plain,
  )
  const date = match?.groups?.date ?? ''
  const found = readNumeric(date, reading) ?? readDayAndMonth(date, reading)
  if (found === undefined || /\d\D+\d+\D+\d/u.test(date)) return found
  return inYearOfWeekday(found, weekdayNumber(match?.groups?.name ?? ''), reading)
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
  const year = other[4] === undefined ? undefined : fullYear(other[4], { today, direction })
  return year === undefined
    ? inSomeYear((at) => ({ year: at, month, day }), { today, direction })
    : { year, month, day }
}

/** How many years ahead one of two digits may lie: what is over may be a birth, what is planned no lifetime ahead. */
const YEARS_AHEAD: { readonly [D in Direction]: number } = { future: 30, near: 10, past: 0 }

/** `61` is 1961 where the past is meant. */
function fullYear(written: string, { today, direction }: Pick<DateReading, 'today' | 'direction'>): number {
  const year = Number(written)
  if (written.length > 2) return year
  const last = today.year + YEARS_AHEAD[direction]
  return last - ((((last - year) % 100) + 100) % 100)
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
  const isDated = start.isCertain('day') && start.isCertain('month')
  if (start.isCertain('year') || (start.isCertain('weekday') && !isDated))
    return pastWeekday(
      { ...date, year: yearOf(date.year, found.text, reading) },
      found.text,
      today,
      direction,
    )
  const inYear = inSomeYear((year) => ({ ...date, year }), { today, direction })
  const weekday = start.isCertain('weekday') ? start.get('weekday') : null
  return inYear && weekday !== null ? inYearOfWeekday(inYear, weekday, reading) : inYear
}

/** chrono takes `12 May 45` for a year to come, whatever is meant. */
function yearOf(year: number, text: string, reading: DateReading): number {
  const written = /[a-z]\.?,? ['’]?(?<year>\d{2})$/u.exec(text.toLowerCase())?.groups?.year
  return written === undefined ? year : Math.min(year, fullYear(written, reading))
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
