// Numbers of the request (`x-from: message` on a number). `x-unit` is a regular expression for what stands behind
// the ones that an argument is about (`%|percent`); the other arguments then take the rest. Pure.
import type { JsonSchema } from '../../contracts/json.ts'
import { matchesOutside } from '../../lib/outside-pattern.ts'

export interface Found {
  readonly value: number
  /** What follows it directly. */
  readonly behind: string
}

/** Words for numbers: where one stands, the digits are not all that the request says. */
const WORDS =
  /\b(?:half|quarter|third|(?<!\b(?:another|this|that|which|next|last|second|other)\s)one(?!['’]s|\s*(?:$|[.,?!;)]|(?:is|was|too|please|pls|instead|then|though|now|will|would|has|had|if)\b))|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen)\b/iu

/** Some number stands in letters. */
export function saysNumberInWords(message: string): boolean {
  return WORDS.test(message)
}

/** As people write them: `1,850`, `12.5`, `.5`; not inside words, dates, times or dotted names. */
const NUMBER = /(?<![\p{L}\p{N}_.,:/-])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)/gu

/**
 * The numbers that an argument may have, without those that arguments before it took; `otherUnits` are the units of the
 * arguments beside it. Undefined: the model is free, because the request has too few, or writes some in words.
 */
export function numberChoices(
  schema: JsonSchema,
  message: string,
  taken: readonly number[],
  otherUnits: readonly string[],
): readonly number[] | undefined {
  if (schema['x-from'] !== 'message') return undefined
  const all = numbersOf(message)
  if (new Set(all.map(({ value }) => value)).size < 2) return undefined
  const unit = schema['x-unit']
  const own = typeof unit === 'string' ? all.filter((one) => hasUnit(one, unit)) : []
  // "Two kids", beside "14 gallons"
  if (own.length === 0 && WORDS.test(message)) return undefined
  const rest = all.filter((one) => !otherUnits.some((other) => hasUnit(one, other)))
  const fitting = (own.length > 0 ? own : rest).map(({ value }) => value)
  const left = [...new Set(fitting)].filter((value) => !taken.includes(value))
  return left.length > 0 ? left : undefined
}

/** A message that leans on turns before, and what else its call takes. */
export interface LeaningNumbers {
  /** With the turns before. */
  readonly whole: string
  readonly latest: string
  /** What numeric arguments before this one took. */
  readonly taken: readonly number[]
  /** How many other arguments are numbers of the message. */
  readonly others: number
  readonly otherUnits: readonly string[]
}

/**
 * The numbers that an argument may have in a message that leans on turns before: those of the message where it has enough for all
 * arguments, one of its own with the argument's unit, and at least one of its own among all; else any of the whole request.
 */
export function leaningNumbers(
  schema: JsonSchema,
  { whole, latest, taken, others, otherUnits }: LeaningNumbers,
): readonly number[] | undefined {
  if (schema['x-from'] !== 'message' || WORDS.test(latest)) return undefined
  const now = numbersOf(latest)
  if (others > 0 && new Set(now.map(({ value }) => value)).size > others)
    return numberChoices(schema, latest, taken, otherUnits)
  const unit = schema['x-unit']
  const own = typeof unit === 'string' ? now.filter((one) => hasUnit(one, unit)) : []
  const isLast = taken.length >= others
  const isSaid = now.length === 0 || now.some(({ value }) => taken.includes(value))
  const all = numbersOf(whole)
  const rest = all.filter((one) => !otherUnits.some((other) => hasUnit(one, other)))
  const open = own.length > 0 ? own : isLast && !isSaid ? now : rest.length > 0 ? rest : all
  const found = [...new Set(open.map(({ value }) => value))]
  return found.length > 0 ? found : undefined
}

export function hasUnit({ behind }: Found, unit: string): boolean {
  return matchesOutside(`^\\s*(?:${unit})`, behind) === true
}

export function numbersOf(message: string): readonly Found[] {
  return [...message.matchAll(NUMBER)].flatMap(({ 0: text, index }) => {
    const behind = message.slice(index + text.length)
    return /^[.,:/-]?\d/.test(behind) ? [] : [{ value: Number(text.replaceAll(',', '')), behind }]
  })
}
