import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  endPieces,
  type MarkdownPiece,
  NOTHING_OPEN,
  piecesOf,
  takeMarkdown,
} from '../../../source/ui/markdown/pieces.ts'
import { DOCUMENTS } from './documents.ts'

const sources = (text: string) => piecesOf(text).map((piece) => piece.source)

test('headings, paragraphs, items, code and tables are pieces of their own', () => {
  const text = [
    'Intro:',
    '- one',
    '  more of one',
    '',
    '  a second paragraph of one',
    '- two',
    '',
    'Text',
    '## Head',
    'Below',
    '```js',
    'a',
    '',
    '- b',
    '```',
    '| a |',
    '|---|',
    '| 1 |',
  ].join('\n')
  assert.deepEqual(sources(text), [
    'Intro:',
    '- one\n  more of one\n\n  a second paragraph of one',
    '- two',
    'Text',
    '## Head',
    'Below',
    '```js\na\n\n- b\n```',
    '| a |\n|---|\n| 1 |',
  ])
})

test('a fence inside an item stays with the item, empty lines in it too', () => {
  const text = '1. Run:\n   ```sh\n   a\n\n   b\n   ```\n2. Done'
  assert.deepEqual(sources(text), ['1. Run:\n   ```sh\n   a\n\n   b\n   ```', '2. Done'])
})

test('a long block of code comes in stretches that know what stood before', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`)
  const pieces = piecesOf(['```py', ...lines, '```'].join('\n'))
  assert.deepEqual(
    pieces.map((piece) => piece.code?.body.split('\n').length),
    [16, 16, 8],
  )
  assert.equal(pieces.map((piece) => piece.code?.body).join('\n'), lines.join('\n'))
  assert.equal(pieces[2]?.code?.before, lines.slice(0, 32).join('\n'))
  assert.deepEqual(
    pieces.map((piece) => piece.code?.language),
    ['py', 'py', 'py'],
  )
})

test('an open fence and a line under a paragraph stay what they are', () => {
  assert.equal(piecesOf('```js\nlet a')[0]?.code?.body, 'let a')
  assert.deepEqual(sources('Title\n---\n\nText\n***'), ['Title\n---', 'Text\n***'])
  assert.deepEqual(sources('a\n\n---\n\nb'), ['a', '---', 'b'])
})

test('an empty row stands where the text has one, around code and above headings', () => {
  const gaps = (text: string) => piecesOf(text).map((piece) => piece.gap)
  assert.deepEqual(gaps('\n\nfirst\n- a\n- b\n\n- c'), [false, false, false, true])
  assert.deepEqual(gaps('a\n# b\nc'), [false, true, false])
  assert.deepEqual(gaps('a\n```\nx\n```\nb'), [false, true, true])
})

test('however a text comes, its pieces are the same, and no piece changes once it is there', () => {
  for (const [name, text] of Object.entries(DOCUMENTS)) {
    const whole = piecesOf(text)
    let open = NOTHING_OPEN
    let taken: readonly MarkdownPiece[] = []
    for (const character of text) {
      const step = takeMarkdown(open, character)
      open = step.open
      taken = [...taken, ...step.pieces]
      endPieces(open)
    }
    assert.deepEqual([...taken, ...endPieces(open)], whole, name)
  }
})

test('nothing of a text is lost in its pieces', () => {
  for (const text of Object.values(DOCUMENTS)) {
    const joined = piecesOf(text).flatMap((piece) => ['\n'.repeat(piece.blanks), piece.source])
    assert.equal(joined.join('').replace(/\s/g, ''), text.replace(/\s/g, ''))
  }
})
