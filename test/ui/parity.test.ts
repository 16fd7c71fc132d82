import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { readScript } from '../../source/script/read-lines.ts'
import { runScript } from '../../source/script/script.ts'
import { Chat } from '../../source/ui/chat/chat.ts'
import { openTestSession } from '../helpers/open-session.ts'

const SCRIPT = [
  'hello',
  '/help status',
  '/nope',
  '//etc is a folder',
  '"""',
  'several',
  '',
  'lines',
  '"""',
  '"""one"""',
  'what is in @notes.txt',
  'what is \\@notes.txt',
  '/tools info get_time',
  '  /role  none ',
]

/** What may differ from run to run. */
function plain(events: readonly SessionEvent[]): readonly unknown[] {
  const others = events.filter(({ type }) => type !== 'session.finished')
  return others.map((event) => (event.type === 'session.started' ? { ...event, home: '' } : event))
}

test('the same lines give the same events, typed in the screen or read from a script', {
  timeout: 60_000,
}, async () => {
  const script = await openTestSession()
  const sink = { write: () => true }
  const lines = readScript(Readable.from([Buffer.from(`${SCRIPT.join('\n')}\n`)]))
  await runScript(script.session, lines, { json: true, deltas: false, stdout: sink, stderr: sink })

  const screen = await openTestSession()
  const chat = new Chat(screen.session, { commandNames: [], nowMs: () => 0, onQuit: () => {} })
  for (const line of SCRIPT) {
    for (const letter of line) chat.key(letter, {})
    chat.key('', { return: true })
    // As a person does: the next line when the last has ended.
    while (chat.state().running) await new Promise((resolve) => setImmediate(resolve))
  }
  chat.close()
  assert.deepEqual(plain(screen.events), plain(script.events))
  assert.ok(script.events.length > 20)
  await screen.done()
  await script.done()
})
