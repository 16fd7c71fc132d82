import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { readConversation, turnsOf } from '../../source/sessions/read.ts'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { openConversations, type StoreOptions } from '../../source/sessions/store.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { sampleText } from './sample.ts'

interface Opened {
  readonly store: ReturnType<typeof openConversations>
  readonly secret: ReturnType<typeof openSecretSwitch>
  readonly notices: { readonly code: string; readonly message: string }[]
  readonly dir: string
}

/** A store in a folder of its own; `at` is the time that it shows. */
function open(t: TestContext, options: Partial<StoreOptions> & { readonly at?: string } = {}): Opened {
  const dir = options.dir ?? join(temporaryFolder('sessions'), 'sessions')
  t.after(() => rmSync(join(dir, '..'), { recursive: true, force: true }))
  const secret = openSecretSwitch(false)
  const notices: { code: string; message: string }[] = []
  const now = () => new Date(options.at ?? '2026-03-12T10:24:30Z')
  const store = openConversations(
    {
      dir,
      clock: { now, monotonicMs: () => 0, timeZone: 'Europe/Berlin' },
      secret,
      workspace: '/w',
      version: '0.1.0',
      days: () => 90,
      ...options,
    },
    (event) => {
      if (event.type === 'notice') notices.push(event)
    },
  )
  return { store, secret, notices, dir }
}

/** A turn as the session tells it. */
function turn(store: Opened['store'], number: number, text: string): void {
  const said: readonly SessionEvent[] = [
    { type: 'turn.started', turn: number, text, origin: 'message' },
    { type: 'answer', turn: number, text: `${text}!`, status: 'success', confidence: 1, source: 'model' },
  ]
  for (const event of said) store.hear(event)
  store.leave(number, { calls: [] })
}

const files = (dir: string) => (existsSync(dir) ? readdirSync(dir).sort() : [])
const textsOf = (dir: string, id: string) => {
  const reading = readConversation(id, readFileSync(join(dir, `${id}.jsonl`), 'utf8'))
  assert.ok(reading.ok)
  return turnsOf(reading.conversation).map((one) => one.text)
}

test('nothing is written before the first message, and each event is on disk when it was heard', (t) => {
  const { store, dir } = open(t)
  store.hear({ type: 'notice', code: 'ground', message: 'x' })
  store.hear({ type: 'error', code: 'too_long', message: 'x' })
  assert.deepEqual(files(dir), [])
  store.hear({ type: 'turn.started', turn: 1, text: 'hello', origin: 'message' })
  assert.deepEqual(textsOf(dir, '20260312-102430-01'), ['hello'])
  store.hear({ type: 'answer', turn: 1, text: 'Hi.', status: 'success', confidence: 1, source: 'model' })
  const lines = readFileSync(join(dir, '20260312-102430-01.jsonl'), 'utf8').trim().split('\n')
  assert.equal(JSON.parse(lines[2] ?? '').text, 'Hi.')
})

test('an approval is a line that stands on its own: tool, arguments, decision, by, time', (t) => {
  const { store, dir } = open(t)
  const call = { type: 'tool.called', turn: 1, round: 1, call: '1.1', name: 'file_write' } as const
  store.hear({ type: 'turn.started', turn: 1, text: 'save', origin: 'message' })
  store.hear({ ...call, arguments: { path: 'a' } })
  store.hear({ ...call, arguments: { path: 'b' } })
  store.hear({
    type: 'approval',
    turn: 1,
    call: '1.1',
    decision: 'once',
    by: 'person',
    reason: 'allowed by you',
  })
  const line = readFileSync(join(dir, '20260312-102430-01.jsonl'), 'utf8').trim().split('\n').at(-1) ?? ''
  assert.deepEqual(JSON.parse(line), {
    type: 'approval',
    time: '2026-03-12T10:24:30.000Z',
    turn: 1,
    call: '1.1',
    tool: 'file_write',
    arguments: { path: 'b' },
    decision: 'once',
    by: 'person',
    reason: 'allowed by you',
  })
})

test('two stores on one folder never share a file, also within one second, and ids sort by time', (t) => {
  const one = open(t)
  const two = open(t, { dir: one.dir })
  turn(one.store, 1, 'a')
  turn(two.store, 1, 'b')
  turn(one.store, 2, 'c')
  const later = open(t, { dir: one.dir, at: '2026-03-12T10:24:31Z' })
  turn(later.store, 1, 'd')
  const ids = files(one.dir).flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -6)] : []))
  assert.deepEqual(ids, ['20260312-102430-01', '20260312-102430-02', '20260312-102431-01'])
  assert.deepEqual(
    ids.map((id) => textsOf(one.dir, id)),
    [['a', 'c'], ['b'], ['d']],
  )
})

test('one that is open elsewhere is not gone on with, and is once it was ended there', (t) => {
  const one = open(t)
  turn(one.store, 1, 'a')
  const two = open(t, { dir: one.dir })
  const refused = two.store.take('20260312-102430-01')
  assert.ok(!refused.ok)
  assert.match(refused.reason, /is open in another window; end it there first/)
  assert.equal(two.store.findLast(), undefined)
  assert.match(two.store.archive('20260312').text, /is open in another window/)
  one.store.hear({ type: 'session.finished', exitCode: 0 })
  const taken = two.store.take('last')
  assert.ok(taken.ok)
  taken.goOn()
  turn(two.store, 2, 'b')
  assert.deepEqual(textsOf(one.dir, '20260312-102430-01'), ['a', 'b'])
})

test('behind a line that was cut the next one is whole', (t) => {
  const { store, dir } = open(t)
  mkdirSync(dir, { recursive: true })
  const id = '20260101-000000'
  writeFileSync(join(dir, `${id}.jsonl`), sampleText().slice(0, -10))
  const taken = store.take(id)
  assert.ok(taken.ok)
  assert.match(taken.conversation.faults[0] ?? '', /last line/)
  taken.goOn()
  turn(store, 4, 'and now?')
  assert.deepEqual(textsOf(dir, id), ['hello', 'read a.txt', 'and now?'])
})

test('a disk that cannot be written is one notice, and the turns go on', async (t) => {
  const { store, dir, notices } = open(t)
  writeFileSync(join(dir, '..', 'sessions'), 'a file in its place')
  for (let number = 1; number <= 3; number++) turn(store, number, 'hello')
  await Promise.resolve()
  assert.deepEqual(
    notices.map(({ code }) => code),
    ['conversation_not_kept'],
  )
  assert.match(
    notices[0]?.message ?? '',
    /is not kept: `.*sessions` cannot be written \(.*\)\. The chat goes on\./,
  )
  assert.equal(store.current, undefined)
  assert.equal(store.rename('x').ok, false)
})

test('what the disk had no room for waits, is in an export, and is written when there is room again', (t) => {
  const { store, dir } = open(t, { workspace: tmpdir() })
  turn(store, 1, 'a')
  const id = '20260312-102430-01'
  const path = join(dir, `${id}.jsonl`)
  // In the way of writing, as a full disk is, and of nothing else.
  renameSync(path, `${path}.away`)
  mkdirSync(path)
  turn(store, 2, 'b')
  assert.match(store.archive(undefined).text, /cannot be put into the archive/)
  rmdirSync(path)
  renameSync(`${path}.away`, path)
  const place = join(dir, 'out.json')
  assert.equal(store.exportTo(place, false).ok, true)
  assert.match(readFileSync(place, 'utf8'), /"b"/)
  assert.deepEqual(textsOf(dir, id), ['a'])
  turn(store, 3, 'c')
  assert.deepEqual(textsOf(dir, id), ['a', 'b', 'c'])
})

test('a file that is taken away in the middle is said once, and is not begun anew without its first line', async (t) => {
  const { store, dir, notices } = open(t)
  turn(store, 1, 'a')
  rmSync(join(dir, '20260312-102430-01.jsonl'))
  turn(store, 2, 'b')
  turn(store, 3, 'c')
  await Promise.resolve()
  assert.deepEqual(
    notices.map(({ code }) => code),
    ['conversation_not_kept'],
  )
  assert.deepEqual(
    files(dir).filter((name) => name.endsWith('.jsonl')),
    [],
  )
})

test('only the person themselves may read what is kept', {
  skip: process.platform === 'win32' && 'modes',
}, (t) => {
  const { store, dir } = open(t)
  turn(store, 1, 'a')
  const mode = (path: string) => spawnSync('stat', ['-c', '%a', path], { encoding: 'utf8' }).stdout.trim()
  if (process.platform === 'linux') {
    assert.equal(mode(dir), '700')
    assert.equal(mode(join(dir, '20260312-102430-01.jsonl')), '600')
  }
  chmodSync(dir, 0o700)
})

test('locks of processes that were killed are gone with the next conversation, those of living ones stay', (t) => {
  const { store, dir } = open(t)
  mkdirSync(dir, { recursive: true })
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(dir, '20260101-000000.lock'), JSON.stringify({ pid }))
  writeFileSync(join(dir, '20260101-000001.lock'), JSON.stringify({ pid: process.ppid }))
  turn(store, 1, 'a')
  assert.deepEqual(
    files(dir).filter((name) => name.endsWith('.lock')),
    ['20260101-000001.lock', '20260312-102430-01.lock'],
  )
})

test('a gap of secret turns is one line, whatever was said in it, and none where all was secret', (t) => {
  const { store, secret, dir } = open(t)
  secret.set(true)
  turn(store, 1, 'xyzzy')
  assert.deepEqual(files(dir), [])
  secret.set(false)
  turn(store, 2, 'a')
  secret.set(true)
  turn(store, 3, 'xyzzy')
  turn(store, 4, 'xyzzy')
  assert.equal(store.rename('xyzzy').ok, false)
  const text = readFileSync(join(dir, '20260312-102430-01.jsonl'), 'utf8')
  assert.ok(!text.includes('xyzzy'))
  const types = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type)
  assert.deepEqual(types, ['session', 'secret', 'turn.started', 'answer', 'secret'])
})
