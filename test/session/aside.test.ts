import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askAside } from '../../source/session/aside.ts'
import { openTestSession } from '../helpers/open-session.ts'

const SUM = 'what is 17 * 23?'
const script = {
  calls: { [SUM]: '{"expression": "17 * 23"}' },
  answers: { hello: 'Hello!', [SUM]: 'It is 391.', 'and thanks': 'Welcome.' },
}
const { signal } = new AbortController()

test('nothing of a message beside the conversation is remembered or heard', async () => {
  const { session, engine, events, done } = await openTestSession({ script })
  await session.submit('hello')
  const heard = events.length
  const aside = await askAside(session, SUM, signal)
  assert.equal(aside.events.find((event) => event.type === 'tool.called')?.name, 'calculator_compute')
  assert.equal(aside.outcome.source, 'tool')
  assert.equal(events.length, heard)
  assert.equal(session.last?.message, 'hello')
  await session.submit('and thanks')
  const asked = engine.asked.at(-1)?.messages.map((one) => one.text) ?? []
  assert.deepEqual(asked.slice(-3), ['hello', 'Hello!', 'and thanks'])
  await done()
})

test('what does more than read is called, but does not run', async () => {
  const { session, done } = await openTestSession({ script, flags: { approve: 'all' } })
  const { tools } = session.ground
  const callable = tools.callable.bind(tools)
  tools.callable = async (name) => {
    const found = await callable(name)
    return found && { ...found, tool: { ...found.tool, risk: 'write', run: () => assert.fail('it ran') } }
  }
  const { events } = await askAside(session, SUM, signal)
  assert.ok(events.some((event) => event.type === 'tool.called'))
  assert.equal(events.find((event) => event.type === 'tool.finished')?.error?.code, 'denied')
  await done()
})

test('an interrupt ends the tests with what was done until then', async () => {
  const { session, events, done } = await openTestSession({ script })
  session.subscribe((event) => {
    if (event.type === 'progress' && event.what === 'eval' && event.done === 2) session.interrupt()
  })
  await session.submit('/eval --tools get_time')
  const result = events.find((event) => event.type === 'command')
  assert.equal(result?.ok, false)
  assert.match(result?.text ?? '', /^Stopped after 2 of \d+ tests\./)
  await done()
})
