import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { columnWidth } from '../../../source/ui/column-width.ts'
import {
  endPieces,
  type MarkdownPiece,
  NOTHING_OPEN,
  takeMarkdown,
} from '../../../source/ui/markdown/pieces.ts'
import type { MarkdownReader } from '../../../source/ui/markdown/reader.ts'
import { DOCUMENTS } from './documents.ts'
import { DARK, drawAll, openReader, UNICODE } from './draw-all.ts'

const COLUMNS = 40

function draw(reader: MarkdownReader, pieces: readonly MarkdownPiece[]): readonly string[] {
  return pieces.flatMap((piece) => [...(piece.gap ? [''] : []), ...reader.rows(piece, COLUMNS)])
}

for (const [name, text] of Object.entries(DOCUMENTS)) {
  test(`${name}: every prefix can be drawn, and rows that stand never change`, async () => {
    const reader = await openReader(UNICODE, DARK)
    const size = text.length > 1_000 ? 9 : 1
    let open = NOTHING_OPEN
    let stands: readonly string[] = []
    for (let at = 0; at < text.length; at += size) {
      const step = takeMarkdown(open, text.slice(at, at + size))
      open = step.open
      stands = [...stands, ...draw(reader, step.pieces)]
      for (const row of draw(reader, endPieces(open)))
        assert.ok(columnWidth(stripVTControlCharacters(row)) <= COLUMNS, row)
    }
    const whole = drawAll(reader, text, COLUMNS)
    assert.deepEqual(whole.slice(0, stands.length), stands)
    assert.deepEqual([...stands, ...draw(reader, endPieces(open))], whole)
  })
}

test('texts put together at random are drawn at every prefix without a fault', async () => {
  const reader = await openReader(UNICODE, DARK)
  const parts = [
    ...[
      '- ',
      '1. ',
      '> ',
      '# ',
      '```',
      '```js\n',
      '~~~',
      '|',
      '|---|',
      '**',
      '*',
      '`',
      '[',
      '](',
      ')',
      '\n',
      '\n\n',
    ],
    ...[
      '    ',
      '  ',
      'word ',
      '日本',
      '👩‍👩‍👧',
      '\x1b[31m',
      '\x1b]8;;',
      '\\',
      '<b>',
      '---',
      '===',
      '\t',
      '\r\n',
      '&amp;',
    ],
  ]
  let seed = 7
  // Numerical Recipes' constants: the same texts at every run.
  const next = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed
  }
  for (let round = 0; round < 150; round++) {
    const pieces = Array.from({ length: 5 + (next() % 30) }, () => parts[(next() >>> 8) % parts.length] ?? '')
    let open = NOTHING_OPEN
    let stands: readonly string[] = []
    for (const piece of pieces) {
      const step = takeMarkdown(open, piece)
      open = step.open
      stands = [...stands, ...draw(reader, step.pieces)]
      draw(reader, endPieces(open))
    }
    const all = [...stands, ...draw(reader, endPieces(open))]
    assert.deepEqual(all, drawAll(reader, pieces.join(''), COLUMNS), JSON.stringify(pieces.join('')))
    const bare = stripVTControlCharacters(all.join('\n'))
    assert.doesNotMatch(bare, /(?!\n)\p{Control}/u)
  }
})
