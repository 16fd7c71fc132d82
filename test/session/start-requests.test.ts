import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSession } from '../helpers/open-session.ts'

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
