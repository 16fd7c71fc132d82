// Words for a day as dates. Pure: the day of today is given, as `2026-03-12`.
import { isoDate } from '../../source/toolkit/local-time.ts'
import { readDate } from '../../source/toolkit/read-date.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** The dates that are meant, in order; undefined: these words are no day. */
export function datesOf(words: string, today: string): readonly string[] | undefined {
  const whole = oneOf(words, today)
  if (whole !== undefined) return whole
  const [first, last, ...more] = words
    .split(/\s+(?:and|to|until|through|or)\s+|\s*[&–]\s*/i)
    .map((one) => oneOf(one, today)?.[0])
  if (first === undefined || last === undefined || more.length > 0 || last < first) return undefined
  return / (?:to|until|through) |–/i.test(words) ? range(first, daysBetween(first, last) + 1) : [first, last]
}

function oneOf(words: string, today: string): readonly string[] | undefined {
  const text = words
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(
      /\b(?:at |around )?\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\b\.?|o['’]?clock)|\bat \d{1,2}(?::\d\d)?$/g,
      ' ',
    )
    .replace(/[?!,]|(?<=[a-z])\.$/g, ' ')
    .replace(
      /\b(?:on|for|the|of|at|during|over|this|coming|upcoming|in (?=the)|morning|afternoon|evening|night|noon)\b/g,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
  const offset = offsetOf(text)
  if (offset !== undefined) return [plus(today, offset)]
  const weekday = weekdayOf(today)
  if (/^weekends?$/.test(text)) return weekday === 0 ? [today] : range(plus(today, 6 - weekday), 2)
  if (/^next weekend$/.test(text)) return range(plus(today, weekday === 0 ? 6 : 13 - weekday), 2)
  if (/^next week$/.test(text)) return range(plus(today, ((7 - weekday) % 7) + 1), 7)
  if (/^(?:week|(?:next |following )?(?:few |couple )?days)$/.test(text)) return range(today, 7)
  if (/^(?:rest|end) week$/.test(text)) return range(today, ((7 - weekday) % 7) + 1)
  const [, many] = /^next (\d{1,2}|[a-z]+) days$/.exec(text) ?? []
  const count = many === undefined ? undefined : /^\d/.test(many) ? Number(many) : indexOf(NUMBERS, many)
  if (count !== undefined) return count > 0 ? range(today, count) : undefined
  const date = text.replace(/^(?:mon|tues|wednes|thurs|fri|satur|sun)day (?=.*\d)/, '')
  return namedWeekday(text, today) ?? namedDate(date, today) ?? dayOfMonth(date, today)
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** `Friday 13 March`. */
export function dateWords(date: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return format.format(new Date(date)).replace(',', '')
}

function offsetOf(text: string): number | undefined {
  if (/^(?:today|tonight|now|right now|currently|later)?$/.test(text) || text === 'later today') return 0
  if (/^(?:tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr)$/.test(text)) return 1
  if (/^day after (?:tomorrow|tomorow|tommorow|tommorrow)$/.test(text)) return 2
  const [, days] = /^in (?:about )?(\d{1,3}|[a-z]+) days?(?: time)?$/.exec(text) ?? []
  if (days !== undefined)
    return /^\d/.test(days) ? Number(days) : indexOf(NUMBERS, days === 'a' ? 'one' : days)
  return /^in (?:a|one) week$/.test(text) ? 7 : undefined
}

function namedWeekday(text: string, today: string): readonly string[] | undefined {
  const [, next, name] = /^(next )?([a-z]{3,9})$/.exec(text) ?? []
  const wanted = name === undefined ? -1 : WEEKDAYS.findIndex((one) => isShortFor(name, one))
  if (wanted < 0) return undefined
  if (next !== undefined) return nextWeekday(WEEKDAYS[wanted] ?? '', today)
  return [plus(today, (wanted - weekdayOf(today) + 7) % 7)]
}

/** `next friday` is the same day for the weather as for everything else that reads dates. */
function nextWeekday(name: string, today: string): readonly string[] | undefined {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const reading = { today: { year, month, day }, direction: 'future', monthFirst: false } as const
  const date = readDate(`next ${name}`, reading)
  return date && [isoDate(date)]
}

/** `2026-03-14`, `14 March`, `March 14th`, `14.3.`; without a year the next such day. */
function namedDate(text: string, today: string): readonly string[] | undefined {
  const [, year, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (year !== undefined) return dated(Number(year), Number(isoMonth), Number(isoDay))
  const found =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<month>[a-z]{3,9})\.?(?: (?<year>\d{4}))?$/.exec(text) ??
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(text) ??
    /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\.?(?: ?(?<year>\d{4}))?$/.exec(text)
  if (found?.groups === undefined) return undefined
  const { day = '', month = '' } = found.groups
  const number = /^\d/.test(month) ? Number(month) : (indexOf(MONTHS, month.slice(0, 3)) ?? -1) + 1
  if (found.groups.year !== undefined) return dated(Number(found.groups.year), number, Number(day))
  const thisYear = Number(today.slice(0, 4))
  const date = dated(thisYear, number, Number(day))
  return date?.[0] !== undefined && date[0] < today ? dated(thisYear + 1, number, Number(day)) : date
}

/** `14th`: of this month, or of the next. */
function dayOfMonth(text: string, today: string): readonly string[] | undefined {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(text) ?? []
  if (day === undefined) return undefined
  const [year = 0, month = 0] = today.split('-').map(Number)
  const date = dated(year, month, Number(day))
  if (date?.[0] !== undefined && date[0] >= today) return date
  return dated(month === 12 ? year + 1 : year, (month % 12) + 1, Number(day))
}

function dated(year: number, month: number, day: number): readonly string[] | undefined {
  const time = new Date(Date.UTC(year, month - 1, day))
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === day
    ? [time.toISOString().slice(0, 10)]
    : undefined
}

function isShortFor(name: string, weekday: string): boolean {
  const one = name.replace(/s$/, '')
  return weekday.startsWith(name) || weekday.startsWith(one.length < 3 ? name : one)
}

function indexOf(words: readonly string[], word: string): number | undefined {
  const at = words.indexOf(word)
  return at < 0 ? undefined : at
}

function weekdayOf(date: string): number {
  return new Date(date).getUTCDay()
}

function plus(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

function range(from: string, length: number): readonly string[] {
  return Array.from({ length }, (_, at) => plus(from, at))
}
