import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidth } from '../../source/ui/column-width.ts'
import { lastRows, wrapRows } from '../../source/ui/wrap-rows.ts'

test('text is wrapped between words, and a break leaves no space at a row', () => {
  assert.deepEqual(wrapRows('one two three', 8), ['one two', 'three'])
  assert.deepEqual(wrapRows('one two  three', 7), ['one two', 'three'])
})

test('line ends and indentation stay', () => {
  assert.deepEqual(wrapRows('a\n\n    b', 10), ['a', '', '    b'])
})

test('a word longer than a row is broken, and wide characters never stand over the edge', () => {
  assert.deepEqual(wrapRows('abcdefgh', 3), ['abc', 'def', 'gh'])
  for (const row of wrapRows('日本語日本語 と English のまざった文', 7)) assert.ok(columnWidth(row) <= 7, row)
})

test('nothing but spaces is lost at any width', () => {
  const text = 'The quick brown fox, 日本語 https://example.org/a/very/long/path jumps.'
  for (let columns = 2; columns < 80; columns++) {
    assert.equal(wrapRows(text, columns).join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
  }
})

test('the last rows are those that wrapping everything ends with', () => {
  const text = Array.from({ length: 200 }, (_, line) => `line ${line} ${'word '.repeat(line % 30)}`).join(
    '\n',
  )
  assert.deepEqual(lastRows(text, 40, 10), wrapRows(text, 40).slice(-10))
  assert.deepEqual(lastRows(text, 40, 0), [])
})
