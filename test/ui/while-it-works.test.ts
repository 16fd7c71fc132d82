import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hintOf } from '../../source/ui/chat/going-back.ts'
import { clipboardSequence } from '../../source/ui/clipboard.ts'
import { columnWidth } from '../../source/ui/column-width.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { liveRows } from '../../source/ui/live/live-state.ts'
import { paceBehind, paceParts } from '../../source/ui/live/pace.ts'
import { called, FakeSession, finished, started } from './fake-session.ts'
import { openChat } from './open-chat.ts'

const esc = { escape: true }
const up = { upArrow: true }
const down = { downArrow: true }
const SAID = [
  { turn: 1, text: 'one' },
  { turn: 3, text: 'two' },
  { turn: 4, text: 'three' },
]

function open() {
  const session = new FakeSession()
  session.said = SAID
  return openChat(session)
}
const rowsOf = ({ chat }: ReturnType<typeof open>) =>
  liveRows({
    chat: chat.state(),
    columns: 100,
    rows: 24,
    seconds: 0,
    glyphs: glyphsFor({ LANG: 'C.UTF-8' }, 'linux'),
  }).rows.map(({ mark, text }) => mark + text)

test('Escape twice puts the last message into the draft, up and down the others, Enter sends it in its place', () => {
  const opened = open()
  const { session, chat, draft, enter } = opened
  chat.key('', esc)
  assert.equal(draft(), '')
  chat.key('', esc)
  assert.equal(draft(), 'three')
  chat.key('', up)
  chat.key('', up)
  chat.key('', up)
  assert.equal(draft(), 'one')
  chat.key('', down)
  assert.equal(draft(), 'two')
  assert.ok(rowsOf(opened).some((row) => /message 2 of 3/.test(row)))
  chat.key(', again', {})
  enter()
  assert.deepEqual(session.submitted, ['/edit 2 two, again'])
  assert.equal(chat.state().back, undefined)
})

test('the hint about going back is whole in 80 columns, and there is none before the first message', () => {
  const opened = openChat()
  opened.chat.key('', esc)
  assert.equal(opened.chat.state().backArmed, false)
  assert.ok(columnWidth(hintOf({ place: 10, count: 12, text: '' }, glyphsFor({ LANG: 'C' }, 'linux'))) <= 80)
})

test('both escapes may come in one chunk', () => {
  const { chat, draft } = open()
  chat.key('', { escape: true, meta: true })
  assert.equal(draft(), 'three')
})

test('Escape leaves, and what was changed stays as a message of its own', () => {
  const { session, chat, draft, enter } = open()
  for (const changed of ['', '!']) {
    chat.key('', esc)
    chat.key('', esc)
    if (changed !== '') chat.key(changed, {})
    chat.key('', esc)
    assert.equal(draft(), changed === '' ? '' : 'three!')
  }
  enter()
  assert.deepEqual(session.submitted, ['three!'])
})

test('another key between the two escapes, a draft, or a running turn: nothing goes back', () => {
  const { session, chat, draft, enter } = open()
  chat.key('', esc)
  chat.key('x', {})
  chat.key('', { backspace: true })
  chat.key('', esc)
  assert.equal(draft(), '')
  chat.key('x', {})
  chat.key('', esc)
  chat.key('', esc)
  assert.equal(draft(), 'x')
  enter()
  chat.key('', esc)
  chat.key('', esc)
  assert.equal(draft(), '')
  assert.equal(session.interrupts, 2)
})

test('what the session wants edited comes into the draft', () => {
  const { session, draft } = open()
  session.say({ type: 'view', edit: 1 })
  assert.equal(draft(), 'one')
})

test('Up over an empty draft takes the line back that was queued last, to be edited and queued again', async () => {
  const opened = open()
  const { session, chat, draft, enter } = opened
  for (const line of ['one', 'two', 'three', 'four', 'five', 'six']) {
    chat.key(line, {})
    enter()
  }
  const queued = rowsOf(opened).filter((row) => row.startsWith('queued'))
  assert.deepEqual(queued, ['queued: two', 'queued: three', 'queued (+2 more): four'])
  chat.key('', up)
  assert.equal(draft(), 'six')
  chat.key('!', {})
  enter()
  assert.deepEqual(chat.state().queue, ['two', 'three', 'four', 'five', 'six!'])
  assert.equal(session.interrupts, 0)
})

test('a command that only looks runs while a turn does, and leaves the queue as it is', async () => {
  const { session, chat, draft, enter } = open()
  for (const line of ['one', 'two', '/status']) {
    chat.key(line, {})
    enter()
  }
  assert.deepEqual(session.submitted, ['one', '/status'])
  assert.deepEqual(chat.state().queue, ['two'])
  assert.equal(draft(), '')
  assert.equal(chat.state().running, true)
})

test('the session hears of the draft when no key came for a while, and at once that it was sent', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { session, chat, enter } = open()
  for (const letter of 'hello') {
    chat.key(letter, {})
    t.mock.timers.tick(100)
  }
  assert.deepEqual(session.drafts, [])
  t.mock.timers.tick(60)
  assert.deepEqual(session.drafts, ['hello'])
  enter()
  assert.deepEqual(session.drafts, ['hello', ''])
  t.mock.timers.tick(1000)
  assert.deepEqual(session.drafts, ['hello', ''])
})

test('a draft that will take the place of a message is not evaluated behind the others', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { session, chat } = open()
  chat.key('', esc)
  chat.key('', esc)
  chat.key('!', {})
  t.mock.timers.tick(1000)
  assert.deepEqual(session.drafts, [])
})

test('tokens, speed and the time to the first token are shown while an answer is written', () => {
  const opened = open()
  const { session, clock, chat, enter } = opened
  chat.key('hi', {})
  enter()
  session.say(started(1, 'hi'))
  clock.nowMs += 400
  session.change({ activity: 'answer' })
  for (let token = 1; token <= 11; token++) {
    session.say({ type: 'progress', what: 'answer', done: token, total: 0 })
    clock.nowMs += 50
  }
  session.change({ busy: true })
  assert.ok(
    rowsOf(opened).some((row) => row.endsWith('writing the answer 11 tokens · 20 tok/s · first after 0.4 s')),
  )
  session.say(finished())
  assert.equal(chat.state().pace, undefined)
})

test('the time in which a person decides about a call is not the time to the first token', () => {
  const approval = {
    type: 'approval',
    turn: 1,
    call: 'c1',
    decision: 'once',
    by: 'person',
    reason: '',
  } as const
  let pace = paceBehind(undefined, started(1, 'x'), 1000)
  pace = paceBehind(pace, called('file_write', {}), 1500)
  pace = paceBehind(pace, approval, 61_500)
  pace = paceBehind(pace, { type: 'progress', what: 'answer', done: 1, total: 0 }, 62_000)
  assert.match(pace === undefined ? '' : paceParts(pace).join(' '), /first after 1\.0 s/)
})

test('a second answer in a turn counts from its own first token', () => {
  const progress = (done: number) => ({ type: 'progress', what: 'answer', done, total: 0 }) as const
  let pace = paceBehind(undefined, started(1, 'x'), 0)
  for (const [done, at] of [
    [1, 100],
    [2, 200],
    [1, 2000],
    [2, 2100],
  ] as const)
    pace = paceBehind(pace, progress(done), at)
  assert.deepEqual(pace && paceParts(pace), ['2 tokens', 'first after 2.0 s'])
})

test('the share of the prompt is shown while it is read', () => {
  const opened = open()
  opened.chat.key('hi', {})
  opened.enter()
  opened.session.say({ type: 'progress', what: 'prompt', done: 64, total: 200 })
  opened.session.change({ busy: true })
  assert.ok(rowsOf(opened).some((row) => row.endsWith('reading the prompt 32 %')))
})

test('the clipboard is asked with OSC 52, in tmux also through it, and not where there is none', () => {
  const base64 = Buffer.from('añb').toString('base64')
  const plain = clipboardSequence('añb', { TERM: 'xterm-256color' })
  assert.deepEqual(plain, { ok: true, bytes: `\x1b]52;c;${base64}\x07` })
  const tmux = clipboardSequence('añb', { TERM: 'tmux-256color', TMUX: '/tmp/tmux-1/default,1,0' })
  assert.deepEqual(tmux, {
    ok: true,
    bytes: `\x1b]52;c;${base64}\x07\x1bPtmux;\x1b\x1b]52;c;${base64}\x07\x1b\\`,
  })
  for (const env of [{}, { TERM: 'dumb' }, { TERM: 'linux' }]) {
    const none = clipboardSequence('a', env)
    assert.ok(!none.ok && none.reason.includes('/export'))
  }
  assert.ok(!clipboardSequence('a'.repeat(200_000), { TERM: 'xterm' }).ok)
})
