import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseVocabulary, createRowVectorizer, readCorpus } from '../../source/router/corpus.ts'
import { createVectorizer } from '../../source/router/vocabulary.ts'

const texts = [
  'read the file notes.txt',
  'read the the the file a.md, then read it again',
  'what is 3 + 4?',
  '',
  'open the file plan.md',
]
const rows = [0, 1, 4]
const blockLengths = [0.7, 1, 0.6]

test('a row becomes the vector that its text becomes, known features and unknown ones', () => {
  const corpus = readCorpus(texts)
  for (const unknownShortens of [false, true]) {
    const vocabulary = chooseVocabulary(corpus, rows, 2, 1000)
    const ofText = createVectorizer(vocabulary, blockLengths, unknownShortens)
    const ofRow = createRowVectorizer(corpus, vocabulary, blockLengths, unknownShortens)
    texts.forEach((text, row) => {
      assert.deepEqual(ofRow(row), ofText(text), text)
    })
  }
})

test('features are counted in the chosen rows only, and sorted by hash', () => {
  const corpus = readCorpus(texts)
  const all = chooseVocabulary(corpus, rows, 1, 1000)
  const alone = readCorpus(rows.map((row) => texts[row] ?? ''))
  assert.deepEqual(all, chooseVocabulary(alone, [0, 1, 2], 1, 1000))
  assert.equal(all.documents, 3)
  assert.deepEqual(
    [...all.hashes],
    [...all.hashes].sort((a, b) => a - b),
  )
  assert.ok(all.counts.every((count) => count >= 1 && count <= 3))
})

test('where there would be too many features the rare ones are left out', () => {
  const corpus = readCorpus(texts)
  const two = chooseVocabulary(corpus, rows, 2, 1000)
  const common = two.counts.filter((count) => count === 3).length
  assert.ok(common > 0 && common < two.hashes.length)
  const fewer = chooseVocabulary(corpus, rows, 1, two.hashes.length - 1)
  assert.equal(fewer.hashes.length, common)
})

test('a hundred thousand features are told apart', () => {
  const many = Array.from({ length: 4000 }, (_, at) => `w${(at * 7919).toString(36)}x ${at.toString(36)}q`)
  const { hashes, starts, index } = readCorpus(many)
  assert.equal(new Set(hashes).size, hashes.length)
  assert.ok(hashes.length > 32_768)
  assert.equal(starts[many.length], index.length)
})
