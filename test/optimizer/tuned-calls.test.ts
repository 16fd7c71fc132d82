import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AdapterFile } from '../../source/contracts/engine.ts'
import type { LearnedCalls, Trial } from '../../source/contracts/optimized.ts'
import type { CallLearner, TrialCase } from '../../source/optimizer/ports.ts'
import { type FakeOptions, runFake } from './fake-ports.ts'

const ADAPTER: AdapterFile = { path: 'learned.gguf', sha256: 'f'.repeat(64) }

interface Kept {
  readonly trial: Trial
  readonly left: number
  readonly adapter: AdapterFile | undefined
}

/** Learns the same each time; what was kept, and with how many seconds. */
function learner(kept?: LearnedCalls, fault?: Error, left = 0) {
  const log: { kept: Kept[]; seconds: (number | undefined)[] } = { kept: [], seconds: [] }
  const calls: CallLearner = {
    kept,
    lessons: () => ({ count: 40, from: 'these' }),
    check: async () => {
      if (fault !== undefined) throw fault
    },
    learn: async (seconds) => {
      log.seconds.push(seconds)
      return { adapter: ADAPTER, steps: 9, left }
    },
    keep: (trial, left, adapter) => log.kept.push({ trial, left, adapter }),
  }
  return { calls, log }
}

const run = (calls: CallLearner, options: FakeOptions = {}) =>
  runFake({ ...options, calls, choice: { strategies: ['calls'], ...options.choice } })

/** Without the adapter one request of *accept* is wrong. */
const betterWith = (one: TrialCase, adapter: AdapterFile | undefined) =>
  one.id !== 'accept-2' || adapter === ADAPTER

describe('calls are learned', () => {
  test('and kept where more requests are right that they were not learned from', async () => {
    const { calls, log } = learner()
    const { ports, result, text } = await run(calls, {
      isRight: (one, { adapter }) => betterWith(one, adapter),
    })
    assert.equal(result.ok, true)
    assert.deepEqual(
      log.kept.map(({ adapter, trial }) => [adapter, trial.kept]),
      [[ADAPTER, true]],
    )
    assert.match(
      text,
      /^calls: 9 steps of learning from 40 requests\n {2}part accept, 4 requests: 3 right before, 4 after/,
    )
    assert.match(text, /It applies from now on; `--undo`/)
    assert.equal(ports.saves, 1)
    const ids = ports.asked.map(({ id }) => id)
    assert.deepEqual([...new Set(ids)].sort(), ['accept-1', 'accept-2', 'accept-3', 'accept-4'])
  })

  test('and dropped where no more are, which is noted, so that it is not done again', async () => {
    for (const isRight of [() => true, (one: TrialCase) => one.id !== 'accept-1']) {
      const { calls, log } = learner()
      const { ports, text } = await run(calls, { isRight })
      assert.deepEqual(
        log.kept.map(({ adapter, trial }) => [adapter, trial.kept]),
        [[undefined, false]],
      )
      assert.match(text, /^calls: dropped, for no more requests are right behind 9 steps/)
      assert.doesNotMatch(text, /It applies from now on/)
      assert.equal(ports.saves, 1)
    }
  })

  test('not again from the same, unless what was not kept is wanted once more', async () => {
    const trial = { kept: false, reason: 'dropped' }
    for (const [kept, again, times] of [
      [{ from: 'these', trial, left: 3 }, false, 1],
      [{ from: 'these', trial }, false, 0],
      [{ from: 'these', trial }, true, 1],
      [{ from: 'these', trial: { ...trial, kept: true } }, true, 0],
      [{ from: 'others', trial: { ...trial, kept: true } }, false, 1],
    ] as const) {
      const { calls, log } = learner(kept)
      const { text, result } = await run(calls, { choice: { again } })
      assert.equal(log.seconds.length, times)
      assert.equal(/nothing new to learn from/.test(text), times === 0)
      assert.equal(result.ok, true)
    }
  })

  test('within a part of the budget, for the trial takes time, too', async () => {
    const { calls, log } = learner()
    await run(calls, { choice: { budgetS: 100 } })
    const [seconds = 0] = log.seconds
    assert.ok(seconds > 90 && seconds <= 100, String(seconds))
    const half = learner(undefined, undefined, 5)
    const { text } = await run(half.calls, { choice: { budgetS: 100 } })
    assert.match(text, /the next run goes on with the 5 that are left/)
    assert.deepEqual(
      half.log.kept.map(({ left }) => left),
      [5],
    )
    const none = learner()
    const slow = () => {
      const end = performance.now() + 20
      while (performance.now() < end);
    }
    const short = await run(none.calls, { choice: { budgetS: 0.05 }, onAsk: slow })
    assert.equal(none.log.seconds.length, 0)
    assert.match(short.text, /^calls: not done: the budget is too short: what was learned would be tried for/)
  })

  test('and nothing is kept with `--dry-run`', async () => {
    const { calls, log } = learner()
    const { ports, text } = await run(calls, {
      choice: { dryRun: true },
      isRight: (one, { adapter }) => betterWith(one, adapter),
    })
    assert.match(text, /Nothing was written/)
    assert.deepEqual([log.kept.length, ports.saves], [0, 0])
  })

  test('or it is said why not, which is no failure among other strategies', async () => {
    const fault = new Error('`python3` was not found')
    for (const strategies of [['calls'], ['index', 'calls']] as const) {
      const { calls, log } = learner(undefined, fault)
      const { ports, text, result } = await run(calls, { choice: { strategies } })
      if (strategies.length === 1) assert.equal(ports.asked.length, 0, 'nothing is asked before that')
      assert.match(text, /^calls: not done: `python3` was not found$/m)
      assert.equal(result.ok, strategies.length > 1)
      assert.equal(log.kept.length, 0)
    }
    const { calls, log } = learner()
    const single = await run(calls, { choice: { tools: ['clock_wake'] } })
    assert.match(single.text, /for all tools at once, so it goes without `--tool`/)
    assert.deepEqual([single.result.ok, log.seconds.length], [false, 0])
  })

  test('an interrupt while they are tried keeps nothing of them', async () => {
    const { calls, log } = learner()
    const stop = new AbortController()
    const { ports, result, text } = await runFake(
      { calls, choice: { strategies: ['calls'] }, onAsk: (count) => count === 3 && stop.abort() },
      stop.signal,
    )
    assert.equal(result.ok, false)
    assert.match(text, /^calls: not finished; the next run goes on where it stands\nInterrupted/)
    assert.deepEqual([log.kept.length, ports.saves], [0, 0])
  })
})
