import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { assertRefused, openPage, send } from './open-page.ts'

const READ = [
  '/',
  '/page.js',
  '/page.css',
  '/api/events',
  ...[
    'tools',
    'index',
    'lanes',
    'states',
    'memory',
    'runs',
    'optimizer',
    'analytics',
    'settings',
    'doctor',
  ].map((name) => `/api/pages/${name}`),
  '/nothing',
  '/..%2f..%2fpackage.json',
]
const WRITTEN = ['line', 'command', 'decide', 'interrupt', 'route'].map((name) => `/api/${name}`)
const SAFE = /default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/

let page: Awaited<ReturnType<typeof openPage>>
before(async () => {
  page = await openPage()
})
after(() => page.done())

test('every route is refused without the cookie, and with a wrong one', async () => {
  const wrong: readonly Record<string, string>[] = [
    {},
    { cookie: `ethervox-${page.address.port}=x` },
    { cookie: 'ethervox=1' },
  ]
  for (const headers of wrong) {
    for (const path of READ)
      assertRefused(await page.ask(path, { stranger: true, headers }), 401, /good for one visit/)
    for (const path of WRITTEN) {
      const asked = await page.ask(path, { method: 'POST', stranger: true, headers, body: { line: '/quit' } })
      assertRefused(asked, 401, /good for one visit/)
    }
  }
  assert.equal(page.session.ended, false)
})

test('an address is good for one visit, and only the newest is', async () => {
  assert.equal(page.entered.status, 200)
  assert.match(page.entered.headers['set-cookie']?.[0] ?? '', /; Path=\/; HttpOnly; SameSite=Strict$/)
  const again = await send(page.address.href, {})
  assert.equal(again.status, 403)
  assert.match(again.text, /was used already/)
  assert.equal(again.headers['set-cookie'], undefined)
  const [older, newer] = [await page.shelf.open(), await page.shelf.open()]
  assert.equal((await send(older, {})).status, 403)
  assert.equal((await send(newer, {})).status, 200)
  assert.equal((await send(`${page.own}/open`, {})).status, 403)
  const markup = await send(`${page.own}/open?token=%3Cscript%3E`, {})
  assert.doesNotMatch(markup.text, /<script/)
  assert.equal((await page.ask('/')).status, 200, 'the first visit still counts')
})

test('who looks where an address leads has not entered: it is good for the visit that follows', async () => {
  const address = await page.shelf.open()
  const looked = await send(address, { method: 'HEAD' })
  assert.equal(looked.headers['set-cookie'], undefined)
  assert.equal((await send(address, {})).status, 200)
  assert.equal((await send(address, { method: 'HEAD' })).headers['set-cookie'], undefined)
})

test('another name of this machine is refused: DNS rebinding', async () => {
  const port = page.address.port
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    '127.0.0.1:1',
    `127.0.0.1.evil.example:${port}`,
  ]) {
    assertRefused(await page.ask('/', { headers: { host } }), 421, /another server/)
    assertRefused(await page.ask('/open', { stranger: true, headers: { host } }), 421, /another server/)
  }
  const localhost = await page.ask('/', { headers: { host: `localhost:${port}` } })
  assert.equal(localhost.status, 200)
})

test('another page is refused, cookie or not', async () => {
  const body = { line: '/quit' }
  for (const origin of [
    'http://evil.example',
    'null',
    `http://127.0.0.1:1`,
    `https://${page.address.host}`,
  ]) {
    assertRefused(
      await page.ask('/api/line', { method: 'POST', headers: { origin }, body }),
      403,
      /another page/,
    )
    assertRefused(await page.ask('/api/pages/tools', { headers: { origin } }), 403, /another page/)
  }
  const headers = { cookie: page.cookie, 'content-type': 'application/json' }
  const without = await send(`${page.own}/api/line`, { method: 'POST', headers, body })
  assertRefused(without, 403, /another page/)
  for (const site of ['cross-site', 'same-site'])
    assertRefused(await page.ask('/', { headers: { 'sec-fetch-site': site } }), 403, /another page/)
  assert.equal(page.session.ended, false)
})

test('every answer has the policy: nothing from outside, no frame, nothing kept', async () => {
  const answers = [
    await page.ask('/'),
    await page.ask('/page.js'),
    await page.ask('/api/pages/settings'),
    await page.ask('/nothing'),
    await page.ask('/', { stranger: true }),
    await page.ask('/', { headers: { host: 'evil.example' } }),
    page.entered,
  ]
  for (const { headers } of answers) {
    const policy = String(headers['content-security-policy'])
    assert.match(policy, SAFE)
    assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['access-control-allow-origin'], undefined)
  }
})

test('it listens on loopback alone', () => {
  assert.equal(page.address.hostname, '127.0.0.1')
})

test('connections of strangers are bounded, and the next one is answered when they have gone', async () => {
  const other = await openPage()
  const most = 128
  const open = (): Socket => connect(Number(other.address.port), '127.0.0.1').on('error', () => undefined)
  const silent = Array.from({ length: most }, open)
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  const oneMore = open()
  await once(oneMore, 'close')
  assert.ok(silent.every(({ closed }) => !closed))
  for (const socket of silent) socket.destroy()
  let status = 0
  // The server hears of their end a little later.
  while (status === 0)
    status = await other.ask('/').then(
      (answer) => answer.status,
      () => 0,
    )
  assert.equal(status, 200)
  await other.done()
})

test('after it is closed nobody answers, and the next address is of a new server', async () => {
  const other = await openPage()
  const before = other.own
  assert.equal(await other.shelf.close(), true)
  assert.equal(await other.shelf.close(), false)
  await assert.rejects(send(`${before}/`, {}), /ECONNREFUSED/)
  const address = new URL(await other.shelf.open())
  assert.equal((await send(address.href, {})).status, 200)
  await other.done()
})
