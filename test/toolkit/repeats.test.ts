import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Repeat } from '../../source/contracts/memory.ts'
import { isRepeat, nextTime, repeatText } from '../../source/toolkit/repeats.ts'

const ZONE = 'Europe/Berlin'

/** The times that follow each other, from behind `after`. */
function timesOf(repeat: Repeat, after: string, amount: number, zone = ZONE): readonly string[] {
  const times: number[] = []
  const anchor = Date.parse(after)
  for (let at = anchor; times.length < amount; at = times.at(-1) ?? at)
    times.push(nextTime(repeat, at, anchor, zone))
  return times.map((ms) => new Date(ms).toISOString().slice(0, 16))
}

test('a time of day stays on the clock when the clocks change', () => {
  // Berlin goes from +1 to +2 on 29 March 2026, and back on 25 October.
  assert.deepEqual(timesOf({ unit: 'day', every: 1, at: '09:00' }, '2026-03-28T08:00Z', 2), [
    '2026-03-29T07:00',
    '2026-03-30T07:00',
  ])
  assert.deepEqual(timesOf({ unit: 'week', every: 1, days: [0], at: '09:00' }, '2026-10-18T07:00Z', 2), [
    '2026-10-25T08:00',
    '2026-11-01T08:00',
  ])
})

test('a time that the clocks skip comes as much later, one that comes twice comes once', () => {
  const night: Repeat = { unit: 'day', every: 1, at: '02:30' }
  assert.deepEqual(timesOf(night, '2026-03-28T01:30Z', 2), ['2026-03-29T01:30', '2026-03-30T00:30'])
  assert.deepEqual(timesOf(night, '2026-10-24T00:30Z', 2), ['2026-10-25T00:30', '2026-10-26T01:30'])
})

test('hours pass, whatever the clocks show', () => {
  assert.deepEqual(timesOf({ unit: 'hour', every: 2 }, '2026-03-29T00:00Z', 2), [
    '2026-03-29T02:00',
    '2026-03-29T04:00',
  ])
  assert.equal(
    nextTime(
      { unit: 'hour', every: 2 },
      Date.parse('2026-03-29T09:01Z'),
      Date.parse('2026-03-29T00:00Z'),
      ZONE,
    ),
    Date.parse('2026-03-29T10:00Z'),
  )
})

test('a day that a month does not have is its last one, and does not stay so', () => {
  assert.deepEqual(timesOf({ unit: 'month', every: 1, day: 31, at: '09:00' }, '2026-01-31T08:00Z', 3), [
    '2026-02-28T08:00',
    '2026-03-31T07:00',
    '2026-04-30T07:00',
  ])
  assert.deepEqual(
    timesOf({ unit: 'year', every: 1, month: 2, day: 29, at: '09:00' }, '2027-01-01T08:00Z', 2),
    ['2027-02-28T08:00', '2028-02-29T08:00'],
  )
})

test('every second week counts from the one in which it came', () => {
  const both: Repeat = { unit: 'week', every: 2, days: [1, 4], at: '09:00' }
  assert.deepEqual(timesOf(both, '2026-03-12T08:00Z', 3), [
    '2026-03-23T08:00',
    '2026-03-26T08:00',
    '2026-04-06T07:00',
  ])
})

test('the first and the last of a weekday are found in every month', () => {
  const at = '09:00'
  assert.deepEqual(
    timesOf({ unit: 'weekday of month', every: 1, nth: 1, weekday: 0, at }, '2026-03-02T08:00Z', 2),
    ['2026-04-05T07:00', '2026-05-03T07:00'],
  )
  assert.deepEqual(
    timesOf({ unit: 'weekday of month', every: 1, nth: -1, weekday: 2, at }, '2026-03-01T08:00Z', 2),
    ['2026-03-31T07:00', '2026-04-28T07:00'],
  )
})

test('a repetition is said in words', () => {
  const at = '07:30'
  assert.equal(repeatText({ unit: 'week', every: 1, days: [1, 2, 3, 4, 5], at }), 'every weekday at 07:30')
  assert.equal(repeatText({ unit: 'week', every: 2, days: [1], at }), 'every 2 weeks on Monday at 07:30')
  assert.equal(repeatText({ unit: 'month', every: 1, day: 22, at }), 'every month on the 22nd at 07:30')
  assert.equal(repeatText({ unit: 'month', every: 1, day: 12, at }), 'every month on the 12th at 07:30')
  assert.equal(repeatText({ unit: 'minute', every: 1 }), 'every minute')
})

test('what is no repetition in a file is none', () => {
  assert.ok(isRepeat({ unit: 'hour', every: 2 }))
  assert.ok(isRepeat({ unit: 'weekday of month', every: 1, nth: -1, weekday: 5, at: '09:00' }))
  const wrong = [
    null,
    'every day',
    { unit: 'hour', every: 0 },
    { unit: 'day', every: 1, at: '9:00' },
    { unit: 'day', every: 1, at: '24:00' },
    { unit: 'week', every: 1, days: [], at: '09:00' },
    { unit: 'week', every: 1, days: [7], at: '09:00' },
    { unit: 'month', every: 1, day: 32, at: '09:00' },
    { unit: 'decade', every: 1, at: '09:00' },
  ]
  for (const value of wrong) assert.equal(isRepeat(value), false, JSON.stringify(value))
})
