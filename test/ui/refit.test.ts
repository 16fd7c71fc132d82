import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refit, type Standing, sizeOf, type Wrapping, wrappingOf } from '../../source/ui/refit.ts'

const row = (text: string, mark = '') => ({ mark, text })
const standing: Standing = {
  rows: [
    row('x'.repeat(80)),
    row('日本語'.repeat(10)),
    row('\x1b[1mshort\x1b[0m'),
    row('d'.repeat(50), '› '),
    row('x'.repeat(80)),
  ],
  written: [80, 60, 5, 52, 80],
  cursor: { x: 45, y: 3 },
  size: { columns: 80, rows: 24 },
  stale: 0,
}
const narrow = { columns: 40, rows: 24 }
const upIn = (wrapping: Wrapping, now = narrow, frame = standing) => refit(frame, now, wrapping).up

test('a frame at the size that it was drawn for, or at a wider one, begins where it did', () => {
  for (const wrapping of ['cuts', 'follows', 'cells', 'moves'] as const)
    for (const now of [standing.size, { columns: 120, rows: 24 }])
      assert.deepEqual(refit(standing, now, wrapping), { up: 3, stale: 0 })
})

test('at a narrower one, rows that wrap are counted in columns, without sequences, and never through a wide character', () => {
  // One row of 80 columns and one of 60 become two each; the cursor stands in the second row of its own.
  assert.equal(upIn('follows'), 2 + 2 + 1 + 1)
  // Thirty-nine columns hold nineteen wide characters, twenty-five thirty-three in three rows.
  assert.equal(upIn('follows', { columns: 25, rows: 24 }), 4 + 3 + 1 + 1)
  assert.equal(upIn('cuts'), 3)
})

test('a cursor behind its text stays in the last row of it', () => {
  const full = { ...standing, rows: [row('x'.repeat(38), '› ')], written: [40], cursor: { x: 40, y: 0 } }
  assert.equal(upIn('follows', narrow, full), 0)
})

test('in tmux, cells count that were written once and erased since', () => {
  const erased = { ...standing, written: [80, 60, 70, 52, 80] }
  assert.equal(upIn('follows', narrow, erased), 6)
  assert.equal(upIn('cells', narrow, erased), 7)
})

test('in xterm.js, rows that are added below the cursor move it, too, but for those that a lower window drops', () => {
  // Two above, one below; the cursor is then no longer in its own row, which wraps as well.
  assert.equal(upIn('moves'), 2 + 2 + 1 + 1 + 1)
  assert.equal(upIn('moves', { columns: 40, rows: 22 }), 2 + 2 + 1)
})

test('rows that a lower window pushes above are known, and come back with a higher one', () => {
  const tall = {
    ...standing,
    rows: Array.from({ length: 14 }, () => row('row')),
    written: [],
    cursor: { x: 0, y: 12 },
  }
  const pushed = refit(tall, { columns: 80, rows: 6 }, 'cells')
  assert.deepEqual(pushed, { up: 12, stale: 7 })
  const low: Standing = {
    ...tall,
    rows: tall.rows.slice(0, 5),
    cursor: { x: 0, y: 3 },
    size: { columns: 80, rows: 6 },
    stale: pushed.stale,
  }
  assert.deepEqual(refit(low, { columns: 80, rows: 10 }, 'cells'), { up: 10, stale: 3 })
  assert.deepEqual(refit(low, { columns: 80, rows: 24 }, 'cells'), { up: 10, stale: 0 })
})

test('how a terminal wraps is known by its variables', () => {
  assert.equal(wrappingOf({ TERM: 'xterm', XTERM_VERSION: 'XTerm(390)' }), 'cuts')
  assert.equal(wrappingOf({ TERM: 'screen' }), 'cuts')
  assert.equal(wrappingOf({ TERM: 'linux' }), 'cuts')
  assert.equal(wrappingOf({ TERM: 'screen-256color', TMUX: '/tmp/x', TERM_PROGRAM: 'vscode' }), 'cells')
  assert.equal(wrappingOf({ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }), 'moves')
  assert.equal(wrappingOf({ TERM: 'xterm-256color' }), 'follows')
})

test('what a terminal does not tell is 80×24', () => {
  assert.deepEqual(sizeOf({}), { columns: 80, rows: 24 })
  assert.deepEqual(sizeOf({ columns: 0, rows: 5 }), { columns: 80, rows: 5 })
})
