// Functions over several numbers, and those over whole numbers.
import { ToolFailure } from '../../source/contracts/tool.ts'
import { type Amount, add, amount, divide, multiply, settle, tooLarge, wholeNumber } from './amount.ts'
import { root } from './real-functions.ts'

/** One or more values; the parser's arity check keeps it so. */
export type Values = readonly [Amount, ...Amount[]]

/** Arithmetic mean. */
export function mean(values: Values): Amount {
  return divide(values.reduce(add), like(values[0], values.length))
}

/** Middle value, or the mean of the two in the middle. */
export function median(values: Values): Amount {
  const sorted = values.toSorted((left, right) => left.number.cmp(right.number))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? values[0]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? values[0]
  return upper === lower ? upper : mean([lower, upper])
}

/** Smallest value. */
export function smallest(values: Values): Amount {
  return values.reduce((best, value) => (value.number.lt(best.number) ? value : best))
}

/** Largest value. */
export function largest(values: Values): Amount {
  return values.reduce((best, value) => (value.number.gt(best.number) ? value : best))
}

/** Root of the sum of squares. */
export function hypotenuse(values: Values): Amount {
  const squares = values.map((value) => multiply(value, value)).reduce(add)
  return root(squares, squares.number.sqrt(), 2)
}

/** Of whole numbers up to 1e30; never negative. */
export function greatestCommonDivisor(left: Amount, right: Amount): Amount {
  let a = whole(left, 'gcd')
  let b = whole(right, 'gcd')
  while (b !== 0n) [a, b] = [b, a % b]
  return like(left, (a < 0n ? -a : a).toString())
}

/** Of whole numbers up to 1e30; never negative. */
export function leastCommonMultiple(left: Amount, right: Amount): Amount {
  if (left.number.isZero() || right.number.isZero()) return like(left, 0)
  const product = multiply(left, right)
  return divide({ number: product.number.abs(), exact: product.exact }, greatestCommonDivisor(left, right))
}

/** Ways to take `k` of `n`; without their order for `combinations`. */
export function choose(n: Amount, k: Amount, name: 'combinations' | 'permutations'): Amount {
  const from = wholeNumber(n, name, 1000)
  const take = wholeNumber(k, name, 1000)
  let result = like(n, take > from ? 0 : 1)
  if (take > from) return result
  const steps = name === 'combinations' ? Math.min(take, from - take) : take
  for (let step = 0; step < steps; step += 1) {
    result = multiply(result, like(n, from - step))
    if (name === 'combinations') result = divide(result, like(n, step + 1))
  }
  return result
}

function whole(value: Amount, name: string): bigint {
  const number = settle(value)
  if (!number.isInteger()) throw new ToolFailure('bad_expression', `${name} needs whole numbers.`)
  if (number.abs().gt('1e30')) throw tooLarge(`A number in ${name}`)
  return BigInt(number.toFixed())
}

/** Another number of the same precision. */
function like(value: Amount, number: number | string): Amount {
  return amount(value.number.times(0).plus(number), true)
}
