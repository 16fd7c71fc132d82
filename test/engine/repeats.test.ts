import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatsItself } from '../../source/engine/embedded/repeats.ts'

const unit = (length: number, from = 0) => Array.from({ length }, (_, at) => from + at)
const times = (tokens: readonly number[], count: number) => Array.from({ length: count }, () => tokens).flat()

test('one thing said five times in a row is a loop, four times are a refrain', () => {
  for (const length of [6, 13, 60]) {
    assert.equal(repeatsItself([99, 98, ...times(unit(length), 5)]), true, `${length}`)
    assert.equal(repeatsItself([99, 98, ...times(unit(length), 4)]), false, `${length}`)
  }
})

test('a short unit counts by its multiples; long ones, lines of one sign and text that moves on are none', () => {
  assert.equal(repeatsItself(times(unit(3), 40)), true)
  assert.equal(repeatsItself(times(unit(61), 6)), false)
  assert.equal(repeatsItself(times([7], 100)), false)
  assert.equal(repeatsItself(times([7, 8], 70)), false)
  assert.equal(repeatsItself(times([7, 8], 80)), true)
  assert.equal(repeatsItself([...times(unit(10), 5), 500]), false)
  assert.equal(repeatsItself(unit(2_000)), false)
})
