import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '../../source/contracts/tool.ts'
import { TurnDeadline } from '../../source/governor/turn-deadline.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, runTestTurn } from './turn-ports.ts'

test('the time in which a person is asked does not count', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  const pass = (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
  }
  const deadline = new TurnDeadline(1_000, () => now)
  pass(600)
  const first = Promise.withResolvers<void>()
  const waits = [deadline.without(() => first.promise), deadline.without(async () => pass(60_000))]
  await waits[1]
  pass(60_000)
  first.resolve()
  await Promise.all(waits)
  pass(399)
  assert.equal(deadline.signal.aborted, false)
  await assert.rejects(deadline.without(() => Promise.reject(new Error('stopped'))))
  pass(1)
  assert.equal(deadline.signal.aborted, true)
})

test('a turn that is over is not held by its clock, also where a question still waits', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const deadline = new TurnDeadline(1_000, () => 0)
  const asked = Promise.withResolvers<void>()
  const wait = deadline.without(() => asked.promise)
  deadline.end()
  asked.resolve()
  await wait
  t.mock.timers.tick(10_000)
  assert.equal(deadline.signal.aborted, false)
})

test('what a person is asked while a tool runs is no time of its turn', async () => {
  let stopped: TurnDeadline['without'] | undefined
  const person = () => new Promise<string>((answer) => setTimeout(() => answer('10:24'), 100))
  const tool: Tool = { ...GET_TIME, run: async () => ({ time: (await stopped?.(person)) ?? '' }) }
  const turn = await runTestTurn('what time is it?', {
    engine: createFakeEngine(),
    tools: [tool],
    route: 'get_time',
    takeClock: (without) => {
      stopped = without
    },
    input: { maxMs: 50 },
  })
  assert.equal(turn.outcome.status, 'success')
})
