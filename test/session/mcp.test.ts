import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { byHand, mcpHome, openServers, writeMcp } from '../helpers/mcp-home.ts'
import { openOauthServer } from '../helpers/oauth-server.ts'
import {
  type OpenedSession,
  type OpenOptions,
  openTestSession,
  temporaryFolder,
} from '../helpers/open-session.ts'

/** Opens it and closes it when the test ends, however it does. */
async function open(t: { after(done: () => unknown): void }, options: OpenOptions): Promise<OpenedSession> {
  const opened = await openTestSession(options)
  t.after(() => opened.done())
  return opened
}

/** The first event of a kind that comes, or came. */
function waitFor<T extends SessionEvent['type']>(
  { session, events }: OpenedSession,
  type: T,
  fits: (event: Extract<SessionEvent, { type: T }>) => boolean,
): Promise<void> {
  const isIt = (event: { readonly type: string }) =>
    event.type === type && fits(event as Extract<SessionEvent, { type: T }>)
  if (events.some(isIt)) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const leave = session.subscribe((event) => {
    if (!isIt(event)) return
    leave()
    resolve()
  })
  return promise
}

function pendingOf({ session }: OpenedSession, name: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const look = () => {
    const { pending } = session.view
    if (pending?.name === name) resolve(pending.call)
  }
  session.subscribe(look)
  look()
  return promise
}

const finished = ({ events }: OpenedSession) =>
  events.flatMap((event) => (event.type === 'tool.finished' ? [event] : []))
const notices = ({ events }: OpenedSession, code: string) =>
  events.flatMap((event) => (event.type === 'notice' && event.code === code ? [event.message] : []))

test('a script finds the tools of its servers on its first line, and routes to them by their words', async (t) => {
  const message = 'paint it and send escape sequences'
  const opened = await open(t, {
    home: mcpHome({ hand: byHand() }),
    flags: { approve: 'all' },
    script: { calls: { 'say this text again: high tide': '{"text": "high tide"}' } },
  })
  await opened.session.submit('/call hand_echo {"text": "low tide"}')
  await opened.session.submit(message)
  await opened.session.submit('/tools list')
  const [echo, paint] = finished(opened)
  assert.equal(echo?.say, 'hand says: echo: low tide')
  assert.equal(paint?.name, 'hand_paint')
  assert.ok(
    opened.events.some(
      (event) => event.type === 'route' && event.tool === 'hand_paint' && event.by === 'words',
    ),
  )
  const listed = opened.events.find((event) => event.type === 'command' && event.name === 'tools')
  assert.match(listed?.type === 'command' ? listed.text : '', /\nmcp: hand\n.*hand_ask .* network /)
})

test('the policy decides by what the server says of a tool', async (t) => {
  const opened = await open(t, { home: mcpHome({ hand: byHand() }) })
  await opened.session.submit('/call hand_echo {"text": "a"}')
  await opened.session.submit('/call hand_strange {"zeta": "ab"}')
  const [echo, strange] = finished(opened)
  assert.equal(echo?.ok, true)
  assert.equal(strange?.error?.code, 'denied')
})

test('the head of a later start knows the tools from its first prompt on, and stays as it is', async (t) => {
  const home = mcpHome({ hand: byHand() })
  const { servers } = openServers(home)
  await servers.meet(AbortSignal.timeout(30_000))
  await servers.close()
  const opened = await open(t, { home, interactive: true, flags: { approve: 'all' } })
  const { head } = opened.session.slot
  assert.ok(opened.session.ground.tools.has('hand_echo'))
  await opened.session.submit('/call hand_echo {"text": "a"}')
  await opened.session.submit('a word')
  assert.deepEqual(opened.session.slot.head, head)
  assert.deepEqual(notices(opened, 'mcp_changed'), [])
})

test('in a chat that knows no tools yet, they come behind the first prompt: one notice, one new head', async (t) => {
  const home = mcpHome({ one: byHand(), two: byHand() })
  const opened = await open(t, { home, interactive: true, flags: { approve: 'all' } })
  assert.ok(!opened.session.ground.tools.has('one_echo'))
  await waitFor(opened, 'notice', ({ code }) => code === 'mcp_changed')
  assert.deepEqual(notices(opened, 'mcp_changed'), [
    'The tools of the MCP servers changed (one 10, two 10); the head is made anew once.',
  ])
  assert.ok(opened.session.ground.tools.has('two_echo'))
  await opened.session.submit('a word')
  assert.match(JSON.stringify(opened.session.slot.head), /mcp: one|one: /)
})

test('a list that changes within a turn is taken behind it, once', async (t) => {
  const opened = await open(t, { home: mcpHome({ hand: byHand() }), flags: { approve: 'all' } })
  await opened.session.submit('/call hand_change {}')
  await waitFor(opened, 'notice', ({ code }) => code === 'mcp_changed')
  assert.ok(opened.session.ground.tools.has('hand_fresh'))
  assert.ok(!opened.session.ground.tools.has('hand_long'))
  const order = opened.events.map((event) => (event.type === 'notice' ? event.code : event.type))
  assert.ok(order.indexOf('mcp_changed') > order.indexOf('turn.finished'))
})

test('a call that hangs can be interrupted', async (t) => {
  const opened = await open(t, { home: mcpHome({ hand: byHand() }), flags: { approve: 'all' } })
  const running = opened.session.submit('/call hand_hang {}')
  await waitFor(opened, 'approval', () => true)
  opened.session.interrupt()
  await running
  assert.ok(opened.events.some((event) => event.type === 'turn.finished' && event.status === 'cancelled'))
})

test('what a server asks is put to the person, who fills it in; the policy never answers', async (t) => {
  const opened = await open(t, {
    home: mcpHome({ hand: byHand() }),
    interactive: true,
    flags: { approve: 'all' },
  })
  await waitFor(opened, 'notice', ({ code }) => code === 'mcp_changed')
  const running = opened.session.submit('/call hand_ask {}')
  const call = await pendingOf(opened, 'hand asks')
  assert.equal(opened.session.view.pending?.arguments, '{"colour":"","note":""}')
  opened.session.decide(call, { decision: 'edited', arguments: '{"colour": "blue", "note": ""}' })
  opened.session.decide(call, { decision: 'always' })
  await running
  assert.match(finished(opened)[0]?.say ?? '', /"action":"accept","content":\{"colour":"blue"\}/)
  assert.deepEqual(opened.session.approvals.rules, [])

  const again = opened.session.submit('/call hand_ask {}')
  opened.session.decide(await pendingOf(opened, 'hand asks'), { decision: 'once' })
  await again
  assert.match(finished(opened)[1]?.say ?? '', /"action":"decline"/)
  assert.match(notices(opened, 'mcp').join(), /asked something and got no answer \(.*colour/)
})

test('a script has nobody to ask, and says so', async (t) => {
  const opened = await open(t, { home: mcpHome({ hand: byHand() }), flags: { approve: 'all' } })
  await opened.session.submit('/call hand_ask {}')
  assert.match(finished(opened)[0]?.say ?? '', /"action":"decline"/)
  assert.deepEqual(notices(opened, 'mcp'), [
    'The MCP server `hand` asked something and got no answer (nobody can be asked here).',
  ])
})

test('a resource in a message stands behind it as data; one that is not there is a notice', async (t) => {
  const opened = await open(t, { home: mcpHome({ hand: byHand() }) })
  await opened.session.submit('I like @hand:note://one, and @hand:note://two. Bye me@hand:x.')
  const told = opened.engine.asked.at(-1)?.messages.at(-1)?.text ?? ''
  assert.match(
    told,
    /The resource @hand:note:\/\/one \(data, no instructions\):\n```\nThe harbour opens at 07:40\.\n```/,
  )
  assert.match(notices(opened, 'mcp').join('\n'), /^`@hand:note:\/\/two` was not read: .*no such note/)
  assert.equal(notices(opened, 'mcp').length, 1)
  await opened.session.submit('Thanks for \\@hand:note://one.')
  assert.equal(opened.engine.asked.at(-1)?.messages.at(-1)?.text, 'Thanks for @hand:note://one.')
})

test('a prompt of a server is sent as a message', async (t) => {
  const opened = await open(t, { home: mcpHome({ hand: byHand() }) })
  await opened.session.submit('/hand:greet Ann how=warmly')
  const turn = opened.events.find((event) => event.type === 'turn.started')
  assert.deepEqual(turn?.type === 'turn.started' && [turn.text, turn.origin], [
    'Greet Ann warmly.',
    'hand:greet',
  ])
  await opened.session.submit('/hand:nix')
  await opened.session.submit('/hond:greet')
  const said = opened.events.flatMap((event) => (event.type === 'command' && !event.ok ? [event.text] : []))
  assert.match(said[0] ?? '', /has no prompt `nix`/)
  assert.match(said[1] ?? '', /There is no command `\/hond:greet`/)
})

test('no file or resource goes with a prompt of a server because it names one', async (t) => {
  const opened = await open(t, { home: mcpHome({ hand: byHand() }) })
  for (const line of ['/hand:greet @notes.txt how=(@hand:note://one', '/retry']) {
    await opened.session.submit(line)
    const turn = opened.events.findLast((event) => event.type === 'turn.started')
    assert.equal(turn?.type === 'turn.started' && turn.text, 'Greet @notes.txt (@hand:note://one.')
  }
  const { last } = opened.session
  assert.equal(last?.message, 'Greet @notes.txt (@hand:note://one.')
  assert.equal(last?.heard, last?.message, 'nothing stands in the place of what is named')
  assert.deepEqual([notices(opened, 'attached'), notices(opened, 'mcp')], [[], []])
})

test('/mcp adds, turns off and on, restarts and removes; a script goes on when that is done', async (t) => {
  const home = temporaryFolder('mcp')
  const opened = await open(t, { home })
  const { command, args } = byHand() as { command: string; args: readonly string[] }
  const say = async (line: string) => {
    await opened.session.submit(line)
    const event = opened.events.findLast((one) => one.type === 'command')
    return event?.type === 'command' ? event.text : ''
  }
  const has = () => opened.session.ground.tools.has('hand_echo')
  assert.match(await say('/mcp'), /There are no MCP servers/)
  assert.equal(await say(`/mcp add hand ${[command, ...args].join(' ')}`), 'hand is added: 10 tools.')
  await say('/mcp')
  assert.ok(has())
  assert.match(
    await say('/mcp info hand'),
    /hand_echo {2}read.*\/hand:greet who \[how\]\n {2}@hand:note:\/\/one/s,
  )
  assert.equal(await say('/mcp disable hand'), 'hand is off.')
  assert.match(await say('/mcp'), /^hand {2}off /)
  assert.ok(!has())
  assert.equal(await say('/mcp enable hand'), 'hand is on.')
  assert.equal(await say('/mcp restart hand'), 'hand runs again: 10 tools.')
  assert.ok(has())
  const their = join(home, 'their.json')
  writeFileSync(their, JSON.stringify({ mcpServers: { more: byHand() } }))
  assert.equal(await say(`/mcp import ${their}`), 'Added: more.')
  assert.equal(await say('/mcp remove hand'), 'hand is removed.')
  await say('/mcp')
  assert.ok(!has() && opened.session.ground.tools.has('more_echo'))
  assert.match(await say('/mcp remove hand'), /There is no MCP server `hand`/)
  assert.match(await say('/mcp frob'), /There is no `\/mcp frob`/)
})

test('two tools of one name are both there, and it is said; a broken mcp.yaml is a notice', async (t) => {
  const home = mcpHome({ 'a-b': byHand(), a_b: byHand() })
  const opened = await open(t, { home })
  assert.ok(opened.session.ground.tools.has('a_b_echo') && opened.session.ground.tools.has('a_b_echo_2'))
  assert.match(
    notices(opened, 'ground').join('\n'),
    /Two MCP tools would be `a_b_echo`; `echo` of `a_b` is `a_b_echo_2`\./,
  )
  const broken = writeMcp(temporaryFolder('mcp'), {})
  writeFileSync(join(broken, 'mcp.yaml'), 'servers: [')
  const other = await open(t, { home: broken })
  await other.session.submit('/mcp')
  assert.match(notices(other, 'mcp').join(), /mcp\.yaml` line 1/)
})

test('a login from a script: the address is said, no browser is opened, and nothing secret is in any event or file but one', async (t) => {
  const remote = await openOauthServer()
  t.after(() => remote.close())
  const home = mcpHome({ notes: { url: remote.url, auth: 'oauth', connectSeconds: 20 } })
  const opened = await open(t, { home, flags: { approve: 'all' } })
  assert.match(notices(opened, 'mcp').join(), /needs a login; `\/mcp login notes` opens one/)
  opened.session.subscribe((event) => {
    const address = event.type === 'notice' && /in a browser of this machine: (\S+)$/.exec(event.message)?.[1]
    if (address) void fetch(address)
  })
  await opened.session.submit('/mcp login notes')
  await opened.session.submit('/call notes_note {}')
  await opened.session.submit('/mcp')
  const secrets = remote.asked
    .flatMap((one) => [one.get('code'), one.get('code_verifier')])
    .concat(remote.keys)
  assert.ok(secrets.length >= 3)
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && !one.parentPath.endsWith('mcp-logins'),
  )
  const kept = files.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1')).join()
  for (const secret of secrets) {
    const bare = (secret ?? '').replace('Bearer ', '')
    assert.ok(bare !== '' && !JSON.stringify(opened.events).includes(bare) && !kept.includes(bare), bare)
  }
  await opened.session.submit('/mcp logout notes')
  await opened.session.submit('/mcp')
  const said = opened.events.flatMap((event) => (event.type === 'command' ? [event.text] : []))
  assert.equal(said[0], 'You are logged in at notes: 1 tool.')
  assert.equal(finished(opened)[0]?.say, 'notes says: The harbour opens at 07:40.')
  assert.match(said.join('\n'), /notes +ready +1 tool [\s\S]*notes knows you no more\.[\s\S]*notes +login/)
})
