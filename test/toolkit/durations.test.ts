// Hours and minutes in shorthand beside things that are counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDuration, readDuration } from '../../source/toolkit/durations.ts'

test('what is counted behind a duration is none of its minutes or seconds', () => {
  for (const text of ['1h 30 rolls', '12m 30 pushups', '5m 10 km run', '1h 12 people'])
    assert.equal(findDuration(text), undefined, text)
})

test('minutes and seconds without their name are read as before', () => {
  const minutesOf = (text: string) => (findDuration(text)?.duration.ms ?? 0) / 60_000
  for (const [text, minutes] of [
    ['1h30', 90],
    ['1h 30', 90],
    ['1h 30m', 90],
    ['1h 30 mins', 90],
    ['1h 30 minutes', 90],
    ['1h 30 for the rolls', 90],
    ['1h 30 thanks', 90],
    ['1h 30 secs', 60.5],
    ['1h 30 s', 60.5],
    ['12m 30', 12.5],
    ['12m 30 secs', 12.5],
    ['12m 30s', 12.5],
    ['12m30', 12.5],
  ] as const)
    assert.equal(minutesOf(text), minutes, text)
  assert.equal(readDuration('1h 30')?.ms, 5_400_000)
})
