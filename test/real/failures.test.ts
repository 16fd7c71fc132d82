// What goes wrong while a real model is at work: the program says it and lives. The small one does, for nothing here depends on what it says.
import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadEmbeddedEngine } from '../../source/engine/embedded/host.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { answerOf, childrenOf, hasModel, MODELS, only, type Run, runLines, SMALL } from './program.ts'

const home = temporaryFolder('real-failures')
const copies: string[] = []
after(() => {
  for (const folder of [home, ...copies]) rmSync(folder, { recursive: true, force: true })
})
const HEAD = join(home, 'states', SMALL, 'head.kv')

test('a saved head with one flipped bit is refused, said and made anew, and the program lives', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  await runLines(SMALL, home, ['/status'])
  await expectRebuilt(() => {
    const bytes = readFileSync(HEAD)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(HEAD, bytes)
  }, /checksum/)
})

test('a truncated saved head is refused, said and made anew, and the program lives', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  await expectRebuilt(() => truncateSync(HEAD, 1_000), /1000 bytes/)
})

test('an engine that is killed in the middle of an answer is started again once, and the answer comes', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  let killed = 0
  const run = await runLines(SMALL, home, ['tell me a story about the sea'], {
    args: ['--json-deltas', '--max-tokens', '120'],
    on: (event, child) => {
      if (event.type !== 'answer.delta' || killed > 0) return
      // The sentence model has a process of its own, a smaller one.
      const [engine] = childrenOf(child.pid ?? 0)
      assert.ok(engine !== undefined, 'the engine is a process of its own')
      killed = engine
      process.kill(engine, 'SIGKILL')
    },
  })
  assert.notEqual(killed, 0)
  assert.equal(only(run, 'model.ready')[0]?.headRestored, true, 'the head that was made anew above is good')
  assert.equal(only(run, 'notice').filter(({ code }) => code === 'engine_restarted').length, 1)
  assert.deepEqual(only(run, 'error'), [])
  assert.equal(only(run, 'turn.finished')[0]?.status, 'success')
  const pieces = only(run, 'answer.delta').map(({ text }) => text)
  assert.equal(pieces.join('').trim(), answerOf(run, 1), 'nothing is said twice')
  assert.equal(run.code, 0)
})

test('an interrupt in the middle of an answer cancels it and ends the program with 130', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  let interrupted = false
  const run = await runLines(SMALL, home, ['tell me a story about the sea', 'hello'], {
    args: ['--json-deltas'],
    on: (event, child) => {
      if (event.type !== 'answer.delta' || interrupted) return
      interrupted = true
      child.kill('SIGINT')
    },
  })
  assert.equal(run.code, 130)
  assert.deepEqual(
    only(run, 'turn.finished').map(({ status }) => status),
    ['cancelled'],
  )
  assert.deepEqual(run.events.at(-1), { type: 'session.finished', exitCode: 130 })
})

test('a tool that is turned off is not called, in this session and the next', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const asked = ['/tools disable file_read', 'read notes.txt']
  const args = ['--max-tokens', '20']
  const runs = [
    await runLines(SMALL, home, asked, { args }),
    await runLines(SMALL, home, [...asked.slice(1), '/tools enable file_read'], { args }),
  ]
  for (const run of runs) {
    const called = only(run, 'tool.called').map(({ name }) => name)
    assert.ok(!called.includes('file_read'), `called: ${called.join(' ')}`)
    assert.doesNotMatch(answerOf(run, 1), /7731/)
  }
})

test('the same script with a seed and a clock, from two copies of one home, gives the same bytes', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const lines = ['hello', 'what is 15% of 47.50?', 'what time is it?', '/tools', '/why']
  const runs: Run[] = []
  for (const name of ['one', 'two']) {
    const copy = temporaryFolder(`real-${name}`)
    copies.push(copy)
    cpSync(home, copy, { recursive: true })
    runs.push(await runLines(SMALL, copy, lines, { args: ['--temperature', '0.7', '--max-tokens', '16'] }))
  }
  const [one, two] = runs.map(({ events }, at) => comparable(events, copies[at] ?? ''))
  assert.equal(one, two)
  assert.match(one ?? '', /7\.125/)
})

test('a state whose making is interrupted goes on there, also after a new start, and comes out the same', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const open = (statesDir: string) =>
    loadEmbeddedEngine({
      childPath: findProgram().engineChild,
      modelPath: join(MODELS, `${SMALL}.gguf`),
      ...{ modelId: SMALL, modelSha256: SMALL, contextTokens: 512, callContextTokens: 1_024 },
      ...{ threads: 1, gpu: 'off', thinking: false, statesDir, allStatesDir: home, statesBudgetBytes: 1e9 },
      saveBegunMs: 0,
      signal: new AbortController().signal,
    })
  const text = 'Read a text file and say what stands in it, line by line. '.repeat(40)
  const state = { name: 'read', messages: [{ role: 'system', text }] } as const
  const prepare = async (dir: string, isStopped = false) => {
    const engine = await open(dir)
    const stop = new AbortController()
    const totals: number[] = []
    const onProgress = (_done: number, total: number) => {
      totals.push(total)
      if (isStopped) stop.abort()
    }
    try {
      const { source } = await engine.prepareCall(state, { signal: stop.signal, onProgress })
      return { source, tokens: totals[0] ?? 0 }
    } finally {
      // Behind what the interrupt left to be saved.
      await engine.countTokens(['x'])
      await engine.close()
    }
  }
  const whole = join(home, 'whole')
  const parts = join(home, 'parts')
  const { tokens } = await prepare(whole)
  await assert.rejects(prepare(parts, true))
  assert.deepEqual(readdirSync(parts).sort(), ['begun-call-read.kv', 'begun-call-read.kv.json'])
  const rest = await prepare(parts)
  assert.equal(rest.source, 'built')
  assert.ok(rest.tokens > 0 && rest.tokens < tokens, `${rest.tokens} of ${tokens}`)
  assert.deepEqual(readdirSync(parts).sort(), ['call-read.kv', 'call-read.kv.json'])
  const cells = (dir: string) => readFileSync(join(dir, 'call-read.kv'))
  assert.ok(cells(parts).equals(cells(whole)))
})

/** Breaks the saved head, and expects a notice with `reason` and an answer. */
async function expectRebuilt(breakIt: () => void, reason: RegExp): Promise<void> {
  breakIt()
  const args = ['--max-tokens', '4']
  const broken = await runLines(SMALL, home, ['hello'], { args })
  const [notice] = only(broken, 'notice')
  assert.equal(notice?.code, 'head_rebuilt')
  assert.match(notice.message, reason)
  assert.equal(only(broken, 'model.ready')[0]?.headRestored, false)
  assert.notEqual(answerOf(broken, 1), '')
  assert.equal(broken.code, 0)
}

/** The events without times, and with the home named alike. */
function comparable(events: Run['events'], home: string): string {
  return events
    .map((event) =>
      JSON.stringify(event, (key, value) => (/^(?:timings|loadMs|ms|call)$/.test(key) ? undefined : value)),
    )
    .join('\n')
    .replaceAll(home, '<home>')
}
