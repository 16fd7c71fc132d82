// Learns a linear classifier of vectors once more from where it stands: convex, so steps of falling size end where they have to.
// Invariant: no randomness and one order of every sum, so the same input gives the same weights.
import type { LearnedHead } from './learn-senses.ts'
import { toProbabilities } from './softmax.ts'

export interface HeadExample {
  readonly vector: Float32Array
  readonly label: number
  /** How many times it counts. */
  readonly weight: number
}

const PASSES = 60
const BATCH = 256
/** Of the first step, by the mean loss of a batch; vectors have length 1, so it is large. */
const RATE = 20
/** How much each weight's way from where it stood costs, squared. */
const STAY = 1e-4
/** So far apart are the examples of a batch: neighbours are alike. */
const STRIDE = 7919

/** `weight` [classes, width] and `bias` [classes] that fit the examples and stay near those of `from`. */
export function refitHead(from: LearnedHead, examples: readonly HeadExample[]): LearnedHead {
  const classes = from.bias.length
  const width = from.weight.length / classes
  const [weight, bias] = [Float64Array.from(from.weight), Float64Array.from(from.bias)]
  const total = examples.reduce((sum, one) => sum + one.weight, 0) / examples.length
  const steps = PASSES * Math.ceil(examples.length / BATCH)
  const shares = new Float64Array(classes)
  for (let step = 0; step < steps; step += 1) {
    const rate = RATE * 0.5 * (1 + Math.cos((Math.PI * step) / steps))
    const batch = batchOf(examples, step)
    const [slopes, biasSlopes] = [new Float64Array(weight.length), new Float64Array(classes)]
    for (const { vector, label, weight: times } of batch) {
      writeScores(vector, weight, bias, shares)
      toProbabilities(shares)
      for (let k = 0; k < classes; k += 1) {
        const off = ((shares[k] as number) - (k === label ? 1 : 0)) * (times / total / batch.length)
        biasSlopes[k] = (biasSlopes[k] as number) + off
        const row = k * width
        for (let at = 0; at < width; at += 1)
          slopes[row + at] = (slopes[row + at] as number) + off * (vector[at] as number)
      }
    }
    descend(weight, slopes, from.weight, rate)
    descend(bias, biasSlopes, from.bias, rate)
  }
  return { weight: Float32Array.from(weight), bias: Float32Array.from(bias) }
}

function batchOf(examples: readonly HeadExample[], step: number): readonly HeadExample[] {
  return Array.from(
    { length: Math.min(BATCH, examples.length) },
    (_, at) => examples[((step * BATCH + at) * STRIDE) % examples.length] as HeadExample,
  )
}

function writeScores(
  vector: Float32Array,
  weight: Float64Array,
  bias: Float64Array,
  scores: Float64Array,
): void {
  const width = vector.length
  for (let k = 0; k < scores.length; k += 1) {
    let score = bias[k] as number
    for (let at = 0; at < width; at += 1) score += (weight[k * width + at] as number) * (vector[at] as number)
    scores[k] = score
  }
}

function descend(values: Float64Array, slopes: Float64Array, before: Float32Array, rate: number): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number
    values[at] = value - rate * ((slopes[at] as number) + 2 * STAY * (value - (before[at] as number)))
  }
}
