/** A share with its 95 % interval, all from 0 to 1 (a difference: -1 to 1); `of` is how many it was taken over. */
export interface Proportion {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly of: number
}

const Z = 1.96

/** Wilson's score interval; over nothing it is 0 and could be anything. */
export function proportion(hits: number, of: number): Proportion {
  if (of === 0) return { value: 0, low: 0, high: 1, of }
  const value = hits / of
  const spread = (Z * Z) / of
  const middle = (value + spread / 2) / (1 + spread)
  const half = (Z * Math.sqrt((value * (1 - value)) / of + spread / (4 * of))) / (1 + spread)
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half), of }
}

/** `b` less `a`, with Newcombe's hybrid score interval (Statistics in Medicine 17, 1998, method 10). */
export function difference(a: Proportion, b: Proportion): Proportion {
  const value = b.value - a.value
  const root = (one: number, other: number) => Math.sqrt(one * one + other * other)
  return {
    value,
    low: Math.max(-1, value - root(b.value - b.low, a.high - a.value)),
    high: Math.min(1, value + root(b.high - b.value, a.value - a.low)),
    of: a.of + b.of,
  }
}
