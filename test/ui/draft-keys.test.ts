import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meaningsOf } from '../../source/ui/draft/draft-keys.ts'

test('text is inserted, and text that ends with Enter is inserted and sent', () => {
  assert.deepEqual(meaningsOf('hello', {}), [{ type: 'insert', text: 'hello' }])
  assert.deepEqual(meaningsOf('hello\r', {}), [{ type: 'insert', text: 'hello' }, { type: 'enter' }])
  assert.deepEqual(meaningsOf('/he\t', {}), [{ type: 'insert', text: '/he' }, { type: 'tab' }])
})

test('several lines in one chunk are a paste: text, and nothing is sent', () => {
  assert.deepEqual(meaningsOf('one\rtwo\r', {}), [{ type: 'paste', text: 'one\rtwo\r' }])
  assert.deepEqual(meaningsOf('a\tb', {}), [{ type: 'insert', text: 'a\tb' }])
})

test('control characters in the middle of fast typing keep their meaning', () => {
  assert.deepEqual(meaningsOf('abc\x01x', {}), [
    { type: 'insert', text: 'abc' },
    { type: 'move', to: 'lineStart' },
    { type: 'insert', text: 'x' },
  ])
})

test('Enter sends; with Alt or as ctrl-J it is a new line', () => {
  assert.deepEqual(meaningsOf('', { return: true }), [{ type: 'enter' }])
  assert.deepEqual(meaningsOf('', { return: true, meta: true }), [{ type: 'insert', text: '\n' }])
  assert.deepEqual(meaningsOf('\n', {}), [{ type: 'insert', text: '\n' }])
  assert.deepEqual(meaningsOf('j', { ctrl: true }), [{ type: 'insert', text: '\n' }])
})

test('the Emacs keys mean what readline has them mean', () => {
  const keys: [string, object, object][] = [
    ['a', { ctrl: true }, { type: 'move', to: 'lineStart' }],
    ['e', { ctrl: true }, { type: 'move', to: 'lineEnd' }],
    ['u', { ctrl: true }, { type: 'remove', to: 'lineStart' }],
    ['k', { ctrl: true }, { type: 'remove', to: 'lineEnd' }],
    ['w', { ctrl: true }, { type: 'remove', to: 'blankLeft' }],
    ['b', { meta: true }, { type: 'move', to: 'wordLeft' }],
    ['f', { meta: true }, { type: 'move', to: 'wordRight' }],
    ['', { backspace: true }, { type: 'remove', to: 'left' }],
    ['', { delete: true }, { type: 'remove', to: 'right' }],
    ['', { leftArrow: true, ctrl: true }, { type: 'move', to: 'wordLeft' }],
    ['', { upArrow: true }, { type: 'older' }],
    ['c', { ctrl: true }, { type: 'interrupt' }],
    ['d', { ctrl: true }, { type: 'end' }],
    ['', { escape: true }, { type: 'escape' }],
  ]
  for (const [input, key, meaning] of keys) assert.deepEqual(meaningsOf(input, key), [meaning])
})

test('undo, redo, search and the editor have the keys that terminals can send', () => {
  const undo = [{ type: 'undo' }]
  assert.deepEqual(meaningsOf('z', { ctrl: true }), undo)
  assert.deepEqual(meaningsOf('_', { ctrl: true }), undo)
  assert.deepEqual(meaningsOf('-', { ctrl: true, shift: true }), undo)
  assert.deepEqual(meaningsOf('ab\x1f', {}), [{ type: 'insert', text: 'ab' }, ...undo])
  assert.deepEqual(meaningsOf('Z', { ctrl: true, shift: true }), [{ type: 'redo' }])
  assert.deepEqual(meaningsOf('_', { meta: true }), [{ type: 'redo' }])
  assert.deepEqual(meaningsOf('r', { ctrl: true }), [{ type: 'search' }])
  assert.deepEqual(meaningsOf('g', { ctrl: true }), [{ type: 'editor' }])
  assert.deepEqual(meaningsOf('\r', { return: true, shift: true }), [{ type: 'insert', text: '\n' }])
  assert.deepEqual(meaningsOf('', { home: true, ctrl: true }), [{ type: 'move', to: 'start' }])
  assert.deepEqual(meaningsOf('', { tab: true, shift: true }), [{ type: 'backTab' }])
})

test('keys without a use mean nothing', () => {
  assert.deepEqual(meaningsOf('q', { ctrl: true }), [])
  assert.deepEqual(meaningsOf('x', { meta: true }), [])
  assert.deepEqual(meaningsOf('', {}), [])
})
