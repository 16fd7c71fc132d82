// A real llama-server on loopback behind the engine's port. Its path stands in ETHERVOX_LLAMA_SERVER; without it the tests are skipped. Two of
// them under load: test/benchmarks/llama-servers.bench.ts.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { EngineFailure } from '../../source/contracts/engine.ts'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { LIMITS } from '../../source/engine/remote/exchange.ts'
import type { RemoteOptions } from '../../source/engine/remote/open-remote.ts'
import { NEVER, open, say } from '../engine/remote/opened.ts'
import { type LlamaServer, startLlamaServer, whyNoLlamaServer } from '../helpers/llama-server.ts'
import { MODELS, SMALL } from './program.ts'

const MODEL = join(MODELS, `${SMALL}.gguf`)
const ARGS = ['-c', '4096', '-t', '1', '--alias', SMALL]
const SYSTEM = `You are a friendly assistant. ${'You answer in plain words, and never with a list. '.repeat(20)}`

/** undefined, and the test is skipped with the reason, where there is no program or no model. */
async function start(
  t: TestContext,
  { key, slots = 2 }: { readonly key?: string; readonly slots?: number } = {},
): Promise<LlamaServer | undefined> {
  const reason = whyNoLlamaServer() ?? (existsSync(MODEL) ? undefined : `There is no \`${MODEL}\`.`)
  if (reason !== undefined) {
    process.stderr.write(`skipped: ${t.name}: ${reason}\n`)
    t.skip(reason)
    return undefined
  }
  const server = await startLlamaServer(MODEL, [...ARGS, '-np', String(slots)], { key })
  t.after(() => server.kill())
  return server
}

/** With the limits of daily use: a prompt of this machine takes seconds. */
function connect(t: TestContext, server: LlamaServer, more: Partial<RemoteOptions> = {}) {
  return open(t, [server], { limits: LIMITS, ...more })
}

async function idle(server: LlamaServer): Promise<boolean> {
  const until = performance.now() + 60_000
  while ((await server.working()) !== 0 && performance.now() < until)
    await new Promise((next) => setImmediate(next))
  return (await server.working()) === 0
}

test('a llama-server is waited for while it reads its model, then it chats and reuses what it has evaluated', async (t) => {
  const server = await start(t)
  if (server === undefined) return
  await server.listening()
  const { engine, members } = await connect(t, server)
  assert.deepEqual(
    members.map(({ facts, abilities }) => [facts.kind, abilities.label, abilities.guidance]),
    [['llama-server', 'reliable', 'json_schema']],
  )
  assert.equal(engine.info.estimatesTokens, false, 'its tokenizer counts')
  assert.equal(engine.info.contextTokens, 2048, 'the window of one slot')
  assert.deepEqual(await engine.countTokens(['one two three']), [3])
  const system = { role: 'system', text: SYSTEM } as const
  const first = { role: 'user', text: 'Hello!' } as const
  let shown = ''
  const onText = (piece: string) => {
    shown += piece
  }
  const one = await engine.talk(say('', { messages: [system, first], maxTokens: 12, onText }), NEVER)
  assert.ok(one.text !== '' && one.text === shown)
  assert.equal(one.usage.reused, 0)
  assert.ok(one.usage.evaluated > 150 && one.usage.generated > 0, JSON.stringify(one.usage))
  const answer = { role: 'assistant', text: one.text } as const
  const messages = [system, first, answer, { role: 'user', text: 'And now?' } as const]
  const two = await engine.talk(say('', { messages, maxTokens: 12 }), NEVER)
  assert.ok(two.usage.reused >= one.usage.evaluated - 2, JSON.stringify([one.usage, two.usage]))
  assert.ok(two.usage.evaluated < 40, JSON.stringify(two.usage))
})

test('a llama-server writes calls under their schema', async (t) => {
  const server = await start(t)
  if (server === undefined) return
  await server.ready()
  const { engine } = await connect(t, server)
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      colour: { type: 'string', enum: ['crimson', 'teal'] },
      many: { type: 'integer', minimum: 3, maximum: 9 },
    },
    required: ['colour', 'many'],
  }
  const state = { name: 'paint', messages: [{ role: 'system', text: 'Write the arguments.' }] } as const
  for (const message of ['paint it', 'hello, who are you?', 'no JSON please']) {
    const request = { state, message, opening: '', parameters, maxTokens: 60 }
    const { text, cut } = await engine.writeCall(request, NEVER)
    const { colour, many, ...more } = JSON.parse(text) as { readonly [name: string]: unknown }
    assert.ok(colour === 'crimson' || colour === 'teal', text)
    assert.ok(typeof many === 'number' && many >= 3 && many <= 9, text)
    assert.deepEqual([cut, more], [false, {}])
  }
})

test('an answer that is stopped ends at the llama-server too; one that is killed ends it with a sentence', async (t) => {
  const server = await start(t)
  if (server === undefined) return
  await server.ready()
  const { engine } = await connect(t, server)
  const stop = new AbortController()
  const long = { maxTokens: 900, onText: () => stop.abort(new Error('enough')) }
  await assert.rejects(engine.talk(say('Count from 1 to 500, with words.', long), stop.signal), /enough/)
  assert.ok(await idle(server))
  const kill = { maxTokens: 900, onText: () => void server.kill() }
  const sentence = new RegExp(`^\`${server.host}\` ended the connection \\(`)
  const isClear = (error: unknown) => error instanceof EngineFailure && sentence.test(error.message)
  await assert.rejects(engine.talk(say('Count from 1 to 500, with words.', kill), NEVER), isClear)
  await assert.rejects(engine.talk(say('hello'), NEVER), /cannot be reached \(ECONNREFUSED\)/)
})

test('who waits for the only slot of a llama-server gets an answer, however long that takes', async (t) => {
  const server = await start(t, { slots: 1 })
  if (server === undefined) return
  await server.ready()
  const { engine } = await connect(t, server)
  // The other one writes longer than a server may be silent here.
  const { engine: patient } = await connect(t, server, { limits: { ...LIMITS, silenceMs: 200 } })
  const begun = Promise.withResolvers<void>()
  const long = say('Count from 1 to 500, with words.', { maxTokens: 60, onText: () => begun.resolve() })
  const first = engine.talk(long, NEVER)
  await begun.promise
  const second = await patient.talk(say('hello', { maxTokens: 4 }), NEVER)
  assert.notEqual(second.text, '')
  assert.ok(second.firstTokenMs > 200, 'it had to wait')
  await first
})

test('a llama-server with a key refuses another one, in a sentence without it', async (t) => {
  const server = await start(t, { key: 'the-right-one' })
  if (server === undefined) return
  await server.ready()
  await assert.rejects(connect(t, server, { key: 'the-wrong-one' }), {
    message: `\`${server.host}\` refuses (401): the key is not accepted.`,
  })
  await assert.rejects(connect(t, server), {
    message: `\`${server.host}\` refuses (401): give its key in \`ETHERVOX_ENGINE_KEY\`.`,
  })
  const { engine } = await connect(t, server, { key: 'the-right-one' })
  assert.notEqual((await engine.talk(say('hello', { maxTokens: 4 }), NEVER)).text, '')
})
