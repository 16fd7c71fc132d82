// Functions over real numbers: roots, logarithms, angles, rounding. Each refuses what has no real result.

import { ToolFailure } from '../../source/contracts/tool.ts'
import type { BigNumber } from '../../source/toolkit/math-library.ts'
import { type Amount, amount, divide, settle, tooLarge, wholeNumber } from './amount.ts'

const LARGEST_ANGLE = '1e15'
const NOISE = '1e-55'

type Apply = (number: BigNumber) => BigNumber

/** A function whose result is exact once the noise is gone: floor, sign. */
export function wholly(x: Amount, apply: Apply): Amount {
  return amount(apply(settle(x)), true)
}

/** Rounds half away from zero to 0 to 15 places. */
export function round(x: Amount, places: Amount | undefined): Amount {
  const digits = places === undefined ? 0 : wholeNumber(places, 'round', 15)
  return wholly(x, (n) => n.toDecimalPlaces(digits))
}

/** `result` is the root of `x` of that degree; exact when its power is `x` again. */
export function root(x: Amount, result: BigNumber, degree: number): Amount {
  if (result.isNaN()) throw noReal('the square root of a negative number')
  return amount(result, x.exact && result.pow(degree).eq(x.number))
}

/** Root of a degree from 1 to 1000, square root without one; odd roots of negative numbers are real. */
export function nthRoot(x: Amount, degree: Amount | undefined): Amount {
  const n = degree === undefined ? 2 : wholeNumber(degree, 'nthRoot', 1000)
  if (n === 0) throw noReal('a root of degree 0')
  const negative = x.number.isNegative() && !x.number.isZero()
  if (negative && n % 2 === 0) throw noReal('an even root of a negative number')
  const size = x.number.abs()
  const oneNth = size.times(0).plus(1).div(n)
  const positive = size.isZero() ? size : size.pow(oneNth).toSignificantDigits(60)
  return root(x, negative ? positive.neg() : positive, n)
}

/** e to the power x, up to 709. */
export function exponential(x: Amount): Amount {
  if (x.number.abs().gt(709)) throw tooLarge('exp')
  return amount(x.number.exp(), x.number.isZero())
}

/** Applies a logarithm to a positive number. */
export function logarithm(x: Amount, apply: Apply): Amount {
  if (x.number.lte(0)) throw noReal('the logarithm of zero or of a negative number')
  return amount(apply(x.number), x.number.eq(1))
}

/** Natural without a base, as in mathjs and in programming languages. */
export function logarithmTo(x: Amount, base: Amount | undefined): Amount {
  const natural = logarithm(x, (n) => n.ln())
  if (base === undefined) return natural
  if (base.number.lte(0) || base.number.eq(1)) throw noReal('a logarithm to that base')
  return divide(
    natural,
    logarithm(base, (n) => n.ln()),
  )
}

/** Of an angle in radians; what is only the rounding of pi becomes 0, and no value for the tangent. */
export function ofAngle(x: Amount, apply: Apply): Amount {
  const size = x.number.abs()
  if (size.gt(LARGEST_ANGLE)) throw tooLarge('The angle')
  const result = apply(x.number)
  if (result.abs().gt('1e30')) throw noReal('the tangent of a right angle')
  const isNoise = !x.number.isZero() && result.abs().lt(size.times(NOISE))
  return isNoise ? { number: result.times(0), exact: false } : amount(result, x.number.isZero())
}

/** Applies arc sine or arc cosine, from -1 to 1. */
export function arc(x: Amount, apply: Apply): Amount {
  const value = settle(x)
  if (value.abs().gt(1)) throw noReal('the arc sine or cosine of a number beyond 1')
  return amount(apply(value), value.isZero())
}

/** Applies a hyperbolic function, up to 700. */
export function hyperbolic(x: Amount, apply: Apply): Amount {
  if (x.number.abs().gt(700)) throw tooLarge('The hyperbolic function')
  return amount(apply(x.number), x.number.isZero())
}

function noReal(what: string): ToolFailure {
  return new ToolFailure('not_a_number', `There is no real number that is ${what}.`)
}
