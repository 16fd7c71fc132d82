import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutLine, truncateMiddle } from '../../source/toolkit/truncate.ts'

test('a text that fits stays as it is', () => {
  assert.deepEqual(truncateMiddle('a\nb', 200), {
    text: 'a\nb',
    truncated: false,
    omittedCharacters: 0,
    omittedLines: 0,
  })
})

test('a long text keeps head and tail at line borders and says what is missing', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`)
  const cut = truncateMiddle(lines.join('\n'), 600)
  assert.equal(cut.truncated, true)
  assert.ok(cut.text.length <= 600, `${cut.text.length}`)
  const shown = cut.text.split('\n')
  assert.equal(shown[0], 'line 1')
  assert.equal(shown.at(-1), 'line 1000')
  const marker = shown.find((line) => line.startsWith('[...')) ?? ''
  assert.equal(marker, `[... ${cut.omittedLines} lines, ${cut.omittedCharacters} characters left out ...]`)
  for (const line of shown) if (line !== marker) assert.ok(lines.includes(line), line)
  assert.equal(shown.length - 1 + cut.omittedLines, 1000)
})

test('kept and omitted characters add up', () => {
  const text = 'x'.repeat(5000)
  const cut = truncateMiddle(text, 1000)
  const kept = cut.text.replace(/\n\[\.\.\. .* \.\.\.\]\n/, '')
  assert.equal(kept.length + cut.omittedCharacters, text.length)
  assert.equal(cut.omittedLines, 0)
})

test('no cut falls inside a surrogate pair', () => {
  for (const length of [1000, 1001, 1002, 1003]) {
    const text = `${'a'.repeat(length % 4)}${'😀'.repeat(2000)}`
    assert.equal(truncateMiddle(text, length).text.isWellFormed(), true)
    assert.equal(cutLine(text, 161, length).isWellFormed(), true)
  }
})

test('a short line is not cut', () => {
  assert.equal(cutLine('short', 160), 'short')
})

test('a long line is cut behind, or on both sides of what matters', () => {
  const line = `${'a'.repeat(300)}NEEDLE${'b'.repeat(300)}`
  assert.equal(cutLine(line, 160), `${'a'.repeat(159)}…`)
  const middle = cutLine(line, 160, 300)
  assert.match(middle, /^…a+NEEDLEb+…$/)
  assert.ok(middle.length <= 160, `${middle.length}`)
  const end = cutLine(`${'a'.repeat(600)}NEEDLE`, 160, 600)
  assert.match(end, /^…a+NEEDLE$/)
  assert.ok(end.length <= 160, `${end.length}`)
})
