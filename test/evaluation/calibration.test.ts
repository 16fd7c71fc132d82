import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrationOf } from '../../source/evaluation/calibration.ts'

const turns = (count: number, confidence: number, right: number) =>
  Array.from({ length: count }, (_, at) => ({ confidence, right: at < right }))

test('a confidence that keeps its word has no error', () => {
  const { error, bins } = calibrationOf([...turns(10, 0.8, 8), ...turns(4, 1, 4)])
  assert.ok(error < 1e-9)
  assert.deepEqual(
    bins.map(({ from, cases }) => [from, cases]),
    [
      [0.8, 10],
      [0.9, 4],
    ],
  )
})

test('the error is the distance, weighted by the cases of each bin', () => {
  const { error, bins } = calibrationOf([...turns(30, 0.95, 15), ...turns(10, 0.25, 5)])
  assert.ok(Math.abs(error - (30 * 0.45 + 10 * 0.25) / 40) < 1e-9)
  assert.equal(bins.length, 2)
})

test('no turns, no error', () => assert.deepEqual(calibrationOf([]), { error: 0, bins: [] }))
