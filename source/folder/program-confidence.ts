// How likely a program that a model wrote is right, by its least sure token: a logistic curve, learned from programs for folders that the model had
// not seen (`scripts/eval-sql.ts` prints it; 0.5B with its adapter). Pure.

/** Log-odds: of every program, and for the logarithm of its least sure token's probability. */
export const CONFIDENCE = {
  question: { bias: 2.09, weakest: 3.2 },
  change: { bias: 2.04, weakest: 4.09 },
} as const

/** Nobody knows how sure its tokens were. */
const UNTOLD = 0.3
const LEAST = 1e-4

/** 0 to 1; `weakest`: probability of the least sure token, 0 to 1. */
export function programConfidence(kind: keyof typeof CONFIDENCE, weakest: number | undefined): number {
  const { bias, weakest: slope } = CONFIDENCE[kind]
  return 1 / (1 + Math.exp(-(bias + slope * Math.log(Math.max(LEAST, weakest ?? UNTOLD)))))
}
