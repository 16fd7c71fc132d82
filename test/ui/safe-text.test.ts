import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from '../../source/lib/plain-text.ts'
import { safeLine, safeText } from '../../source/ui/safe-text.ts'

test('ordinary text of any language comes through unchanged', () => {
  const text = 'Grüße, 日本語, العربية, 👩‍👩‍👧 and\nтри строки\n'
  assert.equal(safeText(text), text)
})

test('sequences that clear the screen, move the cursor or colour text are gone', () => {
  assert.equal(safeText('a\x1b[2Jb\x1b[1;1Hc\x1b[31mred\x1b[0m\x9b2Jd\x1bcend'), 'abcredd' + 'end')
})

test('titles, links and device strings are gone, their visible text stays', () => {
  assert.equal(safeText('\x1b]0;evil\x07ok'), 'ok')
  assert.equal(safeText('\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\'), 'link')
  assert.equal(safeText('\x1bPq#0\x1b\\a\x9d52;c;aGk=\x9cb'), 'ab')
})

test('a sequence without an end is made visible and swallows nothing', () => {
  assert.equal(safeText('\x1b]0;no end, and more'), '^[]0;no end, and more')
  assert.equal(safeText('cut \x1b['), 'cut ^[[')
  assert.equal(safeText('\x1b'), '^[')
})

test('sequences hidden in one another leave no escape behind', () => {
  for (const text of ['\x1b\x1b[2J[2J', '\x1b[\x1b[2J2J', '\x1b]0;\x1b[2J\x07', '\x1b[3\x1b[m1m']) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
    assert.doesNotMatch(safeText(text), /[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
  }
})

test('no control character but the line end is left of all code units there are', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join(' ')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
  assert.doesNotMatch(safeText(all), /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
  assert.ok(safeText(all).isWellFormed())
})

test('controls, direction marks and carriage returns are shown as what they are', () => {
  assert.equal(safeText('a\x00b\x07c\x7f\x85d'), 'a^@b^Gc^?\nd')
  assert.equal(safeText('if \u202exyz'), 'if <U+202E>xyz')
  assert.equal(safeText('one\r\ntwo\rthree'), 'one\ntwo\nthree')
})

test('tabs are spaces to draw, and tabs to send', () => {
  assert.equal(safeText('a\tb'), 'a    b')
  assert.equal(plainText('a\tb\x1b[0m'), 'a\tb')
})

test('one line of a text is its first line with something in it', () => {
  assert.equal(safeLine('\n  \n  first \nsecond'), 'first')
  assert.equal(safeLine(''), '')
})
