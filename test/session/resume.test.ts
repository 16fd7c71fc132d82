import assert from 'node:assert/strict'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import {
  type OpenedSession,
  type OpenOptions,
  openTestSession,
  temporaryFolder,
} from '../helpers/open-session.ts'

const SCRIPT: OpenOptions['script'] = {
  calls: {
    'what is 15% of 47.50?': '{"value":47.5,"percentage":15,"operation":"of"}',
    'and at 20 percent?': '{"value":47.5,"percentage":20,"operation":"of"}',
    'read the file: notes.txt': '{"path":"notes.txt"}',
    'read the file': '{"path":"the file"}',
  },
  answers: { hello: 'Hello!', 'what is 15% of 47.50?': '15 % of 47.5 is 7.125.' },
}

/** Runs the lines as one session of `home`. */
async function run(
  home: string,
  lines: readonly string[],
  options: OpenOptions = {},
): Promise<OpenedSession> {
  const opened = await openTestSession({ home, script: SCRIPT, ...options })
  if (options.script !== undefined) callNothing(opened)
  for (const line of lines) await opened.session.submit(line)
  await opened.done()
  return opened
}

/** Every message goes to the model. */
function callNothing({ session }: OpenedSession): void {
  const route = () => ({ tool: null, confidence: 1, by: 'none', candidates: [] })
  Object.assign(session.ground, { router: { route, split: (message: string) => [message] } })
}

function openHome(t: TestContext): string {
  const home = temporaryFolder('home')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  return home
}

const lastCommand = (events: readonly SessionEvent[]) => {
  const event = events.findLast((one) => one.type === 'command')
  assert.ok(event?.type === 'command')
  return event
}
/** Behind the head. */
const historyOf = ({ session }: OpenedSession) => session.conversation.messages
const filesOf = (home: string) =>
  readdirSync(join(home, 'sessions')).filter((name) => name.endsWith('.jsonl'))

test('a conversation that the tool cleared does not come back', async (t) => {
  const home = openHome(t)
  const clear = 'clear the context window'
  const script = {
    calls: { [clear]: '{"action":"clear"}' },
    answers: { hello: 'Hello!', 'good morning': 'Morning.' },
  }
  const first = await openTestSession({ home, script, flags: { approve: 'write' } })
  for (const line of ['hello', clear, 'good morning']) await first.session.submit(line)
  assert.deepEqual(
    first.engine.asked.at(-1)?.messages.flatMap(({ text }) => (text === 'hello' ? [text] : [])),
    [],
  )
  await first.done()
  const next = await openTestSession({ home, script })
  await next.session.submit('/resume last')
  const texts = historyOf(next).map(({ text }) => text)
  assert.ok(texts.includes('good morning'))
  assert.ok(!texts.includes('hello'))
  await next.done()
})

test('a conversation comes back as it stood: messages, facts, and what the next message leans on', async (t) => {
  const home = openHome(t)
  const first = await run(home, ['hello', 'what is 15% of 47.50?'])
  const before = historyOf(first)
  const second = await run(home, ['/resume'])
  assert.deepEqual(historyOf(second), before)
  assert.match(before[2]?.text ?? '', /\nFacts: /)
  assert.equal(lastCommand(second.events).ok, true)
  const third = await run(home, ['/resume last', 'and at 20 percent?'])
  const called = third.events.find((event) => event.type === 'tool.called')
  assert.deepEqual(called?.type === 'tool.called' && called.arguments, {
    value: 47.5,
    percentage: 20,
    operation: 'of',
  })
  assert.equal(filesOf(home).length, 1, 'it goes on in the same file')
})

test('turns count on, so that no number stands twice in a file', async (t) => {
  const home = openHome(t)
  await run(home, ['hello', 'hello'])
  const { events } = await run(home, ['/resume last', 'hello'])
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'turn.started' ? [event.turn] : [])),
    [3],
  )
})

test('a question that was left open is answered after the conversation came back', async (t) => {
  const home = openHome(t)
  const first = await run(home, ['read the file'])
  assert.ok(first.events.some((event) => event.type === 'answer' && event.status === 'need_clarification'))
  const { events } = await run(home, ['/resume last', 'notes.txt'])
  assert.ok(events.some((event) => event.type === 'tool.finished' && event.name === 'file_read' && event.ok))
})

test('what does not fit the window stays out as whole turns, the oldest first, and that is said', async (t) => {
  const home = openHome(t)
  const long = (at: number) => `story ${at} ${'of the sea '.repeat(60)}`
  const answers = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`tell ${at + 1}`, long(at + 1)]))
  const lines = Object.keys(answers)
  await run(home, lines, { script: { answers, contextTokens: 16_384 } })
  const opened = await run(home, ['/resume last'], { script: { answers, contextTokens: 2_048 } })
  const { text, data } = lastCommand(opened.events)
  const { dropped } = data as { readonly dropped: readonly number[] }
  assert.ok(dropped.length > 0 && dropped.length < 12)
  assert.deepEqual(
    dropped,
    Array.from({ length: dropped.length }, (_, at) => at + 1),
  )
  assert.match(text, new RegExp(`Turns 1 to ${dropped.length} do not fit the window, .*“tell 1”`))
  const kept = historyOf(opened)
  assert.equal(kept.length, 2 * (12 - dropped.length))
  assert.equal(kept[0]?.text, `tell ${dropped.length + 1}`)
  assert.ok(opened.session.view.tokens.used < 0.8 * 2_048)
})

test('where every message begins fresh nothing comes back to the model, and that is said', async (t) => {
  const home = openHome(t)
  await run(home, ['hello'])
  const opened = await run(home, ['/resume last'], { flags: { mode: 'fresh' } })
  assert.deepEqual(historyOf(opened), [])
  assert.match(lastCommand(opened.events).text, /Every message begins fresh/)
})

test('a cut last line is said, and the conversation goes on behind it', async (t) => {
  const home = openHome(t)
  await run(home, ['hello'])
  const path = join(home, 'sessions', filesOf(home)[0] ?? '')
  appendFileSync(path, '{"type":"turn.started","turn":2,"te')
  const { events } = await run(home, ['/resume last', 'hello'])
  assert.match(lastCommand(events).text, /The last line \(\d+\) is not whole and was left out/)
  const again = await run(home, ['/resume last'])
  assert.equal(historyOf(again).length, 4)
  assert.match(lastCommand(again.events).text, /Line \d+ cannot be read and was left out/)
})

test('one that cannot be taken leaves the conversation that stands', async (t) => {
  const home = openHome(t)
  const holder = await openTestSession({ home, script: SCRIPT })
  await holder.session.submit('hello')
  const opened = await openTestSession({ home, script: SCRIPT })
  await opened.session.submit('hello')
  const before = opened.session.conversation.messages
  const own = opened.session.store.current
  await opened.session.submit(`/resume ${holder.session.store.current}`)
  assert.match(lastCommand(opened.events).text, /is open in another window; end it there first/)
  assert.equal(opened.session.store.current, own)
  assert.deepEqual(opened.session.conversation.messages, before)
  await holder.done()
  await opened.done()
})

test('the last one, where another window has it open, is not said to be nothing', async (t) => {
  const home = openHome(t)
  const holder = await openTestSession({ home, script: SCRIPT })
  await holder.session.submit('hello')
  const id = holder.session.store.current
  const open = `\`${id}\` is open in another window; end it there first.`
  for (const lines of [['/resume last'], ['/archive last'], ['hello', '/archive last']]) {
    const { text } = lastCommand((await run(home, lines)).events)
    assert.ok(text.startsWith('No other conversation of `'), text)
    assert.ok(text.endsWith(`\` is free: ${open}`), text)
  }
  const { current } = holder.session.store
  assert.equal(current, id)
  await holder.done()
})

test('what stands in the archive alone is not said to be nothing', async (t) => {
  const home = openHome(t)
  const empty = await run(home, ['/sessions', '/resume last'])
  const texts = ({ events }: OpenedSession) =>
    events.flatMap((event) => (event.type === 'command' ? [event.text] : []))
  assert.equal(texts(empty)[0], 'No conversation is kept yet.')
  assert.match(texts(empty)[1] ?? '', /^No other conversation of `[^`]+` is kept\.$/)
  await run(home, ['hello', '/archive'])
  const [listed = '', resumed = '', all = ''] = texts(
    await run(home, ['/sessions', '/resume last', '/sessions --all']),
  )
  assert.equal(listed, 'All that is kept (1) is in the archive; `/sessions --all` lists that too.')
  assert.match(
    resumed,
    /^No other conversation of `[^`]+` is kept outside the archive; `\/sessions --all` lists/,
  )
  assert.match(all, /hello {2}\(archive\)$/)
})

test('an archived one comes out of the archive; the archive of the one that goes on begins another', async (t) => {
  const home = openHome(t)
  const first = await run(home, ['hello', '/archive', 'hello'])
  assert.equal(historyOf(first).length, 2, 'the new one knows nothing of the old one')
  assert.deepEqual(filesOf(home), ['20260312-102430-02.jsonl'])
  const { events } = await run(home, ['/resume 20260312-102430-01'])
  assert.match(lastCommand(events).text, /It is out of the archive again\./)
  assert.deepEqual(filesOf(home).sort(), ['20260312-102430-01.jsonl', '20260312-102430-02.jsonl'])
})

test('--continue takes the last one of this folder before the first line, and of no other folder', async (t) => {
  const home = openHome(t)
  const here = { flags: { continue: true } }
  const none = await run(home, ['hello'], here)
  assert.match(noticeOf(none.events), /^No conversation of this folder is kept/)
  await run(home, ['hello'], { workspace: home })
  const opened = await run(home, ['hello'], here)
  assert.match(noticeOf(opened.events), /^The conversation `20260312-102430-01` .* goes on, with 1 turn\./)
  assert.equal(historyOf(opened).length, 4)
  assert.equal(await opened.session.close(), 0)
})

test('--continue says where the only one of this folder is open', async (t) => {
  const home = openHome(t)
  const holder = await openTestSession({ home, script: SCRIPT })
  await holder.session.submit('hello')
  const { events } = await run(home, ['hello'], { flags: { continue: true } })
  assert.equal(
    noticeOf(events),
    `No conversation of this folder is free to be continued, and a new one begins: \`${holder.session.store.current}\` is open in another window; end it there first.`,
  )
  await holder.done()
})

test('one that cannot be told is not gone on with, and is free for another window', async (t) => {
  const home = openHome(t)
  await run(home, ['hello'])
  const id = filesOf(home)[0]?.replace('.jsonl', '')
  const second = await openTestSession({ home, script: SCRIPT })
  Object.assign(second.session.store, { when: () => assert.fail('no such zone') })
  await second.session.submit('/resume last')
  assert.equal(lastCommand(second.events).text, `\`${id}\` cannot be gone on with (no such zone).`)
  assert.equal(second.session.store.current, undefined)
  assert.deepEqual(historyOf(second), [])
  const third = await run(home, ['/resume last'])
  assert.equal(lastCommand(third.events).ok, true)
  await second.done()
})

test('one that is gone on with stays closed to other windows, whatever fails behind that', async (t) => {
  const home = openHome(t)
  await run(home, ['hello'])
  const second = await openTestSession({ home, script: SCRIPT })
  Object.assign(second.session.setup.trial, { leave: () => assert.fail('a bug') })
  await second.session.submit('/resume last')
  assert.equal(second.session.store.current, filesOf(home)[0]?.replace('.jsonl', ''))
  const third = await run(home, ['/resume last'])
  assert.match(lastCommand(third.events).text, /is free: `.*` is open in another window/)
  await second.done()
})

test('a turn is on disk before anybody else hears its answer', async (t) => {
  const home = openHome(t)
  const { session, done } = await openTestSession({ home, script: SCRIPT })
  let seen = ''
  session.subscribe((event) => {
    if (event.type === 'answer') seen = readFileSync(join(home, 'sessions', filesOf(home)[0] ?? ''), 'utf8')
  })
  await session.submit('hello')
  assert.match(seen, /"type":"answer".*"text":"Hello!"/)
  await done()
})

function noticeOf(events: readonly SessionEvent[]): string {
  const event = events.find((one) => one.type === 'notice' && one.code === 'conversation_continued')
  assert.ok(event?.type === 'notice')
  return event.message
}
