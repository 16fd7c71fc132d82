import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlessAborted } from '../../source/lib/unless-aborted.ts'
import type { EngineLoad } from '../../source/session/ports.ts'
import { Chat } from '../../source/ui/chat/chat.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

test('an interrupt stops the load of another model at once, and a model can be loaded behind it', async () => {
  const loads: PromiseWithResolvers<EngineLoad>[] = []
  const engine = createFakeEngine()
  const { session, events, done } = await openTestSession({
    engine: () => {
      const load = Promise.withResolvers<EngineLoad>()
      loads.push(load)
      if (loads.length !== 2) load.resolve({ type: 'ready', engine, answers: 'auto' })
      return load.promise
    },
  })
  Object.assign(session.ports, { whyNotLoadable: async () => undefined })
  const line = session.submit('/model other')
  while (loads.length < 2) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(session.interrupt(), true)
  await line
  const told = events.findLast((event) => event.type === 'command')
  assert.deepEqual(told?.type === 'command' && [told.ok, told.text], [
    false,
    'The load of `other` was stopped, and no model is there now; `/model other` loads it again.',
  ])
  assert.equal(session.view.modelState, 'none')
  assert.equal(session.interrupt(), false)
  // What comes too late is closed, and takes nobody's place.
  const late = createFakeEngine()
  await session.submit('/model other')
  assert.equal(session.view.modelState, 'ready')
  loads[1]?.resolve({ type: 'ready', engine: late, answers: 'auto' })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(late.closed, true)
  assert.equal(session.slot.engine, engine)
  await done()
})

/** A chat over a session whose model loads until somebody stops that; one message was answered before. */
async function openLoading() {
  const loads: PromiseWithResolvers<EngineLoad>[] = []
  const opened = await openTestSession({
    interactive: true,
    engine: () => {
      const load = Promise.withResolvers<EngineLoad>()
      loads.push(load)
      if (loads.length === 1) load.resolve({ type: 'ready', engine: createFakeEngine(), answers: 'auto' })
      return load.promise
    },
  })
  const { session } = opened
  const chat = new Chat(session, { commandNames: [], nowMs: () => 0, onQuit: () => assert.fail('it quits') })
  await session.submit('one')
  const load = session.slot.load('small')
  while (loads.length < 2) await new Promise((resolve) => setImmediate(resolve))
  const said = () =>
    chat.state().transcript.items.flatMap((item) => (item.type === 'notice' ? [item.text] : []))
  const done = async () => {
    for (const one of loads) one.resolve({ type: 'none', model: undefined, reason: 'late' })
    await load
    chat.close()
    await opened.done()
  }
  return { session, chat, said, done }
}

const STOPPED = 'The load of `small` was stopped, and no model is there now; `/model small` loads it again.'

for (const [how, keys] of [
  ['in one chunk', [{ escape: true, meta: true }]],
  ['one after the other', [{ escape: true }, { escape: true }]],
] as const)
  test(`escape twice while the model loads stops the load and nothing else, ${how}`, async () => {
    const { session, chat, said, done } = await openLoading()
    for (const key of keys) chat.key('', key)
    assert.equal(session.view.modelState, 'none')
    assert.deepEqual(said(), [STOPPED])
    const { draft, back } = chat.state()
    assert.deepEqual([draft.text, back, session.said.length], ['', undefined, 1])
    await done()
  })

test('escape takes the message back that waits for the model, and the model goes on loading', async () => {
  const { session, chat, said, done } = await openLoading()
  chat.paste('two')
  chat.key('', { return: true })
  await new Promise((resolve) => setImmediate(resolve))
  chat.key('', { escape: true })
  while (chat.state().running) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(session.view.modelState, 'loading')
  assert.deepEqual(said(), [
    'The message was not sent; Up brings it back. The model still loads; Esc once more stops that too.',
  ])
  chat.key('', { escape: true })
  assert.equal(said().at(-1), STOPPED)
  assert.equal(session.said.length, 1)
  await done()
})

test('who ends `/model ID` while its file is looked at keeps the conversation and the model', async () => {
  const { session, events, done } = await openTestSession()
  await session.submit('my boat is called Nora')
  const looked = Promise.withResolvers<undefined>()
  const asked = Promise.withResolvers<void>()
  Object.assign(session.ports, {
    whyNotLoadable: () => {
      asked.resolve()
      return looked.promise
    },
    loadEngine: () => assert.fail('it loads'),
  })
  const line = session.submit('/model other')
  await asked.promise
  session.interrupt()
  await line
  looked.resolve(undefined)
  await new Promise((resolve) => setImmediate(resolve))
  const told = events.findLast((event) => event.type === 'command')
  assert.equal(told?.type === 'command' && told.text, '`/model` was interrupted.')
  assert.deepEqual([session.view.modelState, session.said.length], ['ready', 1])
  await done()
})

test('what becomes of a stopped `/model ID` is said once', async () => {
  const { session, chat, done } = await openLoading()
  Object.assign(session.ports, { whyNotLoadable: async () => undefined })
  const line = session.submit('/model small')
  await new Promise((resolve) => setTimeout(resolve, 5))
  session.interrupt()
  await line
  const { items } = chat.state().transcript
  assert.equal(items.filter((item) => 'text' in item && item.text === STOPPED).length, 1)
  await done()
})

test('an interrupt while `--continue` waits for the model means the load: the conversation goes on without it', async () => {
  const home = temporaryFolder('home')
  const before = await openTestSession({ home })
  await before.session.submit('my boat is called Nora')
  await before.done()
  const { session, events, done } = await openTestSession({
    home,
    interactive: true,
    flags: { continue: true },
    engine: ({ signal }) => unlessAborted(signal, new Promise<EngineLoad>(() => undefined)),
    isAwaited: false,
  })
  const message = session.submit('what is my boat called?')
  assert.equal(session.view.busy, false)
  session.interrupt()
  await message
  assert.equal(session.view.modelState, 'none')
  assert.equal(session.said[0]?.text, 'my boat is called Nora')
  const told = events.find((event) => event.type === 'notice' && event.code === 'conversation_continued')
  assert.match(told?.type === 'notice' ? told.message : '', /goes on, with 1 turn/)
  await done()
})
