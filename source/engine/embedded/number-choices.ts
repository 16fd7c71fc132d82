// Numbers of the request (`x-from: message` on a number). `x-unit` is a regular expression for what stands behind
// the ones that an argument is about (`%|percent`); the other arguments then take the rest. Pure.
import type { JsonSchema } from '../../contracts/json.ts'
import { scalePower } from '../../lib/number-scales.ts'
import { matchesOutside } from '../../lib/outside-pattern.ts'

interface Read {
  readonly value: number
  /** What follows it directly. */
  readonly behind: string
}

export interface Found extends Read {
  /** Without the letter or word that multiplies it: `300K` are degrees where those are asked for. */
  readonly bare?: Read
  /** What it is if the letter behind it is no unit: `3m` may be metres or millions. */
  readonly scaled?: number
}

/** Words for numbers: where one stands, the digits are not all that the request says. */
const WORDS =
  /\b(?:half|quarter|third|(?<!\b(?:another|this|that|which|next|last|second|other)\s)one(?!['’]s|\s*(?:$|[.,?!;)]|(?:is|was|too|please|pls|instead|then|though|now|will|would|has|had|if)\b))|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|trillion|lakh|crore|dozen)\b/iu

/** Some number stands in letters. */
export function saysNumberInWords(message: string): boolean {
  return WORDS.test(message)
}

/** As people write them: `1,850`, `1 500`, `1’500`, `12.5`, `.5`, `1e6`; not inside words, dates, times or dotted names. */
const NUMBER =
  /(?<![\p{L}\p{N}_.,:/-])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?(?:e[+-]?\d{1,2}(?![\p{L}\p{N}]))?|\.\d+)/giu

const IN_FULL = '(?:thousand|million|billion|trillion|lakh|crore)s?'
/** "2 thousand million" and "1 million 500 thousand" are more than one. */
const ALONE = String.raw`(?!\s+(?:and\s+)?(?:\d|${IN_FULL}\b))`
const SCALE = new RegExp(
  String.raw`^(?<gap>\s?)(?:(?<letter>[kmbt])(?![\p{L}\p{N}]|-\p{L})|(?<word>(?:${IN_FULL}|mn|mio|mln|bn|tn)(?![\p{L}\p{N}])${ALONE}|grand(?!\p{L}|\s+(?:total|piano|prix|slam|final|child|kid|son|daughter))))`,
  'iu',
)
const SCALED_WORD = new RegExp(String.raw`(?<=\d\s?)${IN_FULL}\b${ALONE}`, 'giu')
const MONEY_BEFORE = /(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf|cad|aud|inr|jpy))\s?$/iu
const MONEY_BEHIND =
  /^\s*(?:[$€£¥₹]|(?:(?:us )?dollars?|euros?|usd|eur|gbp|chf|cad|aud|inr|jpy|pounds?|quid|bucks|francs?|yen|rupees?)\b)/iu

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
  const unit = schema['x-unit']
  const all = readBeside(message, typeof unit === 'string' ? [unit, ...otherUnits] : otherUnits)
  if (new Set(all.map(({ value }) => value)).size < 2) return undefined
  const own = typeof unit === 'string' ? all.filter((one) => hasUnit(one, unit)) : []
  // "Two kids", beside "14 gallons"
  if (own.length === 0 && saysMoreInWords(message)) return undefined
  // "3 million km": the words of the unit may have the million, too.
  if (own.some(({ bare }) => bare !== undefined)) return undefined
  const rest = all.filter((one) => !otherUnits.some((other) => hasUnit(one, other)))
  const left = valuesOf(own.length > 0 ? own : rest).filter((value) => !taken.includes(value))
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
  if (schema['x-from'] !== 'message' || saysMoreInWords(latest)) return undefined
  const unit = schema['x-unit']
  const units = typeof unit === 'string' ? [unit, ...otherUnits] : otherUnits
  const now = readBeside(latest, units)
  if (others > 0 && new Set(now.map(({ value }) => value)).size > others)
    return numberChoices(schema, latest, taken, otherUnits)
  const own = typeof unit === 'string' ? now.filter((one) => hasUnit(one, unit)) : []
  const isLast = taken.length >= others
  const isSaid = now.length === 0 || now.some(({ value }) => taken.includes(value))
  const all = readBeside(whole, units)
  const rest = all.filter((one) => !otherUnits.some((other) => hasUnit(one, other)))
  const open = own.length > 0 ? own : isLast && !isSaid ? now : rest.length > 0 ? rest : all
  const found = valuesOf(open)
  return found.length > 0 ? found : undefined
}

export function hasUnit({ behind }: Read, unit: string): boolean {
  return matchesOutside(`^\\s*(?:${unit})`, behind) === true
}

export function numbersOf(message: string): readonly Found[] {
  return [...message.matchAll(NUMBER)].flatMap(({ 0: text, index }) => {
    const behind = message.slice(index + text.length)
    if (/^[.,:/-]?\d/.test(behind)) return []
    const digits = text.replace(/[,\s'’]/gu, '')
    const isMoney = MONEY_BEFORE.test(message.slice(0, index))
    return [scaledBy({ value: Number(digits), behind }, digits, isMoney)]
  })
}

/** With what multiplies it: `k` and words always; `m`, `b` and `t` of money, while without it they may be a unit. */
function scaledBy(bare: Read, digits: string, isMoneyBefore: boolean): Found {
  const match = SCALE.exec(bare.behind)
  const { gap, letter, word } = match?.groups ?? {}
  const name = letter ?? word
  if (name === undefined || /e/iu.test(digits)) return bare
  const value = Number(`${digits}e${scalePower(name)}`)
  const behind = bare.behind.slice(match?.[0].length)
  const isMoney = isMoneyBefore || MONEY_BEHIND.test(behind)
  if (letter === undefined || isMoney || letter === 'k' || (gap === '' && /[KM]/.test(letter)))
    return { value, behind, bare }
  return gap === '' ? { ...bare, scaled: value } : bare
}

/** The numbers of a message for an argument, where a letter behind one may be a unit that this or another one wants. */
function readBeside(message: string, units: readonly string[]): readonly Found[] {
  return numbersOf(message).map((one) => {
    const { value, behind, bare = { value, behind } } = one
    const isUnit = units.some((unit) => hasUnit(bare, unit)) && !units.some((unit) => hasUnit(one, unit))
    return isUnit || units.some((unit) => one.scaled !== undefined && hasUnit(one, unit)) ? bare : one
  })
}

/** Each once, and both where a letter may be a unit or not. */
function valuesOf(numbers: readonly Found[]): readonly number[] {
  return [...new Set(numbers.flatMap(({ value, scaled = value }) => [value, scaled]))]
}

/** Besides what multiplies digits. */
function saysMoreInWords(message: string): boolean {
  return WORDS.test(message.replace(SCALED_WORD, ' '))
}
