import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftHints } from '../../source/ui/draft/draft-hints.ts'
import {
  type DraftAction,
  type DraftState,
  EMPTY_DRAFT,
  reduceDraft,
} from '../../source/ui/draft/draft-state.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'

const glyphs = glyphsFor({ LANG: 'C.UTF-8' }, 'linux')
const CHOICES = [
  { text: '/memory', note: 'what is remembered' },
  { text: '/model', note: 'load another' },
  { text: '/compact', note: 'summarize', refusal: 'needs a model' },
]
const OFFER: DraftAction = { type: 'offered', completion: { from: 0, to: 2, choices: CHOICES } }
const type = (text: string): DraftAction => ({ type: 'insert', text })

function after(...actions: readonly DraftAction[]): DraftState {
  return actions.reduce(reduceDraft, EMPTY_DRAFT)
}

function hints(draft: DraftState, most = 8, columns = 40) {
  return draftHints(draft, [], { columns, most, glyphs })
}

test('a choice takes the place of what is typed, with a space behind it unless there is one', () => {
  const taken = after(type('/m'), OFFER, { type: 'take' })
  assert.deepEqual([taken.text, taken.cursor], ['/memory ', 8])
  const before = after(type('/m x'), { type: 'move', to: 'wordLeft' }, { type: 'move', to: 'left' }, OFFER, {
    type: 'take',
  })
  assert.deepEqual([before.text, before.cursor], ['/memory x', 8])
  assert.equal(reduceDraft(taken, { type: 'undo' }).text, '/m')
  const folder = after(type('@so'), {
    type: 'offered',
    completion: { from: 1, to: 3, choices: [{ text: 'source/', isOpen: true }] },
  })
  assert.equal(reduceDraft(folder, { type: 'take' }).text, '@source/')
})

test('up and down choose while a menu is open, around its ends, and leave the history alone', () => {
  const menu = after({ type: 'remembered', lines: ['old'] }, type('/m'), OFFER)
  const down = reduceDraft(menu, { type: 'newer' })
  assert.deepEqual([down.menu?.chosen, down.menu?.isMoved, down.text], [1, true, '/m'])
  assert.equal(reduceDraft(menu, { type: 'older' }).menu?.chosen, 2)
  assert.equal(reduceDraft(reduceDraft(down, { type: 'cancel' }), { type: 'older' }).text, 'old')
})

test('a menu of another text is still drawn while one types, and nothing of it can be taken', () => {
  const stale = after(type('/m'), OFFER, { type: 'newer' }, type('o'))
  assert.deepEqual([stale.menu?.isStale, stale.menu?.isMoved], [true, false])
  assert.equal(reduceDraft(stale, { type: 'take' }).text, '/mo')
  assert.equal(after(type('/m'), OFFER, { type: 'move', to: 'left' }).menu, undefined)
  assert.equal(
    after(type('/m'), { type: 'offered', completion: { from: 0, to: 2, choices: [] } }).menu,
    undefined,
  )
})

test('the menu is drawn in columns, what cannot be used now in grey with its reason', () => {
  assert.deepEqual(hints(after(type('/m'), OFFER)), [
    { text: '› /memory   what is remembered', look: 'plain' },
    { text: '  /model    load another', look: 'plain' },
    { text: '  /compact  needs a model', look: 'dim' },
  ])
})

test('of a long menu the rows around the chosen one are drawn', () => {
  const choices = Array.from({ length: 20 }, (_, at) => ({ text: `/c${at}` }))
  let draft = after(type('/c'), { type: 'offered', completion: { from: 0, to: 2, choices } })
  for (let at = 0; at < 10; at++) draft = reduceDraft(draft, { type: 'newer' })
  assert.deepEqual(
    hints(draft, 3).map(({ text }) => text),
    ['  /c9', '› /c10', '  /c11'],
  )
  assert.deepEqual(hints(draft, 0), [])
})

test('a search and what will be attached stand in one row', () => {
  const search = after({ type: 'remembered', lines: ['x'] }, { type: 'search' }, type('zz'))
  assert.deepEqual(
    hints(search, 4, 80)[0]?.text,
    'search: zz · nothing older · ctrl-R older · Enter sends · Esc back',
  )
  const attached = draftHints(after(type('@a.md')), ['@a.md (2.1 KB)'], { columns: 12, most: 4, glyphs })
  assert.deepEqual(attached, [{ text: '@a.md (2.1 …', look: 'dim' }])
})

test('while a message of several lines is open, it is said what closes it', () => {
  assert.deepEqual(
    hints(after(type('"""\none'))).map(({ text }) => text),
    ['""" closes the message'],
  )
  assert.deepEqual(hints(after(type('"""\none\n"""'))), [])
})
