import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTimeLeft } from '../../source/lib/time-left.ts'

test('the rest takes as long as what was done since the first call; that alone tells nothing', () => {
  let ms = 5_000
  const left = createTimeLeft(() => ms)
  assert.equal(left(100, 400), undefined)
  ms += 2_000
  assert.equal(left(100, 400), undefined)
  assert.equal(left(200, 400), 4)
  ms += 1_100
  assert.equal(left(300, 400), 2)
  assert.equal(left(400, 400), 0)
})
