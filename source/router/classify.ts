/** A message through a trained model: scores, and probabilities made honest by the calibration. */
import type { Calibration, RouterModel } from './model.ts'
import { toProbabilities } from './softmax.ts'
import { createVectorizer, type SparseVector } from './vocabulary.ts'

/** Raw scores of one message and how much of it the training never saw. */
export interface ClassScores {
  /** One per class, "no tool" last; reused by the next message. */
  readonly scores: Float64Array
  /** Shares, 0 to 1. */
  readonly unknownWords: number
  readonly unknownParts: number
  /** From which lead over "no tool" on each tool is chosen; undefined: as the model's calibration has it. */
  readonly thresholds?: Float64Array
}

/** Scores messages with one set of buffers. */
export interface Classifier {
  readonly score: (message: string) => ClassScores
  /** The vector of the last message. */
  readonly vector: () => SparseVector | undefined
}

/** Makes the buffers for a model. */
export function createClassifier(model: RouterModel): Classifier {
  const vectorize = createVectorizer(model.vocabulary, model.blockLengths, model.unknownShortens)
  const scoreVector = createScorer(model)
  let last: SparseVector | undefined
  return {
    score: (message) => {
      last = vectorize(message)
      return scoreVector(last)
    },
    vector: () => last,
  }
}

/** The same for messages that are vectors over the model's vocabulary already. */
export function createScorer(model: RouterModel): (vector: SparseVector) => ClassScores {
  const classes = model.tools.length + 1
  const scores = new Float64Array(classes)
  return (vector) => {
    scores.fill(0)
    for (let i = 0; i < vector.size; i += 1) {
      const at = (vector.index[i] as number) * classes
      const value = vector.value[i] as number
      for (let k = 0; k < classes; k += 1) {
        scores[k] = (scores[k] as number) + value * (model.weights[at + k] as number)
      }
    }
    for (let k = 0; k < classes; k += 1) {
      scores[k] = (scores[k] as number) * (model.scales[k] as number) + (model.bias[k] as number)
    }
    return {
      scores,
      unknownWords: 1 - (vector.knownShare[0] ?? 1),
      unknownParts: 1 - (vector.knownShare[1] ?? 1),
    }
  }
}

/** Calibrated probabilities, one per class, "no tool" last; a new array. */
export function calibrate(found: ClassScores, by: Calibration): Float64Array {
  const result = found.scores.map((score) => score * by.sharpness)
  const none = result.length - 1
  result[none] = (result[none] ?? 0) + noneShift(found, by)
  toProbabilities(result)
  return result
}

/** What is added to the score of "no tool". */
export function noneShift(found: ClassScores, by: Calibration): number {
  return (
    by.noneBias + by.noneForUnknownWords * found.unknownWords + by.noneForUnknownParts * found.unknownParts
  )
}
