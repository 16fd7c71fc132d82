import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesOf } from '../../tools/get_weather_forecast/day.ts'
import { weatherWords } from '../../tools/get_weather_forecast/weather-words.ts'

test('words for days are dates', () => {
  const table: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['today', ['2026-03-12']],
    ['Tonight?', ['2026-03-12']],
    ['tommorow', ['2026-03-13']],
    ['tomorrow morning', ['2026-03-13']],
    ['the day after tomorrow', ['2026-03-14']],
    ['tomorrow at 5pm', ['2026-03-13']],
    ['Tomorrow.', ['2026-03-13']],
    ['next 3 days', ['2026-03-12', '2026-03-13', '2026-03-14']],
    ['the next two days', ['2026-03-12', '2026-03-13']],
    ['next 0 days', undefined],
    ['saturday and sunday', ['2026-03-14', '2026-03-15']],
    ['friday to sunday', ['2026-03-13', '2026-03-14', '2026-03-15']],
    ['the rest of the week', ['2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15']],
    ['Monday 16 March', ['2026-03-16']],
    ['the 14th', ['2026-03-14']],
    ['the 11th', ['2026-04-11']],
    ['in 3 days', ['2026-03-15']],
    ['in two days', ['2026-03-14']],
    ['in a week', ['2026-03-19']],
    ['Thursday', ['2026-03-12']],
    ['next Thursday', ['2026-03-19']],
    ['on Sat', ['2026-03-14']],
    ['weds', ['2026-03-18']],
    ['this weekend', ['2026-03-14', '2026-03-15']],
    ['next weekend', ['2026-03-21', '2026-03-22']],
    ['14 March', ['2026-03-14']],
    ['March 14th', ['2026-03-14']],
    ['the 14th of March', ['2026-03-14']],
    ['14.3.', ['2026-03-14']],
    ['1 February', ['2027-02-01']],
    ['2026-03-20', ['2026-03-20']],
    ['2026-02-30', undefined],
    ['31 April', undefined],
    ['the boat', undefined],
    ['in many days', undefined],
  ]
  for (const [words, dates] of table) assert.deepEqual(datesOf(words, '2026-03-12'), dates, words)
  // As everything else that reads dates.
  assert.deepEqual(datesOf('next friday', '2026-03-11'), ['2026-03-20'])
  assert.deepEqual(datesOf('next Monday', '2026-03-11'), ['2026-03-16'])
  assert.deepEqual(datesOf('this friday', '2026-03-11'), ['2026-03-13'])
  assert.equal(datesOf('next week', '2026-03-12')?.join(' ').slice(0, 10), '2026-03-16')
  assert.equal(datesOf('next week', '2026-03-15')?.[0], '2026-03-16')
  assert.deepEqual(datesOf('weekend', '2026-03-15'), ['2026-03-15'])
  assert.equal(datesOf('this week', '2026-03-12')?.length, 7)
})

test('a code that nobody knows is shown as one', () => {
  assert.equal(weatherWords(0), 'clear sky')
  assert.equal(weatherWords(42), 'weather code 42')
})
