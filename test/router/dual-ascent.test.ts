import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trainSoftmax } from '../../source/router/dual-ascent.ts'
import { createSettler } from '../../source/router/settle-row.ts'
import { type LabelledRows, scoreRow, toProbabilities } from '../../source/router/softmax.ts'

const FEATURES = 40
const CLASSES = 5
const STRENGTH = 30

/** Rows of seven features each, of which one or two say the class. */
function makeRows(): LabelledRows {
  const rows = 300
  const index: number[] = []
  const value: number[] = []
  for (let row = 0; row < rows; row += 1)
    for (let i = 0; i < 7; i += 1) {
      index.push(i === 0 ? row % CLASSES : 5 + ((row * (i + 3) + i * i) % 5) + (i - 1) * 5)
      value.push(0.2 + ((row + 2 * i) % 4) * 0.15)
    }
  return {
    starts: Int32Array.from({ length: rows + 1 }, (_, row) => row * 7),
    index: Int32Array.from(index),
    value: Float32Array.from(value),
    labels: Int32Array.from({ length: rows }, (_, row) => (row % 11 === 0 ? 0 : row % CLASSES)),
    weights: Float64Array.from({ length: rows }, (_, row) => 0.5 + (row % 3) * 0.5),
  }
}

/** The gradient of the penalized loss; at its least all zeros. */
function gradientOf(rows: LabelledRows, weights: Float32Array): Float64Array {
  const biasAt = FEATURES * CLASSES
  const gradient = Float64Array.from(weights, (weight) => weight / STRENGTH)
  const share = new Float64Array(CLASSES)
  for (const [row, label] of rows.labels.entries()) {
    const [start, end] = [rows.starts[row] ?? 0, rows.starts[row + 1] ?? 0]
    scoreRow(rows, start, end, weights, biasAt, share)
    toProbabilities(share)
    share[label] = (share[label] ?? 0) - 1
    const add = (at: number, by: number) => {
      for (let k = 0; k < CLASSES; k += 1)
        gradient[at + k] = (gradient[at + k] ?? 0) + by * (rows.weights[row] ?? 0) * (share[k] ?? 0)
    }
    add(biasAt, 1)
    for (let i = start; i < end; i += 1) add((rows.index[i] ?? 0) * CLASSES, rows.value[i] ?? 0)
  }
  return gradient
}

test('the weights are those of the least loss: its gradient is zero there', () => {
  const rows = makeRows()
  const limits = { strength: STRENGTH, tolerance: 1e-6, maxPasses: 400 }
  const weights = trainSoftmax(rows, FEATURES, CLASSES, limits)
  const steepest = (at: Float32Array) => Math.max(...gradientOf(rows, at).map(Math.abs))
  const [off, before] = [steepest(weights), steepest(new Float32Array(weights.length))]
  assert.ok(off < 0.005 * before, `off by ${off} of ${before}`)
  assert.ok(Math.max(...weights.map(Math.abs)) > 1)
})

test('a few passes come near, and a tolerance ends them', () => {
  const rows = makeRows()
  const best = trainSoftmax(rows, FEATURES, CLASSES, { strength: STRENGTH, tolerance: 1e-6, maxPasses: 400 })
  const soon = trainSoftmax(rows, FEATURES, CLASSES, { strength: STRENGTH, tolerance: 0.001, maxPasses: 400 })
  const first = trainSoftmax(rows, FEATURES, CLASSES, { strength: STRENGTH, tolerance: 1, maxPasses: 400 })
  const distance = (from: Float32Array) => Math.hypot(...from.map((weight, i) => weight - (best[i] ?? 0)))
  assert.ok(distance(soon) < 0.1 * Math.hypot(...best), `${distance(soon)} of ${Math.hypot(...best)}`)
  assert.ok(distance(soon) < distance(first))
})

test('a row is settled when its probabilities are those that its share says', () => {
  const settle = createSettler(4)
  const start = [
    [0, 0, 0, 0],
    [30, -20, 5, 0],
    [-400, 300, 1, 2],
  ]
  for (const pull of [0.001, 1, 100, 10_000])
    for (const scores of start)
      for (const label of [0, 3]) {
        const share = Float64Array.from([0.1, -0.3, 0, 0.2])
        const change = new Float64Array(4)
        const before = share.slice()
        const most = settle(Float64Array.from(scores), share, label, pull, change)
        const after = Float64Array.from(scores, (score, k) => score + pull * (change[k] ?? 0))
        toProbabilities(after)
        after.forEach((p, k) => {
          const said = (k === label ? 1 : 0) - (share[k] ?? 0)
          assert.ok(
            Math.abs(p - said) < 0.02,
            `pull ${pull}, scores ${scores}, class ${k}: ${p}, said ${said}`,
          )
          assert.equal(change[k], (share[k] ?? 0) - (before[k] ?? 0))
        })
        assert.equal(most, Math.max(...change.map(Math.abs)))
      }
})
