import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitsForWords } from '../../source/governor/number-words.ts'

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
