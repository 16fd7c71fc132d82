import assert from 'node:assert/strict'
import { test } from 'node:test'
import { glyphsFor, showable } from '../../source/ui/glyphs.ts'

test('signs are ASCII where the locale does not say UTF-8', () => {
  const ascii = glyphsFor({ LANG: 'C' }, 'linux')
  assert.match(Object.values(ascii).join(''), /^[\x20-\x7e]*$/)
  assert.deepEqual(glyphsFor({ LANG: 'en_US.UTF-8', LC_ALL: 'C' }, 'linux'), ascii)
  assert.deepEqual(glyphsFor({}, 'linux'), ascii)
  assert.deepEqual(glyphsFor({ LANG: 'C.UTF-8', TERM: 'linux' }, 'linux'), ascii)
})

test('signs are Unicode where the terminal can show them', () => {
  for (const unicode of [
    glyphsFor({ LANG: 'C.UTF-8' }, 'linux'),
    glyphsFor({ LC_CTYPE: 'de_DE.utf8', LANG: 'C' }, 'linux'),
    glyphsFor({}, 'darwin'),
    glyphsFor({ WT_SESSION: '1' }, 'win32'),
  ]) {
    assert.equal(unicode.prompt, '›')
  }
})

test('NO_COLOR with a value turns styles off, an empty one does not', () => {
  assert.equal(glyphsFor({ NO_COLOR: '1' }, 'linux').styled, false)
  assert.equal(glyphsFor({ NO_COLOR: '' }, 'linux').styled, true)
})

test('sentences of the program are ASCII too where nothing else can be shown, and columns stay where they are', () => {
  const text = '  /ab …    compare\n  /abc x  → `pull` · 80 × 24'
  assert.equal(showable(text, { unicode: true }), text)
  assert.equal(showable(text, { unicode: false }), '  /ab ...  compare\n  /abc x  -> `pull` - 80 x 24')
  assert.equal(showable('/ab …', { unicode: false }), '/ab ...')
})
