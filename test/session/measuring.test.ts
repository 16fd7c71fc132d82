// What a session hands to the measurements, and what `/stats` tells of it.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import type { JsonObject } from '../../source/contracts/json.ts'
import { copyWorkspace, type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const WORD = 'xyzzy'
const SCRIPT = {
  calls: { 'what is 17 * 23?': '{"expression":"17 * 23"}', [`read ${WORD}.txt`]: `{"path":"${WORD}.txt"}` },
  answers: { hello: 'Hello!', [`my word is ${WORD}`]: `${WORD} it is.` },
}

async function opened(t: TestContext, options: OpenOptions = {}, settings?: string) {
  const home = options.home ?? temporaryFolder('home')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  if (settings !== undefined) writeFileSync(join(home, 'settings.json'), settings)
  const test = await openTestSession({ script: SCRIPT, ...options, home })
  const run = async (line: string) => {
    await test.session.submit(line)
    const last = test.events.findLast((event) => event.type === 'command')
    return last as Extract<SessionEvent, { type: 'command' }>
  }
  return { ...test, run, file: join(home, 'analytics.sqlite') }
}

const bytesOf = (file: string) =>
  ['', '-wal', '-shm']
    .map((end) => (existsSync(file + end) ? readFileSync(file + end, 'latin1') : ''))
    .join('')

test('turns and calls are kept over sessions, with rule, approval and error, and without a word', async (t) => {
  const first = await opened(t)
  await first.session.submit('hello')
  await first.session.submit('what is 17 * 23?')
  await first.session.submit(`my word is ${WORD}`)
  await first.session.submit(`/call file_read {"path":"${WORD}.txt"}`)
  // A name that nobody has may be a word of the person's.
  const turn = 9
  const timings = { routeMs: 0, callMs: 0, firstTokenMs: 0, totalMs: 1 }
  const tokens = { evaluated: 1, reused: 0, generated: 0, context: 0 }
  const error = { code: 'unknown_tool', message: WORD }
  first.session.emit({ type: 'turn.started', turn, text: WORD, origin: 'message' })
  first.session.emit({
    type: 'tool.finished',
    turn,
    call: '9.1',
    name: WORD,
    ok: false,
    error,
    say: WORD,
    ms: 0,
  })
  first.session.emit({ type: 'turn.finished', turn, status: 'error', timings, tokens })
  await first.done()
  assert.ok(!bytesOf(first.file).includes(WORD))
  assert.ok(!bytesOf(first.file).includes('17 * 23'))
  const { run, done } = await opened(t, { home: first.home })
  const rows = (await run('/stats tool')).data as unknown as readonly JsonObject[]
  const figures = new Map(rows.map((row) => [row.name, Object(row.calls)]))
  const [calculator] = [...figures.keys()].filter((name) => String(name).includes('calc'))
  assert.equal(figures.get(calculator)?.ok, 1)
  assert.deepEqual(figures.get(calculator)?.decisions, { policy: 1 })
  assert.equal(figures.get(calculator)?.gates.named, undefined)
  assert.deepEqual(figures.get('file_read')?.errors, { not_found: 1 })
  assert.deepEqual(figures.get('file_read')?.gates, { named: 1 })
  assert.deepEqual(figures.get('unknown')?.errors, { unknown_tool: 1 })
  const models = (await run('/stats model')).data as unknown as readonly JsonObject[]
  assert.deepEqual(
    models.map(({ name, turns }) => [name, Object(turns).turns]),
    [['fake-model', 5]],
  )
  await done()
})

test('the tables are read by a person', async (t) => {
  const { run, session, done } = await opened(t)
  assert.equal((await run('/stats tool')).text, 'No call is kept yet.')
  assert.equal((await run('/stats day')).text, 'No turn is kept yet.')
  await session.submit('/call get_time {}')
  await session.submit(`/call file_read {"path":"${WORD}.txt"}`)
  const listed = (await run('/stats tool')).text.split('\n')
  assert.match(listed[0] ?? '', /^tool +calls +went well +half +95 % +errors$/)
  assert.match(listed[1] ?? '', /^file_read +1 +\.{10} +0 % .*not_found 1$/)
  assert.match(listed[2] ?? '', /^get_time +1 +#{10} +100 % +0\.00 s +0\.00 s$/)
  const shown = (await run('/stats tool file_read')).text
  assert.match(shown, /^tool {6}file_read\ncalls {5}1, 0 went well\n/)
  assert.match(shown, /^errors {4}not_found 1$/m)
  assert.match(shown, /^approved {2}policy 1$/m)
  assert.match(shown, /^models {4}fake-model 1$/m)
  assert.match((await run('/stats model fake-model')).text, /^tools {5}file_read 1, get_time 1$/m)
  const days = (await run('/stats day 3')).text.split('\n')
  assert.match(days[1] ?? '', /^2026-03-12 +2 +#{10} .*2 calls, 1 well, \d+ tokens written$/)
  for (const [line, text] of [
    ['/stats day x', /^`x` is no number of days; it takes a whole number from 1 on\.$/],
    ['/stats tool nosuch', /^Nothing is kept of the tool `nosuch`; `\/stats tool` lists what is\.$/],
    ['/stats week', /^`\/stats week` is not known; it takes \[tool/],
    ['/stats export', /takes the name of a new \.csv or \.json file\.$/],
    ['/stats export a.txt', /is no \.csv or \.json file/],
  ] as const) {
    const { ok, text: said } = await run(line)
    assert.equal(ok, false, line)
    assert.match(said, text)
  }
  await done()
})

test('/stats export writes beside the work', async (t) => {
  const workspace = copyWorkspace()
  t.after(() => rmSync(workspace, { recursive: true }))
  const { run, session, done } = await opened(t, { workspace })
  await session.submit('/call get_time {}')
  const { text } = await run('/stats export my figures.json')
  assert.equal(text, '1 turn and 1 call are in `my figures.json`.')
  const { turns, calls } = JSON.parse(readFileSync(join(workspace, 'my figures.json'), 'utf8'))
  assert.deepEqual([turns.length, calls[0].tool], [1, 'get_time'])
  await done()
})

test('nothing is kept of a turn in secret, nor with the setting off', async (t) => {
  const { run, session, file, done } = await opened(t)
  await session.submit('/secret on')
  await session.submit('hello')
  assert.equal((await run('/stats model')).text, 'No turn is kept yet.')
  await session.submit('/secret off')
  assert.equal(existsSync(file), false)
  await session.submit('/settings analytics false')
  await session.submit('hello')
  assert.match((await run('/stats model')).text, /The setting `analytics` is off/)
  assert.equal(existsSync(file), false)
  await session.submit('/settings analytics true')
  await session.submit('hello')
  const rows = (await run('/stats day')).data as unknown as readonly JsonObject[]
  assert.equal(Object(rows[0]?.turns).turns, 1)
  await done()
})

test('a turn that is answered is on disk without another word, and no answer waits for it', async (t) => {
  const { session, events, file, done } = await opened(t)
  let before: boolean | undefined
  session.subscribe((event) => {
    if (event.type === 'turn.finished') before = existsSync(file)
  })
  await session.submit('hello')
  assert.equal(before, false)
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(existsSync(file))
  assert.ok(events.every((event) => event.type !== 'notice'))
  await done()
})

test('a file that cannot be written is said once, behind the answer', async (t) => {
  const home = temporaryFolder('home')
  writeFileSync(join(home, 'analytics.sqlite'), '')
  const opening = await opened(t, { home })
  rmSync(opening.file)
  // A folder in its place stops root, too.
  mkdirSync(opening.file)
  for (const line of ['hello', 'hello']) {
    await opening.session.submit(line)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const said = opening.events.filter((event) => event.type === 'notice')
  assert.deepEqual(
    said.map(({ code }) => code),
    ['analytics_not_kept'],
  )
  assert.deepEqual(
    opening.events.flatMap((event) => (event.type === 'answer' ? [event.text] : [])),
    ['Hello!', 'Hello!'],
  )
  await opening.done()
})
