import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidth } from '../../source/ui/column-width.ts'
import { findPlace } from '../../source/ui/draft/draft-places.ts'
import { draftRows } from '../../source/ui/draft/draft-rows.ts'

test('an empty draft is one row with the cursor at its start', () => {
  assert.deepEqual(draftRows('', 0, 20, 5), { rows: [''], cursorRow: 0, cursorColumn: 0, total: 1 })
})

test('the cursor stands behind what is before it, in columns', () => {
  assert.equal(draftRows('日本x', 2, 20, 5).cursorColumn, 4)
  assert.equal(draftRows('a\tb', 2, 20, 5).cursorColumn, 5)
  const second = draftRows('one\ntwo', 5, 20, 5)
  assert.deepEqual([second.cursorRow, second.cursorColumn], [1, 1])
})

test('a long line is wrapped and leaves a column for the cursor', () => {
  const laid = draftRows('abcdefgh', 8, 5, 5)
  assert.deepEqual(laid.rows, ['abcd', 'efgh'])
  assert.deepEqual([laid.cursorRow, laid.cursorColumn], [1, 4])
  assert.deepEqual(
    [draftRows('abcdefgh', 4, 5, 5).cursorRow, draftRows('abcdefgh', 4, 5, 5).cursorColumn],
    [1, 0],
  )
})

test('of a long draft the rows around the cursor are shown', () => {
  const text = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')
  assert.deepEqual(draftRows(text, text.length, 40, 3).rows, ['line 27', 'line 28', 'line 29'])
  assert.deepEqual(draftRows(text, 0, 40, 3).rows, ['line 0', 'line 1', 'line 2'])
  const middle = draftRows(text, text.indexOf('line 15'), 40, 3)
  assert.equal(middle.rows[middle.cursorRow], 'line 15')
})

test('at every size and cursor the rows fit and the cursor stands in them', () => {
  const text = 'Hello 日本語 world\n\n\tindented 👩‍👩‍👧 text\nlast'
  for (const columns of [1, 2, 3, 7, 20]) {
    for (const limit of [1, 2, 4]) {
      for (let cursor = 0; cursor <= text.length; cursor++) {
        const laid = draftRows(text, cursor, columns, limit)
        assert.ok(laid.rows.length >= 1 && laid.rows.length <= limit)
        assert.ok(laid.cursorRow >= 0 && laid.cursorRow < laid.rows.length, `${columns} ${limit} ${cursor}`)
        // A tab or a wide character alone may be wider than a row of one or two columns.
        if (columns > 4) for (const row of laid.rows) assert.ok(columnWidth(row) < columns)
      }
    }
  }
})

test('in a line as long as a file a key takes no longer than in a short one, and its rows stand still', () => {
  const text = '{"a":"é 日本","b":[1,2,3]} '.repeat(40_000)
  const began = performance.now()
  for (const cursor of [0, 7, text.length / 2, text.length]) {
    const laid = draftRows(text, cursor, 80, 12)
    assert.equal(laid.rows.length, 12)
    const shown = laid.rows.join('')
    const behind = text.slice(cursor, cursor + 100)
    assert.ok(behind === '' ? text.endsWith(shown) : shown.includes(behind))
    assert.ok(findPlace(text, cursor, 'left') >= cursor - 1 && findPlace(text, cursor, 'right') <= cursor + 1)
    findPlace(text, cursor, 'wordLeft')
    findPlace(text, cursor, 'blankLeft')
  }
  const word = 'x'.repeat(300_000)
  assert.equal(findPlace(`${word} ${word}`, 600_001, 'wordLeft'), 300_001)
  assert.equal(findPlace(`${word} ${word}`, 600_001, 'blankLeft'), 300_001)
  assert.equal(findPlace(`short\n${word}`, 300_006, 'lineAbove'), 5)
  assert.ok(performance.now() - began < 3_000, `${performance.now() - began} ms`)
  // Letters of one column: the same rows wherever the cursor stands in them.
  const letters = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
  const rows = new Set(letters.match(/.{1,39}/g))
  for (let cursor = 0; cursor < letters.length; cursor += 101)
    for (const row of draftRows(letters, cursor, 40, 5).rows) assert.ok(rows.has(row), `${cursor}: ${row}`)
})
