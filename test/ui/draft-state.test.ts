import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DraftAction,
  type DraftState,
  EMPTY_DRAFT,
  reduceDraft,
} from '../../source/ui/draft/draft-state.ts'

const COMMANDS = ['help', 'memory', 'model', '/quit']

function after(...actions: readonly (DraftAction | string)[]): DraftState {
  return actions.reduce<DraftState>(
    (state, action) =>
      reduceDraft(state, typeof action === 'string' ? { type: 'insert', text: action } : action),
    EMPTY_DRAFT,
  )
}

const move = (to: Extract<DraftAction, { type: 'move' }>['to']): DraftAction => ({ type: 'move', to })
const remove = (to: Extract<DraftAction, { type: 'move' }>['to']): DraftAction => ({ type: 'remove', to })
const sent = (text: string): DraftAction => ({ type: 'sent', text })
const TAB: DraftAction = { type: 'complete', commandNames: COMMANDS }

test('text is inserted at the cursor', () => {
  const draft = after('held', move('left'), 'o wor', move('lineEnd'), '!')
  assert.equal(draft.text, 'helo word!')
  assert.equal(draft.cursor, 10)
})

test('backspace and delete take whole grapheme clusters', () => {
  for (const cluster of ['é', 'e\u0301', '👍🏽', '👩‍👩‍👧', '🇩🇪', '日', '한']) {
    assert.equal(after(`a${cluster}`, remove('left')).text, 'a')
    assert.equal(after(`${cluster}b`, move('lineStart'), remove('right')).text, 'b')
    assert.equal(after(`a${cluster}b`, move('left'), move('left')).cursor, 1)
  }
})

test('words are moved over and removed, in any script', () => {
  assert.equal(after('one two-three', move('wordLeft')).cursor, 8)
  assert.equal(after('grüße naïve', move('wordLeft')).cursor, 6)
  assert.equal(after('one two', move('lineStart'), move('wordRight')).cursor, 3)
  assert.equal(after('ls path/to/file  ', remove('blankLeft')).text, 'ls ')
  assert.equal(after('path/to', remove('wordLeft')).text, 'path/')
})

test('what a line or word key removed comes back with yank', () => {
  assert.equal(after('keep this', remove('lineStart')).text, '')
  assert.equal(after('keep this', remove('lineStart'), { type: 'yank' }).text, 'keep this')
  assert.equal(after('ab', remove('lineStart'), 'x', remove('left'), { type: 'yank' }).text, 'ab')
})

test('line keys stay in their line, and at its border take the line end', () => {
  const two = after('one\ntwo')
  assert.equal(reduceDraft(two, move('lineStart')).cursor, 4)
  assert.equal(reduceDraft(two, remove('lineStart')).text, 'one\n')
  assert.equal(after('one\ntwo', move('lineStart'), remove('lineStart')).text, 'onetwo')
  assert.equal(after('one\ntwo', move('lineAbove'), remove('lineEnd')).text, 'onetwo')
})

test('up and down walk the lines of the draft first, then the history', () => {
  const draft = after(sent('first'), sent('second'), 'a\nbcd')
  const up = reduceDraft(draft, { type: 'older' })
  assert.equal(up.cursor, 1)
  const older = reduceDraft(up, { type: 'older' })
  assert.equal(older.text, 'second')
  const oldest = reduceDraft(reduceDraft(older, { type: 'older' }), { type: 'older' })
  assert.equal(oldest.text, 'first')
  const newest = reduceDraft(reduceDraft(oldest, { type: 'newer' }), { type: 'newer' })
  assert.equal(newest.text, 'a\nbcd')
})

test('the same line twice stands in the history once', () => {
  assert.deepEqual(after(sent('x'), sent('x'), sent('y')).history, ['x', 'y'])
})

test('Tab completes a command as far as it is the only one', () => {
  assert.equal(after('/h', TAB).text, '/help ')
  assert.equal(after('/q', TAB).text, '/quit ')
  const both = after('/m', TAB)
  assert.equal(both.text, '/m')
  assert.deepEqual(both.candidates, ['/memory', '/model'])
  assert.deepEqual(reduceDraft(both, { type: 'insert', text: 'o' }).candidates, [])
  assert.equal(after('/mo', TAB).text, '/model ')
})

test('Tab does nothing in a message, an argument or an unknown command', () => {
  for (const text of ['hello', '/tools in', '/xyz', '//h', '']) assert.equal(after(text, TAB).text, text)
})

test('a paste keeps its lines and tabs and loses its escape sequences', () => {
  assert.equal(after('a\r\n\tb\x1b[31m\rc').text, 'a\n\tb\nc')
})
