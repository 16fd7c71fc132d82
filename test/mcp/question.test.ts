// A question of a server belongs to the call in which it was asked.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { byHand, mcpHome, openServers } from '../helpers/mcp-home.ts'
import { type OpenedSession, openTestSession } from '../helpers/open-session.ts'
import { openApprovals, toolOf } from '../session/open-approvals.ts'

const soon = () => AbortSignal.timeout(30_000)

/** A chat whose server is known, and that allows every call. */
async function openChat(t: TestContext, flags: object = {}): Promise<OpenedSession> {
  const home = mcpHome({ hand: byHand() })
  const { servers } = openServers(home)
  await servers.meet(soon())
  await servers.close()
  const opened = await openTestSession({ home, interactive: true, flags: { approve: 'all', ...flags } })
  t.after(() => opened.done())
  return opened
}

/** The id of a question that is open now or soon. */
function asked({ session }: OpenedSession, name = 'hand asks'): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const look = () => {
    if (session.view.pending?.name === name) resolve(session.view.pending.call)
  }
  session.subscribe(look)
  look()
  return promise
}

const statuses = ({ events }: OpenedSession) =>
  events.flatMap((event) => (event.type === 'turn.finished' ? [event.status] : []))

test('Esc takes the question of a server back with its turn, and the next line is heard', async (t) => {
  const opened = await openChat(t)
  const { session } = opened
  const running = session.submit('/call hand_ask {}')
  const call = await asked(opened)
  assert.ok(session.interrupt())
  await running
  assert.equal(session.view.pending, undefined)
  assert.deepEqual(statuses(opened), ['cancelled'])
  session.decide(call, { decision: 'once' })
  await session.submit('/call hand_echo {"text": "a"}')
  assert.deepEqual(statuses(opened), ['cancelled', 'success'])
})

test('each question of a server is another one, and the second can be answered after the first', async (t) => {
  const opened = await openChat(t)
  const ids: string[] = []
  for (const colour of ['red', 'blue']) {
    const running = opened.session.submit('/call hand_ask {}')
    const call = await asked(opened)
    ids.push(call)
    opened.session.decide(call, { decision: 'edited', arguments: JSON.stringify({ colour, note: '' }) })
    opened.session.decide(call, { decision: 'once' })
    await running
  }
  assert.equal(new Set(ids).size, 2)
  const said = opened.events.flatMap((event) => (event.type === 'tool.finished' ? [event.say] : []))
  assert.match(said.join('\n'), /"colour":"red".*\n.*"colour":"blue"/)
})

test('a question is no more when the call in which it was asked has ended, however it did', async () => {
  const { servers } = openServers(mcpHome({ hand: byHand() }))
  await servers.meet(soon())
  for (const end of ['interrupted', 'restarted'] as const) {
    const open = Promise.withResolvers<AbortSignal>()
    servers.onQuestion((_, signal) => {
      open.resolve(signal)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
    })
    const stop = new AbortController()
    const running = servers.call('hand', 'ask', {}, stop.signal)
    running.catch(() => undefined)
    const signal = await open.promise
    assert.equal(signal.aborted, false)
    if (end === 'interrupted') stop.abort()
    else await servers.restart('hand', soon())
    await assert.rejects(running)
    await new Promise(setImmediate)
    assert.equal(signal.aborted, true, end)
  }
  await servers.close()
})

test('what another program asks comes behind a call, and its time is no time of the turn', async () => {
  const { approvals, approve, decide } = openApprovals('ask')
  let isStopped = false
  approvals.withoutClock = async (wait) => {
    isStopped = true
    return wait().finally(() => {
      isStopped = false
    })
  }
  const asked = approve()
  const none = async () => undefined
  const tool = toolOf('hand asks', 'network')
  const more = { confidence: 1, check: () => undefined, preview: none, failure: none, widens: none }
  const question = approvals.question(
    { id: 'mcp.1', tool, arguments: { colour: '' }, ...more },
    new AbortController().signal,
  )
  assert.deepEqual([approvals.pending?.call, isStopped], ['1.1', true])
  decide('once')
  assert.equal((await asked).allowed, true)
  await new Promise(setImmediate)
  assert.equal(approvals.pending?.call, 'mcp.1')
  decide('once')
  assert.deepEqual(await question, { colour: '' })
  assert.equal(isStopped, false)
})
