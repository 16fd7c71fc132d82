// Converts with 64 digits: a value of one unit into another, two steps of units (5 ft 7 in), and fuel use, which runs the other way round.
import { ToolFailure } from '../../contracts/tool.ts'
import { type Printed, parseDecimal, printDecimal, printNumber } from '../decimal.ts'
import type { BigNumber, MathLibrary } from '../math-library.ts'
import { visible } from '../plain-words.ts'
import { findTwo, findUnits, unitsLike } from './find-unit.ts'
import { findFuel, fuelLitres } from './fuel.ts'
import { readAmount } from './read-amount.ts'
import { MONEY, type NamedUnit } from './units.ts'

/** A conversion in words. */
export interface Converted {
  /** `5 mi`. */
  readonly from: string
  /** `8.04672 km`. */
  readonly to: string
  /** The nearest double; of two steps the first one's. */
  readonly result: number
  /** Number or numbers of `to`. */
  readonly texts: readonly string[]
  readonly exact: boolean
}

interface Part {
  readonly amount: BigNumber
  readonly unit: NamedUnit
}

/** What the smaller unit is where only its number was said: `5 foot 7`. */
const BELOW: { readonly [shown: string]: string } = { ft: 'in', st: 'lb', lb: 'oz', h: 'min', min: 's' }

const KELVIN: NamedUnit = { factor: '1', base: 'K', shown: 'K', measure: 'temperature', names: [] }

/** Throws `ToolFailure` for what is no unit, money, or does not measure the same. */
export function convert(
  given: number | undefined,
  fromWords: string,
  to: string,
  math: MathLibrary,
): Converted {
  const { value, unit: from } = readAmount(given, withPlainMarks(fromWords))
  for (const name of [from, to]) {
    if (!MONEY.test(name.trim())) continue
    throw new ToolFailure(
      'money',
      `\`${visible(name.trim())}\` is money; exchange rates change every day and are not known here, so look at a bank's.`,
    )
  }
  const fuel = convertFuel(value, from, to)
  if (fuel !== undefined) return fuel
  const [first = from, ...rest] = splitFrom(from, to, math)
  const goals = findTwo(to) ?? to.split(/\s+and\s+|\s*&\s*|,\s*/u)
  const { source, target } = choosePair(first, goals[0] ?? to, math)
  const smallest = below(rest, source, math)
  const parts: readonly Part[] = [
    { amount: math.bignumber(String(value)), unit: source },
    // -5 ft 6 in is below zero as a whole.
    ...smallest.map(({ amount, unit }) => ({ amount: value < 0 ? amount.neg() : amount, unit })),
  ]
  const said = parts
    .map(({ amount, unit }, at) => quantity(print(at === 0 ? amount : amount.abs()).text, unit))
    .join(' ')
  const total = parts.reduce<BigNumber>(
    (sum, part) => sum.plus(inUnit(part, target, math)),
    math.bignumber('0'),
  )
  refuseBelowZero({ amount: total, unit: target }, said, source, math)
  const smaller =
    goals[1] === undefined ? undefined : findUnits(goals[1], math).find((unit) => isSame(unit, target, math))
  if (smaller !== undefined) return inTwo(said, total, target, smaller, math)
  const printed = print(total)
  return {
    from: said,
    to: quantity(printed.text, target),
    result: total.toNumber(),
    texts: [printed.text],
    exact: printed.exact,
  }
}

/** No temperature is below 0 K. */
function refuseBelowZero(part: Part, said: string, source: NamedUnit, math: MathLibrary): void {
  if (!isSame(part.unit, KELVIN, math)) return
  // The last of 64 digits are noise.
  if (!inUnit(part, KELVIN, math).toDecimalPlaces(30).lt(0)) return
  const zero = inUnit({ amount: math.bignumber('0'), unit: KELVIN }, source, math).toDecimalPlaces(30)
  throw new ToolFailure(
    'bad_value',
    `${said} is below absolute zero, which is ${quantity(print(zero).text, source)}, so there is no such temperature.`,
  )
}

function inTwo(
  from: string,
  total: BigNumber,
  large: NamedUnit,
  small: NamedUnit,
  math: MathLibrary,
): Converted {
  const perLarge = inUnit({ amount: math.bignumber('1'), unit: large }, small, math)
  const all = total.abs().times(perLarge).toDecimalPlaces(2)
  const whole = all.div(perLarge).floor()
  const rest = all.minus(whole.times(perLarge))
  const sign = total.isNegative() ? '-' : ''
  const texts = [`${sign}${print(whole).text}`, print(rest).text]
  const exact = all.eq(total.abs().times(perLarge))
  return {
    from,
    to: `${quantity(texts[0] ?? '', large)} ${quantity(texts[1] ?? '', small)}`,
    result: total.toNumber(),
    texts,
    exact,
  }
}

/** Feet and inches as a phone writes them: `6’2`, `5’11”`. */
function withPlainMarks(words: string): string {
  return words.replace(/[’‘′]/gu, "'").replace(/[”“″]/gu, '"')
}

/** `foot 7`, `ft 7 in`, `' 11"`: the unit, then a number and its unit. */
function splitFrom(from: string, to: string, math: MathLibrary): readonly string[] {
  const match = /^(?<first>[^\d]+?)\s*(?:and\s+)?(?<amount>\d+(?:[.,]\d+)?)\s*(?<second>[^\d]*)$/u.exec(
    from.trim(),
  )
  const { first, amount, second } = match?.groups ?? {}
  if (first === undefined || amount === undefined) return [from]
  const isShort = second === '' && /^[23]$/u.test(amount) && !/\s/u.test(from.trim())
  return isShort && isPower(first, to, math) ? [from] : [first, amount.replace(',', '.'), second ?? '']
}

/** Whether a 2 or 3 right behind the unit is its power: never in `6'2`, and in `6ft2` where an area or a volume is wanted. */
function isPower(unit: string, to: string, math: MathLibrary): boolean {
  if (unit === "'") return false
  const isOfTwo = findUnits(unit, math).some(({ shown }) => BELOW[shown] !== undefined)
  if (!isOfTwo) return true
  const goals = findUnits(to, math)
  return goals.some((one) => ['m^2', 'm^3'].some((base) => math.unit(one.base).equalBase(math.unit(base))))
}

function below([amount, name]: readonly string[], unit: NamedUnit, math: MathLibrary): readonly Part[] {
  if (amount === undefined) return []
  const small = findUnits(name === undefined || name === '' ? (BELOW[unit.shown] ?? '') : name, math).find(
    (one) => isSame(one, unit, math),
  )
  if (small === undefined)
    throw new ToolFailure(
      'bad_value',
      `\`${unit.shown} ${amount}\` is not one quantity; give one number with one unit.`,
    )
  return [{ amount: math.bignumber(amount), unit: small }]
}

/** Of what both names may stand for the first pair that measures the same. */
function choosePair(from: string, to: string, math: MathLibrary): { source: NamedUnit; target: NamedUnit } {
  const [sources, targets] = [known(from, math), known(to, math)]
  const pairs = sources.flatMap((source) => targets.map((target) => ({ source, target })))
  const fitting = pairs.filter(({ source, target }) => isSame(source, target, math))
  const [pair] = [
    ...fitting.filter(isFoodEnergy),
    // "Calories" may be two units, but one word is one of them.
    ...(from.trim() === to.trim() ? [] : fitting.filter(({ source, target }) => source !== target)),
    ...fitting,
  ]
  if (pair !== undefined) return pair
  const [source, target] = [sources[0], targets[0]]
  if (!source?.measure && !target?.measure)
    throw new ToolFailure(
      'incompatible',
      `\`${visible(from.trim())}\` and \`${visible(to.trim())}\` do not measure the same, so neither can be turned into the other.`,
    )
  const [one, other] = [source?.measure || 'something else', target?.measure || 'something else']
  throw new ToolFailure(
    'incompatible',
    `\`${visible(from.trim())}\` measures ${one} and \`${visible(to.trim())}\` measures ${other}, so neither can be turned into the other${hintFor(one, other)}.`,
  )
}

/** Labels of food write kilocalories as calories beside kilojoules. */
function isFoodEnergy({ source, target }: { source: NamedUnit; target: NamedUnit }): boolean {
  const isLabel = (shown: string) => shown === 'kJ' || shown === 'MJ'
  return (
    (source.shown === 'kcal' && isLabel(target.shown)) || (target.shown === 'kcal' && isLabel(source.shown))
  )
}

function hintFor(one: string, other: string): string {
  const both = [one, other].sort().join(' ')
  return both === 'mass volume' ? ': that depends on the substance (a litre of water has 1 kg)' : ''
}

function known(name: string, math: MathLibrary): readonly NamedUnit[] {
  const found = findUnits(name, math)
  if (found.length > 0) return found
  if (findFuel(name) !== undefined)
    throw new ToolFailure(
      'incompatible',
      `\`${visible(name.trim())}\` is fuel use; it can be turned into l/100 km, km/l, miles per litre or mpg.`,
    )
  const like = unitsLike(name)
  const hint =
    like.length > 0
      ? `did you mean ${like.map((one) => `\`${one}\``).join(' or ')}?`
      : 'write it like km, lb or °C.'
  throw new ToolFailure('unknown_unit', `\`${visible(name.trim())}\` is no unit that is known here; ${hint}`)
}

function isSame(one: NamedUnit, other: NamedUnit, math: MathLibrary): boolean {
  return math.unit(one.base).equalBase(math.unit(other.base))
}

function inUnit({ amount, unit }: Part, target: NamedUnit, math: MathLibrary): BigNumber {
  const base = math.unit(amount.times(unit.factor), unit.base)
  // mathjs gives the kind of number that it was given.
  const number = base.toNumeric(target.base) as BigNumber
  return math.bignumber(String(number)).div(target.factor)
}

/** `1 US gallon`, `2 US gallons`, `2 km`. */
function quantity(text: string, { shown }: NamedUnit): string {
  const one = shown.replace(/ies$/u, 'y').replace(/(?<=\p{L}{3})s(?= \(|$)/u, '')
  return `${text} ${text === '1' && /\p{L}{4}/u.test(shown) ? one : shown}`
}

/** Ten digits where that is all of it, else six and what stands before the point. */
function print(number: BigNumber): Printed {
  // The last of 64 digits are noise.
  const decimal = parseDecimal(number.toSignificantDigits(40).toString())
  const whole = printDecimal(decimal, 10)
  if (whole.exact) return whole
  const before = Math.max(0, number.abs().floor().toFixed().length)
  return printDecimal(decimal, Math.max(6, Math.min(15, before + 2)))
}

/** Distance for fuel and fuel for distance are each other's inverse. */
function convertFuel(value: number, from: string, to: string): Converted | undefined {
  const [source, target] = [findFuel(from), findFuel(to)]
  if (source === undefined || target === undefined) return undefined
  if (value <= 0)
    throw new ToolFailure('bad_value', `\`${printNumber(value)}\` is no fuel use; give a number above 0.`)
  const result = fuelLitres(fuelLitres(value, source), target)
  const { text } = printDecimal(parseDecimal(result), 4)
  return {
    from: `${printNumber(value)} ${source.shown}`,
    to: `${text} ${target.shown}`,
    result,
    texts: [text],
    exact: false,
  }
}
