import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { readConversation, turnsOf } from '../../source/sessions/read.ts'
import {
  type OpenedSession,
  type OpenOptions,
  openTestSession,
  temporaryFolder,
} from '../helpers/open-session.ts'

const LONG = 'The boat Petrel lies at berth 14 and needs new ropes before the regatta in May. '.repeat(6)
const answers = {
  one: `${LONG}1`,
  two: `${LONG}2`,
  three: `${LONG}3`,
  'two, again': `${LONG}4`,
  aside: 'Beside.',
}

/** Every message goes to the model, unless the test says something else. */
async function open(t: TestContext, options: OpenOptions = {}): Promise<OpenedSession> {
  const home = options.home ?? temporaryFolder('home')
  if (options.home === undefined) t.after(() => rmSync(home, { recursive: true, force: true }))
  const opened = await openTestSession({ ...options, home, script: { answers, ...options.script } })
  const route = () => ({ tool: null, confidence: 1, by: 'none', candidates: [] })
  Object.assign(opened.session.ground, { router: { route, split: (message: string) => [message] } })
  return opened
}

async function say({ session }: OpenedSession, ...lines: readonly string[]): Promise<void> {
  for (const line of lines) await session.submit(line)
}

const users = ({ session }: OpenedSession) =>
  session.conversation.messages.filter(({ role }) => role === 'user').map(({ text }) => text)
const tokensOf = ({ events }: OpenedSession) => {
  const event = events.findLast((one) => one.type === 'turn.finished')
  assert.ok(event?.type === 'turn.finished')
  return event.tokens
}
const lastCommand = (events: readonly SessionEvent[]) => {
  const event = events.findLast((one) => one.type === 'command')
  assert.ok(event?.type === 'command')
  return event
}
const textsOf = (turns: readonly { readonly text: string }[]) => turns.map(({ text }) => text)
function onDisk(home: string) {
  const [name = ''] = readdirSync(join(home, 'sessions')).filter((one) => one.endsWith('.jsonl'))
  const reading = readConversation(name, readFileSync(join(home, 'sessions', name), 'utf8'))
  assert.ok(reading.ok)
  return reading.conversation
}

test('an edited message takes its place, and what stands before it is not evaluated again', async (t) => {
  const opened = await open(t)
  await say(opened, 'one', 'two', 'three', '/edit 2 two, again')
  assert.deepEqual(users(opened), ['one', 'two, again'])
  const { reused, evaluated } = tokensOf(opened)
  const before = opened.session.slot.headTokens + LONG.length / 4
  assert.ok(reused >= before, `${reused} of ${before} tokens were kept`)
  assert.ok(evaluated < 12, `${evaluated} tokens were evaluated`)
  const started = opened.events.findLast((one) => one.type === 'turn.started')
  assert.deepEqual(started?.type === 'turn.started' && [started.turn, started.origin], [4, 'edit'])
  await opened.done()
})

test('what was gone back from stays in the file as a branch, and the conversation comes back without it', async (t) => {
  const first = await open(t)
  await say(first, 'one', 'two', 'three', '/edit 2 two, again')
  const stood = first.session.conversation.messages
  await first.done()
  const kept = onDisk(first.home)
  assert.deepEqual(textsOf(turnsOf(kept)), ['one', 'two, again'])
  assert.deepEqual(
    kept.branches?.map(({ from, parts }) => [from, parts.map((part) => part.type === 'turn' && part.text)]),
    [[2, ['two', 'three']]],
  )
  const second = await open(t, { home: first.home })
  await say(second, '/resume last')
  assert.deepEqual(second.session.conversation.messages, stood)
  assert.deepEqual(textsOf(second.session.said), ['one', 'two, again'])
  await say(second, '/sessions')
  assert.equal((lastCommand(second.events).data as readonly { turns: number }[])[0]?.turns, 2)
  // Numbers go on behind those of the branch, and one can go back again.
  await say(second, '/edit 1 three')
  assert.deepEqual(users(second), ['three'])
  const started = second.events.findLast((one) => one.type === 'turn.started')
  assert.equal(started?.type === 'turn.started' && started.turn, 5)
  await second.done()
})

test('the last message is sent again with another seed and some warmth, each time another one', async (t) => {
  const opened = await open(t)
  await say(opened, 'one', 'two', '/retry', '/retry')
  assert.deepEqual(users(opened), ['one', 'two'])
  const { asked } = opened.engine
  assert.deepEqual(
    asked.map(({ seed, temperature }) => [seed - (asked[0]?.seed ?? 0), temperature]),
    [
      [0, 0],
      [0, 0],
      [1, 0.5],
      [2, 0.5],
    ],
  )
  assert.equal(new Set(asked.slice(1).map(({ messages }) => JSON.stringify(messages))).size, 1)
  await opened.done()
})

test('a message that would go elsewhere now is sent again as it is', async (t) => {
  const opened = await open(t, { script: { calls: { one: '{"path":"notes.txt"}' } } })
  await say(opened, 'one')
  const learned = { tool: 'file_read', confidence: 1, by: 'classifier', candidates: [] }
  Object.assign(opened.session.ground.router, { route: () => learned })
  await say(opened, '/retry')
  assert.ok(opened.events.some((event) => event.type === 'tool.finished' && event.name === 'file_read'))
  assert.ok(opened.engine.asked.every(({ temperature }) => temperature === 0))
  await opened.done()
})

test('a turn that was taken out comes back whole, as long as nothing was said since', async (t) => {
  const opened = await open(t)
  await say(opened, 'one', 'two')
  const stood = opened.session.conversation.messages
  await say(opened, '/undo turn', '/undo turn')
  assert.deepEqual(users(opened), [])
  await say(opened, '/redo', '/redo')
  assert.deepEqual(opened.session.conversation.messages, stood)
  assert.equal(lastCommand(opened.events).ok, true)
  await say(opened, '/redo')
  assert.equal(lastCommand(opened.events).ok, false)
  await say(opened, '/undo turn', 'three', '/redo')
  assert.equal(lastCommand(opened.events).ok, false)
  assert.deepEqual(users(opened), ['one', 'three'])
  await opened.done()
  assert.deepEqual(textsOf(turnsOf(onDisk(opened.home))), ['one', 'three'])
})

test('a question beside the conversation leaves every byte of it, and its prefix in the cache', async (t) => {
  const opened = await open(t)
  await say(opened, 'one')
  const { standing } = opened.session.conversation
  await say(opened, '/btw aside')
  assert.deepEqual(opened.session.conversation.standing, standing)
  const answer = opened.events.findLast((one) => one.type === 'answer')
  assert.equal(answer?.type === 'answer' && answer.text, 'Beside.')
  const asked = opened.engine.asked.at(-1)
  assert.ok(
    asked?.messages.some(({ text }) => text === 'one'),
    'the model knows the conversation',
  )
  await say(opened, 'two')
  assert.ok(tokensOf(opened).evaluated < 12)
  await opened.done()
  const second = await open(t, { home: opened.home })
  await say(second, '/resume last')
  assert.deepEqual(users(second), ['one', 'two'])
  await second.done()
})

test('a message that is refused costs nothing of the conversation', async (t) => {
  const opened = await open(t)
  await say(opened, 'one', `/edit 1 ${'x'.repeat(500_000)}`)
  assert.ok(opened.events.some((event) => event.type === 'error' && event.code === 'too_long'))
  assert.deepEqual(users(opened), ['one'])
  await opened.done()
})

test('going back is refused in a sentence where there is nothing to go back to', async (t) => {
  const opened = await open(t)
  for (const line of ['/retry', '/edit 1 x', '/edit', '/undo turn', '/redo', '/btw', '/copy']) {
    await say(opened, line)
    const { ok, text } = lastCommand(opened.events)
    assert.equal(ok, false, line)
    assert.match(text, /^[A-Z`].*\.$/, line)
  }
  await say(opened, 'one', '/edit 7 x')
  assert.match(lastCommand(opened.events).text, /no message `7`; this conversation has 1/)
  await say(opened, '/edit 1')
  assert.match(lastCommand(opened.events).text, /Message 1 is “one”; `\/edit 1 NEW TEXT`/)
  await opened.done()
})

test('what is gone back from in secret stands there again afterwards', async (t) => {
  const opened = await open(t)
  await say(opened, 'one', 'two', '/secret on', '/edit 1 three', '/secret off')
  assert.deepEqual(users(opened), ['one', 'two'])
  await say(opened, 'three')
  await opened.done()
  assert.deepEqual(textsOf(turnsOf(onDisk(opened.home))), ['one', 'two', 'three'])
})

test('the last answer is copied where there is a terminal, whole or a block of its code', async (t) => {
  const text = 'Two:\n```js\na()\n```\nand\n~~~\nb()\nc()\n~~~'
  const opened = await open(t, { script: { answers: { code: text } } })
  await say(opened, 'code', '/copy')
  assert.deepEqual(
    [lastCommand(opened.events).ok, lastCommand(opened.events).text],
    [
      false,
      `The last answer (${text.length} characters) was not copied. There is no terminal to copy it into here; \`/export FILE\` writes the conversation into a file.`,
    ],
  )
  const copied: string[] = []
  opened.session.clipboard = (one) => {
    copied.push(one)
    return undefined
  }
  await say(opened, '/copy', '/copy code', '/copy code 1')
  assert.deepEqual(copied, [text, 'b()\nc()', 'a()'])
  assert.equal(lastCommand(opened.events).text, 'Block 1 of 2 is copied: 3 characters.')
  await say(opened, '/copy code 3')
  assert.match(lastCommand(opened.events).text, /no block `3`; the last answer has 2/)
  await opened.done()
})

test('a command that only looks runs beside a turn, another one waits for it', async (t) => {
  const gate = Promise.withResolvers<void>()
  const opened = await open(t, { script: { gate: () => gate.promise } })
  const { session, events } = opened
  const turn = session.submit('one')
  // How soon it begins is the event loop's: the files of the home are read first.
  while (!session.view.busy) await new Promise((resolve) => setImmediate(resolve))
  await session.submit('/status')
  assert.equal(lastCommand(events).name, 'status')
  assert.ok(!events.some(({ type }) => type === 'turn.finished'))
  const waiting = session.submit('/tools')
  gate.resolve()
  await Promise.all([turn, waiting])
  assert.deepEqual(
    events.filter(({ type }) => type === 'turn.finished' || type === 'command').map(({ type }) => type),
    ['command', 'turn.finished', 'command'],
  )
  await opened.done()
})

test('an interrupt counts at once while a message is still measured, and an edit leaves all as it was', async (t) => {
  const opened = await open(t)
  const { session, engine } = opened
  await say(opened, 'one', 'two')
  const { messages } = session.conversation
  const never = () => new Promise<never>(() => undefined)
  const stopped = async (line: string) => {
    const ended = session.submit(line)
    for (let at = 0; at < 20; at++) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(session.interrupt(), true)
    await ended
  }
  const { countTokens } = engine
  engine.countTokens = never
  await stopped('x'.repeat(20_000))
  engine.countTokens = countTokens
  Object.assign(session.conversation, { makeRoom: never })
  await stopped('/edit 1 three')
  assert.deepEqual(session.conversation.messages, messages)
  await opened.done()
  assert.deepEqual(textsOf(turnsOf(onDisk(opened.home))), ['one', 'two'])
})

test('what was dropped while secret was on does not come back with `/redo` once it is off', async (t) => {
  const opened = await open(t)
  await say(opened, 'one', '/secret on', 'two', '/undo turn', '/secret off', '/redo')
  assert.deepEqual(users(opened), ['one'])
  const { ok, text } = lastCommand(opened.events)
  assert.equal(ok, false)
  assert.match(text, /nothing to bring back/)
  await opened.done()
})

test('a turn that was taken out is judged by nobody, until it is brought back', async (t) => {
  const opened = await open(t)
  const { session } = opened
  await say(opened, 'one', 'two', '/undo turn')
  for (const line of ['/bad get_time', '/good']) {
    await say(opened, line)
    const { ok, text } = lastCommand(opened.events)
    assert.deepEqual([ok, /^There is no last message to judge/.test(text)], [false, true], line)
  }
  assert.deepEqual(session.ports.teaching.book.read().cases, [])
  await say(opened, '/redo', '/bad get_time')
  assert.match(lastCommand(opened.events).text, /^Learned as t1: "two" goes to `get_time`/)
  await opened.done()
})
