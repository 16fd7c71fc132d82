// Logins against an authorization server on loopback (helpers/oauth-server.ts). The browser of these tests is `fetch`.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ToolFailure } from '../../source/contracts/tool.ts'
import { mcpHome, openServers, writeMcp } from '../helpers/mcp-home.ts'
import { type OauthServerWishes, openOauthServer } from '../helpers/oauth-server.ts'

const soon = () => AbortSignal.timeout(30_000)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it went well'),
    (error: ToolFailure) => error,
  )

interface Scene extends OauthServerWishes {
  /** Of the server in `mcp.yaml`. */
  readonly fields?: object
  /** What the person does with the address; without it they log in. */
  readonly browse?: (address: string) => unknown
  readonly loginMs?: number
}

async function openScene(t: TestContext, { fields, browse, loginMs, ...wishes }: Scene = {}) {
  const remote = await openOauthServer(wishes)
  t.after(() => remote.close())
  const home = mcpHome({ notes: { url: remote.url, auth: 'oauth', connectSeconds: 20, ...fields } })
  const opened: string[] = []
  const openBrowser = (address: string) => {
    opened.push(address)
    if (browse !== undefined) browse(address)
    else void fetch(address)
  }
  const open = () => openServers(home, undefined, { openBrowser, ...(loginMs !== undefined && { loginMs }) })
  const file = join(home, 'mcp-logins', 'notes.json')
  return { ...open(), again: open, remote, home, opened, file }
}

/** Answers in the place of the login page; gives what the program says to the browser. */
async function answerAs(address: string, change: (answer: URLSearchParams) => void): Promise<Response> {
  const asked = new URL(address).searchParams
  const back = new URL(asked.get('redirect_uri') ?? '')
  const answer = new URLSearchParams({ code: 'forged', state: asked.get('state') ?? '' })
  change(answer)
  back.search = answer.toString()
  return fetch(back)
}

test('a server that needs a login is a notice with the command, and nobody is asked for anything', async (t) => {
  const { servers, notices, remote, opened } = await openScene(t)
  await servers.meet(soon())
  assert.deepEqual(notices, [
    'The MCP server `notes` cannot be used: it needs a login; `/mcp login notes` opens one.',
  ])
  assert.equal(servers.rows()[0]?.state, 'login')
  assert.deepEqual([remote.paths, opened], [[], []])
})

test('logged in by metadata, registration and PKCE; kept for the next start, and only the person reads it', async (t) => {
  const { servers, notices, remote, opened, file, home, again } = await openScene(t)
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.equal(servers.rows()[0]?.state, 'ready')
  assert.equal((await servers.call('notes', 'note', {}, soon())).text, 'The harbour opens at 07:40.')
  const asked = new URL(opened[0] ?? '').searchParams
  assert.equal(asked.get('code_challenge_method'), 'S256')
  assert.equal(asked.get('resource'), remote.url)
  assert.equal(asked.get('scope'), 'notes')
  assert.ok((asked.get('state') ?? '').length >= 40)
  assert.equal(remote.registered[0]?.client_name, 'ethervox')
  assert.match(
    notices.join(),
    /open this address in a browser of this machine: http:\/\/127\.0\.0\.1:\d+\/authorize\?/,
  )
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(join(home, 'mcp-logins')).mode & 0o777, 0o700)
  await assert.rejects(fetch(asked.get('redirect_uri') ?? ''), 'nothing listens any more')
  await servers.close()

  const next = again()
  assert.equal((await next.servers.call('notes', 'note', {}, soon())).text, 'The harbour opens at 07:40.')
  assert.equal(opened.length, 1)
  await next.servers.close()
})

test('a second login comes to the same place, so that it needs no other registration', async (t) => {
  const { servers, remote } = await openScene(t)
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.equal(remote.registered.length, 1)
  assert.equal(remote.asked.filter((one) => one.get('grant_type') === 'authorization_code').length, 2)
})

test('a key that is refused is renewed once for all calls that wait for it, and the new one is kept', async (t) => {
  const { servers, remote, file, opened } = await openScene(t)
  assert.equal(await servers.login('notes', soon()), undefined)
  const before = readFileSync(file, 'utf8')
  remote.expireKeys()
  const calls = await Promise.all([1, 2, 3].map(() => servers.call('notes', 'note', {}, soon())))
  assert.ok(calls.every(({ text }) => text === 'The harbour opens at 07:40.'))
  assert.deepEqual(
    remote.asked.map((one) => one.get('grant_type')),
    ['authorization_code', 'refresh_token'],
  )
  assert.notEqual(readFileSync(file, 'utf8'), before)
  assert.equal(opened.length, 1)
})

test('a key that is about to end is renewed before it is refused', async (t) => {
  const { servers, remote } = await openScene(t, { lasts: 20 })
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.ok(remote.asked.some((one) => one.get('grant_type') === 'refresh_token'))
})

test('what another session renewed is taken, and not thrown away', async (t) => {
  const { servers, remote, again } = await openScene(t)
  assert.equal(await servers.login('notes', soon()), undefined)
  const other = again()
  await other.servers.call('notes', 'note', {}, soon())
  remote.expireKeys()
  await other.servers.call('notes', 'note', {}, soon())
  await servers.call('notes', 'note', {}, soon())
  assert.equal(remote.asked.filter((one) => one.get('grant_type') === 'refresh_token').length, 1)
})

test('a login that is no longer valid is said with the command; nothing is opened, nothing hangs', async (t) => {
  const { servers, remote, opened, notices, again } = await openScene(t)
  assert.equal(await servers.login('notes', soon()), undefined)
  remote.expireKeys()
  remote.revoke()
  const said = await failure(servers.call('notes', 'note', {}, soon()))
  assert.equal(said.code, 'mcp_login')
  assert.match(said.message, /its login could not be renewed; `\/mcp login notes` opens one\.$/)
  assert.equal(servers.rows()[0]?.state, 'login')
  assert.equal((await failure(again().servers.call('notes', 'note', {}, soon()))).code, 'mcp_login')
  assert.equal(opened.length, 1)
  assert.equal(remote.registered.length, 1)
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.equal((await servers.call('notes', 'note', {}, soon())).text, 'The harbour opens at 07:40.')
  assert.ok(notices.every((one) => !/access-|refresh-|code-/.test(one)))
})

test('an answer with another state is refused and changes nothing; the right one still counts', async (t) => {
  const told: number[] = []
  const browse = async (address: string) => {
    told.push((await answerAs(address, (answer) => answer.set('state', 'guessed'))).status)
    told.push((await answerAs(address, (answer) => answer.delete('state'))).status)
    await fetch(address)
  }
  const { servers, remote } = await openScene(t, { browse })
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.deepEqual(told, [400, 400])
  assert.ok(remote.asked.every((one) => one.get('code') !== 'forged'))
})

test('a login that is refused, or answered with a forged code, is said and kept nowhere', async (t) => {
  const denied = await openScene(t, {
    browse: (address) =>
      answerAs(address, (answer) => {
        answer.delete('code')
        answer.set('error', 'access_denied')
      }),
  })
  assert.equal(
    await denied.servers.login('notes', soon()),
    'You are not logged in at `notes`: it was refused in the browser.',
  )
  assert.equal(denied.servers.rows()[0]?.state, 'login')
  const forged = await openScene(t, { browse: (address) => answerAs(address, () => undefined) })
  assert.match(
    (await forged.servers.login('notes', soon())) ?? '',
    /^You are not logged in at `notes`: .*grant/i,
  )
  for (const { file } of [denied, forged]) assert.doesNotMatch(readFileSync(file, 'utf8'), /access-/)
})

test('nobody answers: the limit is said; interrupted: it ends at once; nothing listens after either', async (t) => {
  const late = await openScene(t, { browse: () => undefined, loginMs: 300 })
  assert.match((await late.servers.login('notes', soon())) ?? '', /: nobody answered within 0\.3 seconds\.$/)
  const stop = new AbortController()
  const stopped = await openScene(t, { browse: () => stop.abort(new Error('stopped')) })
  await assert.rejects(stopped.servers.login('notes', stop.signal), /stopped/)
  for (const { opened } of [late, stopped])
    await assert.rejects(fetch(new URL(opened[0] ?? '').searchParams.get('redirect_uri') ?? ''))
})

test('what the other side sends back in its errors is not shown', async (t) => {
  const warned = t.mock.method(console, 'warn', () => undefined)
  for (const echo of ['raw', 'described'] as const) {
    const { servers, notices, remote } = await openScene(t, { echo })
    const said = (await servers.login('notes', soon())) ?? ''
    assert.match(said, /^You are not logged in at `notes`: /)
    const [asked] = remote.asked
    for (const secret of ['code', 'code_verifier'])
      assert.ok(asked?.get(secret) && !`${said}${notices}`.includes(asked.get(secret) ?? ''), said)
  }
  assert.equal(warned.mock.callCount(), 0)
})

test('a renewal that the other side cannot do says so, and shows nothing of the key', async (t) => {
  const { servers, remote } = await openScene(t, { echoRenewals: true })
  assert.equal(await servers.login('notes', soon()), undefined)
  remote.expireKeys()
  const { message } = await failure(servers.call('notes', 'note', {}, soon()))
  assert.match(message, /its login could not be renewed/)
  assert.doesNotMatch(message, /access-|refresh-/)
})

test('a client that is registered already: its secret from a file or a variable, its port, and no registration', async (t) => {
  process.env.NOTES_SECRET = 'hush'
  t.after(() => delete process.env.NOTES_SECRET)
  const clients = { mine: 'hush' }
  const variable = await openScene(t, {
    clients,
    fields: { oauth: { clientId: 'mine', clientSecret: '$' + '{NOTES_SECRET}', scopes: ['notes', 'more'] } },
  })
  assert.equal(await variable.servers.login('notes', soon()), undefined)
  assert.equal(new URL(variable.opened[0] ?? '').searchParams.get('scope'), 'notes more')
  assert.doesNotMatch(readFileSync(variable.file, 'utf8'), /hush/)
  const secret = join(variable.home, 'secret')
  writeFileSync(secret, 'hush\n')
  const file = await openScene(t, {
    clients,
    fields: { oauth: { clientId: 'mine', clientSecretFile: secret } },
  })
  assert.equal(await file.servers.login('notes', soon()), undefined)
  const missing = await openScene(t, {
    clients,
    fields: { oauth: { clientId: 'mine', clientSecretFile: join(variable.home, 'none') } },
  })
  assert.match((await missing.servers.login('notes', soon())) ?? '', /client's secret cannot be read/)
})

test('a secret goes to nobody but whom the keys came from, whatever the server says later', async (t) => {
  const thief = await openOauthServer()
  t.after(() => thief.close())
  const fields = { oauth: { clientId: 'mine', clientSecret: 'hush' } }
  const { servers, remote } = await openScene(t, { clients: { mine: 'hush' }, fields })
  assert.equal(await servers.login('notes', soon()), undefined)
  remote.expireKeys()
  remote.sendElsewhere(thief.url.replace('/mcp', ''))
  assert.equal((await failure(servers.call('notes', 'note', {}, soon()))).code, 'mcp_login')
  assert.notEqual(await servers.login('notes', soon()), undefined)
  assert.ok(thief.paths.length > 0)
  assert.ok(thief.asked.every((one) => !one.toString().match(/hush|refresh-|access-/)))
})

test('logging out forgets it, and so does removing the server; another address finds none', async (t) => {
  const { servers, changes, file, home, remote, again } = await openScene(t)
  assert.equal(await servers.login('notes', soon()), undefined)
  writeMcp(home, { notes: { url: `${remote.url}/other`, auth: 'oauth' } })
  assert.equal((await failure(again().servers.call('notes', 'note', {}, soon()))).code, 'mcp_login')
  const told = changes.length
  assert.equal(servers.logout('notes'), undefined)
  assert.ok(!existsSync(file))
  assert.deepEqual([changes.length, servers.rows()[0]?.state], [told, 'login'])
  writeMcp(home, { notes: { url: remote.url, auth: 'oauth' } })
  const next = again()
  assert.equal(await next.servers.login('notes', soon()), undefined)
  assert.equal(next.servers.remove('notes'), undefined)
  assert.deepEqual(readdirSync(join(home, 'mcp-logins')), [])
})

test('headers of `mcp.yaml` are for the server alone, and its key goes nowhere else', async (t) => {
  const { servers, remote } = await openScene(t, { header: 'own', fields: { headers: { 'X-Own': 'own' } } })
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.equal((await servers.call('notes', 'note', {}, soon())).text, 'The harbour opens at 07:40.')
  assert.ok(remote.keys.every((key) => key.startsWith('Bearer access-')))
})

test('a server that refuses who comes without a key names the login, which is then written into `mcp.yaml`', async (t) => {
  const { servers, notices, home } = await openScene(t, { fields: { auth: undefined } })
  await servers.meet(soon())
  assert.match(notices[0] ?? '', /it answers only who is logged in; `\/mcp login notes` opens one\.$/)
  assert.equal(await servers.login('notes', soon()), undefined)
  assert.equal(servers.rows()[0]?.state, 'ready')
  assert.match(readFileSync(join(home, 'mcp.yaml'), 'utf8'), /auth: oauth/)
})

test('a program of this machine, a server that is off and one that is not there have no login', async (t) => {
  const { servers, home, again } = await openScene(t)
  assert.match(
    (await servers.login('note', soon())) ?? '',
    /^There is no MCP server `note`; did you mean `notes`\?/,
  )
  assert.match(servers.logout('note') ?? '', /^There is no MCP server/)
  writeMcp(home, { notes: { command: 'true' }, off: { url: 'https://example.org', enabled: false } })
  const next = again().servers
  assert.match((await next.login('notes', soon())) ?? '', /is a program of this machine/)
  assert.match((await next.login('off', soon())) ?? '', /is off; `\/mcp enable off` comes first/)
  assert.match(next.logout('notes') ?? '', /has no login/)
})
