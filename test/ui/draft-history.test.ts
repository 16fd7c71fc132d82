import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DraftAction,
  type DraftState,
  EMPTY_DRAFT,
  reduceDraft,
} from '../../source/ui/draft/draft-state.ts'

const LINES = ['list files', 'what is 17 * 23?', 'Berlin or Bern', 'list tools']
const SEARCH: DraftAction = { type: 'search' }
const type = (text: string): DraftAction => ({ type: 'insert', text })

function searching(...actions: readonly DraftAction[]): DraftState {
  const begin: readonly DraftAction[] = [{ type: 'remembered', lines: LINES }, type('my draft'), SEARCH]
  return [...begin, ...actions].reduce(reduceDraft, EMPTY_DRAFT)
}

test('the newest entry with the letters in it is found, and ctrl-R goes further back', () => {
  assert.equal(searching(type('l'), type('ist')).text, 'list tools')
  assert.equal(searching(type('list'), SEARCH).text, 'list files')
  const lost = searching(type('list'), SEARCH, SEARCH)
  assert.deepEqual([lost.text, lost.search?.isLost], ['list files', true])
  assert.equal(searching(type('17')).cursor, 8)
})

test('capitals count once the search has one', () => {
  assert.equal(searching(type('berlin')).text, 'Berlin or Bern')
  assert.equal(searching(type('berliN')).search?.isLost, true)
})

test('backspace searches anew with less, down to the draft itself', () => {
  assert.equal(
    searching(type('list f'), { type: 'remove', to: 'left' }, { type: 'remove', to: 'left' }).text,
    'list tools',
  )
  const empty = searching(type('b'), { type: 'remove', to: 'left' })
  assert.deepEqual([empty.text, empty.search?.query], ['my draft', ''])
})

test('Esc gives the draft back, any other key goes on with what was found', () => {
  const back = searching(type('17'), { type: 'cancel' })
  assert.deepEqual([back.text, back.cursor, back.search], ['my draft', 8, undefined])
  const found = searching(type('17'), { type: 'move', to: 'lineEnd' })
  assert.deepEqual([found.text, found.cursor, found.search], ['what is 17 * 23?', 16, undefined])
  assert.equal(reduceDraft(found, { type: 'older' }).text, 'list files')
  const down = ['newer', 'newer', 'newer'] as const
  assert.equal(down.reduce((draft, step) => reduceDraft(draft, { type: step }), found).text, 'my draft')
})

test('without a history there is nothing to search', () => {
  assert.equal(reduceDraft(EMPTY_DRAFT, SEARCH).search, undefined)
})

test('what was typed into an entry is there again, behind Up and Down and behind undo', () => {
  const start = reduceDraft(EMPTY_DRAFT, { type: 'remembered', lines: ['first', 'second'] })
  const edited = [type('mine'), { type: 'older' } as const, type(', and more')].reduce(reduceDraft, start)
  assert.equal(edited.text, 'second, and more')
  const away = reduceDraft(edited, { type: 'older' })
  assert.equal(away.text, 'first')
  assert.equal(reduceDraft(away, { type: 'newer' }).text, 'second, and more')
  const undone = reduceDraft(away, { type: 'undo' })
  assert.deepEqual([undone.text, undone.place], ['second, and more', 1])
  const down = (['newer', 'newer'] as const).reduce((draft, way) => reduceDraft(draft, { type: way }), away)
  assert.equal(down.text, 'mine')
  // The entry itself is as it was sent, once the message is on its way.
  const sent = reduceDraft(away, { type: 'sent', text: 'first' })
  const back = (['older', 'older'] as const).reduce((draft, way) => reduceDraft(draft, { type: way }), sent)
  assert.equal(back.text, 'second')
})

test('a draft that was left for the history comes back with undo too', () => {
  const start = reduceDraft(EMPTY_DRAFT, { type: 'remembered', lines: ['first'] })
  const draft = [type('mine'), { type: 'older' } as const, { type: 'undo' } as const].reduce(
    reduceDraft,
    start,
  )
  assert.deepEqual([draft.text, draft.place], ['mine', 1])
})
