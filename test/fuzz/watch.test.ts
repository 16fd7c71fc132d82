// The harness finds what it is there for: each fault is in `broken-target.ts` on purpose.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type WatchOptions, watch } from './watch.ts'

const FILE = new URL('./broken-target.ts', import.meta.url).href
/** Far more than is needed: the run ends with its finding. */
const MINUTES = 5

afterEach(() => delete process.env.FUZZ_FAULT)

async function found(fault: string, limits: Pick<WatchOptions, 'hangCpuMs' | 'stuckMs' | 'memoryMb'> = {}) {
  process.env.FUZZ_FAULT = fault
  const stop = new AbortController()
  const { findings, executions } = await watch({
    ...{ file: FILE, seed: 1, minutes: MINUTES, pool: [], ...limits, signal: stop.signal },
    onFinding: () => stop.abort(),
  })
  assert.ok(executions > 0)
  return findings.map(({ kind, what, input }) => ({ kind, what, input: Buffer.from(input).toString() }))
}

test('what is thrown is found, and its input is made as small as it can be', async () => {
  const [one] = await found('c')
  assert.equal(one?.kind, 'crash')
  assert.match(one?.what ?? '', /^TypeError: it is broken/)
  assert.equal(one?.input, 'c')
})

test('a rejection that nobody waits for is found', async () => {
  assert.match((await found('l'))[0]?.what ?? '', /^Error: nobody waits for it/)
})

test('a change of what all objects share is found', async () => {
  assert.match((await found('p'))[0]?.what ?? '', /prototype/)
})

test('a loop without end is found by its CPU time, and ended', async () => {
  const [one] = await found('h', { hangCpuMs: 300 })
  assert.equal(one?.kind, 'hang')
  assert.match(one?.input ?? '', /^h/)
})

test('so is a pattern that takes for ever', async () => {
  assert.equal((await found('r', { hangCpuMs: 300 }))[0]?.kind, 'hang')
})

test('a promise that is never kept is found', async () => {
  assert.equal((await found('s'))[0]?.kind, 'stuck')
})

test('what takes all memory is found', async () => {
  assert.equal((await found('m', { memoryMb: 32 }))[0]?.kind, 'memory')
})

test('where nothing is wrong nothing is found', async () => {
  const { findings, executions } = await watch({ file: FILE, seed: 1, minutes: 0.002, pool: [] })
  assert.deepEqual(findings, [])
  assert.ok(executions > 0)
})
