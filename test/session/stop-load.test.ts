import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineLoad } from '../../source/session/ports.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openTestSession } from '../helpers/open-session.ts'

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
    'The load was stopped; `/model ID` loads a model.',
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
