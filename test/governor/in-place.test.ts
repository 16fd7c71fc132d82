import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMisplaced } from '../../source/governor/in-place.ts'

const WIND = ['day,level_m,wind_kn', 'Mon,3.1,12', 'Tue,3.4,18', 'Thu,3.3,22']
const PRICES = ['"night": 38.5,', '"week": 229,', '"electricity_kwh": 0.42']

test('a number must stand in a line that shares a word with the question or the answer', () => {
  assert.equal(findMisplaced('On Thursday it blows with 22 knots.', WIND, 'wind on Thursday?'), undefined)
  assert.match(findMisplaced('On Thursday it blows with 18 knots.', WIND, 'wind on Thursday?') ?? '', /18/)
  assert.equal(findMisplaced('A week costs 229.', PRICES, 'what is the weekly price?'), undefined)
  assert.match(findMisplaced('It is 38.5.', PRICES, 'what is the weekly price?') ?? '', /38\.5/)
})

test('an answer that only echoes the question says nothing', () => {
  const lines = ['oat milk', 'coffee beans 500 g']
  assert.match(
    findMisplaced('I forgot it. What does it say?', lines, 'I forgot it, what does it say?') ?? '',
    /nothing/,
  )
  assert.equal(findMisplaced('500 g of beans.', lines, 'how much coffee?'), undefined)
})
