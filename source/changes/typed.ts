// Values with a form of their own in a text: dates, times of day, weekdays, numbers; and a new one written as the old one stands there. Pure.
import { endOf, MONTH_NAMES } from '../lib/month-names.ts'
import { numberLike, numberOf } from './number-form.ts'

/** `code`: letters and figures, as a place or a size has them (`D1`, `1080p`); `phone`: its figures. */
export type Kind = 'date' | 'time' | 'weekday' | 'number' | 'code' | 'phone'

/** A value where it stands. */
export interface Typed {
  readonly kind: Kind
  readonly from: number
  readonly to: number
  readonly text: string
  /** Of a date: what is said of it; months count from 1. */
  readonly day?: number | undefined
  readonly month?: number | undefined
  readonly year?: number | undefined
  /** Of a date in figures: which place the day has. */
  readonly dayAt?: 0 | 1
  /** Of a number. */
  readonly number?: number
  /** Of a time of day, in minutes. */
  readonly minutes?: number
  /** Nobody said which half of the day. */
  readonly isOpen?: boolean
}

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const MONTH = `${MONTH_NAMES.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept`

const DATES: readonly RegExp[] = [
  /(?<![\d/-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/gu,
  /(?<![\d/.])(?<one>\d{1,2})[/.](?<two>\d{1,2})[/.](?<year>\d{4}|\d{2})(?!\d)/gu,
  /(?<![\d/.])(?<one>\d{1,2})\/(?<two>\d{1,2})(?![\d/])/gu,
  new RegExp(
    `(?<![\\d.])(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<name>${MONTH})\\.?(?!\\p{L})(?: (?<year>\\d{4}))?`,
    'giu',
  ),
  new RegExp(
    `(?<!\\p{L})(?<name>${MONTH})\\.? (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.,]\\d|\\d)(?:,? (?<year>\\d{4}))?`,
    'giu',
  ),
  /(?<!\p{L})(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)(?!\p{L})/giu,
]
const TIME =
  /(?<![\d:.,])(?:(?<hour>\d{1,2}):(?<minute>\d{2})\s?(?<half>[ap]\.?m\.?)?|(?<bare>\d{1,2})(?:\.(?<rest>\d{2}))?\s?(?<part>[ap]\.?m\.?)|(?<=\b(?:at|till|til|until|by)\s)(?<alone>1?\d)(?=\s*(?:$|[.,;!?](?!\d)|on the dot|now|from|every|instead|please|in the|that|this)))(?![\d:\p{L}])/giu
const WEEKDAY = new RegExp(
  `(?<![\\p{L}-])(?:${WEEKDAYS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|tues|thurs|weds)(?![\\p{L}-])`,
  'giu',
)
const PHONE = /(?<![\p{L}\d])(?:\+\d{1,3}[ -]?)?(?:\(?0\d{2,4}\)?|\d{3})[ -]\d{3}[ -]?\d{2,4}(?!\d)/gu
const CODE = /(?<![\p{L}\d.,-])(?:\p{Lu}{1,3}\d{1,4}|\d{2,5}\p{Ll})(?![\p{L}\d-])/gu
/** "2-3" and "mid-20" have no sign, and "5 minus 3" is to be computed. */
const SIGN = String.raw`(?:(?<!\d\s)[-−]|(?<!\d\s*)minus\s+)?`
const FIGURES = String.raw`(?:\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|(?:\d{1,3}(?:,\d{3})+|\d+)(?:[.,]\d+)?)`
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\d.,:/−-])${SIGN}${FIGURES}(?![\d:/]|x\d|[.,]\d|-[\d\p{L}]|(?:st|nd|rd|th)\b)`,
  'giu',
)

/** Every value in a text, in their order; of what lies in another one nothing. `dayFirst` reads 3/4 as 3 April. */
export function typedIn(text: string, dayFirst = true): readonly Typed[] {
  const found: Typed[] = []
  const add = (one: Typed) => {
    if (found.every((other) => one.to <= other.from || one.from >= other.to)) found.push(one)
  }
  for (const form of DATES)
    for (const match of text.matchAll(form)) {
      const date = dateIn(match, dayFirst)
      if (date !== undefined) add(date)
    }
  for (const match of text.matchAll(TIME)) add(timeIn(match))
  for (const match of text.matchAll(PHONE)) add({ kind: 'phone', ...placeOf(match) })
  for (const match of text.matchAll(CODE)) add({ kind: 'code', ...placeOf(match) })
  for (const match of text.matchAll(WEEKDAY)) add({ kind: 'weekday', ...placeOf(match) })
  for (const match of text.matchAll(NUMBER)) {
    add({ kind: 'number', ...placeOf(match), number: numberOf(match[0]) })
  }
  return found.sort((a, b) => a.from - b.from)
}

function placeOf(match: RegExpExecArray) {
  return { from: match.index, to: match.index + match[0].length, text: match[0] }
}

function dateIn(match: RegExpExecArray, dayFirst: boolean): Typed | undefined {
  const { day, month, year, name, one, two } = match.groups ?? {}
  const base = {
    kind: 'date' as const,
    ...placeOf(match),
    year: year === undefined ? undefined : Number(year),
  }
  if (one !== undefined && two !== undefined) {
    const isDayFirst = Number(one) > 12 || (Number(two) <= 12 && dayFirst)
    const [first, second] = [Number(one), Number(two)]
    const [d, m] = isDayFirst ? [first, second] : [second, first]
    return m > 12 || d > 31 || d < 1 || m < 1
      ? undefined
      : { ...base, day: d, month: m, dayAt: isDayFirst ? 0 : 1 }
  }
  const named =
    name === undefined
      ? undefined
      : MONTH_NAMES.findIndex((other) => other.startsWith(name.slice(0, 3).toLowerCase())) + 1
  const at = Number(day)
  return at < 1 || at > 31
    ? undefined
    : { ...base, day: at, month: named ?? (month === undefined ? undefined : Number(month)) }
}

function timeIn(match: RegExpExecArray): Typed {
  const { hour, minute, half, bare, rest, part, alone } = match.groups ?? {}
  const mark = (half ?? part ?? '').toLowerCase()
  const clock = Number(hour ?? bare ?? alone)
  const hours = mark === '' ? clock : (clock % 12) + (mark.startsWith('p') ? 12 : 0)
  const minutes = hours * 60 + Number(minute ?? rest ?? 0)
  return { kind: 'time', ...placeOf(match), minutes, isOpen: mark === '' && clock <= 12 }
}

/** Whether two say the same. */
export function isSameValue(one: Typed, other: Typed): boolean {
  if (one.kind !== other.kind) return false
  if (one.kind === 'number') return one.number === other.number
  if (one.kind === 'code' || one.kind === 'phone') return one.text.toLowerCase() === other.text.toLowerCase()
  if (one.kind === 'time') return one.minutes === other.minutes
  if (one.kind === 'weekday')
    return one.text.slice(0, 3).toLowerCase() === other.text.slice(0, 3).toLowerCase()
  return (
    one.day === other.day &&
    (one.month === undefined || other.month === undefined || one.month === other.month)
  )
}

/** A number that much greater or smaller is of another kind. */
const FARTHEST = 4

/** Of one kind; a number of quite another size is of another. */
export function isLike(value: Typed, { kind, number, text }: Typed): boolean {
  if (kind !== value.kind) return false
  if (kind === 'code') return shapeOf(value.text) === shapeOf(text)
  if (value.number === undefined || number === undefined) return true
  const sizes = value.number < 0 && number < 0 ? [-value.number, -number] : [value.number, number]
  const [less, more] = [Math.min(...sizes), Math.max(...sizes)]
  return less > 0 && more / less <= FARTHEST
}

function shapeOf(code: string): string {
  return code.replace(/\d+/g, '0').replace(/\p{Lu}/gu, 'A')
}

/** `value` as `there` is written. */
export function writtenLike(value: Typed, there: Typed): string {
  if (value.kind !== there.kind) return value.text
  if (value.kind === 'weekday') return weekdayLike(value.text, there.text)
  if (value.kind === 'time') return timeLike(value, there)
  if (value.kind === 'code' || value.kind === 'phone') return value.text
  if (value.kind === 'number') return numberLike(value.text, there.text)
  return dateLike(value, there)
}

function weekdayLike(said: string, there: string): string {
  const name = WEEKDAYS.find((one) => one.startsWith(said.slice(0, 3).toLowerCase())) ?? said
  const isShort = there.length <= 4
  const text = isShort ? name.slice(0, 3) : name
  return /^\p{Lu}/u.test(there) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Of a time that says no half of the day, the one that is nearer to what stands there. */
function timeLike({ minutes: said = 0, isOpen }: Typed, there: Typed): string {
  const far = (one: number) => Math.abs(one - (there.minutes ?? 0))
  const other = (said + 720) % 1_440
  const minutes = isOpen && far(other) < far(said) ? other : said
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const two = String(rest).padStart(2, '0')
  const half = /\s?[ap]\.?m\.?$/iu.exec(there.text)?.[0]
  const sign = /\d([:.])\d/.exec(there.text)?.[1] ?? ':'
  if (half === undefined)
    return `${/^0\d/.test(there.text) ? String(hours).padStart(2, '0') : hours}${sign}${two}`
  const mark = half.replace(/[ap]/iu, (letter) => {
    const said = hours < 12 ? 'a' : 'p'
    return letter === letter.toUpperCase() ? said.toUpperCase() : said
  })
  return `${hours % 12 || 12}${/\d[:.]\d/.test(there.text) || rest > 0 ? `${sign}${two}` : ''}${mark}`
}

/** What is not said of it stays. */
function dateLike({ day = 1, month, year }: Typed, there: Typed): string {
  const at = month ?? there.month ?? 1
  const { text } = there
  const two = (number: number, like: string | undefined) =>
    like?.length === 2 ? String(number).padStart(2, '0') : String(number)
  if (there.dayAt !== undefined) {
    const [one, second] = text.split(/[/.]/)
    const parts = there.dayAt === 0 ? [two(day, one), two(at, second)] : [two(at, one), two(day, second)]
    let index = 0
    return text.replace(/\d+/g, (figures) => parts[index++] ?? String(year ?? figures))
  }
  if (/^\d{4}-/.test(text))
    return `${year ?? there.year}-${String(at).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const name = MONTH_NAMES[at - 1] ?? ''
  const isShort = new RegExp(
    `(?:^|[^\\p{L}])(?:${MONTH_NAMES.map((one) => one.slice(0, 3)).join('|')})(?!\\p{L})`,
    'iu',
  ).test(text)
  const shown = isShort ? name.slice(0, 3) : name
  const cased = /\p{Lu}/u.test(text) ? shown.charAt(0).toUpperCase() + shown.slice(1) : shown
  return text
    .replace(new RegExp(`(?<!\\p{L})(?:${MONTH})(?!\\p{L})`, 'iu'), cased)
    .replace(/(?<!\d)\d{1,2}(?!\d)(?<end>st|nd|rd|th)?/u, (_, end) =>
      end === undefined ? String(day) : `${day}${endOf(day)}`,
    )
}
