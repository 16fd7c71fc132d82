// Past and future in an answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTurned } from '../../source/governor/turned-time.ts'

const PAST = 'Thursday, 30 April 2026 was 209 days ago (29 weeks and 6 days).'
const COMING = 'Friday, 10 April 2026 is in 29 days (4 weeks and 1 day).'

test('what is past is not told as to come, nor the other way round', () => {
  assert.ok(findTurned('There are 209 days until the deadline.', PAST))
  assert.ok(findTurned('The deadline is in 209 days.', PAST))
  assert.ok(findTurned('It was 29 days ago.', COMING))
})

test('what is told as it is stays', () => {
  assert.equal(findTurned('The deadline was 209 days ago.', PAST), undefined)
  assert.equal(findTurned('209 days have passed since then.', PAST), undefined)
  assert.equal(findTurned('There are 29 days until the deadline.', COMING), undefined)
  assert.equal(findTurned('The total is 12.', 'The total is 12.'), undefined)
  assert.equal(findTurned('It was 2 days ago, the next is in 5 days.', `${PAST} ${COMING}`), undefined)
})
