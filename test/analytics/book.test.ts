import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { openAnalytics } from '../../source/analytics/book.ts'
import { spreadOf } from '../../source/analytics/figures.ts'
import type { CallMeasure, TurnMeasure } from '../../source/contracts/analytics.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'

const NOW = '2026-03-12T10:24:30.000Z'

interface Wishes {
  readonly isOn?: boolean
  readonly days?: number
  readonly now?: string
  readonly timeZone?: string
}

function folderOf(t: TestContext): string {
  const folder = temporaryFolder('analytics')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function opened(folder: string, { isOn = true, days = 0, now = NOW, timeZone = 'UTC' }: Wishes = {}) {
  return openAnalytics({
    path: join(folder, 'analytics.sqlite'),
    workspace: folder,
    clock: { now: () => new Date(now), monotonicMs: () => 0, timeZone },
    isOn: () => isOn,
    days: () => days,
  })
}

const turn = (changes: Partial<TurnMeasure> = {}): TurnMeasure => ({
  at: NOW,
  turn: 1,
  model: 'small',
  origin: 'message',
  status: 'success',
  source: 'model',
  tool: 'alpha',
  gate: 'classifier',
  confidence: 0.9,
  routeMs: 1,
  callMs: 20,
  firstTokenMs: 100,
  totalMs: 200,
  evaluated: 10,
  reused: 90,
  generated: 5,
  tokensPerSecond: 20,
  ...changes,
})

const call = (changes: Partial<CallMeasure> = {}): CallMeasure => ({
  tool: 'alpha',
  ok: true,
  error: null,
  decision: 'policy',
  by: 'policy',
  gate: 'classifier',
  ms: 10,
  ...changes,
})

test('spreads are by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  assert.deepEqual(spreadOf(hundred), { p50: 50, p95: 95 })
  assert.deepEqual(spreadOf([7]), { p50: 7, p95: 7 })
  assert.deepEqual(spreadOf([1, 9]), { p50: 1, p95: 9 })
  assert.deepEqual(spreadOf([]), { p50: null, p95: null })
})

test('calls are told by tool: how many, how they ended, what was allowed, by which rule, how long', (t) => {
  const book = opened(folderOf(t))
  book.add(turn(), [call({ ms: 10 }), call({ ms: 30 })])
  book.add(turn({ reused: 0, evaluated: 50 }), [
    call({ ok: false, error: 'timeout', ms: 900, gate: 'model' }),
    call({ ok: false, error: 'denied', decision: 'denied', by: 'person', ms: 0 }),
    call({ ok: false, error: 'denied', decision: 'denied', by: 'policy', ms: 0, gate: null }),
    call({ tool: 'beta' }),
  ])
  const [alpha, beta] = book.report('tool')
  assert.equal(alpha?.name, 'alpha')
  assert.deepEqual(alpha?.calls, {
    calls: 5,
    ok: 2,
    errors: { denied: 2, timeout: 1 },
    decisions: { policy: 3, denied: 1, 'denied by policy': 1 },
    gates: { classifier: 3, model: 1, named: 1 },
    p50: 30,
    p95: 900,
  })
  assert.deepEqual(
    [alpha?.turns.turns, alpha?.turns.reused, alpha?.turns.evaluated, alpha?.turns.cacheHits],
    [2, 90, 60, 1],
  )
  assert.deepEqual([beta?.name, beta?.calls.calls, beta?.turns.turns], ['beta', 1, 1])
  book.close()
})

test('turns are told by model and by day, the days of where the person is', (t) => {
  const book = opened(folderOf(t), { timeZone: 'America/New_York' })
  book.add(turn({ at: '2026-03-12T03:30:00Z', totalMs: 100 }), [call()])
  book.add(turn({ at: '2026-03-12T12:00:00Z', totalMs: 300, status: 'timeout' }), [])
  book.add(turn({ at: '2026-03-12T13:00:00Z', model: null, tokensPerSecond: null, firstTokenMs: 0 }), [])
  const models = book.report('model')
  assert.deepEqual(
    models.map(({ name, turns }) => [name, turns.turns]),
    [
      ['small', 2],
      ['none', 1],
    ],
  )
  assert.deepEqual(models[0]?.turns.statuses, { success: 1, timeout: 1 })
  assert.deepEqual(models[0]?.turns.total, { p50: 100, p95: 300 })
  assert.deepEqual(models[1]?.turns.firstToken, { p50: null, p95: null })
  assert.equal(models[1]?.turns.tokensPerSecond, null)
  // Those without a model are asked for by the name that they have there.
  assert.equal(models[1]?.name, 'none')
  assert.equal(book.report('model', { model: 'none' })[0]?.turns.turns, 1)
  const days = book.report('day').map(({ name, turns, calls }) => [name, turns.turns, calls.calls])
  assert.deepEqual(days, [
    ['2026-03-11', 1, 1],
    ['2026-03-12', 2, 0],
  ])
  assert.deepEqual(
    book.report('tool', { day: '2026-03-12' }).map(({ name }) => name),
    [],
  )
  assert.deepEqual(
    book.report('model', { tool: 'alpha' }).map(({ name, calls }) => [name, calls.calls]),
    [['small', 1]],
  )
  book.close()
})

test('what was written is there for the next program, and what is too old goes', (t) => {
  const folder = folderOf(t)
  const first = opened(folder)
  first.add(turn({ at: '2025-01-01T00:00:00Z' }), [call({ tool: 'old' })])
  first.add(turn(), [call()])
  first.close()
  assert.equal(statSync(join(folder, 'analytics.sqlite')).mode & 0o777, 0o600)
  const second = opened(folder, { days: 30 })
  assert.equal(second.report('tool').length, 2)
  second.add(turn(), [call()])
  assert.deepEqual(second.flush(), [])
  assert.deepEqual(
    second.report('tool').map(({ name, calls }) => [name, calls.calls]),
    [['alpha', 2]],
  )
  second.close()
  const third = opened(folder, { now: '2030-01-01T00:00:00Z' })
  assert.equal(third.report('day').length, 1, 'days 0 keeps them for ever')
  third.close()
})

test('switched off, nothing is written, and looking makes no file', (t) => {
  const folder = folderOf(t)
  const book = opened(folder, { isOn: false })
  book.add(turn(), [call()])
  assert.deepEqual(book.report('tool'), [])
  book.close()
  assert.deepEqual(readdirSync(folder), [])
})

test('two programs with one home write both, and one waits for the other', (t) => {
  const folder = folderOf(t)
  const [one, other] = [opened(folder), opened(folder)]
  one.add(turn(), [call()])
  one.flush()
  const busy = new DatabaseSync(join(folder, 'analytics.sqlite'))
  busy.exec('BEGIN IMMEDIATE')
  other.add(turn(), [call()])
  assert.deepEqual(other.flush(), [], 'that is no fault, so nothing is said')
  busy.exec('COMMIT')
  busy.close()
  assert.equal(other.report('tool')[0]?.calls.calls, 2)
  one.close()
  other.close()
})

test('a damaged file is moved aside and said; a foreign or newer one is left as it is, and that is said once', (t) => {
  const folder = folderOf(t)
  const path = join(folder, 'analytics.sqlite')
  writeFileSync(path, 'this is no database, and it is long enough to be seen as one'.repeat(50))
  const book = opened(folder)
  book.add(turn(), [call()])
  const [said = ''] = book.flush()
  assert.match(said, /^The file of measurements was damaged; it was moved to `analytics\.sqlite\.damaged-/)
  assert.equal(book.report('tool')[0]?.calls.calls, 1)
  book.close()
  assert.ok(readdirSync(folder).some((name) => name.includes('.damaged-')))
  const db = new DatabaseSync(path)
  db.exec("INSERT INTO migrations VALUES ('of-tomorrow', 0)")
  db.close()
  const before = readFileSync(path)
  const older = opened(folder)
  older.add(turn(), [])
  assert.match(older.flush().join(), /cannot be written \(it is from a newer version of the program\)/)
  older.add(turn(), [])
  assert.deepEqual(older.flush(), [])
  assert.throws(() => older.report('tool'), /newer version/)
  older.close()
  assert.deepEqual(readFileSync(path), before)
})

test('a file that is removed or replaced meanwhile costs what was in it, and no more', (t) => {
  const folder = folderOf(t)
  const book = opened(folder)
  book.add(turn(), [call()])
  book.flush()
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `analytics.sqlite${end}`), { force: true })
  book.add(turn(), [call({ tool: 'beta' })])
  assert.deepEqual(book.flush(), [])
  assert.deepEqual(
    book.report('tool').map(({ name }) => name),
    ['beta'],
  )
  book.close()
})

test('a disk that takes nothing is said once; what waited is written when it takes something again', (t) => {
  const why = whyNoDisk()
  if (why !== undefined) return t.skip(why)
  const disk = mountDisk(t, 2)
  disk.fill()
  const book = opened(disk.path)
  book.add(turn(), [call()])
  assert.match(book.flush().join(), /^What turns cost is not kept: `.*` cannot be written \(.*full/)
  book.add(turn(), [call()])
  assert.deepEqual(book.flush(), [])
  disk.free()
  book.add(turn(), [call()])
  assert.deepEqual(book.flush(), [])
  assert.equal(book.report('tool')[0]?.calls.calls, 3)
  book.close()
})

test('everything goes out as JSON and as CSV, into a new file alone', (t) => {
  const folder = folderOf(t)
  const book = opened(folder)
  book.add(turn({ model: 'models/a, "b".gguf' }), [call(), call({ ok: false, error: 'timeout', gate: null })])
  assert.deepEqual(book.exportTo('out.json'), { turns: 1, calls: 2, shown: 'out.json' })
  const { turns, calls } = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))
  assert.deepEqual(turns, [{ turnId: 1, ...turn({ model: 'models/a, "b".gguf' }) }])
  assert.deepEqual(calls[1], {
    turnId: 1,
    at: NOW,
    model: 'models/a, "b".gguf',
    ...call({ ok: false, error: 'timeout', gate: null }),
  })
  book.exportTo('out.CSV')
  const lines = readFileSync(join(folder, 'out.CSV'), 'utf8').split('\r\n')
  assert.equal(lines.length, 5)
  assert.equal(
    lines[0],
    'kind,turnId,at,turn,model,origin,status,source,tool,gate,confidence,routeMs,callMs,firstTokenMs,totalMs,evaluated,reused,generated,tokensPerSecond,ok,error,decision,by,ms',
  )
  assert.equal(
    lines[1],
    `turn,1,${NOW},1,"models/a, ""b"".gguf",message,success,model,alpha,classifier,0.9,1,20,100,200,10,90,5,20,,,,,`,
  )
  assert.equal(
    lines[3],
    `call,1,${NOW},1,"models/a, ""b"".gguf",,,,alpha,,,,,,,,,,,false,timeout,policy,policy,10`,
  )
  assert.throws(() => book.exportTo('out.json'), /`out\.json` is there already; give another name/)
  assert.throws(() => book.exportTo('out.txt'), /is no \.csv or \.json file/)
  assert.throws(() => book.exportTo('no/such/out.csv'), /There is no folder `no\/such`; make it first/)
  mkdirSync(join(folder, 'dir.csv'))
  assert.throws(() => book.exportTo('dir.csv'), /is not a file/)
  assert.equal(existsSync(join(folder, 'out.txt')), false)
  book.close()
})
