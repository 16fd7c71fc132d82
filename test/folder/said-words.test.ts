import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneSlip, StemIndex, saidWords } from '../../source/folder/show/said-words.ts'

/** mulberry32, from a seed: numbers from 0 up to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('words found by the index are those that a look at each of them finds', () => {
  const random = randomFrom(7)
  const word = () =>
    Array.from({ length: 3 + Math.floor(random() * 5) }, () => 'abc'[Math.floor(random() * 3)]).join('')
  let alike = 0
  for (let round = 0; round < 200; round++) {
    const stems = new Set(Array.from({ length: 40 }, word))
    const said = saidWords(Array.from({ length: 6 }, word).join(' '), new Set())
    const wanted = [...stems].filter((stem) => {
      if (said.stems.has(stem)) return true
      return said.long.some((other) => {
        if (stem.length < 5) return false
        if (stem.startsWith(other) || other.startsWith(stem)) return true
        return stem[0] === other[0] && isOneSlip(stem, other)
      })
    })
    const found = new StemIndex(stems).near(said)
    assert.deepEqual(found.map(([stem]) => stem).sort(), wanted.sort())
    alike += found.filter(([, likeness]) => likeness < 1).length
  }
  assert.ok(alike > 50, `${alike} slips`)
})
