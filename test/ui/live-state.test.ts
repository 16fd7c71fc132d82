import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PendingApproval } from '../../source/contracts/session.ts'
import {
  type ChatAction,
  type ChatState,
  openChatState,
  reduceChat,
} from '../../source/ui/chat/chat-state.ts'
import { columnWidth } from '../../source/ui/column-width.ts'
import type { DialogState } from '../../source/ui/dialog/dialog-state.ts'
import { EMPTY_DRAFT } from '../../source/ui/draft/draft-state.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { liveRows } from '../../source/ui/live/live-state.ts'
import { called, delta, IDLE_VIEW } from './fake-session.ts'

const unicode = glyphsFor({ LANG: 'C.UTF-8' }, 'linux')
const ascii = glyphsFor({ LANG: 'C' }, 'linux')

function chatAfter(...actions: readonly ChatAction[]): ChatState {
  return actions.reduce(reduceChat, openChatState(IDLE_VIEW))
}

function draw(chat: ChatState, columns = 80, rows = 24, glyphs = unicode) {
  const live = liveRows({ chat, columns, rows, seconds: 3, glyphs })
  return { ...live, lines: live.rows.map((row) => row.mark + row.text) }
}

const PENDING: PendingApproval = {
  call: 'c1',
  name: 'file_write',
  risk: 'write',
  arguments: JSON.stringify({ path: 'notes/日本.txt', content: 'long text '.repeat(200) }),
}
const typed = (text: string): ChatAction => ({ type: 'edited', action: { type: 'insert', text } })
const said = (event: Extract<ChatAction, { type: 'said' }>['event']): ChatAction => ({ type: 'said', event })
const asks = (pending: PendingApproval): ChatAction => ({
  type: 'viewed',
  view: { ...IDLE_VIEW, busy: true, pending },
  nowMs: 0,
})
const writing = (type: 'reason' | 'edit', text: string, fault?: string): DialogState => ({
  type,
  draft: { ...EMPTY_DRAFT, text, cursor: text.length },
  fault,
})
const OFFER = {
  from: 0,
  to: 2,
  choices: Array.from({ length: 12 }, (_, at) => ({
    text: `/memory${'日本'.repeat(at)}`,
    note: 'what is remembered beyond the session '.repeat(3),
    ...(at % 2 === 1 && { refusal: 'not at level 4' }),
  })),
}
const LONG = 'streamed 日本語 words and more '.repeat(400)

const STATES: readonly ChatState[] = [
  chatAfter(),
  chatAfter(typed('a draft 日本 '.repeat(40))),
  chatAfter(typed('line\n'.repeat(50))),
  chatAfter(typed('/m'), { type: 'edited', action: { type: 'offered', completion: OFFER } }),
  chatAfter({ type: 'queued', line: 'one' }, { type: 'begun', line: 'one' }, said(delta(LONG))),
  chatAfter(
    said(delta(LONG)),
    said(called('x', { a: 'y'.repeat(300) })),
    { type: 'queued', line: 'next '.repeat(90) },
    typed('d\n'.repeat(9)),
  ),
  chatAfter(asks(PENDING)),
  chatAfter(asks(PENDING), { type: 'asked', dialog: writing('reason', 'because '.repeat(60)) }),
  chatAfter(said(delta(LONG)), asks(PENDING), {
    type: 'asked',
    dialog: writing('edit', '{"path":"日本"}', 'broken '.repeat(40)),
  }),
  chatAfter(typed('in a sentence'), said(delta(LONG)), asks(PENDING), { type: 'armed', armed: true }),
]

test('the live region never has more rows than the terminal minus one, nor wider ones', () => {
  for (const chat of STATES) {
    for (const rows of [1, 2, 3, 4, 5, 6, 8, 10, 24, 60]) {
      for (const columns of [4, 10, 20, 33, 80, 200]) {
        for (const glyphs of [unicode, ascii]) {
          const { lines, cursor } = draw(chat, columns, rows, glyphs)
          assert.ok(lines.length <= Math.max(1, rows - 1), `${lines.length} rows in ${rows}`)
          for (const line of lines) assert.ok(columnWidth(line) <= columns, `${columns}: ${line}`)
          assert.ok(cursor.x < columns && cursor.y <= lines.length, `cursor ${cursor.x},${cursor.y}`)
        }
      }
    }
  }
})

test('when idle, nothing but air stands above the draft, and the status is the last line', () => {
  const { lines, cursor } = draw(chatAfter(typed('hi')), 100)
  assert.deepEqual(lines.slice(0, 2), ['', '› hi'])
  assert.match(lines.at(-1) ?? '', /^qwen.*tok\/s$/)
  assert.deepEqual(cursor, { x: 4, y: 1 })
})

test('a status that is too long is cut with an ellipsis', () => {
  assert.equal(draw(chatAfter(), 20, 5).lines.at(-1), 'qwen2.5-coder-0.5b …')
  assert.ok(draw(chatAfter(), 20, 5, ascii).lines.at(-1)?.endsWith('...'))
})

test('of streamed text the end is shown, with room for the rest', () => {
  const chat = chatAfter(said(delta(`${'old line\n'.repeat(100)}the end`)))
  const { lines } = draw(chat, 80, 24)
  assert.equal(lines.filter((line) => line === 'old line').length, 24 - 6 - 1)
  assert.ok(lines.includes('the end'))
})

test('streamed escape sequences do not reach the screen', () => {
  const chat = chatAfter(said(delta('clear \x1b[2')), said(delta('J this')))
  assert.ok(draw(chat).lines.includes('clear  this'))
})

test('a question has the call, what a lasting permission is for, and the keys', () => {
  const small = { ...PENDING, arguments: '{"path":"a.txt"}' }
  const keys = 'file_write: allow? y once · s session · a always · n no · e edit · v view'
  assert.deepEqual(draw(chatAfter(asks(small))).lines.slice(1, 4), [
    'file_write a.txt',
    'write · s and a are for every call of this tool',
    keys,
  ])
  const scoped = { ...small, scope: { name: 'path', value: 'a.txt' } }
  assert.equal(draw(chatAfter(asks(scoped))).lines[2], 'write · s and a are for this path alone: a.txt')
})

test('a reason and an edit have a line of their own, with what Enter does', () => {
  const reason = chatAfter(asks({ ...PENDING, arguments: '{"path":"a.txt"}' }), {
    type: 'asked',
    dialog: writing('reason', 'not now'),
  })
  assert.deepEqual(draw(reason).lines.slice(1, 4), [
    'file_write a.txt',
    'why not? Enter alone gives no reason · Esc back',
    '› not now',
  ])
  const edit = chatAfter(asks(PENDING), { type: 'asked', dialog: writing('edit', '{"path":7}', 'Not so.') })
  const { lines, cursor } = draw(edit)
  assert.deepEqual(lines.slice(1, 4), [
    '! Not so.',
    'file_write: arguments as JSON · Enter checks them and asks again · Esc back',
    '› {"path":7}',
  ])
  assert.deepEqual(cursor, { x: 12, y: 3 })
})

test('of a question with long arguments the beginning of them is shown above it', () => {
  const { lines } = draw(chatAfter(asks(PENDING)))
  const at = lines.findIndex((line) => line.startsWith('file_write: allow?'))
  assert.ok(at > 2)
  assert.ok(lines.some((line) => line.startsWith('file_write path=notes/日本.txt content=long text')))
  assert.ok(lines[at - 2]?.endsWith('…'), 'what is left out is marked')
})

test('a question is shown even where there is one row only', () => {
  assert.deepEqual(draw(chatAfter(asks(PENDING)), 20, 2).lines, ['allow? y/s/a/n/e/v'])
})

test('over a draft the question says how to come to it', () => {
  const chat = chatAfter(typed('a sentence'), asks({ ...PENDING, arguments: '{"path":"a.txt"}' }))
  assert.ok(draw(chat, 100).lines.some((line) => line.includes('ctrl-U clears the line, then y once')))
})

test('over a draft no width offers letters that do not decide', () => {
  const chat = chatAfter(typed('a sentence'), asks({ ...PENDING, arguments: '{"path":"a.txt"}' }))
  for (const columns of [20, 24, 32, 40, 60, 80, 90, 120]) {
    const asked = draw(chat, columns).lines.find((line) => /allow\?|y\/s\/a|once|ctrl-U/.test(line))
    assert.match(asked ?? '', /ctrl-U/, String(columns))
  }
})

test('waiting lines are told, the oldest first, and how many more there are', () => {
  const queue: readonly ChatAction[] = [
    { type: 'queued', line: 'one' },
    { type: 'begun', line: 'one' },
    { type: 'queued', line: 'two' },
    { type: 'queued', line: 'three' },
  ]
  const told = (rows: number) =>
    draw(chatAfter(...queue), 80, rows).lines.filter((line) => line.startsWith('queued'))
  assert.deepEqual(told(24), ['queued: two', 'queued: three'])
  assert.deepEqual(told(5), ['queued (+1 more): two'])
})
