import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RunningCalls } from '../../source/mcp/running-calls.ts'

test('while any question is open no call has its time run, also one that begins meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const calls = new RunningCalls()
  const before = calls.begin(100)
  const first = Promise.withResolvers<void>()
  const waits = calls.whileAsked(() => first.promise)
  const meanwhile = calls.begin(100)
  await assert.rejects(calls.whileAsked(() => Promise.reject(new Error('no'))))
  t.mock.timers.tick(60_000)
  assert.deepEqual([before.signal.aborted, meanwhile.signal.aborted], [false, false])
  first.resolve()
  await waits
  t.mock.timers.tick(100)
  assert.deepEqual([before.signal.aborted, meanwhile.signal.aborted], [true, true])
})

test('what hangs on the calls ends with the last of them, and not again with the next', () => {
  const calls = new RunningCalls()
  const [first, second] = [calls.begin(1_000), calls.begin(1_000)]
  const { over } = calls
  calls.end(first)
  assert.equal(over.aborted, false)
  calls.end(second)
  assert.equal(over.aborted, true)
  const next = calls.begin(1_000)
  assert.equal(calls.over.aborted, false)
  calls.end(next)
})
