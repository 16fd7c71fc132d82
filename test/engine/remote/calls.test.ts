import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallRequest } from '../../../source/contracts/engine.ts'
import type { JsonObject, JsonSchema } from '../../../source/contracts/json.ts'
import { weakestOf } from '../../../source/engine/remote/weakest.ts'
import { NEVER, open, serve } from './opened.ts'

const SEARCH: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', 'x-from': 'message', maxLength: 100 },
    limit: { type: 'integer', 'x-from': 'message', 'x-unit': 'of them', maximum: 50, default: 10 },
  },
  required: ['text', 'limit'],
}

function call(message: string, parameters = SEARCH): CallRequest {
  const state = { name: 'search', messages: [{ role: 'system', text: 'Write the arguments.' }] } as const
  return { state, message, opening: '', parameters, maxTokens: 60 }
}

describe('a call written by a server', () => {
  const ways = {
    json_schema: (body: JsonObject) => (body.response_format as JsonObject).json_schema,
    llama_schema: (body: JsonObject) => body.json_schema,
    guided_json: (body: JsonObject) => body.guided_json,
    tool: (body: JsonObject) => body.tools,
  } as const
  for (const [guides, fieldOf] of Object.entries(ways)) {
    test(`is held to its schema by ${guides}, which was found by trying`, async (t) => {
      const kind = guides === 'guided_json' ? 'vLLM' : 'llama-server'
      const answer = () => '{"limit": 5, "text": "old letters"}'
      const servers = await serve(t, { kind, guides: guides as keyof typeof ways, answer })
      const { engine, members } = await open(t, servers)
      assert.equal(members[0]?.abilities.guidance, guides)
      assert.equal(members[0]?.abilities.label, 'reliable')
      const result = await engine.writeCall(call('find old letters, 5 of them, in 40 files'), NEVER)
      assert.equal(result.text, '{"text":"old letters","limit":5}')
      assert.equal(result.cut, false)
      assert.deepEqual(result.usage, { evaluated: 40, reused: 60, generated: 7 })
      const sent = JSON.stringify(fieldOf(servers[0]?.asked[0] ?? {}))
      // The only number of the request is all that this argument may be; our own keywords stay here.
      assert.match(sent, /"limit":\{"type":"integer","enum":\[5\]\}/)
      assert.doesNotMatch(sent, /x-from|x-unit|default/)
    })
  }

  test('is asked once more with the rule that it broke, where nothing holds the server', async (t) => {
    const wrong = 'Sure: {"text": "new letters", "limit": 5}'
    const right = '```json\n{"text": "old letters", "limit": 5}\n```'
    const servers = await serve(t, { answer: (message) => (/not allowed/.test(message) ? right : wrong) })
    const { engine, members } = await open(t, servers)
    assert.equal(members[0]?.abilities.label, 'chat only')
    const result = await engine.writeCall(call('find old letters, at most 5'), NEVER)
    assert.equal(result.text, '{"text":"old letters","limit":5}')
    assert.equal(result.usage.generated, 14)
    const again = JSON.stringify(servers[0]?.asked[1]?.messages)
    assert.match(again, /`text` must be words of the request, as they stand there/)
  })

  test('that breaks a rule twice is not taken', async (t) => {
    const servers = await serve(t, { answer: () => 'I would rather talk.' })
    const { engine } = await open(t, servers)
    const result = await engine.writeCall(call('find old letters, at most 5'), NEVER)
    assert.equal(result.cut, true)
    assert.equal(servers[0]?.asked.length, 2)
  })

  test('asks nobody where the request leaves nothing to decide', async (t) => {
    const servers = await serve(t, {})
    const { engine } = await open(t, servers)
    const parameters: JsonSchema = {
      type: 'object',
      properties: { minutes: { type: 'integer', 'x-from': 'message', 'x-unit': 'minutes' } },
      required: ['minutes'],
    }
    const result = await engine.writeCall(call('12 minutes for 3 eggs', parameters), NEVER)
    assert.deepEqual(
      [result.text, result.usage.generated, servers[0]?.asked.length],
      ['{"minutes":12}', 0, 0],
    )
  })

  test('a server that writes JSON when it is asked to is shaky', async (t) => {
    const answer = (message: string) => (/kestrel/.test(message) ? '{"code": "kestrel-41"}' : 'Hello!')
    const { members } = await open(t, await serve(t, { answer, isAsked: true }))
    assert.equal(members[0]?.abilities.label, 'shaky')
  })

  test('tells how sure the model was of the values, and of nothing that the schema fixes', () => {
    const tokens = [
      { token: '{"', logprob: -9 },
      { token: 'city', logprob: -8 },
      { token: '": "', logprob: -7 },
      { token: 'Oslo', logprob: Math.log(0.8) },
      { token: '", "', logprob: -6 },
      { token: 'days', logprob: -5 },
      { token: '": ', logprob: -4 },
      { token: '3', logprob: Math.log(0.5) },
      { token: '}', logprob: -3 },
    ]
    const text = tokens.map((one) => one.token).join('')
    assert.equal(weakestOf(text, tokens)?.toFixed(3), '0.500')
    assert.equal(weakestOf(text, tokens.slice(1)), undefined)
    assert.equal(weakestOf(text, []), undefined)
  })
})

describe('what is known of a server', () => {
  test('abilities that are kept are not tried again, and others are tried for another model', async (t) => {
    const kept = new Map<string, JsonObject>()
    const book = {
      recall: (key: string) => kept.get(key),
      keep: (key: string, found: object) => void kept.set(key, { ...found } as JsonObject),
    }
    const servers = await serve(t, { guides: 'json_schema', models: ['tiny', 'small'] })
    const answers = () => servers[0]?.paths.filter((path) => path.endsWith('/chat/completions')).length
    await open(t, servers, { model: 'tiny', book })
    const first = answers()
    const { members } = await open(t, servers, { model: 'tiny', book })
    assert.equal(members[0]?.abilities.guidance, 'json_schema')
    assert.equal(answers(), first)
    await open(t, servers, { model: 'small', book })
    assert.equal(answers(), (first ?? 0) * 2)
  })

  test('the window is what it tells, or less where less is wanted', async (t) => {
    const [llama, vllm, plain] = await serve(t, { kind: 'llama-server' }, { kind: 'vLLM' }, {})
    assert.ok(llama && vllm && plain)
    const windowOf = async (servers: Parameters<typeof open>[1], contextTokens?: number) =>
      (await open(t, servers, { contextTokens })).engine.info.contextTokens
    assert.equal(await windowOf([llama]), 4096)
    assert.equal(await windowOf([llama, vllm]), 2048)
    assert.equal(await windowOf([llama], 1000), 1000)
    assert.equal(await windowOf([vllm], 100_000), 2048)
    assert.equal(await windowOf([plain], 100_000), 100_000)
  })

  test('tokens are counted by its tokenizer, each text once; else they are estimates, and say so', async (t) => {
    const [llama, plain] = await serve(t, { kind: 'llama-server' }, {})
    assert.ok(llama && plain)
    const exact = (await open(t, [llama])).engine
    const before = llama.paths.length
    assert.deepEqual(await exact.countTokens(['one two three', '', 'one two three']), [3, 0, 3])
    assert.deepEqual(await exact.countTokens(['one two three']), [3])
    assert.equal(llama.paths.length, before + 1)
    assert.equal(exact.info.estimatesTokens, false)
    const guessed = (await open(t, [plain])).engine
    assert.equal(guessed.info.estimatesTokens, true)
    assert.deepEqual(await guessed.countTokens(['twelve bytes', '1234567']), [4, 7])
  })

  test('a model that is not there is named with those that are', async (t) => {
    const servers = await serve(t, { models: ['tiny', 'small'] })
    await assert.rejects(open(t, servers, { model: 'huge' }), {
      code: 'load',
      message: `\`${servers[0]?.host}\` serves no model \`huge\`; it has \`tiny\`, \`small\`.`,
    })
    await assert.rejects(open(t, servers), /serves 2 models; name one with `--model`: `tiny`, `small`\.$/)
  })

  test('a key that is not accepted is never shown, also where the server repeats it', async (t) => {
    const servers = await serve(t, { key: 'right-key' })
    await assert.rejects(open(t, servers, { key: 'wrong-key' }), (error: Error) => {
      assert.match(error.message, /refuses \(401\): the key is not accepted/)
      assert.doesNotMatch(JSON.stringify([error.message, String(error.cause)]), /wrong-key/)
      return true
    })
    await assert.rejects(open(t, servers), /give its key in `ETHERVOX_ENGINE_KEY`/)
    await open(t, servers, { key: 'right-key' })
  })
})
