import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addFileWrite } from '../helpers/file-write.ts'
import { copyWorkspace } from '../helpers/open-session.ts'
import { assertRefused, openPage } from './open-page.ts'

const CALL = '/call file_write {"path": "plan.txt", "content": "one"}'

test('a message is sent, and answered by events', async () => {
  const page = await openPage({ script: { answers: { Hi: 'Hello.' } } })
  const answered = new Promise<string>((resolve) =>
    page.session.subscribe((event) => event.type === 'answer' && resolve(event.text)),
  )
  assert.equal((await page.post('/api/line', { line: 'Hi' })).status, 200)
  assert.equal(await answered, 'Hello.')
  await page.done()
})

test('a call that waits is allowed, refused or edited on the page', async () => {
  const workspace = copyWorkspace()
  const page = await openPage({ workspace })
  addFileWrite(page.session)
  const asked = async () => {
    while (page.session.view.pending === undefined) await new Promise(setImmediate)
    return page.session.view.pending
  }
  const plan = join(workspace, 'plan.txt')
  const first = page.session.submit(CALL)
  const { call } = await asked()
  assertRefused(await page.post('/api/decide', { call, decision: 'perhaps' }), 400, /no decision/)
  await page.post('/api/decide', { call: 'another', decision: 'once' })
  assert.ok(page.session.view.pending, 'an answer to another call decides nothing')
  const wrong = await page.post('/api/decide', { call, decision: 'edited', arguments: '{' })
  assert.equal(wrong.status, 409)
  await page.post('/api/decide', { call, decision: 'denied', reason: 'not today' })
  await first
  assert.equal(existsSync(plan), false)
  const second = page.session.submit(CALL)
  await page.post('/api/decide', { call: (await asked()).call, decision: 'once' })
  await second
  assert.equal(existsSync(plan), true)
  await page.done()
  rmSync(workspace, { recursive: true, force: true })
})

test('what runs is stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = await openPage({ script: { gate: () => promise } })
  const running = page.session.submit('Hi')
  while (!page.session.view.busy) await new Promise(setImmediate)
  assert.deepEqual((await page.post('/api/interrupt', {})).json, { stopped: true })
  resolve()
  await running
  assert.equal(page.events.findLast((event) => event.type === 'answer')?.status, 'cancelled')
  await page.done()
})

test('a command waits for the turn that runs, is told in the session, and gives what came of it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = await openPage({ script: { gate: () => promise } })
  const running = page.session.submit('Hi')
  while (!page.session.view.busy) await new Promise(setImmediate)
  const asked = page.post('/api/command', { line: '/settings theme dark' })
  resolve()
  await running
  const { json } = await asked
  assert.equal(json.ok, true)
  const order = page.events.map(({ type }) => type)
  assert.ok(order.indexOf('command') > order.indexOf('turn.finished'))
  assertRefused(await page.post('/api/command', { line: 'no slash' }), 400, /begins with a slash/)
  assert.equal((await page.post('/api/command', { line: '/frob' })).json.ok, false)
  await page.done()
})

test('what is no small JSON object is refused', async () => {
  const page = await openPage()
  const send = (body: unknown, type = 'application/json') =>
    page.ask('/api/line', { method: 'POST', body, headers: { 'content-type': type } })
  assertRefused(await send('line=/quit', 'application/x-www-form-urlencoded'), 415, /not JSON/)
  assertRefused(await send({ line: '/quit' }, 'text/plain'), 415, /not JSON/)
  for (const body of ['', '{', '[]', '"x"', 'null']) assertRefused(await send(body), 400, /no JSON object/)
  assertRefused(await send({ line: 7 }), 400, /`line` has to be a text/)
  assertRefused(await send({ line: 'x'.repeat(1_000_001) }), 413, /larger than/)
  assert.equal(page.events.filter(({ type }) => type === 'turn.started').length, 0)
  await page.done()
})

test('lines that wait are bounded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = await openPage({ script: { gate: () => promise } })
  const all = await Promise.all(
    Array.from({ length: 25 }, (_, at) => page.post('/api/line', { line: `Line ${at}` })),
  )
  assert.equal(all.filter(({ status }) => status === 200).length, 20)
  assert.equal(all.filter(({ status }) => status === 429).length, 5)
  resolve()
  await page.done()
})

test('the router says what it would choose, and nothing is run', async () => {
  const page = await openPage()
  const { json } = await page.post('/api/route', { text: 'what is 17 times 23?' })
  const [first] = json.requests as { decision: { tool: string; candidates: object[] }; ms: number }[]
  assert.equal(first?.decision.tool, 'calculator_compute')
  assert.ok((first?.decision.candidates.length ?? 0) > 0)
  assertRefused(await page.post('/api/route', { text: 'x'.repeat(10_001) }), 413, /longer than/)
  assert.equal(page.events.filter(({ type }) => type === 'turn.started').length, 0)
  await page.done()
})

test('`/dashboard` gives an address that is good for one visit, and closes the page', async () => {
  const page = await openPage()
  const said = async (line: string) => (await page.post('/api/command', { line })).json
  assert.match(String((await said('/dashboard')).text), new RegExp(`${page.own}/open\\?token=[\\w-]{43}$`))
  assert.match(String((await said('/dashboard frob')).text), /takes \[close\]/)
  await page.session.submit('/dashboard close')
  await assert.rejects(page.ask('/'), /ECONNREFUSED/)
  page.session.dashboard = undefined
  await page.session.submit('/dashboard')
  const last = page.events.findLast((event) => event.type === 'command')
  assert.match(last?.text ?? '', /`ethervox dashboard` opens one/)
  await page.done()
})
