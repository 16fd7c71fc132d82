import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidth } from '../../source/ui/column-width.ts'
import { hangRows, lastRows, signedRows, wrapRows } from '../../source/ui/wrap-rows.ts'

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

test('what the program says hangs under its last column, or a little deeper than its beginning', () => {
  const row = '  on   get_day  read  Day of the week today'
  assert.deepEqual(hangRows(row, 40), ['  on   get_day  read  Day of the week', `${' '.repeat(22)}today`])
  // The last column would leave too little: the one before.
  assert.deepEqual(hangRows(row, 34), ['  on   get_day  read  Day of the', `${' '.repeat(16)}week today`])
  assert.deepEqual(hangRows('  a deep beginning', 14), ['  a deep', '    beginning'])
  assert.deepEqual(hangRows('A plain sentence.', 10), ['A plain', 'sentence.'])
})

test('behind a sign the text hangs under itself, where there is room', () => {
  const text = 'There is no command `/hepl`; did you mean `/help`?'
  assert.deepEqual(signedRows('!', text, 30), ['! There is no command `/hepl`;', '  did you mean `/help`?'])
  assert.deepEqual(signedRows('·', 'one two three four', 10), ['· one two', 'three four'])
})

test('hanging rows fit and lose nothing but spaces at any width', () => {
  const text =
    '  Up Ctrl-P  the line above; 日本語 in a menu /a/very/long/path the choice above\nand so on and on'
  for (let columns = 2; columns < 80; columns++) {
    for (const rows of [
      hangRows(text, columns),
      signedRows('·', text, columns).map((row) => row.replace('·', '')),
    ]) {
      assert.equal(rows.join('').replaceAll(' ', ''), text.replaceAll(/\s/g, ''))
      for (const row of rows) assert.ok(columnWidth(row) <= columns, row)
    }
  }
})

test('a long line with many columns is laid out at once', () => {
  const began = performance.now()
  const rows = hangRows('| ✅ ok   | Überschrift   | naïve   '.repeat(3_000), 80)
  assert.ok(performance.now() - began < 5_000)
  assert.ok(rows.length > 1_000)
})
