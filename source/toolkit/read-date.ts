// Dates in words: numbers, holidays and "3 weeks from Friday" here, everything else by chrono-node. What is read is a day of the
// calendar; times of day are read-clock.ts. The only importer of chrono-node.
import { parse } from 'chrono-node'
import { addSpan, type CivilDate, dateOfDay, dayNumber, exists, lastDay, MONTHS } from './civil-date.ts'
import { readDuration } from './durations.ts'
import { findHoliday } from './holidays.ts'

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
  const plain = text
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
  const ago = /^(?<span>.+?) (?:ago|earlier|back)$/u.exec(plain)?.groups?.span
  const ahead =
    /^(?:in|within) (?<span>.+?)(?: from (?:now|today))?$|^(?<later>.+?) (?:later|from now|hence)$/u.exec(
      plain,
    )
  const behind = /^(?<span>.+?) (?<way>from|after|past|before) (?<date>.+)$/u.exec(plain)?.groups
  if (ago !== undefined) return shifted(today, ago, -1)
  const span = ahead?.groups?.span ?? ahead?.groups?.later
  if (span !== undefined) return shifted(today, span, 1)
  if (behind === undefined) return undefined
  const start = readDate(behind.date ?? '', reading)
  const isBare = /^(?:the )?(?:day|week|month|year)$/u.test(behind.span ?? '')
  const by = isBare ? `a ${behind.span?.replace('the ', '')}` : (behind.span ?? '')
  return start && shifted(start, by.replace(/^the /u, ''), behind.way === 'before' ? -1 : 1)
}

function shifted(start: CivilDate, span: string, sign: 1 | -1): CivilDate | undefined {
  const duration = readDuration(span)
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
    readDayOfMonth(plain, reading) ??
    readDayAndMonth(plain, reading) ??
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

/** `the 15th`: of this month or of the nearest that fits. */
function readDayOfMonth(plain: string, { today, direction }: DateReading): CivilDate | undefined {
  const day = Number(/^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/u.exec(plain)?.[1])
  if (!(day >= 1 && day <= 31)) return undefined
  const near = [0, 1, 2, -1, -2].map((months) => ({
    ...addSpan({ ...today, day: 1 }, { months, days: 0 }),
    day,
  }))
  const real = near.filter(exists)
  if (direction === 'near') return real[0]
  const way = direction === 'future' ? 1 : -1
  return real
    .filter((date) => (dayNumber(date) - dayNumber(today)) * way >= 0)
    .toSorted((a, b) => (dayNumber(a) - dayNumber(b)) * way)[0]
}

/** `29 February`, `march the 5th`, without a year. */
function readDayAndMonth(plain: string, { today, direction }: DateReading): CivilDate | undefined {
  const match =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>[a-z]{3,9})\.?$/u.exec(plain) ??
    /^(?<month>[a-z]{3,9})\.? (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?$/u.exec(plain)
  const name = match?.groups?.month ?? ''
  const month = MONTHS.findIndex((one) => name !== '' && one.toLowerCase().startsWith(name)) + 1
  const day = Number(match?.groups?.day)
  return month === 0 ? undefined : inSomeYear((year) => ({ year, month, day }), { today, direction })
}

/** Of last year, this and the next ones the year that the direction asks for; of those that do not exist the next that does. */
function inSomeYear(
  find: (year: number) => CivilDate,
  { today, direction }: Pick<DateReading, 'today' | 'direction'>,
): CivilDate | undefined {
  const now = dayNumber(today)
  const years = Array.from({ length: 19 }, (_, at) => find(today.year - 9 + at)).filter(exists)
  const ahead = years.find((date) => dayNumber(date) >= now)
  const behind = years.findLast((date) => dayNumber(date) <= now)
  if (direction === 'future') return ahead
  if (direction === 'past') return behind
  const far = (date: CivilDate | undefined) =>
    date === undefined
      ? Number.POSITIVE_INFINITY
      : date.year === today.year
        ? 0
        : Math.abs(dayNumber(date) - now)
  return far(ahead) <= far(behind) ? ahead : behind
}

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
  const rest = plain.replace(found.text.toLowerCase(), ' ')
  const isDay = start.isCertain('day') || start.isCertain('weekday')
  if (!isDay || /\d|\b(?:after|before|next|last|ago|weeks?|days?|months?|years?)\b/u.test(rest))
    return undefined
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
  const isBare =
    /^[a-z]+$/u.test(text.trim().toLowerCase()) &&
    /(?:day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)$/u.test(text.trim().toLowerCase())
  if (!isBare || /^(?:today|yesterday)$/u.test(text.trim().toLowerCase())) return date
  const now = dayNumber(today)
  const number = dayNumber(date)
  if (direction === 'past' && number >= now) return dateOfDay(number - 7)
  if (direction !== 'past' && number <= now) return dateOfDay(number + 7)
  return date
}
