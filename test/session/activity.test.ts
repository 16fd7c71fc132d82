import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSession } from '../helpers/open-session.ts'

const SUM = 'what is 17 * 23?'
const script = {
  calls: { [SUM]: '{"expression": "17 * 23"}' },
  answers: { hello: 'Hello!', [SUM]: 'It is 391.' },
}

test('a tool that has ended is not what the session does, and a prompt is read from its first token on', async () => {
  const { session, done } = await openTestSession({ script })
  const told: string[] = []
  session.subscribe((event) => {
    const name = event.type === 'progress' ? `${event.type} ${event.what}` : event.type
    if (session.view.busy) told.push(`${name}: ${session.view.activity ?? 'nothing named'}`)
  })
  await session.submit(SUM)
  assert.ok(told.includes('progress tool: tool'), told.join('\n'))
  assert.ok(told.includes('tool.finished: nothing named'), told.join('\n'))
  assert.ok(told.includes('answer: nothing named'), told.join('\n'))
  told.length = 0
  await session.submit('hello')
  assert.ok(
    told.indexOf('progress prompt: prompt') < told.indexOf('progress answer: answer'),
    told.join('\n'),
  )
  assert.ok(told.includes('progress prompt: prompt'), told.join('\n'))
  await done()
})

test('states that do not fit any more are told of once, however many are made anew', async () => {
  const { session, engine, events, done } = await openTestSession({ script })
  const prepare = engine.prepareCall.bind(engine)
  engine.prepareCall = async (...args) => ({
    ...(await prepare(...args)),
    source: 'built',
    rejected: 'it has 10 tokens, not 12',
  })
  await session.submit('/warm')
  const notices = events.filter((event) => event.type === 'notice' && event.code === 'state_rebuilt')
  assert.equal(notices.length, 1)
  assert.match(
    notices[0]?.type === 'notice' ? notices[0].message : '',
    /was made anew: it has 10 tokens, not 12; so are others that changed\.$/,
  )
  await done()
})
