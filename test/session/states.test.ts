import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSession } from '../helpers/open-session.ts'

test('a state that a call made is counted at once', async () => {
  const message = 'what is 17 * 23?'
  const script = { calls: { [message]: '{"expression": "17 * 23"}' }, answers: { [message]: 'It is 391.' } }
  const { session, done } = await openTestSession({ interactive: true, script })
  assert.equal(session.view.states.ready, 0)
  await session.submit(message)
  assert.equal(session.view.states.ready, 1)
  await done()
})
