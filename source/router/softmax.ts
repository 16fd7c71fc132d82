/**
 * Multinomial logistic regression over sparse rows, L2 on the weights and none on the bias.
 * Weights stand feature after feature, all classes of one feature side by side; behind the last feature stands the bias.
 */
import { minimize } from './minimize.ts'
import type { Recipe } from './recipe.ts'

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

/** Learns the weights: `(features + 1) * classes` numbers. */
export function trainSoftmax(
  rows: LabelledRows,
  features: number,
  classes: number,
  recipe: Pick<Recipe, 'strength' | 'tolerance' | 'maxSteps'>,
): Float64Array {
  const weights = new Float64Array((features + 1) * classes)
  const score = new Float64Array(classes)
  const penalized = features * classes
  const penalty = 1 / recipe.strength
  minimize(
    (point, gradient) => {
      let loss = 0
      for (let i = 0; i < penalized; i += 1) {
        const weight = point[i] as number
        loss += weight * weight
        gradient[i] = weight * penalty
      }
      loss *= penalty / 2
      gradient.fill(0, penalized)
      for (let row = 0; row < rows.labels.length; row += 1) {
        loss += addRow(rows, row, point, gradient, score, penalized)
      }
      return loss
    },
    weights,
    recipe,
  )
  return weights
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
