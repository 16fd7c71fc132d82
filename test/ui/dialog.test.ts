import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edited } from '../../source/ui/draft/outside-editor.ts'
import { FakeSession } from './fake-session.ts'
import { ASK, openChat } from './open-chat.ts'

test('a question is allowed by its three keys, and by no other', () => {
  for (const [key, decision] of Object.entries({ y: 'once', s: 'session', A: 'always' })) {
    const { session, chat, clock, draft, enter } = openChat()
    session.change({ busy: true, pending: ASK })
    clock.nowMs += 300
    enter()
    chat.key('x', {})
    chat.key('yes', {})
    chat.paste('y')
    chat.key('u', { ctrl: true })
    assert.deepEqual(session.decisions, [])
    chat.key(key, {})
    assert.deepEqual(session.decisions, [['c7', { decision }]])
    assert.equal(draft(), '')
  }
})

test('a letter typed just when the question came up goes to the draft, and decides nothing', () => {
  const { session, chat, clock, draft } = openChat()
  session.change({ busy: true, pending: ASK })
  clock.nowMs += 100
  chat.key('s', {})
  clock.nowMs += 1000
  chat.key('y', {})
  assert.deepEqual(session.decisions, [])
  assert.equal(draft(), 'sy')
  chat.key('u', { ctrl: true })
  chat.key('y', {})
  assert.deepEqual(session.decisions, [['c7', { decision: 'once' }]])
})

function asked() {
  const opened = openChat()
  opened.session.change({ busy: true, pending: ASK })
  opened.clock.nowMs += 300
  const type = (...keys: readonly string[]) => {
    for (const key of keys) opened.chat.key(key, {})
  }
  return { ...opened, type, dialog: () => opened.chat.state().dialog }
}

test('n asks for a reason, and Enter sends it or alone gives none', () => {
  for (const reason of ['', 'take b.txt, y?']) {
    const { session, type, enter, draft } = asked()
    type('n', ...reason)
    assert.deepEqual(session.decisions, [])
    enter()
    const answer = reason === '' ? { decision: 'denied' } : { decision: 'denied', reason }
    assert.deepEqual(session.decisions, [['c7', answer]])
    assert.equal(draft(), '')
  }
})

test('e edits the arguments, a fault keeps them, and Enter only asks again', () => {
  const { session, chat, clock, type, enter, ctrl, dialog } = asked()
  session.onEdit = () => '`path` must be text.'
  type('E')
  ctrl('u')
  type('{"path":7}')
  enter()
  const refused = dialog()
  assert.ok(refused.type === 'edit')
  assert.equal(refused.draft.text, '{"path":7}')
  assert.equal(refused.fault, '`path` must be text.')
  type(' ')
  assert.deepEqual({ ...dialog(), draft: undefined }, { type: 'edit', draft: undefined, fault: undefined })
  session.onEdit = (args) => {
    session.change({ pending: { ...ASK, arguments: args } })
    return undefined
  }
  ctrl('u')
  chat.paste('{"path":"b"}')
  enter()
  assert.deepEqual(dialog(), { type: 'ask' })
  enter()
  assert.deepEqual(
    session.decisions.map(([, answer]) => answer),
    [
      { decision: 'edited', arguments: '{"path":7}' },
      { decision: 'edited', arguments: '{"path":"b"}' },
    ],
  )
  clock.nowMs += 300
  type('y')
  assert.deepEqual(session.decisions.at(-1), ['c7', { decision: 'once' }])
})

test('a letter typed just when an edit was taken decides nothing', () => {
  const { session, type, enter, draft } = asked()
  session.onEdit = (args) => {
    session.change({ pending: { ...ASK, arguments: args } })
    return undefined
  }
  type('e', ' ')
  enter()
  type('y')
  assert.equal(session.decisions.length, 1)
  assert.equal(draft(), 'y')
})

test('Escape leads back from a reason and from an edit, and only then stops the turn', () => {
  for (const key of ['n', 'e']) {
    const { session, chat, type, dialog } = asked()
    type(key, 'x')
    chat.key('', { escape: true })
    assert.equal(dialog().type, 'ask')
    assert.equal(session.interrupts, 0)
    chat.key('', { escape: true })
    assert.equal(session.interrupts, 1)
    assert.deepEqual(session.decisions, [])
  }
})

test('ctrl-C stops the turn from everywhere in a question, and what was typed is in the draft then', () => {
  for (const [keys, left] of [
    [[], ''],
    [['n', 'x'], 'x'],
    [['e'], ''],
    [['e', ' '], '{"path":"a"} '],
  ] as const) {
    const { session, type, ctrl, dialog, draft } = asked()
    type(...keys)
    ctrl('c')
    assert.equal(session.interrupts, 1)
    session.change({ pending: undefined })
    assert.deepEqual(dialog(), { type: 'ask' })
    assert.equal(draft(), left)
    assert.deepEqual(session.decisions, [])
  }
})

test('a line that is no answer is kept below the question, and is there when it is closed', () => {
  const { session, chat, type, enter, ctrl, draft } = asked()
  type('wait, y?')
  enter()
  type('y', 's')
  chat.paste(' a pasted\nline')
  assert.equal(draft(), 'wait, y?ys a pasted\nline')
  assert.deepEqual(session.decisions, [])
  assert.deepEqual(session.submitted, [], 'Enter sends nothing while the question is open')
  session.change({ pending: undefined, busy: false })
  assert.equal(draft(), 'wait, y?ys a pasted\nline')
  ctrl('c')
})

test('a pasted letter never answers, and neither does what a terminal without bracketed paste gives', () => {
  const { session, chat, draft } = asked()
  chat.paste('y')
  assert.equal(draft(), 'y')
  chat.key('u', { ctrl: true })
  chat.key('yes\rand more', {})
  assert.match(draft(), /^yes\s+and more$/)
  assert.deepEqual(session.decisions, [])
})

test('a reason and an edit that were left are there again, each in its own line', () => {
  const { session, chat, type, enter, dialog } = asked()
  const line = () => {
    const state = dialog()
    return state.type === 'ask' ? undefined : state.draft.text
  }
  const back = () => chat.key('', { escape: true })
  type('n', 'not ', 'now')
  back()
  type('e', ' ')
  back()
  type('n')
  assert.equal(line(), 'not now')
  back()
  type('e')
  assert.equal(line(), '{"path":"a"} ')
  back()
  type('n')
  enter()
  assert.deepEqual(session.decisions, [['c7', { decision: 'denied', reason: 'not now' }]])
})

test('what was sent is not kept, what was left before it is', () => {
  for (const [escapes, left] of [
    [false, ''],
    [true, 'because'],
  ] as const) {
    const { session, chat, type, enter, draft } = asked()
    type('n', 'because')
    if (escapes) chat.key('', { escape: true })
    if (escapes) type('y')
    else enter()
    assert.equal(session.decisions.length, 1)
    session.change({ pending: undefined })
    assert.equal(draft(), left)
  }
})

test('v shows the whole call above, with what the tool would do, and decides nothing', () => {
  const { session, chat, type } = asked()
  const last = () => chat.state().transcript.items.at(-1)
  type('v')
  assert.deepEqual(last(), { type: 'preview', text: 'file_write (write)\n{\n  "path": "a"\n}' })
  session.change({ pending: { ...ASK, preview: { text: undefined } } })
  type('v')
  assert.match(JSON.stringify(last()), /preview is being made/)
  session.change({ pending: { ...ASK, preview: { text: '--- a\n+\u001b[2Jnew' } } })
  type('v')
  assert.deepEqual(last(), {
    type: 'preview',
    text: 'file_write (write)\n{\n  "path": "a"\n}\n--- a\n+new',
  })
  assert.deepEqual(session.decisions, [])
})

test('arrows and pages scroll what a call would do, and are the history and the details again where all of it is seen', () => {
  const { session, chat, type, draft } = asked()
  chat.drawn = { rows: [], cursor: { x: 0, y: 0 }, scroll: { end: 20, page: 5 } }
  chat.key('', { downArrow: true })
  chat.key('', { pageDown: true })
  chat.key('', { upArrow: true })
  const { dialog } = chat.state()
  assert.deepEqual(dialog, { type: 'ask', from: 5 })
  assert.equal(draft(), '')
  type('n', 'no')
  chat.key('', { upArrow: true })
  chat.key('', { escape: true })
  assert.equal(chat.state().dialog.type, 'ask')
  type('y')
  assert.deepEqual(session.decisions, [['c7', { decision: 'once' }]])
})

test('what was being typed when a question came stays as it was', () => {
  const { session, chat, clock, draft, ctrl } = openChat()
  chat.key('half a line', {})
  session.change({ busy: true, pending: ASK })
  clock.nowMs += 300
  chat.key('n', {})
  assert.equal(draft(), 'half a linen')
  ctrl('u')
  chat.key('n', {})
  chat.key('no', {})
  chat.key('', { return: true })
  ctrl('y')
  assert.equal(draft(), 'half a linen')
})

test('a question that came while the editor had the terminal, or a menu the keys, is not answered by what is typed next', async () => {
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  for (const late of [false, true]) {
    const { promise, resolve } = Promise.withResolvers<Edited>()
    const { session, chat, clock, draft, ctrl } = openChat(new FakeSession(), { edit: () => promise })
    chat.typing.giveTerminal = (work) => work()
    ctrl('g')
    session.change({ busy: true, pending: ASK })
    clock.nowMs += 60_000
    // Typed in the moment before, and the moment behind it.
    if (!late) chat.key('a', {})
    resolve({ ok: true, text: '' })
    while (chat.typing.isAway) await tick()
    await tick()
    if (late) chat.key('a', {})
    assert.deepEqual([session.decisions, draft()], [[], 'a'])
    ctrl('u')
    clock.nowMs += 300
    chat.key('a', {})
    assert.deepEqual(session.decisions, [['c7', { decision: 'always' }]])
    chat.close()
  }
})
