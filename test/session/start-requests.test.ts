import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { composeSession } from '../../source/compose.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

test('three requests are offered, and the router sends each to a tool that only reads', async () => {
  const { session, events, done } = await openTestSession({ interactive: true })
  const tries = session.view.tries ?? []
  assert.equal(tries.length, 3)
  for (const text of tries) {
    await session.submit(text)
    const route = events.findLast((event) => event.type === 'route')
    const tool = session.ground.tools.entries.find(({ name }) => name === route?.tool)
    assert.equal(tool?.risk, 'read', `${text} goes to ${route?.tool}`)
    assert.ok((route?.confidence ?? 0) > 0.5, text)
  }
  await done()
})

test('what is turned off is not offered', async () => {
  const { session, done } = await openTestSession({ interactive: true })
  const [first] = session.view.tries ?? []
  for (const { name, group } of session.ground.tools.entries)
    if (group === 'math') await session.submit(`/tools disable ${name}`)
  assert.ok(!session.view.tries?.includes(first ?? ''))
  await done()
})

test('a script is offered nothing', async () => {
  const { session, done } = await openTestSession()
  assert.deepEqual(session.view.tries, [])
  await done()
})

test('where no model will be there no request is offered, from the start on', async () => {
  const home = temporaryFolder('home')
  const session = await composeSession({
    program: findProgram(),
    home: homePaths(home, {}),
    workspace: home,
    interactive: true,
    lacksModel: true,
    flags: {},
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
  })
  const { modelState, tries, lacksModel } = session.view
  assert.deepEqual({ modelState, tries, lacksModel }, { modelState: 'loading', tries: [], lacksModel: true })
  await session.close()
  rmSync(home, { recursive: true, force: true })
})

test('a model that turns out to be missing takes the requests away', async () => {
  const { session, done } = await openTestSession({
    interactive: true,
    engine: async () => ({ type: 'none', model: undefined, reason: 'No model is installed.' }),
  })
  assert.deepEqual(session.view.tries, [])
  assert.equal(session.view.lacksModel, true)
  await done()
})
