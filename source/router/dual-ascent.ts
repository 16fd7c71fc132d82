/**
 * Multinomial logistic regression over sparse rows, L2 on the weights, by dual coordinate ascent (Yu, Huang and Lin 2011, "Dual
 * coordinate descent methods for logistic regression and maximum entropy models"): ten passes over the rows come nearer to the one
 * best answer than 150 steps of L-BFGS do (`docs/router.md`). The bias is the weight of a feature of value 1 that every row has.
 * Invariant: one order of every sum, so the same rows give the same bits.
 */
import type { Recipe } from './recipe.ts'
import { createSettler } from './settle-row.ts'
import { type LabelledRows, type Rows, scoreRow } from './softmax.ts'

/**
 * Learns the weights: `(features + 1) * classes` numbers. At the best weights each row has added to those of its features, times
 * value and strength, how far its probabilities are from its label. So each row in turn is given the share with which this is true
 * of it, all other rows left as they are, until a pass hardly moves a row.
 */
export function trainSoftmax(
  rows: LabelledRows,
  features: number,
  classes: number,
  recipe: Pick<Recipe, 'strength' | 'tolerance' | 'maxPasses'>,
): Float32Array {
  const weights = new Float32Array((features + 1) * classes)
  const biasAt = features * classes
  const count = rows.labels.length
  const shares = new Float64Array(count * classes)
  const score = new Float64Array(classes)
  const change = new Float64Array(classes)
  const settleRow = createSettler(classes)
  const order = Int32Array.from({ length: count }, (_, row) => row)
  const lengths = Float64Array.from(order, (row) => squaredLength(rows, row))
  const shuffle = createShuffle()
  for (let pass = 0; pass < recipe.maxPasses; pass += 1) {
    shuffle(order)
    let moved = 0
    for (let at = 0; at < count; at += 1) {
      const row = order[at] as number
      const start = rows.starts[row] as number
      const end = rows.starts[row + 1] as number
      const pull = recipe.strength * (rows.weights[row] as number)
      const share = shares.subarray(row * classes, (row + 1) * classes)
      scoreRow(rows, start, end, weights, biasAt, score)
      moved += settleRow(score, share, rows.labels[row] as number, pull * (lengths[row] as number), change)
      for (let k = 0; k < classes; k += 1) change[k] = pull * (change[k] as number)
      addRow(rows, start, end, weights, biasAt, change)
    }
    if (moved <= recipe.tolerance * count) break
  }
  return weights
}

/** Shuffles in place, always the same way: rows of one class side by side would make many passes of it. */
function createShuffle(): (order: Int32Array) => void {
  let state = 1
  return (order) => {
    for (let i = order.length - 1; i > 0; i -= 1) {
      // Numerical Recipes' linear congruential generator.
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const other = Math.floor((state / 2 ** 32) * (i + 1))
      const spare = order[i] as number
      order[i] = order[other] as number
      order[other] = spare
    }
  }
}

/** The bias's 1 included. */
function squaredLength(rows: Rows, row: number): number {
  let sum = 1
  for (let i = rows.starts[row] as number; i < (rows.starts[row + 1] as number); i += 1)
    sum += (rows.value[i] as number) ** 2
  return sum
}

/** Adds `change`, times each feature's value, to the weights of a row's features. Four features at a time, as in `scoreRow`. */
function addRow(
  { index, value }: Rows,
  start: number,
  end: number,
  weights: Float32Array,
  biasAt: number,
  change: Float64Array,
): void {
  const classes = change.length
  for (let k = 0; k < classes; k += 1)
    weights[biasAt + k] = (weights[biasAt + k] as number) + (change[k] as number)
  let i = start
  for (; i + 3 < end; i += 4) {
    const a = (index[i] as number) * classes
    const b = (index[i + 1] as number) * classes
    const c = (index[i + 2] as number) * classes
    const d = (index[i + 3] as number) * classes
    const [va, vb] = [value[i] as number, value[i + 1] as number]
    const [vc, vd] = [value[i + 2] as number, value[i + 3] as number]
    for (let k = 0; k < classes; k += 1) {
      const by = change[k] as number
      weights[a + k] = (weights[a + k] as number) + va * by
      weights[b + k] = (weights[b + k] as number) + vb * by
      weights[c + k] = (weights[c + k] as number) + vc * by
      weights[d + k] = (weights[d + k] as number) + vd * by
    }
  }
  for (; i < end; i += 1) {
    const a = (index[i] as number) * classes
    const va = value[i] as number
    for (let k = 0; k < classes; k += 1)
      weights[a + k] = (weights[a + k] as number) + va * (change[k] as number)
  }
}
