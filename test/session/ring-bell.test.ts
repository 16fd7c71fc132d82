import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import { RingBell } from '../../source/session/ring-bell.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const START = Date.parse('2026-03-12T10:24:30Z')

/** A bell over a real store, with a clock that is moved by hand. */
function open(context: TestContext, isBusy: () => boolean = () => false) {
  const folder = temporaryFolder('bell')
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const signals: string[] = []
  const rings = openRings(join(folder, 'rings'), (sentence) => signals.push(sentence))
  const said: string[] = []
  const armed: { look: (() => void) | undefined; ms: number } = { look: undefined, ms: 0 }
  let now = START
  const bell = new RingBell({
    rings,
    clock: { now: () => new Date(now), monotonicMs: () => 0, timeZone: 'UTC' },
    emit: (event: SessionEvent) => {
      if (event.type === 'ring') said.push(event.message)
    },
    isBusy,
    wait: (look, ms) => {
      Object.assign(armed, { look, ms })
      return () => Object.assign(armed, { look: undefined })
    },
  })
  const add = (label: string, inMs: number) =>
    rings.add({ kind: 'timer', label, dueMs: now + inMs, setMs: now })
  /** Time passes up to the armed moment, and the timer fires. */
  const pass = async (ms: number) => {
    now += ms
    armed.look?.()
    await bell.look()
  }
  return { bell, rings, said, signals, armed, add, pass }
}

test('one timer is armed for the next moment, and rings when it comes', async (context) => {
  const { bell, said, signals, armed, add, pass } = open(context)
  await bell.start()
  await add('eggs', 20_000)
  await add('tea', 5_000)
  await bell.look()
  assert.equal(armed.ms, 5_000)
  await pass(5_000)
  assert.deepEqual(said, ['The timer `tea` rings: it is 10:24.'])
  assert.equal(armed.ms, 15_000)
  await pass(15_000)
  assert.deepEqual(said.slice(1), ['The timer `eggs` rings: it is 10:24.'])
  assert.deepEqual(signals, said)
})

test('what is far away is looked at again and again, for a clock may be moved and others may set timers', async (context) => {
  const { bell, rings, said, armed, add, pass } = open(context)
  await bell.start()
  await add('tea', 3_600_000)
  await bell.look()
  assert.equal(armed.ms, 30_000)
  await pass(30_000)
  await rings.add({ kind: 'alarm', label: '', dueMs: START + 40_000, setMs: START })
  assert.deepEqual(said, [])
  await pass(30_000)
  assert.deepEqual(said, ['The alarm rings: it is 10:25.'])
})

test('what rang while the program was closed is told at the start, once', async (context) => {
  const { bell, said, add } = open(context)
  await add('tea', -1_140_000)
  await bell.start()
  await bell.look()
  assert.deepEqual(said, ['The timer `tea` rang at 10:05, while I was away.'])
})

test('nothing rings while a turn runs; the end of it rings what came due', async (context) => {
  let isBusy = false
  const { bell, said, add, pass } = open(context, () => isBusy)
  await bell.start()
  await add('tea', 1_000)
  isBusy = true
  await pass(120_000)
  assert.deepEqual(said, [])
  isBusy = false
  await bell.look()
  assert.deepEqual(said, ['The timer `tea` rang at 10:24.'])
})

test('a bell that is closed looks no more', async (context) => {
  const { bell, said, armed, add, pass } = open(context)
  await bell.start()
  bell.close()
  await add('tea', 1_000)
  await pass(2_000)
  assert.deepEqual(said, [])
  assert.equal(armed.look, undefined)
})

test('a clock that stands still makes no busy loop', async (context) => {
  const { bell, armed, add } = open(context)
  await bell.start()
  await add('tea', 1)
  await bell.look()
  assert.equal(armed.ms, 50)
})

test('in a session a ring stands behind the answer and never in it', async (context) => {
  const home = temporaryFolder('home')
  context.after(() => rmSync(home, { recursive: true, force: true }))
  const rings = openRings(join(home, 'rings'))
  const gate = async () => {
    await rings.add({ kind: 'timer', label: 'tea', dueMs: START - 5, setMs: START - 60_000 })
  }
  const { session, events, done } = await openTestSession({
    home,
    script: { gate, answers: { hello: 'Hi!' } },
  })
  await session.submit('hello')
  const types = events.map(({ type }) => type).filter((type) => type !== 'notice')
  assert.deepEqual(types.slice(-3), ['answer', 'turn.finished', 'ring'])
  await session.submit('/timers')
  assert.equal(events.filter(({ type }) => type === 'ring').length, 1)
  await done()
})

test('what cannot be claimed is tried again after a pause, not at once', async (context) => {
  const { bell, rings, armed, add } = open(context)
  await add('tea', 0)
  rings.claimDue = () => Promise.reject(new Error('the disk can only be read'))
  await bell.start()
  assert.equal(armed.ms, 5_000)
})

test('nor does it hold up what comes meanwhile', async (context) => {
  const { bell, rings, armed, add } = open(context)
  await add('tea', 0)
  await add('eggs', 2_000)
  rings.claimDue = () => Promise.reject(new Error('another program writes to the memory'))
  await bell.start()
  assert.equal(armed.ms, 2_000)
})
