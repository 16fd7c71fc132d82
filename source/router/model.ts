import type { Vocabulary } from './vocabulary.ts'

/** Corrects the scores of the classifier so that they are probabilities; learned on examples that it had not seen. */
export interface Calibration {
  /** Scores are multiplied by this. */
  readonly sharpness: number
  /** Added to the score of "no tool". */
  readonly noneBias: number
  /** Added to the score of "no tool", times the share of the message's words that no example had (0 to 1). */
  readonly noneForUnknownWords: number
  /** The same for parts of words. */
  readonly noneForUnknownParts: number
  /** A tool is chosen if the logarithm of its probability over that of "no tool" is above this. */
  readonly threshold: number
  /** So much more is needed of a tool that too much that needs none looks like; one a tool, empty: none is. */
  readonly raised: readonly number[]
}

/** A trained classifier. Classes are the tools in order, then "no tool". */
export interface RouterModel {
  readonly tools: readonly string[]
  readonly vocabulary: Vocabulary
  readonly blockLengths: readonly number[]
  readonly unknownShortens: boolean
  /** Feature after feature, all classes of one side by side; times the class's scale. */
  readonly weights: Int8Array
  readonly scales: Float64Array
  readonly bias: Float64Array
  readonly calibration: Calibration
  /** SHA-256 (64 hexadecimal digits) of what it was trained on, recipe included. */
  readonly learnedFrom: string
  /** Of messages that lean on the turn before them: which tool; all others are its "no tool". undefined: nothing was there to learn from. */
  readonly followUps: RouterModel | undefined
  /** Of a model for follow-ups: counts of `countTransitions`; else empty. */
  readonly transitions: Uint16Array
}

/** The bare maximum: what holds before anything was learned. */
export const neutralCalibration: Calibration = {
  sharpness: 1,
  noneBias: 0,
  noneForUnknownWords: 0,
  noneForUnknownParts: 0,
  threshold: 0,
  raised: [],
}

/** The lead from which on a tool is chosen. */
export function thresholdOf({ threshold, raised }: Calibration, tool: number): number {
  return threshold + (raised[tool] ?? 0)
}
