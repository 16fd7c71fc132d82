import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TimeIsUp, withinTime } from '../../source/lib/time-limit.ts'
import { ENDLESS, ENDLESS_TEXT } from '../helpers/endless-pattern.ts'

const endless = () => new RegExp(ENDLESS, 'u').test(ENDLESS_TEXT)

test('work that ends gives what it returns, and throws what it throws', () => {
  assert.deepEqual(
    withinTime(1_000, () => ({ a: [1] })),
    { a: [1] },
  )
  assert.throws(
    () =>
      withinTime(1_000, () => {
        throw new RangeError('mine')
      }),
    RangeError,
  )
})

test('a pattern without end is ended, and so is a loop', () => {
  assert.throws(() => withinTime(20, endless), TimeIsUp)
  assert.throws(
    () =>
      withinTime(20, () => {
        for (;;);
      }),
    /^TimeIsUp: it took more than 20 ms$/,
  )
  assert.equal(
    withinTime(1_000, () => 2),
    2,
  )
})

test('one limit within another: the shorter one counts, and the outer work goes on', () => {
  const done = withinTime(60_000, () => {
    assert.throws(() => withinTime(20, endless), TimeIsUp)
    return 'went on'
  })
  assert.equal(done, 'went on')
  assert.throws(
    () => withinTime(20, () => withinTime(60_000, endless)),
    (error) => error instanceof TimeIsUp && error.limitMs === 20,
  )
})
