import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PendingApproval } from '../../source/contracts/session.ts'
import { addFileWrite } from '../helpers/file-write.ts'
import { copyWorkspace } from '../helpers/open-session.ts'
import { assertRefused, openPage } from './open-page.ts'

const CALL = '/call file_write {"path": "plan.txt", "content": "one"}'

/** As the page sends it. */
function shownOf({ call, name, arguments: shown }: PendingApproval) {
  return { call, tool: name, shown }
}

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
  const shown = shownOf(await asked())
  assertRefused(await page.post('/api/decide', { ...shown, decision: 'perhaps' }), 400, /no decision/)
  const wrong = await page.post('/api/decide', { ...shown, decision: 'edited', arguments: '{' })
  assertRefused(wrong, 409, /must be a JSON object/)
  await page.post('/api/decide', { ...shown, decision: 'denied', reason: 'not today' })
  await first
  assert.equal(existsSync(plan), false)
  const second = page.session.submit(CALL)
  await page.post('/api/decide', { ...shownOf(await asked()), decision: 'once' })
  await second
  assert.equal(existsSync(plan), true)
  await page.done()
  rmSync(workspace, { recursive: true, force: true })
})

test('an answer counts for the call that was shown and for no other', async () => {
  const workspace = copyWorkspace()
  const page = await openPage({ workspace })
  addFileWrite(page.session)
  const running = page.session.submit(CALL)
  while (page.session.view.pending === undefined) await new Promise(setImmediate)
  const shown = shownOf(page.session.view.pending)
  const isOther = /no longer the one that waits/
  for (const other of [{ call: 'another' }, { tool: 'file_delete' }, { shown: '{"path":"plan.txt"}' }])
    assertRefused(await page.post('/api/decide', { ...shown, ...other, decision: 'once' }), 409, isOther)
  assertRefused(await page.post('/api/decide', { call: shown.call, decision: 'once' }), 400, /`tool`/)
  // Edited in the terminal meanwhile: the identifier stays.
  page.session.decide(shown.call, { decision: 'edited', arguments: '{"path": "plan.txt", "content": "two"}' })
  assert.equal(page.session.view.pending.call, shown.call)
  for (const decision of ['once', 'session', 'always', 'denied'])
    assertRefused(await page.post('/api/decide', { ...shown, decision }), 409, isOther)
  assert.equal(existsSync(join(workspace, 'plan.txt')), false)
  const now = shownOf(page.session.view.pending)
  assert.equal((await page.post('/api/decide', { ...now, decision: 'once' })).status, 200)
  await running
  assert.equal(readFileSync(join(workspace, 'plan.txt'), 'utf8'), 'two')
  assertRefused(await page.post('/api/decide', { ...now, decision: 'once' }), 409, isOther)
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

test('no connection is held for as long as a turn runs: what becomes of the command is told later', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = await openPage({ script: { gate: () => promise } })
  const running = page.session.submit('Hi')
  while (!page.session.view.busy) await new Promise(setImmediate)
  const { json } = await page.post('/api/command', { line: '/settings theme dark' })
  assert.deepEqual([json.ok, json.later], [true, true])
  assert.match(String(json.text), /is told in the conversation/)
  assert.ok(page.events.every(({ type }) => type !== 'command'))
  resolve()
  await running
  await page.session.submit('')
  const told = page.events.find((event) => event.type === 'command')
  assert.deepEqual([told?.name, told?.ok], ['settings', true])
  await page.done()
})

test('a command of the page that fails counts for the exit code like a typed one', async () => {
  for (const [line, wanted] of [
    ['/settings theme dark', 0],
    ['/settings theme pink', 1],
  ] as const) {
    const page = await openPage()
    assert.equal((await page.post('/api/command', { line })).json.ok, wanted === 0)
    assert.equal(await page.done(), wanted)
  }
})

test('a command that breaks off, and one that comes too late, are told apart', async () => {
  const page = await openPage()
  const { ports } = page.session
  const { commands } = ports
  const breaks = () => {
    throw new Error('The commands cannot be read.')
  }
  Object.defineProperty(ports, 'commands', { configurable: true, get: breaks })
  const broken = (await page.post('/api/command', { line: '/tools' })).json
  Object.defineProperty(ports, 'commands', { value: commands })
  assert.equal(broken.ok, false)
  assert.match(String(broken.text), /broke off/)
  page.session.quit()
  const late = (await page.post('/api/command', { line: '/tools' })).json
  assert.deepEqual([late.ok, late.text], [false, 'The session has ended.'])
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
