import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { describe, test } from 'node:test'
import { NEVER, open, say, serve } from './opened.ts'

describe('an answer from a server', () => {
  test('comes piece by piece, and what the server counted is told', async (t) => {
    const servers = await serve(t, { kind: 'llama-server' })
    const { engine } = await open(t, servers)
    const pieces: string[] = []
    const result = await engine.talk(say('one two', { onText: (text) => pieces.push(text) }), NEVER)
    assert.deepEqual(pieces, ['You ', 'said: ', 'one ', 'two'])
    assert.equal(result.text, 'You said: one two')
    assert.equal(result.stop, 'end')
    assert.deepEqual(result.usage, { evaluated: 40, reused: 60, generated: 7 })
    assert.equal(result.contextTokens, 107)
    const { messages, model, temperature, seed, max_tokens } = servers[0]?.asked[0] ?? {}
    assert.deepEqual(
      { messages, model, temperature, seed, max_tokens },
      {
        messages: [{ role: 'user', content: 'one two' }],
        ...{ model: 'tiny', temperature: 0, seed: 1, max_tokens: 50 },
      },
    )
  })

  test('is read whole from a server that does not stream', async (t) => {
    const { engine } = await open(t, await serve(t, { mode: () => 'whole' }))
    assert.equal((await engine.talk(say('one two'), NEVER)).text, 'You said: one two')
  })

  test('does not hold the thoughts before it', async (t) => {
    const answer = () => '<think>\nthe user greets\n</think>\n\nHello there.'
    const { engine } = await open(t, await serve(t, { answer }))
    const pieces: string[] = []
    const { text } = await engine.talk(say('hi', { onText: (piece) => pieces.push(piece) }), NEVER)
    assert.equal(text, 'Hello there.')
    assert.equal(pieces.join(''), text)
  })

  test('does not hold a thought that the template had opened, however the model is called', async (t) => {
    const answer = () => 'the user greets, so I greet back\n</think>\n\nHello there.'
    const { engine } = await open(t, await serve(t, { answer, pieceMs: 1 }))
    const said = async () => {
      const pieces: string[] = []
      const { text } = await engine.talk(say('hi', { onText: (piece) => pieces.push(piece) }), NEVER)
      return { text, shown: pieces.join('') }
    }
    assert.equal((await said()).text, 'Hello there.', 'of the first nobody knew; what is kept is the answer')
    assert.deepEqual(await said(), { text: 'Hello there.', shown: 'Hello there.' })
  })

  test('ends at once when it is stopped, and the server is told by the closed connection', async (t) => {
    const [server] = await serve(t, { pieceMs: 20, answer: () => 'word '.repeat(200) })
    assert.ok(server)
    const { engine } = await open(t, [server])
    const stop = new AbortController()
    const onText = () => stop.abort(new Error('stopped'))
    await assert.rejects(engine.talk(say('go on', { onText }), stop.signal), /stopped/)
    for (let waits = 0; server.running > 0 && waits < 50; waits++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(server.running, 0)
  })

  test('is asked for again without the fields that a server refuses by name', async (t) => {
    const servers = await serve(t, { refuses: ['seed', 'stream_options'] })
    const { engine } = await open(t, servers)
    assert.equal((await engine.talk(say('one'), NEVER)).text, 'You said: one')
    await engine.talk(say('two'), NEVER)
    assert.deepEqual(
      servers[0]?.asked.map((body) => ['seed' in body, 'stream_options' in body]),
      [
        [false, false],
        [false, false],
      ],
    )
  })

  test('closing the engine ends it', async (t) => {
    const { engine } = await open(t, await serve(t, { mode: () => 'hangs' }))
    const asked = engine.talk(say('hello'), NEVER)
    await engine.close()
    await assert.rejects(asked, { code: 'closed' })
  })
})

describe('a server that fails', () => {
  const fails = {
    dies: /`127\.0\.0\.1:\d+` ended the connection/,
    ends: /ended in the middle of the answer/,
    garbage: /writes what is no answer: `<html>no`/,
    stalls: /was silent for 0\.3 seconds/,
  } as const
  for (const [mode, message] of Object.entries(fails)) {
    test(`in the answer ends the turn with one sentence (${mode}), and nothing is written twice`, async (t) => {
      const first = mode as keyof typeof fails
      const servers = await serve(t, { mode: (n) => (n === 0 ? first : 'good'), pieceMs: 5 })
      const { engine } = await open(t, servers)
      const pieces: string[] = []
      const onText = (text: string) => pieces.push(text)
      const asked = engine.talk(say('one two three four', { onText }), NEVER)
      await assert.rejects(asked, { code: 'failed', message })
      assert.equal(servers[0]?.asked.length, 1)
      const shown = pieces.join('')
      assert.equal(shown, 'You said: one two three four'.slice(0, shown.length))
      assert.equal(shown === '', mode === 'garbage')
    })
  }

  test('with 429 or 500 before the answer is asked again', async (t) => {
    const servers = await serve(t, { mode: (n) => [429, 500, 'good' as const][n] ?? 'good' })
    const { engine } = await open(t, servers)
    assert.equal((await engine.talk(say('one'), NEVER)).text, 'You said: one')
    assert.equal(servers[0]?.asked.length, 3)
  })

  test('every time is given up after three attempts, with its own words and without its colours', async (t) => {
    const servers = await serve(t, { mode: () => 503 })
    const { engine } = await open(t, servers)
    await assert.rejects(engine.talk(say('one'), NEVER), /cannot answer now \(503\): not \[31mnow$/)
    assert.equal(servers[0]?.asked.length, 3)
  })

  test('and wants to be left alone for an hour is not waited for', async (t) => {
    const servers = await serve(t, { mode: () => 429, retryAfter: '3600' })
    const { engine } = await open(t, servers)
    await assert.rejects(engine.talk(say('one'), NEVER), /cannot answer now \(429\)/)
    assert.equal(servers[0]?.asked.length, 1)
  })

  test('by taking the connection and no handshake is unreachable', async (t) => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    t.after(() => silent.close())
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const limits = { connectMs: 100, silenceMs: 5_000 }
    await assert.rejects(open(t, [{ url }], { limits }), {
      code: 'load',
      message: /reached within 0\.1 seconds/,
    })
  })

  test('to say anything for long is waited for while the server says that it is well', async (t) => {
    let asked = 0
    // It reads a long prompt, or others wait before us; then it is gone.
    const health = () => (asked++ < 2 ? 200 : 500)
    const servers = await serve(t, { mode: () => 'hangs', health })
    const limits = { connectMs: 1_000, silenceMs: 300, queueMs: 60_000 }
    const { engine } = await open(t, servers, { limits })
    await assert.rejects(engine.talk(say('one'), NEVER), /was silent for 0\.3 seconds/)
    assert.equal(asked, 3)
    asked = 0
    const { engine: hasty } = await open(t, servers, { limits: { ...limits, queueMs: 0 } })
    await assert.rejects(hasty.talk(say('one'), NEVER), /was silent/)
    assert.equal(asked, 0)
  })

  test('by saying nothing is not waited for twice', async (t) => {
    const servers = await serve(t, { mode: () => 'hangs' })
    const { engine } = await open(t, servers)
    await assert.rejects(engine.talk(say('one'), NEVER), /was silent for 0\.3 seconds/)
    assert.equal(servers[0]?.asked.length, 1)
  })
})
