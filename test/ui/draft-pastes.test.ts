import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidth } from '../../source/ui/column-width.ts'
import { continued, messageOf } from '../../source/ui/draft/draft-lines.ts'
import { pasteLabel } from '../../source/ui/draft/draft-pastes.ts'
import { draftRows } from '../../source/ui/draft/draft-rows.ts'
import {
  type DraftAction,
  type DraftState,
  EMPTY_DRAFT,
  reduceDraft,
} from '../../source/ui/draft/draft-state.ts'

const LONG = Array.from({ length: 214 }, (_, line) => `line ${line}`).join('\n')
const paste = (text: string): DraftAction => ({ type: 'paste', text })
const type = (text: string): DraftAction => ({ type: 'insert', text })

function after(...actions: readonly DraftAction[]): DraftState {
  return actions.reduce(reduceDraft, EMPTY_DRAFT)
}

function drawn(draft: DraftState, columns = 60): readonly string[] {
  return draftRows(draft.text, draft.cursor, columns, 5, (one) => pasteLabel(one, draft.pastes)).rows
}

test('a long paste is drawn in short and sent whole', () => {
  const draft = after(type('look: '), paste(LONG), type(' thanks'))
  assert.deepEqual(drawn(draft), ['look: [Pasted 214 lines] thanks'])
  assert.equal(messageOf(draft), `look: ${LONG} thanks`)
  const wide = after(paste('x'.repeat(5_000)))
  assert.deepEqual(drawn(wide), ['[Pasted 5,000 characters]'])
  for (const row of drawn(wide, 10)) assert.ok(columnWidth(row) <= 9)
})

test('a short paste is text', () => {
  assert.equal(after(paste('one\r\ntwo\tthree')).text, 'one\ntwo\tthree')
})

test('a held paste is one character for every key', () => {
  const draft = after(type('a'), paste(LONG), type('b'))
  const left = [0, 1, 2].reduce((one) => reduceDraft(one, { type: 'move', to: 'left' }), draft)
  assert.equal(left.cursor, 0)
  const gone = after(type('a'), paste(LONG), { type: 'remove', to: 'left' })
  assert.equal(gone.text, 'a')
  assert.equal(messageOf(reduceDraft(gone, { type: 'undo' })), `a${LONG}`)
  const moved = after(paste(LONG), { type: 'remove', to: 'lineStart' }, type('then '), { type: 'yank' })
  assert.equal(messageOf(moved), `then ${LONG}`)
})

test('two pastes stay two, and the one before the cursor is shown on demand', () => {
  const other = `${LONG}\nend`
  const draft = after(paste(LONG), type(' and '), paste(other))
  assert.deepEqual(drawn(draft), ['[Pasted 214 lines] and [Pasted 215 lines]'])
  const shown = reduceDraft(draft, { type: 'expand' })
  assert.ok(shown.text.endsWith(`and ${other}`))
  assert.equal(shown.cursor, shown.text.length)
  assert.equal(messageOf(shown), `${LONG} and ${other}`)
  assert.equal(reduceDraft(after(type('x')), { type: 'expand' }).text, 'x')
})

test('what was cut before a message was sent can still be put into the next', () => {
  const draft = after(
    paste(LONG),
    { type: 'remove', to: 'lineStart' },
    { type: 'sent', text: 'x' },
    { type: 'yank' },
  )
  assert.equal(draft.text, LONG)
})

test('a character that stands for a paste cannot be typed into a draft that has one', () => {
  const draft = after(paste(LONG))
  const twice = reduceDraft(draft, type(draft.text))
  assert.equal(messageOf(twice), `${LONG}\ufffd`)
})

test('Enter goes on behind a backslash at the end of the line, in the middle too', () => {
  assert.deepEqual(continued(after(type('one\\'))), { text: 'one\n', cursor: 4 })
  const first = after(
    type('one\\'),
    type('\ntwo'),
    { type: 'move', to: 'lineAbove' },
    { type: 'move', to: 'lineEnd' },
  )
  assert.deepEqual(continued(first), { text: 'one\n\ntwo', cursor: 4 })
  assert.equal(continued(after(type('C:\\dir'))), undefined)
  assert.equal(continued(after(type('one'))), undefined)
})

test('Enter goes on until the fence that opened a message closes it', () => {
  assert.deepEqual(continued(after(type('"""'))), { text: '"""\n', cursor: 4 })
  assert.deepEqual(continued(after(type('"""one'))), { text: '"""one\n', cursor: 7 })
  const closed = after(type('"""\none\n\ntwo\n"""'))
  assert.equal(continued(closed), undefined)
  assert.equal(messageOf(closed), 'one\n\ntwo')
  assert.equal(messageOf(after(type('"""one"""'))), 'one')
  // No command, whatever it begins with.
  assert.equal(messageOf(after(type('"""\n/etc/hosts has what?\n"""'))), '//etc/hosts has what?')
  assert.equal(messageOf(after(type('say """ now'))), 'say """ now')
})

test('what begins with a blank is sent so, between the marks too, for it is not to be kept on the disk', () => {
  for (const text of [' """\none\n"""', '"""\n one\n"""', '""" one"""'])
    assert.equal(messageOf(after(type(text))), ' one', JSON.stringify(text))
  assert.equal(messageOf(after(type('"""\n\n\tone\n"""'))), '\tone')
  for (const text of ['"""\none\n two\n"""', '"""  \none\n two\n"""'])
    assert.equal(messageOf(after(type(text))), 'one\n two')
  assert.equal(messageOf(after(type('"""\n /etc\n"""'))), ' //etc')
})

test('a paste is sent as it was copied, whatever marks it begins or ends with', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `def f${at}(): pass`).join('\n')
  for (const code of [`"""Tools for the shop."""\n${lines}`, `"""\n${lines}\n"""`, '"""A."""\nx = """b"""']) {
    assert.equal(continued(after(paste(code))), undefined)
    assert.equal(messageOf(after(paste(code))), code)
    const asked = after(paste(code), type('\nwhat does this do?'))
    assert.equal(continued(asked), undefined)
    assert.equal(messageOf(asked), `${code}\nwhat does this do?`)
  }
  const held = after(type('"""'), paste(`${lines}\n"""`))
  assert.ok(continued(held), 'marks in a paste close nothing')
  assert.equal(messageOf(reduceDraft(held, type('\n"""'))), `${lines}\n"""`)
})

test('between the marks the first line keeps its indentation, and only lines that are empty go', () => {
  const draft = after(type('"""\n\n    if x:\n        y()\n\n"""'))
  assert.equal(messageOf(draft), '    if x:\n        y()')
})
