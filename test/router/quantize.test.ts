import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { quantizeWeights } from '../../source/router/quantize.ts'

/** Two features of three classes, then the bias. */
const WEIGHTS = Float32Array.from([4, 0, -1, 0.5, 0, -2, 7, 8, 9])

describe('quantizeWeights', () => {
  it('gives every class its own scale and leaves the bias as it is', () => {
    const { weights, scales, bias, kept } = quantizeWeights(WEIGHTS, 3)
    assert.deepEqual([...weights], [127, 0, -63, 16, 0, -127])
    assert.deepEqual(
      [...scales].map((scale) => Math.round(scale * 127 * 10) / 10),
      [4, 127, 2],
    )
    assert.deepEqual([...bias], [7, 8, 9])
    assert.equal(kept, 4 / 6)
  })

  it('drops the smallest until no more are left than wanted', () => {
    assert.deepEqual([...quantizeWeights(WEIGHTS, 3, 3).weights], [127, 0, -63, 0, 0, -127])
    assert.deepEqual([...quantizeWeights(WEIGHTS, 3, 2).weights], [127, 0, 0, 0, 0, -127])
    assert.equal(quantizeWeights(WEIGHTS, 3, 2).kept, 2 / 6)
  })

  it('drops weights of one size together, so it may keep fewer than wanted', () => {
    assert.equal(quantizeWeights(WEIGHTS, 3, 1).kept, 0)
  })
})
