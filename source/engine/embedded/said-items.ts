// Items of a list that the request itself names: `x-from: message` on `items`. Pure.
import type { JsonSchema, JsonValue } from '../../contracts/json.ts'
import { caughtOutside } from '../../lib/outside-pattern.ts'
import type { RequestText } from './choices.ts'
import { numbersOf, saysNumberInWords } from './number-choices.ts'

/** `5 to 8` names more than it writes. */
const RANGE = /\d\s*(?:to|-|–|through|thru|till|until)\s*\d/iu

const WORD = /[\p{L}\p{N}_]+(?:[-'’.&/+][\p{L}\p{N}_]+)*/gu
/** A name of more words is none. */
const LONGEST_NAME = 3
/** In a longer message the model is free. */
const MOST_WORDS = 300

/**
 * The list's schema with what its items may be: whole numbers of the last message, or of the turns before if that has none; names of
 * up to three words that stand together, and what `x-or` adds.
 */
export function withSaidItems(schema: JsonSchema, request: RequestText): JsonSchema {
  const { items } = schema
  if (schema.type !== 'array' || items?.['x-from'] !== 'message') return schema
  const said: readonly JsonValue[] =
    items.type === 'integer' ? saidNumbers(request) : saidNames(items, request)
  return said.length === 0 ? schema : { ...schema, items: { ...items, enum: [...new Set(said)] } }
}

function saidNumbers({ whole, latest = whole }: RequestText): readonly number[] {
  if (saysNumberInWords(latest) || RANGE.test(latest)) return []
  const now = wholeNumbers(latest)
  return now.length > 0 ? now : wholeNumbers(whole)
}

function wholeNumbers(text: string): readonly number[] {
  return numbersOf(text).flatMap(({ value }) => (Number.isInteger(value) ? [value] : []))
}

/** As they stand there, and in small letters; those alone that `x-named` catches, unless a list goes on behind them. */
function saidNames(items: JsonSchema, request: RequestText): readonly string[] {
  const others = Array.isArray(items['x-or']) ? items['x-or'].map(String) : []
  const names = caughtNames(items, request) ?? namesOf(request)
  return names.length === 0 ? [] : [...others, ...names, ...names.map((name) => name.toLowerCase())]
}

function caughtNames(
  items: JsonSchema,
  { whole, latest = whole }: RequestText,
): readonly string[] | undefined {
  const pattern = items['x-named']
  const caught = typeof pattern === 'string' ? caughtOutside(pattern, latest) : []
  const goesOn = caught.some(({ to }) =>
    /^["”']?\s*(?:,|&|\+|and\b|or\b)\s*[\p{L}\p{N}"“']/iu.test(latest.slice(to)),
  )
  return caught.length === 0 || goesOn ? undefined : caught.map(({ text }) => text)
}

function namesOf({ whole }: RequestText): readonly string[] {
  const words = [...whole.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }))
  if (words.length > MOST_WORDS) return []
  return words.flatMap(({ from }, first) =>
    words.slice(first, first + LONGEST_NAME).map(({ to }) => whole.slice(from, to)),
  )
}
