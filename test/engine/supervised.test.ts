import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Engine, EngineFailure } from '../../source/contracts/engine.ts'
import { superviseEngine } from '../../source/engine/supervised.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'

const crash = () => new EngineFailure('crashed', 'the engine process ended (SIGSEGV)')

/** An engine whose counting fails in these ways, then works. */
function engineThat(...failures: readonly Error[]): Engine {
  const engine = createFakeEngine()
  const left = [...failures]
  return Object.assign(engine, {
    countTokens: async (texts: readonly string[]) => {
      const failure = left.shift()
      if (failure) throw failure
      return texts.map((text) => text.length)
    },
  })
}

function supervise(first: Engine, ...next: readonly (Engine | Error)[]) {
  const reasons: string[] = []
  const left = [...next]
  const engine = superviseEngine(first, {
    restart: async () => {
      const one = left.shift()
      if (one === undefined) throw new Error('no more engines')
      if (one instanceof Error) throw one
      return one
    },
    onRestart: (reason) => reasons.push(reason),
  })
  return { engine, reasons }
}

describe('an engine that is started again', () => {
  test('a request that dies with it is repeated on the new one, and the restart is told', async () => {
    const { engine, reasons } = supervise(engineThat(crash()), engineThat())
    assert.deepEqual(await engine.countTokens(['abc']), [3])
    assert.deepEqual(reasons, ['the engine process ended (SIGSEGV)'])
    assert.deepEqual(await engine.countTokens(['ab']), [2])
    assert.equal(reasons.length, 1)
  })

  test('a request that kills the new one too fails for good, and the next request gets a third', async () => {
    const { engine, reasons } = supervise(engineThat(crash()), engineThat(crash(), crash()), engineThat())
    await assert.rejects(engine.countTokens(['abc']), { code: 'crashed' })
    assert.equal(reasons.length, 1)
    assert.deepEqual(await engine.countTokens(['abc']), [3])
    assert.equal(reasons.length, 2)
  })

  test('several requests that fail with one crash restart it once', async () => {
    const { engine, reasons } = supervise(engineThat(crash(), crash(), crash()), engineThat())
    assert.deepEqual(await Promise.all([['a'], ['bb'], ['ccc']].map((texts) => engine.countTokens(texts))), [
      [1],
      [2],
      [3],
    ])
    assert.equal(reasons.length, 1)
  })

  test('an answer that dies half way is handed out once, wherever its pieces end the second time', async () => {
    const talking = (pieces: readonly string[], failure?: Error): Engine => ({
      ...createFakeEngine(),
      talk: async (request) => {
        for (const piece of pieces) request.onText?.(piece)
        if (failure) throw failure
        const usage = { evaluated: 1, reused: 0, generated: 1 }
        return { text: pieces.join(''), stop: 'end', usage, firstTokenMs: 1, totalMs: 2, contextTokens: 2 }
      },
    })
    const { engine } = supervise(
      talking(['One, ', 'two, th'], crash()),
      talking(['One', ', two,', ' three, ', 'four.']),
    )
    let shown = ''
    const onText = (text: string) => {
      shown += text
    }
    const request = {
      messages: [{ role: 'user', text: 'count' } as const],
      maxTokens: 9,
      temperature: 0,
      seed: 1,
      onText,
    }
    assert.equal((await engine.talk(request, new AbortController().signal)).text, 'One, two, three, four.')
    assert.equal(shown, 'One, two, three, four.')
  })

  test('every other failure and every other error is passed on without a restart', async () => {
    for (const error of [
      new EngineFailure('window', 'too long'),
      new EngineFailure('failed', 'x'),
      new TypeError('bug'),
    ]) {
      const { engine, reasons } = supervise(engineThat(error), engineThat())
      await assert.rejects(engine.countTokens(['a']), error)
      assert.deepEqual(reasons, [])
    }
  })

  test('a restart that fails is what the request fails with', async () => {
    const noMemory = new EngineFailure('load', 'no memory')
    const { engine, reasons } = supervise(engineThat(crash()), noMemory, noMemory, engineThat())
    await assert.rejects(engine.countTokens(['a']), { code: 'load' })
    assert.equal(reasons.length, 1)
    // Memory may be there for the next one.
    await assert.rejects(engine.countTokens(['a']), { code: 'load' })
    assert.deepEqual(await engine.countTokens(['abc']), [3])
    assert.deepEqual(reasons, Array(3).fill('the engine process ended (SIGSEGV)'))
  })

  test('an interrupt is heard while it is started again', { timeout: 10_000 }, async () => {
    const dead = Object.assign(createFakeEngine(), {
      talk: async () => {
        throw crash()
      },
    })
    const never = new Promise<Engine>(() => undefined)
    const stop = new AbortController()
    const engine = superviseEngine(dead, { restart: () => never, onRestart: () => stop.abort() })
    const request = { messages: [], maxTokens: 1, temperature: 0, seed: 1 }
    await assert.rejects(engine.talk(request, stop.signal), { name: 'AbortError' })
    await assert.rejects(engine.talk(request, AbortSignal.timeout(5)), { name: 'TimeoutError' })
  })

  test('closing ends the engine that runs now, and nothing is started after it', async () => {
    const first = createFakeEngine()
    const second = createFakeEngine()
    const crashing = Object.assign(engineThat(crash()), { close: first.close })
    const { engine } = supervise(crashing, second)
    await engine.countTokens(['a'])
    await engine.close()
    assert.deepEqual([first.closed, second.closed], [false, true])

    const late = supervise(engineThat(crash()), createFakeEngine())
    await late.engine.close()
    await assert.rejects(late.engine.countTokens(['a']), { code: 'crashed' })
    assert.deepEqual(late.reasons, [])
  })

  test('every request goes through to the engine', async () => {
    const inner = createFakeEngine({ answers: { hi: 'Hello.' }, calls: { hi: '{}' } })
    const { engine } = supervise(inner)
    const { signal } = new AbortController()
    const messages = [{ role: 'user', text: 'hi' }] as const
    const state = { name: 'x', messages: [] }
    const talk = { messages, maxTokens: 9, temperature: 0, seed: 1 }
    const call = { state, message: 'hi', opening: '', parameters: {}, maxTokens: 9 }
    assert.equal((await engine.talk(talk, signal)).text, 'Hello.')
    assert.equal((await engine.writeCall(call, signal)).text, '{}')
    assert.equal((await engine.prepareHead(messages, { signal })).source, 'built')
    assert.equal((await engine.prepareCall(state, { signal })).source, 'built')
    assert.equal((await engine.prefill(messages, signal)).generated, 0)
    assert.equal(await engine.renderPrompt(messages), '<user>hi')
    assert.equal(await engine.memoryBytes(), await inner.memoryBytes())
    assert.equal(engine.info, inner.info)
  })
})
