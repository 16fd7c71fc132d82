import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openTestSession } from '../helpers/open-session.ts'

test('a head that is dropped while it is evaluated does not stand', async () => {
  const engine = createFakeEngine()
  const { prepareHead } = engine
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let prepared = 0
  engine.prepareHead = async (messages, options) => {
    prepared++
    begun.resolve()
    await gate.promise
    return prepareHead(messages, options)
  }
  const { session, done } = await openTestSession({
    engine: async () => ({ type: 'ready', engine, answers: 'auto' }),
    isAwaited: false,
  })
  await begun.promise
  session.slot.renewHead()
  gate.resolve()
  await session.settled()
  const { signal } = new AbortController()
  await session.slot.ensureHead(signal)
  assert.equal(prepared, 2)
  await session.slot.ensureHead(signal)
  assert.equal(prepared, 2)
  await done()
})
