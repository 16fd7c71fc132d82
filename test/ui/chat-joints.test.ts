import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InputAid } from '../../source/contracts/input-aid.ts'
import type { ChatOptions } from '../../source/ui/chat/chat.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { liveRows } from '../../source/ui/live/live-state.ts'
import { FakeSession } from './fake-session.ts'
import { ASK, openChat } from './open-chat.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))
const esc = { escape: true }

const aid: InputAid = {
  complete: async (text, cursor) => ({
    from: text.indexOf('@'),
    to: cursor,
    choices: text.includes('@') ? [{ text: '@anchor.md' }, { text: '@boat.md' }] : [],
  }),
  attached: async (text) => (text.includes('@evil') ? ['@evil\x1b[2J\x1b]0;title\x07\nname (2 KB)'] : []),
  history: () => ['yesterday'],
  keep: () => {},
}

function open(texts: readonly string[] = ['one', 'two'], options: Partial<ChatOptions> = {}) {
  const session = new FakeSession()
  session.said = texts.map((text, at) => ({ turn: at + 1, text }))
  const opened = openChat(session, { aid, ...options })
  const { chat } = opened
  const type = (text: string) => {
    for (const one of text) chat.key(one, {})
  }
  const rows = (columns = 100, height = 24) =>
    liveRows({
      chat: chat.state(),
      columns,
      rows: height,
      seconds: 0,
      glyphs: glyphsFor({ LANG: 'C.UTF-8' }, 'linux'),
    }).rows.map(({ mark, text }) => mark + text)
  const goBack = () => {
    chat.key('', esc)
    chat.key('', esc)
  }
  return { ...opened, type, rows, goBack }
}

test('while secret is on no editor is opened, for its file would hold the draft', async () => {
  const seen: string[] = []
  const edit = async (text: string) => {
    seen.push(text)
    return { ok: true, text } as const
  }
  const { chat, session, type, draft, ctrl } = open([], { edit })
  chat.typing.giveTerminal = (work) => work()
  session.change({ secret: true })
  type('my word is xyzzy')
  ctrl('g')
  await settle()
  assert.deepEqual([seen, draft()], [[], 'my word is xyzzy'])
  const last = chat.state().transcript.items.at(-1)
  assert.ok(last?.type === 'notice' && last.text.includes('/secret off'))
  session.change({ secret: false })
  ctrl('g')
  await settle()
  assert.deepEqual(seen, ['my word is xyzzy'])
})

test('a menu or a search over a message that is gone back to is shown, for it has the keys', async () => {
  const { chat, type, rows, goBack, ctrl } = open()
  goBack()
  assert.ok(rows().some((row) => row.includes('message 2 of 2')))
  type(' @')
  await settle()
  assert.ok(chat.state().draft.menu !== undefined)
  assert.ok(
    rows().some((row) => row.includes('@boat.md')),
    rows().join('\n'),
  )
  chat.key('', esc)
  assert.ok(rows().some((row) => row.includes('message 2 of 2')))
  ctrl('r')
  assert.ok(rows().some((row) => row.startsWith('search:')))
})

test('what is typed into a search decides no question', () => {
  const { chat, session, clock, type, ctrl, draft } = open()
  ctrl('r')
  session.change({ busy: true, pending: ASK })
  clock.nowMs += 1000
  type('y')
  assert.deepEqual(session.decisions, [])
  assert.equal(draft(), 'yesterday')
  chat.key('', esc)
  assert.equal(draft(), '')
  type('y')
  assert.deepEqual(session.decisions, [['c7', { decision: 'once' }]])
})

test('nothing of a file name moves the cursor or makes a further row', async () => {
  const { chat, type, rows } = open()
  type('@evil')
  await settle()
  chat.key('', esc)
  chatRows(rows())
  assert.ok(rows(100, 8).some((row) => row.includes('@evil')))
})

test('every row of the draft is one row, whatever signs for the end of a line stand in it', () => {
  const { rows, goBack } = open(['a\u2028b\r\nc\u0085d\re'])
  goBack()
  chatRows(rows(20, 8))
  assert.ok(rows(20, 8).length <= 7)
})

function chatRows(rows: readonly string[]): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  for (const row of rows) assert.doesNotMatch(row, /[\x00-\x1f\x7f-\x9f\u2028\u2029]/)
}

test('a message that begins with a slash stays a message when it is sent in its own place', () => {
  const { goBack, draft, enter, session } = open(['/etc/hosts: what is it?'])
  goBack()
  assert.equal(draft(), '//etc/hosts: what is it?')
  enter()
  assert.deepEqual(session.submitted, ['/edit 1 /etc/hosts: what is it?'])
})

test('`/edit N` that waited does not take what was typed meanwhile', () => {
  const { session, type, draft, chat } = open()
  type('half a sent')
  session.say({ type: 'view', edit: 1 })
  assert.equal(draft(), 'half a sent')
  assert.equal(chat.state().back, undefined)
  const last = chat.state().transcript.items.at(-1)
  assert.ok(last?.type === 'notice' && last.text.includes('/edit 1'))
})

test('a line that begins with a blank is none for the history, in the place of a message either', () => {
  const kept: string[] = []
  const { goBack, ctrl, type, enter, session } = open(['one'], {
    aid: { ...aid, keep: (line) => kept.push(line) },
  })
  goBack()
  ctrl('u')
  type(' hidden')
  enter()
  assert.equal(session.submitted[0]?.trim(), '/edit 1 hidden')
  assert.match(kept[0] ?? '', /^\s/)
})
