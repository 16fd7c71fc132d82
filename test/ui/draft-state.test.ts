import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DraftAction,
  type DraftState,
  EMPTY_DRAFT,
  reduceDraft,
} from '../../source/ui/draft/draft-state.ts'

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

test('up reaches an empty first line', () => {
  assert.equal(after('\nabc', { type: 'older' }).cursor, 0)
  assert.equal(after('\n\nabc', { type: 'older' }).cursor, 1)
})

test('the same line twice stands in the history once', () => {
  assert.deepEqual(after(sent('x'), sent('x'), sent('y')).history, ['x', 'y'])
})

test('undo takes a word back at a time, redo brings it again, and an edit ends that', () => {
  const typed = after('h', 'i', ' ', 'a', 'l', 'l')
  const undone = reduceDraft(typed, { type: 'undo' })
  assert.equal(undone.text, 'hi')
  assert.equal(reduceDraft(undone, { type: 'undo' }).text, '')
  assert.equal(reduceDraft(undone, { type: 'redo' }).text, 'hi all')
  const other = reduceDraft(undone, { type: 'insert', text: '!' })
  assert.equal(reduceDraft(other, { type: 'redo' }).text, 'hi!')
  assert.equal(after({ type: 'undo' }).text, '')
})

test('undo brings back what a key, a line or ctrl-C took, and the cursor with it', () => {
  const taken = after('one two', move('wordLeft'), remove('lineStart'))
  assert.equal(taken.text, 'two')
  const back = reduceDraft(taken, { type: 'undo' })
  assert.deepEqual([back.text, back.cursor], ['one two', 4])
  assert.equal(after('gone', { type: 'replace', text: '' }, { type: 'undo' }).text, 'gone')
  assert.equal(after('abc', remove('left'), remove('left'), { type: 'undo' }).text, 'abc')
})

test('what several keys in a row removed comes back as one, in its order', () => {
  const kills = after('one two three', remove('blankLeft'), remove('blankLeft'))
  assert.equal(reduceDraft(kills, { type: 'yank' }).text, 'one two three')
  const forth = after('one two', move('lineStart'), remove('wordRight'), remove('wordRight'))
  assert.equal(forth.text, '')
  assert.equal(reduceDraft(forth, { type: 'yank' }).text, 'one two')
  const apart = after('one two', remove('blankLeft'), move('left'), remove('lineEnd'), { type: 'yank' })
  assert.equal(apart.removed, ' ')
})

test('the history of earlier sessions stands before this one', () => {
  const draft = after(sent('now'), { type: 'remembered', lines: ['long ago', 'before'] })
  assert.deepEqual(draft.history, ['long ago', 'before', 'now'])
  assert.equal(reduceDraft(draft, { type: 'older' }).text, 'now')
})

test('a paste keeps its lines and tabs and loses its escape sequences', () => {
  assert.equal(after('a\r\n\tb\x1b[31m\rc').text, 'a\n\tb\nc')
})
