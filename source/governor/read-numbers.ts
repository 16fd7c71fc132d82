// Numbers in prose, by value: `1,850`, `1850` and `1.85 thousand` are one number, `-5` and `minus five` too.
// What is compared is a canonical text, because the facts may hold more digits than a double.

import { digitsForWords } from '../language/en/number-words.ts'
import { scalePower } from '../lib/number-scales.ts'

/** A number as it stands in a text. */
export interface Quantity {
  readonly text: string
  /** Where it begins in the text (after number words were turned into digits). */
  readonly at: number
  /** Canonical values, any of which may be meant: `7,13` is 7.13. */
  readonly forms: readonly string[]
  /** `3.1,12` may also be two numbers; empty where it may not. */
  readonly parts: readonly string[]
  /** Canonical unit, e.g. `%`, `€`, `min`; undefined: none behind or before it. */
  readonly unit: string | undefined
}

const DIGITS = String.raw`\d{1,3}(?:[' \u00a0\u2009\u202f]\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:[.,]\d+)*|(?<![\w.])\.\d+`
const NUMBER = new RegExp(
  String.raw`(?<minus>[-\u2212])?(?:(?<money>[$€£])\s?(?<inner>[-\u2212])?)?(?<digits>${DIGITS})(?<power>e[+-]?\d+|\s?[×x*]\s?10\s?\^\s?[-\u2212]?\d+)?(?<scale>\s?(?:(?:thousand|million|billion|trillion|lakh|crore)s?|mio|mln|mn|bn|tn)\b|k\b)?`,
  'gi',
)
/** Every number in `text`, number words included, in order. */
export function quantitiesOf(text: string): readonly Quantity[] {
  const digits = digitsForWords(text)
  return [...digits.matchAll(NUMBER)].map((match) => {
    const { minus, money, inner, digits: plain = '', power, scale } = match.groups ?? {}
    const before = digits.slice(Math.max(0, match.index - 12), match.index)
    const isNegative = inner !== undefined || (minus === undefined ? endsWithMinus(before) : isSign(before))
    const sign = isNegative ? '-' : ''
    const times = (form: string) => scaled(`${sign}${form}`, power, scale?.trim())
    const behind = digits.slice(match.index + match[0].length, match.index + match[0].length + 24)
    // `2M` may be two million, `2m` two metres.
    const [letter] = /^[mbt](?![\p{L}\p{N}])/iu.exec(behind) ?? []
    const byLetter = (form: string) =>
      letter === undefined || scale !== undefined ? [] : [scaled(`${sign}${form}`, power, letter)]
    return {
      text: match[0].trim(),
      at: match.index,
      forms: readDigits(plain).flatMap((form) => [times(form), ...byLetter(form)]),
      parts: scale === undefined ? partsOf(plain, power) : [],
      unit: unitBehind(behind, money),
    }
  })
}

/** A hyphen is a sign unless it joins or subtracts. */
function isSign(before: string): boolean {
  return !/[\p{L}\p{N}_)%\]/.]$|[\d)%]\s$/u.test(before)
}

function endsWithMinus(before: string): boolean {
  const word = /(?:^|(\S)\s+)(minus|negative)\s$/i.exec(before)
  return word !== null && (word[2]?.toLowerCase() === 'negative' || !/[\d)%]/.test(word[1] ?? ''))
}

function readDigits(text: string): readonly string[] {
  if (/^\d{1,3}(?:[,' \u00a0\u2009\u202f]\d{3})+(?:\.\d+)?$/.test(text))
    return [canonical(text.replace(/[^\d.]/g, ''))]
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return [canonical(text.replaceAll('.', '')), text]
  if (!text.includes(',')) return [canonical(text)]
  return text.split(',').length === 2 ? [canonical(text.replace(',', '.'))] : []
}

/** The numbers that a list without spaces, or a product with a power of ten, is made of. */
function partsOf(text: string, power: string | undefined): readonly string[] {
  if (power !== undefined)
    return power.startsWith('e') ? [] : [canonical(text), '10', ...(power.match(/\d+$/) ?? [])]
  const isGrouped = /^\d{1,3}(?:[,'\u00a0\u2009\u202f]\d{3})+(?:\.\d+)?$/.test(text)
  return isGrouped || !/[, ]/.test(text) ? [] : text.split(/[, ]/).map(canonical)
}

/** `38.50` → `38.5`; codes like `007` and numbers past a double's digits stay as they are written. */
function canonical(text: string): string {
  const value = Number(text)
  const isCode = /^0\d{2,}$/.test(text)
  return Number.isFinite(value) && text.length <= 15 && !isCode ? String(value) : text
}

function scaled(form: string, power: string | undefined, scale: string | undefined): string {
  if (power === undefined && scale === undefined) return form === '-0' ? '0' : form
  const exponent = power?.replace('\u2212', '-').match(/[+-]?\d+$/)?.[0] ?? '0'
  const value = Number(`${form}e${exponent}`) * 10 ** scalePower(scale ?? '')
  return Number.isFinite(value)
    ? String(Number(value.toPrecision(15)))
    : `${form}${power ?? ''}${scale ?? ''}`
}

const UNITS: readonly (readonly [unit: string, spelling: string])[] = [
  ['%', '%|per ?cent'],
  ['€', '€|eur|euros?'],
  ['$', '\\$|usd|dollars?'],
  ['£', '£|gbp|pounds?'],
  ['ms', 'ms|milliseconds?'],
  ['s', 's|secs?|seconds?'],
  ['min', 'mins?|minutes?'],
  ['h', 'h|hrs?|hours?'],
  ['day', 'days?'],
  ['week', 'weeks?'],
  ['month', 'months?'],
  ['year', 'years?'],
  ['B', 'b|bytes?'],
  ['KB', 'ki?b|kilobytes?'],
  ['MB', 'mi?b|megabytes?'],
  ['GB', 'gi?b|gigabytes?'],
  ['TB', 'ti?b|terabytes?'],
  ['mm', 'mm|millimet(?:er|re)s?'],
  ['cm', 'cm|centimet(?:er|re)s?'],
  ['m', 'm|met(?:er|re)s?'],
  ['km', 'km|kilomet(?:er|re)s?'],
  ['mile', 'mi|miles?'],
  ['g', 'g|grams?'],
  ['kg', 'kg|kilos?|kilograms?'],
  ['°C', '(?:°|degrees?) ?c(?:elsius)?'],
  ['°F', '(?:°|degrees?) ?f(?:ahrenheit)?'],
  ['W', 'w|watts?'],
  ['kW', 'kw|kilowatts?'],
  ['kWh', 'kwh|kilowatt[- ]hours?'],
  ['kn', 'kn|knots?'],
]
const UNIT_PATTERNS = UNITS.map(
  ([unit, spelling]) =>
    [unit, new RegExp(`^[\\s\\u00a0\\u202f-]?(?:${spelling})(?![\\p{L}\\p{N}])`, 'iu')] as const,
)

function unitBehind(rest: string, money: string | undefined): string | undefined {
  return money ?? UNIT_PATTERNS.find(([, pattern]) => pattern.test(rest))?.[0]
}

/** Money that nobody spoke of is an invention, while a measure may come from a table's header. */
export function isCurrency(unit: string): boolean {
  return '€$£'.includes(unit)
}

/** The currencies that a text names, with a number or without. */
export function currenciesOf(text: string): readonly string[] {
  return UNITS.flatMap(([unit, spelling]) =>
    isCurrency(unit) && new RegExp(`(?<!\\p{L})(?:${spelling})(?!\\p{L})`, 'iu').test(text) ? [unit] : [],
  )
}
