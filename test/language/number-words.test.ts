import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitsForWords, inFull } from '../../source/language/en/number-words.ts'

test('a written number becomes digits, but for a "one" that stands for a thing', () => {
  for (const [text, wanted] of [
    ['three hundred and ninety-eight', '398'],
    ['The answer is one.', 'The answer is 1.'],
    ['one file', '1 file'],
    ['and on the 340 dollar one', 'and on the 340 dollar one'],
    ['that big one', 'that big one'],
  ] as const)
    assert.equal(digitsForWords(text), wanted)
})

test('what multiplies a number is part of it', () => {
  for (const [text, wanted] of [
    ['12k + 3k', '12000 + 3000'],
    ['1.5 million minus 200 thousand', '1500000 minus 200000'],
    ['15% of $2M', '15% of $2000000'],
    ['3 lakh divided by 12', '300000 divided by 12'],
    ['1,200 million / 4', '1200000000 / 4'],
    ['5 km in 20 min, 3 m and 2 mg', '5 km in 20 min, 3 m and 2 mg'],
    ['2 thousand million', '2 thousand million'],
    ['3 million 500 thousand', '3 million 500 thousand'],
  ] as const)
    assert.equal(inFull(text), wanted)
})
