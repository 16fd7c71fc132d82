import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AheadRequest } from '../../source/contracts/engine.ts'
import type { FakeScript } from '../helpers/fake-engine.ts'
import { type OpenedSession, openTestSession } from '../helpers/open-session.ts'

async function open(t: TestContext, script: FakeScript = {}): Promise<OpenedSession> {
  const opened = await openTestSession({ script })
  t.after(() => opened.done())
  return opened
}

/** Until the list has so many. */
async function hasSoMany<T>(list: readonly T[], count: number): Promise<readonly T[]> {
  const endsAt = performance.now() + 60_000
  while (list.length < count && performance.now() < endsAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  assert.ok(list.length >= count, `${list.length} of ${count} came`)
  return list
}

/** Until so many were evaluated ahead. */
function aheads({ engine }: OpenedSession, count: number): Promise<readonly AheadRequest[]> {
  return hasSoMany(engine.aheads, count)
}
const settle = async () => {
  for (let at = 0; at < 20; at++) await new Promise((resolve) => setImmediate(resolve))
}

test('a message for the model is evaluated behind head and history, to its end where it has one', async (t) => {
  const opened = await open(t)
  await opened.session.submit('hello')
  opened.session.ahead('tell me a story about a')
  const [first] = await aheads(opened, 1)
  assert.ok(first?.lane === 'talk' && !first.isFinished)
  assert.deepEqual(first.messages.slice(0, -1), [
    ...opened.session.slot.head,
    ...opened.session.conversation.messages,
  ])
  assert.equal(first.messages.at(-1)?.text, 'tell me a story about a')
  opened.session.ahead('tell me a story about a boat.')
  const [, second] = await aheads(opened, 2)
  assert.ok(second?.lane === 'talk' && second.isFinished)
})

test('after a pause a message that has no end yet is taken as finished', async (t) => {
  const opened = await open(t)
  opened.session.ahead('tell me a story about boats')
  const [, later] = await aheads(opened, 2)
  assert.ok(later?.lane === 'talk' && later.isFinished)
})

test('the likely tool gets its state and the very prompt that it is asked with later', async (t) => {
  const message = 'How much is 12 divided by 7 plus 3 times 4?'
  const opened = await open(t, { calls: { [message]: '{"expression":"12 / 7 + 3 * 4"}' } })
  opened.session.ahead(message)
  const [call, talk] = await aheads(opened, 2)
  assert.ok(call?.lane === 'call' && talk?.lane === 'talk' && !talk.isFinished)
  await opened.session.submit(message)
  const [written] = opened.engine.written
  assert.deepEqual(
    [call.state, call.examples, call.message],
    [written?.state, written?.examples, written?.message],
  )
})

test('commands, and what the setting forbids, are not evaluated', async (t) => {
  const opened = await open(t)
  opened.session.ahead('/edit 1 tell me')
  await settle()
  await opened.session.submit('/settings typeAhead false')
  opened.session.ahead('tell me a story.')
  await settle()
  assert.deepEqual(opened.engine.aheads, [])
})

test('another key ends what runs for the draft before it, and a message does at once', async (t) => {
  const gates: PromiseWithResolvers<void>[] = []
  const opened = await open(t, {
    aheadGate: () => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gate.promise
    },
  })
  opened.session.ahead('tell me a')
  await hasSoMany(gates, 1)
  opened.session.ahead('tell me a story')
  await hasSoMany(gates, 2)
  await opened.session.submit('tell me a story.')
  for (const gate of gates) gate.resolve()
  await settle()
  assert.equal(gates.length, 2)
  assert.deepEqual(opened.engine.aheads, [])
})

test('what is typed while a turn runs is evaluated when that has ended', async (t) => {
  const gate = Promise.withResolvers<void>()
  const opened = await open(t, { gate: () => gate.promise })
  const turn = opened.session.submit('hello')
  await settle()
  opened.session.ahead('and what of boats?')
  await settle()
  assert.deepEqual(opened.engine.aheads, [])
  gate.resolve()
  await turn
  const [ahead] = await aheads(opened, 1)
  assert.ok(ahead?.lane === 'talk')
  assert.equal(ahead.messages.at(-1)?.text, 'and what of boats?')
})

test('a long text that was pasted waits until it is sent', async (t) => {
  const opened = await open(t)
  opened.session.ahead(`tell me what this is: ${'a line of a log. '.repeat(2_000)}`)
  await settle()
  assert.equal(opened.engine.aheads.length, 0)
  opened.session.ahead('tell me a story about a boat.')
  assert.equal((await aheads(opened, 1)).length, 1)
})
