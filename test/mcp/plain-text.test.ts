// What a server says, on its way to the screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainLine, plainText } from '../../source/mcp/plain-text.ts'

test('escape sequences go, other control characters are shown', () => {
  assert.equal(plainText('a\u001b[31mb\u001b]0;title\u0007c\u001b]8;;http://x\u001b\\d\u009b2Je'), 'abcde')
  assert.equal(plainText('a\u0000b\u0007\r\nc\td'), 'a\u2400b\u2407\nc\td')
  assert.equal(plainText('\u001b]0;never ends'), '\u241b]0;never ends')
  assert.equal(plainLine('one\n  two\u001b[0m three', 9), 'one two …')
})

test('beginnings of sequences by the hundred thousand are read in time that grows with them', () => {
  for (const begin of ['\u001b]', '\u009d', '\u001b[', '\u001bP0;', '\u009b1;'])
    assert.ok(plainText(begin.repeat(300_000)).length <= 300_000 * begin.length)
})
