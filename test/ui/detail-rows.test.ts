import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { glyphsFor } from '../../source/ui/glyphs.ts'
import { liveRows } from '../../source/ui/live/live-state.ts'
import { answer, called, delta, finished, started, toolDone } from './fake-session.ts'
import { openChat } from './open-chat.ts'

const glyphs = glyphsFor({ LANG: 'C.UTF-8' }, 'linux')

function open() {
  const opened = openChat()
  const { chat } = opened
  const rows = (height = 24) =>
    liveRows({ chat: chat.state(), columns: 60, rows: height, seconds: 0, glyphs }).rows.map(
      (row) => row.text,
    )
  return { ...opened, rows }
}

test('ctrl-O shows the whole of the last call, and takes it away again', () => {
  const { chat, session, ctrl, rows } = open()
  session.say(called('file_read', { path: 'a.txt' }), toolDone('file_read', true, 'It has 3 lines.'))
  assert.ok(!rows().includes('done in 12 ms'))
  ctrl('o')
  assert.deepEqual(rows().slice(0, 6), [
    '· ctrl-O closes',
    'file_read {',
    '  "path": "a.txt"',
    '}',
    'done in 12 ms',
    'It has 3 lines.',
  ])
  ctrl('o')
  assert.equal(
    rows().some((row) => row.includes('done in 12 ms')),
    false,
  )
  chat.close()
})

test('a long result is turned by pages and never takes more rows than there are', () => {
  const { chat, session, ctrl, rows } = open()
  const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n')
  session.say(called('file_read', { path: 'a.txt' }), toolDone('file_read', true, lines))
  ctrl('o')
  assert.ok(rows(12).length <= 11)
  assert.ok(rows(12)[0]?.startsWith('· page 1 of '))
  chat.key('', { pageDown: true })
  assert.ok(rows(12)[0]?.startsWith('· page 2 of '))
  chat.key('', { pageUp: true })
  chat.key('', { pageUp: true })
  assert.ok(rows(12)[0]?.startsWith('· page 1 of '))
  chat.close()
})

test('without a call that is said, and alt-M asks the session for the other way', () => {
  const { chat, session, ctrl, rows } = open()
  ctrl('o')
  assert.ok(rows().includes('There was no call and no thought yet.'))
  const wanted: boolean[] = []
  Object.assign(session, { setRaw: (raw: boolean) => wanted.push(raw) })
  chat.key('m', { meta: true })
  session.change({ raw: true })
  chat.key('m', { meta: true })
  assert.deepEqual(wanted, [true, false])
  chat.close()
})

test('alt-M says what it did where no answer of the model is there to be shown again, and only there', () => {
  const { chat, session } = open()
  Object.assign(session, { setRaw: (raw: boolean) => session.change({ raw }) })
  const told = () => {
    const before = chat.state().transcript.items.length
    chat.key('m', { meta: true })
    return chat.state().transcript.items.slice(before)
  }
  const notice = (way: string) => ({
    type: 'notice',
    text: `The model's answers are shown ${way} from now on; there is none yet to show again.`,
  })
  assert.deepEqual(told(), [notice('as they are written, with all their signs')])
  assert.deepEqual(told(), [notice('drawn')])
  // What a tool said is no Markdown, and is not shown again.
  session.say(started(1, 'x'), { ...answer('It is *10*.'), source: 'tool' } as SessionEvent, finished())
  assert.deepEqual(told(), [notice('as they are written, with all their signs')])
  session.say(started(2, 'y'), delta('a *word*', 2))
  assert.deepEqual(told(), [])
  session.say(answer('a *word*', 2), finished('success', 2))
  assert.deepEqual(
    told().map(({ type }) => type),
    ['markdown'],
  )
  chat.close()
})
