// From figures and a vector to what is asked for: a softmax over acts (scripts/learn-reading.ts). Pure.
import { ACTS, type Act, type ActShares, BEYOND, type Beyond } from '../contracts/request-acts.ts'
import type { CutModel } from './cuts.ts'

/** models/reading.json. */
export interface ReadingModel {
  /** Id of the sentence model whose vectors it was learned from. */
  readonly model: string
  /** Tools whose scores count together. */
  readonly groups: readonly (readonly string[])[]
  /** What a tool's request is called where another leans on it; of others: `tool`. */
  readonly actOf: Readonly<Record<string, Act>>
  /** Of each figure: what is taken away, and what it is divided by. */
  readonly mean: readonly number[]
  readonly scale: readonly number[]
  readonly aboutCount: number
  /** With a vector, and without: rows in the order of `ACTS`. */
  readonly meant: ReadingHead & { readonly vector: readonly (readonly number[])[] }
  readonly worded: ReadingHead
  readonly cuts: CutModel
  /** Of what cannot be done: which it is, by the vector; rows in the order of `BEYOND`. */
  readonly beyond: { readonly vector: readonly (readonly number[])[]; readonly bias: readonly number[] }
}

export interface ReadingHead {
  readonly figures: readonly (readonly number[])[]
  readonly bias: readonly number[]
  /** What scores are multiplied with, so that shares are probabilities. */
  readonly sharpness: number
}

/** A figure further out than so many deviations counts as one that is so far. */
const FARTHEST = 4

/** Figures as their heads weigh them. */
export function scaled(
  figures: readonly number[],
  mean: readonly number[],
  scale: readonly number[],
): readonly number[] {
  return figures.map((figure, at) =>
    Math.max(-FARTHEST, Math.min(FARTHEST, (figure - (mean[at] ?? 0)) / (scale[at] ?? 1))),
  )
}

/** Shares, together 1, of scores. */
export function shared(scores: readonly number[], sharpness: number): readonly number[] {
  const top = Math.max(...scores)
  const parts = scores.map((score) => Math.exp(sharpness * (score - top)))
  const sum = parts.reduce((all, one) => all + one, 0)
  return parts.map((one) => one / sum)
}

/** `vector`: of `readingText`, by the model's sentence model; undefined: there is none. */
export function actShares(
  figures: readonly number[],
  vector: Float32Array | undefined,
  { mean, scale, meant, worded }: Pick<ReadingModel, 'mean' | 'scale' | 'meant' | 'worded'>,
): ActShares {
  const own = scaled(figures, mean, scale)
  const head = vector === undefined ? worded : meant
  const scores = ACTS.map((_, act) => {
    const byFigures = dot(own, head.figures[act] ?? [])
    const byVector = vector === undefined ? 0 : dot(vector, meant.vector[act] ?? [])
    return byFigures + byVector + (head.bias[act] ?? 0)
  })
  const shares = shared(scores, head.sharpness)
  return Object.fromEntries(ACTS.map((act, at) => [act, shares[at] ?? 0])) as ActShares
}

/** What a request is that cannot be done; without a vector nothing is known of it. */
export function beyondOf(vector: Float32Array | undefined, { beyond }: Pick<ReadingModel, 'beyond'>): Beyond {
  if (vector === undefined) return 'other'
  const scores = BEYOND.map((_, at) => dot(vector, beyond.vector[at] ?? []) + (beyond.bias[at] ?? 0))
  return BEYOND[scores.indexOf(Math.max(...scores))] ?? 'other'
}

function dot(values: ArrayLike<number>, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (weights[at] ?? 0)
  return sum
}
