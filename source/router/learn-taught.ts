/**
 * Learns what is added to the shipped scores so that taught requests are routed as they were taught: logistic regression by dual
 * ascent, as in `dual-ascent.ts`, with the shipped scores as a fixed part of each row. Nothing shipped is changed, the whole is
 * learned each time, and the order of the examples is the only order: forgetting one gives what stood before, to the bit.
 */
import type { TaughtExample } from '../contracts/teaching.ts'
import type { ClassScores } from './classify.ts'
import { noneShift } from './classify.ts'
import { type Calibration, type RouterModel, thresholdOf } from './model.ts'
import { createSettler } from './settle-row.ts'
import { createRareVectorizer, type RareFeatures } from './taught-vector.ts'

/** Inverse of the L2 penalty: a taught request is nearly always obeyed. */
const STRENGTH = 300
/** Further than the threshold by so much, in log-odds. */
const MARGIN = 2
const MOST_PASSES = 12
/** A pass that moves no row's probability by more than this, on average, is the last. */
const TOLERANCE = 0.001
/** A taught tool that the classifier does not know begins this far behind "no tool". */
const UNKNOWN = -4

/** What is added to the scores of a message; see `learnTaught`. */
export interface TaughtScores {
  /** Taught tools that the shipped classifier does not know; their classes stand behind its tools, before "no tool". */
  readonly more: readonly string[]
  /** The scores as they are with what was taught; a new object. */
  readonly add: (message: string, found: ClassScores) => ClassScores
}

interface Row {
  readonly index: readonly number[]
  readonly value: readonly number[]
  /** Calibrated scores of the shipped classifier. */
  readonly shipped: Float64Array
  readonly label: number
  readonly pull: number
  readonly share: Float64Array
}

/** Learns from all examples; `score` is the shipped classifier. */
export function learnTaught(
  model: RouterModel,
  examples: readonly TaughtExample[],
  score: (message: string) => ClassScores,
): TaughtScores {
  const { tools, calibration } = model
  const more = [...new Set(examples.flatMap(({ tool }) => tool ?? []))].filter((one) => !tools.includes(one))
  const names = [...tools, ...more]
  const classes = names.length + 1
  const rareOf = createRareVectorizer(model.vocabulary)
  const places = new Map<number, number>()
  const rows = examples.flatMap(({ text, tool }): Row[] => {
    const rare = rareOf(text)
    for (const hash of rare.keys()) if (!places.has(hash)) places.set(hash, places.size)
    const length = squaredLength(rare)
    if (length === 0) return []
    const shipped = withMore(score(text), calibration, more.length)
    const none = classes - 1
    const border =
      tool === null ? calibration.threshold - MARGIN : thresholdOf(calibration, names.indexOf(tool)) + MARGIN
    shipped[none] = (shipped[none] ?? 0) + border
    return [
      {
        index: Array.from(rare.keys(), (hash) => places.get(hash) ?? 0),
        value: [...rare.values()],
        shipped,
        label: tool === null ? none : names.indexOf(tool),
        pull: STRENGTH * length,
        share: new Float64Array(classes),
      },
    ]
  })
  const weights = ascend(rows, places.size, classes)
  return {
    more,
    add: (message, found) => {
      const scores = withMore(found, calibration, more.length)
      addTo(scores, rareOf(message), places, weights)
      const none = classes - 1
      scores[none] = (scores[none] ?? 0) - noneShift(found, calibration)
      return { ...found, scores: scores.map((one) => one / calibration.sharpness) }
    },
  }
}

/** Calibrated scores as logarithms, with classes for `more` tools before the last. */
function withMore(found: ClassScores, calibration: Calibration, more: number): Float64Array {
  const { scores } = found
  const last = scores.length - 1
  const none = (scores[last] ?? 0) * calibration.sharpness + noneShift(found, calibration)
  const result = new Float64Array(scores.length + more).fill(none + UNKNOWN)
  for (let k = 0; k < last; k += 1) result[k] = (scores[k] ?? 0) * calibration.sharpness
  result[last + more] = none
  return result
}

function ascend(rows: readonly Row[], features: number, classes: number): Float64Array {
  const weights = new Float64Array(features * classes)
  const score = new Float64Array(classes)
  const change = new Float64Array(classes)
  const settle = createSettler(classes)
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    let moved = 0
    for (const { index, value, shipped, label, pull, share } of rows) {
      score.set(shipped)
      index.forEach((feature, i) => {
        const at = feature * classes
        for (let k = 0; k < classes; k += 1)
          score[k] = (score[k] as number) + (value[i] as number) * (weights[at + k] as number)
      })
      moved += settle(score, share, label, pull, change)
      index.forEach((feature, i) => {
        const at = feature * classes
        const by = STRENGTH * (value[i] as number)
        for (let k = 0; k < classes; k += 1)
          weights[at + k] = (weights[at + k] as number) + by * (change[k] as number)
      })
    }
    if (moved <= TOLERANCE * rows.length) break
  }
  return weights
}

function addTo(
  scores: Float64Array,
  rare: RareFeatures,
  places: ReadonlyMap<number, number>,
  weights: Float64Array,
): void {
  const classes = scores.length
  for (const [hash, value] of rare) {
    const place = places.get(hash)
    if (place === undefined) continue
    for (let k = 0; k < classes; k += 1)
      scores[k] = (scores[k] as number) + value * (weights[place * classes + k] as number)
  }
}

function squaredLength(rare: RareFeatures): number {
  let sum = 0
  for (const value of rare.values()) sum += value * value
  return sum
}
