// How likely a program is right that a model wrote which has learned SQL, by its least sure token: a logistic curve, learned from programs for folders
// that the model had not seen (`scripts/eval-sql.ts` prints it; 0.5B with its adapter). Pure.

/** Log-odds: of every program, and for the logarithm of its least sure token's probability. */
export const CONFIDENCE = {
  question: { bias: 1.57, weakest: 1.48 },
  change: { bias: 1.61, weakest: 2.32 },
} as const

const LEAST = 1e-4

/** 0 to 1; `weakest`: probability of the least sure token, 0 to 1. */
export function programConfidence(kind: keyof typeof CONFIDENCE, weakest: number): number {
  const { bias, weakest: slope } = CONFIDENCE[kind]
  return curveAt(bias, slope, weakest)
}

/** A curve's value at a least sure token. */
export function curveAt(bias: number, slope: number, weakest: number): number {
  return 1 / (1 + Math.exp(-(bias + slope * logOf(weakest))))
}

/** What the curve is over; nothing is less sure than 1 in 10,000. */
export function logOf(weakest: number): number {
  return Math.log(Math.max(LEAST, weakest))
}
