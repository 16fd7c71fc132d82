// The functions and constants that an expression may name: nothing else is reachable from one.
import { type Amount, add, divide, factorial, modulo, multiply, power, subtract } from './amount.ts'
import {
  choose,
  greatestCommonDivisor,
  hypotenuse,
  largest,
  leastCommonMultiple,
  mean,
  median,
  smallest,
  type Values,
} from './list-functions.ts'
import {
  arc,
  exponential,
  hyperbolic,
  logarithm,
  logarithmTo,
  nthRoot,
  ofAngle,
  root,
  round,
  wholly,
} from './real-functions.ts'

/** A function over at least `min` and at most `max` values. */
export interface MathFunction {
  readonly min: number
  readonly max: number
  apply(values: Values): Amount
}

const MANY = 100

/** By lower-case name. */
export const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map(
  Object.entries({
    sqrt: one((x) => root(x, x.number.sqrt(), 2)),
    cbrt: one((x) => root(x, x.number.cbrt(), 3)),
    nthroot: upToTwo(nthRoot),
    abs: one((x) => ({ number: x.number.abs(), exact: x.exact })),
    sign: one((x) => wholly(x, (n) => (n.isZero() ? n : n.div(n.abs())))),
    floor: one((x) => wholly(x, (n) => n.floor())),
    ceil: one((x) => wholly(x, (n) => n.ceil())),
    trunc: one((x) => wholly(x, (n) => n.trunc())),
    fix: one((x) => wholly(x, (n) => n.trunc())),
    round: upToTwo(round),
    square: one((x) => multiply(x, x)),
    cube: one((x) => multiply(multiply(x, x), x)),
    exp: one(exponential),
    ln: one((x) => logarithm(x, (n) => n.ln())),
    log: upToTwo(logarithmTo),
    log10: one((x) => logarithm(x, (n) => n.log(10))),
    log2: one((x) => logarithm(x, (n) => n.log(2))),
    sin: one((x) => ofAngle(x, (n) => n.sin())),
    cos: one((x) => ofAngle(x, (n) => n.cos())),
    tan: one((x) => ofAngle(x, (n) => n.tan())),
    asin: one((x) => arc(x, (n) => n.asin())),
    acos: one((x) => arc(x, (n) => n.acos())),
    atan: one((x) => ({ number: x.number.atan(), exact: x.number.isZero() })),
    sinh: one((x) => hyperbolic(x, (n) => n.sinh())),
    cosh: one((x) => hyperbolic(x, (n) => n.cosh())),
    tanh: one((x) => hyperbolic(x, (n) => n.tanh())),
    pow: two(power),
    add: many((values) => values.reduce(add)),
    sum: many((values) => values.reduce(add)),
    subtract: two(subtract),
    multiply: many((values) => values.reduce(multiply)),
    divide: two(divide),
    mod: two(modulo),
    min: many(smallest),
    max: many(largest),
    mean: many(mean),
    average: many(mean),
    avg: many(mean),
    median: many(median),
    hypot: many(hypotenuse),
    gcd: many((values) => values.reduce(greatestCommonDivisor)),
    lcm: many((values) => values.reduce(leastCommonMultiple)),
    factorial: one(factorial),
    combinations: two((n, k) => choose(n, k, 'combinations')),
    permutations: two((n, k) => choose(n, k, 'permutations')),
  }),
)

/** By lower-case name, with more digits than are kept. `deg` turns degrees into radians: sin(30 deg). */
export const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['pi', '3.1415926535897932384626433832795028841971693993751058209749445923078164'],
  ['tau', '6.2831853071795864769252867665590057683943387987502116419498891846156328'],
  ['e', '2.7182818284590452353602874713526624977572470936999595749669676277240766'],
  ['phi', '1.6180339887498948482045868343656381177203091798057628621354486227052605'],
  ['deg', '0.0174532925199432957692369076848861271344287188854172545609719144017101'],
])

function one(apply: (x: Amount) => Amount): MathFunction {
  return { min: 1, max: 1, apply: ([x]) => apply(x) }
}

function two(apply: (x: Amount, y: Amount) => Amount): MathFunction {
  return { min: 2, max: 2, apply: ([x, y]) => apply(x, y ?? x) }
}

function upToTwo(apply: (x: Amount, y: Amount | undefined) => Amount): MathFunction {
  return { min: 1, max: 2, apply: ([x, y]) => apply(x, y) }
}

function many(apply: (values: Values) => Amount): MathFunction {
  return { min: 1, max: MANY, apply }
}
