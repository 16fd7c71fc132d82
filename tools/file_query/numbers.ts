// Exact sums and means of decimal numbers. Pure.
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  printDecimal,
} from '../../source/toolkit/decimal.ts'
import type { Operation } from './question.ts'

/** Places of a mean that are told; of one below 1 more. */
const PLACES = 2
const PLACES_BELOW_ONE = 4

/** Below 0, 0 or above: how a number stands to another. */
export function compare(one: Decimal, other: number | Decimal): number {
  const right = typeof other === 'number' ? parseDecimal(String(other)) : other
  const difference = addDecimals(one, { units: -right.units, scale: right.scale })
  return difference.units === 0n ? 0 : difference.units > 0n ? 1 : -1
}

export function sumOf(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce(addDecimals, { units: 0n, scale: 0 })
}

/** As it is told: a mean is rounded to two places, one below 1 to four, half away from zero. */
function meanText(numbers: readonly Decimal[]): string {
  const mean = divideDecimals(sumOf(numbers), { units: BigInt(numbers.length), scale: 0 })
  const isSmall = compare(mean, 1) < 0 && compare(mean, -1) > 0
  const places = isSmall ? PLACES_BELOW_ONE : PLACES
  const step = 10n ** BigInt(Math.max(mean.scale - places, 0))
  const half = mean.units < 0n ? -step / 2n : step / 2n
  return printDecimal({ units: (mean.units + half) / step, scale: Math.min(mean.scale, places) }).text
}

/** The middle one, or the mean of the two in the middle. */
function medianText(numbers: readonly Decimal[]): string {
  const sorted = numbers.toSorted(compare)
  const middle = sorted.length / 2
  return meanText(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}

function textOf(number: Decimal): string {
  return printDecimal(number).text
}

/** How many percent one number is of another; of nothing it is none. */
export function shareText(part: Decimal, whole: Decimal): string {
  if (whole.units === 0n) return '0'
  return meanText([divideDecimals(multiplyDecimals(part, parseDecimal('100')), whole)])
}

/** What an operation comes to over `numbers`; of a group "the most" is its sum. */
export function worked(operation: Operation, numbers: readonly Decimal[]): string {
  if (operation === 'average') return meanText(numbers)
  return operation === 'median' ? medianText(numbers) : textOf(sumOf(numbers))
}
