/**
 * Multinomial logistic regression over sparse rows, L2 on the weights and none on the bias.
 * Weights stand feature after feature, all classes of one feature side by side; behind the last feature stands the bias.
 */
import { minimize } from './minimize.ts'
import type { Recipe } from './recipe.ts'

/** Typical p (1 - p) of a class, where a row is not yet sure. */
const CURVATURE = 0.1

/** Rows one after the other: row `i` is `index` and `value` from `starts[i]` to `starts[i + 1]`. */
export interface Rows {
  readonly starts: Int32Array
  readonly index: Int32Array
  readonly value: Float32Array
}

/** Rows with what they are. */
export interface LabelledRows extends Rows {
  readonly labels: Int32Array
  /** How much each row counts. */
  readonly weights: Float64Array
}

/**
 * Learns the weights: `(features + 1) * classes` numbers.
 * Inside, features stand by how many rows have them (the frequent ones then share the processor's cache), each one's values scaled
 * by the root of its curvature, so that the search needs a third of the steps.
 */
export function trainSoftmax(
  rows: LabelledRows,
  features: number,
  classes: number,
  recipe: Pick<Recipe, 'strength' | 'tolerance' | 'maxSteps'>,
): Float64Array {
  const penalty = 1 / recipe.strength
  const { order, scale } = prepareFeatures(rows, features, penalty)
  const place = new Int32Array(features)
  order.forEach((feature, at) => {
    place[feature] = at
  })
  const inside: LabelledRows = {
    ...rows,
    index: rows.index.map((feature) => place[feature] as number),
    value: rows.value.map((value, i) => value * (scale[rows.index[i] as number] as number)),
  }
  const penalties = Float64Array.from(order, (feature) => penalty * (scale[feature] as number) ** 2)
  const found = minimizeLoss(inside, penalties, classes, recipe)
  const weights = new Float64Array((features + 1) * classes)
  order.forEach((feature, at) => {
    for (let k = 0; k < classes; k += 1)
      weights[feature * classes + k] = (found[at * classes + k] as number) * (scale[feature] as number)
  })
  weights.set(found.subarray(features * classes), features * classes)
  return weights
}

/** Features, most frequent first, and for each the factor that makes its curvature about 1. */
function prepareFeatures(
  rows: LabelledRows,
  features: number,
  penalty: number,
): { readonly order: readonly number[]; readonly scale: Float64Array } {
  const uses = new Int32Array(features)
  const squares = new Float64Array(features)
  for (let row = 0; row < rows.labels.length; row += 1) {
    const weight = rows.weights[row] as number
    for (let i = rows.starts[row] as number; i < (rows.starts[row + 1] as number); i += 1) {
      const at = rows.index[i] as number
      uses[at] = (uses[at] as number) + 1
      squares[at] = (squares[at] as number) + weight * (rows.value[i] as number) ** 2
    }
  }
  return {
    order: Array.from(uses.keys()).sort((a, b) => (uses[b] as number) - (uses[a] as number) || a - b),
    scale: squares.map((sum) => 1 / Math.sqrt(penalty + CURVATURE * sum)),
  }
}

function minimizeLoss(
  rows: LabelledRows,
  penalties: Float64Array,
  classes: number,
  limits: Pick<Recipe, 'tolerance' | 'maxSteps'>,
): Float64Array {
  const penalized = penalties.length * classes
  const weights = new Float64Array(penalized + classes)
  const score = new Float64Array(classes)
  const objective = (point: Float64Array, gradient: Float64Array) => {
    let loss = penalize(point, gradient, penalties, classes)
    gradient.fill(0, penalized)
    for (let row = 0; row < rows.labels.length; row += 1) {
      loss += addRow(rows, row, point, gradient, score, penalized)
    }
    return loss
  }
  minimize(objective, weights, limits)
  return weights
}

/** Answers half the weighted squares, and writes their gradient. */
function penalize(
  point: Float64Array,
  gradient: Float64Array,
  penalties: Float64Array,
  classes: number,
): number {
  let loss = 0
  for (let at = 0; at < penalties.length; at += 1) {
    const penalty = penalties[at] as number
    for (let i = at * classes; i < (at + 1) * classes; i += 1) {
      const weight = point[i] as number
      loss += penalty * weight * weight
      gradient[i] = penalty * weight
    }
  }
  return loss / 2
}

/** Adds one row's gradient and answers its loss. */
function addRow(
  rows: LabelledRows,
  row: number,
  point: Float64Array,
  gradient: Float64Array,
  score: Float64Array,
  biasAt: number,
): number {
  const classes = score.length
  const start = rows.starts[row] as number
  const end = rows.starts[row + 1] as number
  const weight = rows.weights[row] as number
  const label = rows.labels[row] as number
  scoreRow(rows, start, end, point, biasAt, score)
  const own = score[label] as number
  const total = toProbabilities(score)
  for (let k = 0; k < classes; k += 1) score[k] = weight * ((score[k] as number) - (k === label ? 1 : 0))
  for (let i = start; i < end; i += 1) {
    const at = (rows.index[i] as number) * classes
    const value = rows.value[i] as number
    for (let k = 0; k < classes; k += 1)
      gradient[at + k] = (gradient[at + k] as number) + value * (score[k] as number)
  }
  for (let k = 0; k < classes; k += 1)
    gradient[biasAt + k] = (gradient[biasAt + k] as number) + (score[k] as number)
  return weight * (total - own)
}

/** Scores of one row, before the softmax. */
export function scoreRow(
  rows: Rows,
  start: number,
  end: number,
  weights: Float64Array,
  biasAt: number,
  score: Float64Array,
): void {
  const classes = score.length
  for (let k = 0; k < classes; k += 1) score[k] = weights[biasAt + k] as number
  for (let i = start; i < end; i += 1) {
    const at = (rows.index[i] as number) * classes
    const value = rows.value[i] as number
    for (let k = 0; k < classes; k += 1) score[k] = (score[k] as number) + value * (weights[at + k] as number)
  }
}

/** Scores become probabilities in place; answers the logarithm of what they were divided by. */
export function toProbabilities(score: Float64Array): number {
  let most = -Infinity
  for (let k = 0; k < score.length; k += 1) most = Math.max(most, score[k] as number)
  let sum = 0
  for (let k = 0; k < score.length; k += 1) {
    const share = Math.exp((score[k] as number) - most)
    score[k] = share
    sum += share
  }
  for (let k = 0; k < score.length; k += 1) score[k] = (score[k] as number) / sum
  return most + Math.log(sum)
}
