// A server over HTTP that was restarted, forgot its session, or is gone.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ToolFailure } from '../../source/contracts/tool.ts'
import { mcpHome, openServers } from '../helpers/mcp-home.ts'
import { type HttpWishes, openHttpServer } from '../helpers/mcp-http-server.ts'

const soon = () => AbortSignal.timeout(30_000)

async function open(t: TestContext, wishes: HttpWishes = {}) {
  const remote = await openHttpServer(wishes)
  t.after(() => remote.close())
  const { servers, notices, changes } = openServers(mcpHome({ web: { url: remote.url } }))
  t.after(() => servers.close())
  await servers.meet(soon())
  const call = async (name: string, text?: string) =>
    (await servers.call('web', name, text === undefined ? {} : { text }, soon())).text
  const fail = (name: string, text?: string) =>
    call(name, text).then(
      () => assert.fail('it went well'),
      (error: ToolFailure) => error,
    )
  const state = () => servers.rows()[0]?.state
  return { remote, servers, notices, changes, call, fail, state }
}

test('a server that knows the session no more is met anew, and the call runs once', async (t) => {
  const { remote, call, notices, changes, state } = await open(t)
  assert.equal(await call('say', 'a'), 's1: a')
  remote.forget()
  assert.equal(await call('say', 'b'), 's2: b')
  assert.deepEqual(remote.done, ['a', 'b'])
  assert.equal(remote.begun(), 2)
  assert.equal(state(), 'ready')
  assert.deepEqual(notices, [])
  assert.equal(changes.length, 1, 'its tools are the same')
})

test('of several calls to a forgotten session each runs once, in one new session', async (t) => {
  const { remote, call } = await open(t)
  remote.forget()
  const said = await Promise.all(['a', 'b', 'c'].map((text) => call('say', text)))
  assert.deepEqual(said, ['s2: a', 's2: b', 's2: c'])
  assert.deepEqual([...remote.done].sort(), ['a', 'b', 'c'])
  assert.equal(remote.begun(), 2)
})

test('a server that forgets each session before its first call is asked twice and no more', async (t) => {
  const { remote, fail, state } = await open(t, { forgetful: true })
  assert.match((await fail('say', 'a')).message, /did not do it: .*Session not found/)
  assert.equal(remote.begun(), 2)
  assert.equal(state(), 'failed')
  assert.deepEqual(remote.done, [])
})

test('one that has no sessions and no such page is a failure, and nothing is repeated', async (t) => {
  const { remote, call, fail } = await open(t, { withoutSession: true })
  await call('say', 'a')
  assert.match((await fail('say', 'b')).message, /Session not found/)
  assert.equal(remote.begun(), 1)
})

test('a session that is refused in other words costs one call; the next one begins another', async (t) => {
  const { remote, call, fail, state, notices } = await open(t, { unknown: 400 })
  remote.forget()
  const { message } = await fail('say', 'a')
  assert.match(message, /did not do it: .*No valid session ID/)
  assert.equal(state(), 'failed')
  assert.match(notices.join(), /^The MCP server `web` is gone: .*; the next call starts it again\.$/)
  assert.equal(await call('say', 'b'), 's2: b')
  assert.equal(state(), 'ready')
})

test('a server that is not there any more is a notice once, and the next call connects anew', async (t) => {
  const { remote, servers, call, fail, state, notices } = await open(t)
  await remote.close()
  const { code, message } = await fail('say', 'a')
  assert.equal(code, 'mcp_failed')
  // Which of the two a closed port is depends on whether the old socket's end was heard of by then.
  assert.match(message, /^The MCP server `web` did not do it: fetch failed: .*(?:ECONN|closed)/)
  assert.equal(state(), 'failed')
  assert.match(
    notices.join('\n'),
    /^The MCP server `web` is gone: fetch failed: .*; the next call starts it again\.$/,
  )
  assert.match((await fail('say', 'a')).message, /cannot be used: .*ECONNREFUSED/)
  const again = await openHttpServer({ port: Number(new URL(remote.url).port) })
  t.after(() => again.close())
  assert.equal(await call('say', 'b'), 's1: b')
  assert.equal(servers.rows()[0]?.lastError, undefined)
})

for (const [name, what] of [
  ['drop', 'whose stream ends without a result'],
  ['cut', 'whose connection breaks'],
] as const)
  test(`a call ${what} fails at once and is not repeated; the next one is answered`, async (t) => {
    const { remote, call, fail, notices } = await open(t)
    assert.match((await fail(name)).message, /^The MCP server `web` did not do it: /)
    assert.deepEqual(remote.done, [name])
    assert.match(notices.join(), /`web` is gone: .*; the next call starts it again\.$/)
    assert.equal(await call('say', 'b'), 's2: b')
  })
