import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTimeLeft, waitText } from '../../source/lib/time-left.ts'

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

test('a wait is told in seconds, minutes and hours, rounded up', () => {
  const told = [0.2, 52, 89.5, 90, 61 * 9, 3_541, 3_600, 8_554].map(waitText)
  assert.deepEqual(told, ['1 s', '52 s', '90 s', '2 min', '10 min', '1 h 0 min', '1 h 0 min', '2 h 23 min'])
})
