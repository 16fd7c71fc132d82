import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SimilarTexts } from '../../source/lib/similar-texts.ts'

const TEXTS = [
  'convert 20 celsius to fahrenheit',
  'how many apples are in 5 bags of 12?',
  'a ladder of 5 m stands 1.4 m from the wall, how high does it reach?',
  'what do 12 eggs at 0.35 each cost',
]

describe('SimilarTexts', () => {
  const texts = new SimilarTexts(TEXTS)

  it('finds what shares words, whatever the numbers are', () => {
    assert.deepEqual(texts.nearest('convert 98.6 fahrenheit to celsius', 1, 0.2), [0])
    assert.deepEqual(texts.nearest('how many pears are in 30 bags of 7', 1, 0.2), [1])
  })

  it('finds misspelt words by their parts', () => {
    assert.deepEqual(texts.nearest('conver 31 celcius in farenheit', 1, 0.1), [0])
  })

  it('gives the best first, no more than wanted, and none below the border', () => {
    assert.deepEqual(texts.nearest('what do 3 ladders at 40 each cost', 2, 0).slice(0, 1), [3])
    assert.equal(texts.nearest('what do 3 ladders at 40 each cost', 2, 0).length, 2)
    assert.deepEqual(texts.nearest('zzz qqq', 2, 0.1), [])
    assert.deepEqual(texts.nearest('', 2, 0.1), [])
    assert.deepEqual(new SimilarTexts([]).nearest('apples', 2, 0.1), [])
  })

  it('counts a foreign word against the similarity', () => {
    const border = 0.8
    assert.deepEqual(texts.nearest('convert 20 celsius to fahrenheit', 1, border), [0])
    const longer = 'convert 20 celsius to fahrenheit because my grandmother wants her cake tonight'
    assert.deepEqual(texts.nearest(longer, 1, border), [])
  })

  it('keeps the order of texts that are equally similar', () => {
    assert.deepEqual(new SimilarTexts(['add 1 and 2', 'add 3 and 4']).nearest('add 5 and 6', 2, 0.1), [0, 1])
  })
})
