// Strings that must be words of the request itself: a file's name, a text to search for. A small model otherwise
// completes them from an example or leaves a slash out (docs/lanes.md has the figures). Pure.
import type { Reading } from './value-shape.ts'

/** What a value may be: words of the message, or one of the others. */
export interface SpanRule {
  readonly message: string
  readonly others: readonly string[]
  /** It may begin right behind a number: the `km` of `10km`. */
  readonly isGlued?: boolean
  /** Parts of the message that it has nothing of, from the first index to before the second. */
  readonly apart?: readonly (readonly [from: number, to: number])[]
  /** It begins at this index of the message or behind it. */
  readonly from?: number
  /** And at this one or before it. */
  readonly to?: number
  /** It names a file or a folder: `main.rs in src` is `src/main.rs`. */
  readonly isPath?: boolean
  /** It does not end at these indices: what stands behind belongs to it. */
  readonly unended?: readonly number[]
}

/** Of a word that stands in the message as several. */
const SHORTEST_ONE = 3

/** Reads a JSON string at the start of `text` that is a run of whole words of the message, in any case, or one of the others. */
export function readSpan(rule: SpanRule, text: string): Reading {
  if (text === '') return { ends: [], open: true }
  const [, raw = '', closing = ''] = /^"((?:[^"\\]|\\["\\/])*)("?)/.exec(text) ?? []
  if (!text.startsWith('"')) return { ends: [], open: false }
  const value = raw.replace(/\\(["\\/])/g, '$1')
  if (closing === '"') {
    return { ends: isWhole(rule, value) ? [raw.length + 2] : [], open: false }
  }
  return { ends: [], open: raw.length + 1 === text.length && isBeginning(rule, value) }
}

/** Whether a character that is no ASCII may stand behind the value that `text` begins. */
export function goesOnWide(rule: SpanRule, text: string): boolean {
  const value = text.slice(1).replace(/\\(["\\/])/g, '$1')
  const [, name] = rule.isPath ? atLastSlash(value) : []
  const goesOn = (from: string) => /^\P{ASCII}/u.test(from)
  return (
    rule.others.some((other) => other.startsWith(value) && goesOn(other.slice(value.length))) ||
    [value, name].some(
      (part) =>
        part !== undefined && startsAt(rule, part).some((at) => goesOn(rule.message.slice(at + part.length))),
    )
  )
}

/** `starts`, also for nothing: where a value may begin. */
function startsAt(rule: SpanRule, value: string): readonly number[] {
  if (value !== '') return starts(rule, value)
  return [...rule.message.matchAll(/(?<![\p{L}\p{N}_])\P{ASCII}/gu)].map(({ index }) => index)
}

function isBeginning(rule: SpanRule, value: string): boolean {
  const { message, others, apart = [] } = rule
  if (others.some((other) => other.startsWith(value))) return true
  // It would be no whole value, however it went on.
  if (/^\s/.test(value)) return false
  if (starts(rule, value).length > 0) return true
  const [folder, name] = rule.isPath ? atLastSlash(value) : []
  return (
    folder !== undefined &&
    name !== undefined &&
    isWhole({ message, others: [], apart }, folder) &&
    starts({ message, others, apart }, name).length > 0
  )
}

/** `main.rs in src` names `src/main.rs`: folder and name may stand apart in the message. */
function atLastSlash(value: string): readonly [folder: string | undefined, name: string] {
  const cut = value.lastIndexOf('/')
  return cut > 0 ? [value.slice(0, cut), value.slice(cut + 1)] : [undefined, value]
}

function isWhole(rule: SpanRule, value: string): boolean {
  const { message, others, apart = [] } = rule
  if (others.includes(value)) return true
  if (value === '' || value !== value.trim()) return false
  const [folder, name = ''] = rule.isPath ? atLastSlash(value) : []
  const whole = { message, others, apart }
  if (folder !== undefined && name !== '' && isSpan(whole, folder) && isSpan(whole, name)) return true
  return isSpan(rule, value)
}

function isSpan(rule: SpanRule, value: string): boolean {
  const { message } = rule
  return starts(rule, value).some((at) => {
    const end = at + value.length
    if (rule.unended?.includes(end)) return false
    const rest = message.slice(end)
    // "timer" of "timers", not "I" of "is".
    const isOne = value.length >= SHORTEST_ONE && /^e?s(?![\p{L}\p{N}_])/iu.test(rest)
    return !isWord(message[at + value.length - 1]) || !isWord(rest[0]) || isOne
  })
}

/** Where `value` stands in the message at the beginning of a word. */
function starts(rule: SpanRule, value: string): readonly number[] {
  const { message, isGlued, apart = [], from = 0, to = message.length } = rule
  const where = message.toLowerCase()
  const what = value.toLowerCase()
  const found: number[] = []
  for (let at = where.indexOf(what, from); at >= 0 && at <= to; at = where.indexOf(what, at + 1)) {
    const isLeft = apart.some(([start, end]) => at < end && at + what.length > start)
    if (what === '' || (!isLeft && (isStart(where, at) || (isGlued && isBehindNumber(where, at)))))
      found.push(at)
    if (what === '' || found.length > 50) break
  }
  return found
}

/** Not inside a word, and not behind the first slash or dot of a path. */
function isStart(message: string, at: number): boolean {
  const before = message[at - 1]
  return before === undefined || !/[\p{L}\p{N}_/\\~.-]/u.test(before)
}

function isBehindNumber(message: string, at: number): boolean {
  return (
    /(?<![\p{L}\p{N}_/\\~-])\d+(?:[.,]\d+)*$/u.test(message.slice(Math.max(0, at - 30), at)) &&
    !/\d/.test(message[at] ?? '')
  )
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}
