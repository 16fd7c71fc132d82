// A 64-digit number that knows whether it is exact, and the basic operations on it. Each checks sizes before it works.

import { ToolFailure } from '../../source/contracts/tool.ts'
import type { BigNumber } from '../../source/toolkit/math-library.ts'

/** A number on its way through an expression. */
export interface Amount {
  readonly number: BigNumber
  /** False as soon as a digit was rounded away. */
  readonly exact: boolean
}

/** Makes a number from text; the precision is its own. */
export type MakeNumber = (source: string) => BigNumber

// Doubles end at 1.8e308: what a result cannot be in JSON is not computed.
const MAX_EXPONENT = 308
const EXACT_DIGITS = 60
const SETTLED_DIGITS = 50
const NOISE = '1e-55'

/** Wraps a number; throws `too_large` beyond 1e308 and below 1e-308, `not_a_number` for NaN. */
export function amount(number: BigNumber, exact: boolean): Amount {
  if (number.isNaN())
    throw new ToolFailure('not_a_number', 'The result is not a real number; check the expression.')
  const tooBig = !number.isFinite() || (!number.isZero() && Math.abs(number.e) > MAX_EXPONENT)
  if (tooBig) throw tooLarge('A value beyond 1e308 or below 1e-308')
  return { number, exact: exact && number.precision() <= EXACT_DIGITS }
}

/** The number without the rounding noise of its last digits. */
export function settle(value: Amount): BigNumber {
  return value.exact ? value.number : value.number.toSignificantDigits(SETTLED_DIGITS)
}

/** Sum; what cancels down to rounding noise is 0. */
export function add(left: Amount, right: Amount): Amount {
  const sum = amount(left.number.plus(right.number), left.exact && right.exact)
  const noise = left.number.abs().plus(right.number.abs()).times(NOISE)
  const isNoise = !(left.exact && right.exact) && sum.number.abs().lt(noise)
  return isNoise ? { number: sum.number.times(0), exact: false } : sum
}

/** The value with the other sign. */
export function negate(value: Amount): Amount {
  return { number: value.number.neg(), exact: value.exact }
}

/** Difference; what cancels down to rounding noise is 0. */
export function subtract(left: Amount, right: Amount): Amount {
  return add(left, negate(right))
}

/** Product. */
export function multiply(left: Amount, right: Amount): Amount {
  return amount(left.number.times(right.number), left.exact && right.exact)
}

/** Quotient; throws `division_by_zero`. */
export function divide(left: Amount, right: Amount): Amount {
  if (right.number.isZero()) throw divisionByZero()
  const quotient = left.number.div(right.number)
  const exact = left.exact && right.exact && quotient.times(right.number).eq(left.number)
  return amount(quotient, exact)
}

/** Rest with the sign of the divisor, as mathjs has it. */
export function modulo(left: Amount, right: Amount): Amount {
  if (right.number.isZero()) throw divisionByZero()
  const times = { number: settle(divide(left, right)).floor(), exact: true }
  return subtract(left, multiply(right, times))
}

/** Power; throws `division_by_zero`, `not_a_number` (root of a negative number) or `too_large` before it computes. */
export function power(base: Amount, exponent: Amount): Amount {
  const times = settle(exponent)
  if (base.number.isZero() && times.isNegative() && !times.isZero()) throw divisionByZero()
  if (base.number.isNegative() && !base.number.isZero() && !times.isInteger()) {
    throw new ToolFailure(
      'not_a_number',
      `A negative number to the power ${times.toSignificantDigits(6)} is not a real number; for roots use cbrt(x) or nthRoot(x, n).`,
    )
  }
  if (!base.number.isZero()) {
    const magnitude = base.number.abs().log(10).times(times)
    if (magnitude.abs().gt(MAX_EXPONENT)) throw tooLarge('The power')
  }
  const result = base.number.pow(times)
  return amount(result, base.exact && exponent.exact && times.isInteger() && !times.isNegative())
}

/** Factorial of a whole number up to 170. */
export function factorial(value: Amount): Amount {
  const n = wholeNumber(value, 'factorial', 170)
  let product = value.number.times(0).plus(1)
  for (let factor = 2; factor <= n; factor += 1) product = product.times(factor)
  return amount(product, value.exact)
}

/** The value as a whole number from 0 to `max`, or the failure that names the function. */
export function wholeNumber(value: Amount, name: string, max: number): number {
  const number = settle(value)
  if (!number.isInteger() || number.isNegative()) {
    throw new ToolFailure(
      'bad_expression',
      `${name} needs whole numbers from 0 up, not ${number.toSignificantDigits(15)}.`,
    )
  }
  if (number.gt(max))
    throw tooLarge(`${name} of ${number.toSignificantDigits(15)} (at most ${max} is computed): it`)
  return number.toNumber()
}

/** Failure for what is too large to compute; `subject` opens the sentence. */
export function tooLarge(subject: string): ToolFailure {
  return new ToolFailure('too_large', `${subject} is too large or too small to compute; use smaller numbers.`)
}

function divisionByZero(): ToolFailure {
  return new ToolFailure('division_by_zero', 'Division by zero has no result; change the divisor.')
}
