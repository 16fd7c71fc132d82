// What a statement can call besides SQLite's own functions, and those of SQLite's that know the letters of ASCII alone.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { ToolFailure } from '../../contracts/tool.ts'
import type { MathLibrary } from '../../toolkit/math-library.ts'
import { convert } from '../../toolkit/units/convert.ts'
import { defineDates } from './date-now.ts'
import { foldText, likeMatcher } from './like-pattern.ts'

/** What the functions look at while one statement runs; changed from statement to statement. */
export interface StatementContext {
  /** The person's wall clock, `2026-11-28 14:05:00`. */
  now: string
  /** Loaded where a statement converts units. */
  math: MathLibrary | undefined
}

/** A function was given what it cannot work with: a sentence. */
export class WrongArgument extends Error {}

const MOST_KEPT = 20_000
const DAY_MS = 86_400_000
/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

/** Defines them all in `db`. */
export function defineFunctions(db: DatabaseSync, context: StatementContext): void {
  const options = { deterministic: true }
  defineDates(db, () => context.now)
  const like = likeFunction()
  db.function('like', options, (pattern, text) => like(pattern, text, undefined))
  db.function('like', options, (pattern, text, mark) => like(pattern, text, mark))
  db.function('lower', options, (value) => (value === null ? null : textOf(value).toLowerCase()))
  db.function('upper', options, (value) => (value === null ? null : textOf(value).toUpperCase()))
  db.function('words', options, (value) => (value === null ? null : countWords(textOf(value))))
  db.function('workdays', options, (from, to) => workdays(dayOf(from, context.now), dayOf(to, context.now)))
  const kept = new Map<string, number>()
  db.function('convert', options, (value, from, to) => {
    const key = `${value}\0${from}\0${to}`
    const result = kept.get(key) ?? convertValue(context.math, value, from, to)
    if (kept.size >= MOST_KEPT) kept.clear()
    if (result !== null) kept.set(key, result)
    return result
  })
}

/** Runs of letters and digits between blanks: a lone `#` or `-` is no word. */
export function countWords(text: string): number {
  if (!UNSPACED.test(text)) return text.split(/\s+/u).filter((one) => /[\p{L}\p{N}]/u.test(one)).length
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length
}

/** Days from Monday to Friday, the first included, the last not; negative where the last comes first, null where one is no date. */
export function workdays(from: number | undefined, to: number | undefined): number | null {
  if (from === undefined || to === undefined) return null
  if (to < from) return -(workdays(to, from) ?? 0)
  const weeks = Math.floor((to - from) / 7)
  let days = weeks * 5
  for (let day = from + weeks * 7; day < to; day++) if (isWorkday(day)) days++
  return days
}

/** Day 0, 1970-01-01, was a Thursday. */
function isWorkday(day: number): boolean {
  return (((day + 3) % 7) + 7) % 7 < 5
}

/** Days since 1970-01-01 of `2026-11-28` or `2026-11-28 14:05`; undefined: it is no date. */
function dayOf(value: SQLOutputValue, now: string): number | undefined {
  const text = typeof value === 'string' && value.trim().toLowerCase() === 'now' ? now : value
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(String(text)) ?? []
  if (year === undefined) return undefined
  const time = new Date(0)
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return time.getUTCDate() === Number(day) ? time.getTime() / DAY_MS : undefined
}

type Like = (pattern: SQLOutputValue, text: SQLOutputValue, mark: SQLOutputValue | undefined) => 0 | 1 | null

function likeFunction(): Like {
  const matchers = new Map<string, (folded: string) => boolean>()
  return (pattern, text, given) => {
    if (pattern === null || text === null || given === null) return null
    const mark = given === undefined ? undefined : textOf(given)
    if (mark !== undefined && [...mark].length !== 1)
      throw new WrongArgument(`\`ESCAPE\` takes one character, not \`${mark}\`.`)
    const key = `${mark ?? ''}\0${textOf(pattern)}`
    const matches = matchers.get(key) ?? likeMatcher(textOf(pattern), mark)
    if (matchers.size >= 100) matchers.clear()
    matchers.set(key, matches)
    return matches(foldText(textOf(text))) ? 1 : 0
  }
}

function convertValue(
  math: MathLibrary | undefined,
  value: SQLOutputValue,
  from: SQLOutputValue,
  to: SQLOutputValue,
): number | null {
  if (value === null || from === null || to === null) return null
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number))
    throw new WrongArgument(`\`convert\` takes a number first, not \`${textOf(value)}\`.`)
  if (math === undefined) throw new Error('units are converted, but mathjs was not loaded')
  try {
    return convert(number, textOf(from), textOf(to), math).result
  } catch (error) {
    if (error instanceof ToolFailure) throw new WrongArgument(error.message)
    throw error
  }
}

function textOf(value: SQLOutputValue): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)
}
