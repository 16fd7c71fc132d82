import assert from 'node:assert/strict'
import { test } from 'node:test'
import { difference, proportion } from '../../source/lib/proportion.ts'

const close = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 0.0005, `${value}`)

// Newcombe 1998, table II, (a): 56/70 against 48/80; method 10 gives 0.0524 to 0.3339.
test('the interval of a difference is that of the published example', () => {
  const { value, low, high, of } = difference(proportion(48, 80), proportion(56, 70))
  close(value, 0.2)
  close(low, 0.0524)
  close(high, 0.3339)
  assert.equal(of, 150)
})

test('nothing counted tells nothing, and intervals stay within their bounds', () => {
  assert.deepEqual(proportion(0, 0), { value: 0, low: 0, high: 1, of: 0 })
  const { low, high } = difference(proportion(0, 0), proportion(3, 3))
  assert.ok(low < 0 && high <= 1)
  assert.equal(proportion(5, 5).high, 1)
})
