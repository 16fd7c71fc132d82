import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { JsonObject } from '../../../source/contracts/json.ts'
import { failedReply } from '../../../source/engine/remote/status.ts'
import { NEVER, open, PATIENT, say } from './opened.ts'
import { DONE, delta, event, serveRaw } from './raw-server.ts'

/** Refuses with these words what `isTooLong` says, as a status or within a stream. */
async function refusing(
  t: TestContext,
  words: string,
  isTooLong: (body: JsonObject) => boolean,
  { inStream = false, more = {} } = {},
) {
  const server = await serveRaw(t, (response, _n, body) => {
    const error = { error: { code: 400, message: words, ...more } }
    if (!isTooLong(body)) response.end(`${delta({ content: 'Hello.' })}${delta({}, 'length')}${DONE}`)
    else if (inStream) response.end(event(error))
    else response.writeHead(400).end(JSON.stringify(error))
  })
  return { server, ...(await open(t, [server], { limits: PATIENT })) }
}

const UNSAID = 'the request exceeds the available context size, try increasing it'
const LONG = say('word '.repeat(1_000))

describe('a server whose window is smaller than was known', () => {
  test('is taken at its word, said once, and the person is told what helps', async (t) => {
    const words = "This model's maximum context length is 1000 tokens. However, you sent 1,300 tokens."
    const { engine, takeovers, server } = await refusing(t, words, () => true)
    assert.equal(engine.info.contextTokens, 8_192)
    await assert.rejects(engine.talk(LONG, NEVER), {
      code: 'window',
      message: /1,300 tokens\.; send the message again, .*`\/clear` begins anew, `--context N`/,
    })
    assert.equal(engine.info.contextTokens, 1_000)
    assert.equal(engine.info.callContextTokens, 1_000)
    assert.deepEqual(takeovers, ["The server's window is taken as 1000 tokens from now on."])
    assert.equal(server.asked.length, 1)
  })

  for (const inStream of [false, true]) {
    test(`and that names no number gets three quarters of what was sent (stream: ${inStream})`, async (t) => {
      const { engine, server } = await refusing(t, UNSAID, () => true, { inStream })
      await assert.rejects(engine.talk(LONG, NEVER), { code: 'window' })
      assert.equal(engine.info.contextTokens, Math.floor((1_667 + 6) * 0.75))
      assert.equal(server.asked.length, 1)
      for (let again = 0; again < 9; again++) await assert.rejects(engine.talk(LONG, NEVER))
      await assert.rejects(engine.talk(say('hello'), NEVER), /`\/compact` makes room; `\/clear`/)
      assert.equal(engine.info.contextTokens, 512, 'the head has to stand in it')
    })
  }

  test('and counts the room for the answer is asked again with less of it', async (t) => {
    const words = "'max_tokens' is too large: 768. This model's maximum context length is 2048 tokens."
    const { engine, server } = await refusing(t, words, (body) => Number(body.max_tokens) > 375)
    const { text, stop } = await engine.talk({ ...LONG, maxTokens: 768 }, NEVER)
    assert.deepEqual([text, stop], ['Hello.', 'window'])
    assert.deepEqual(
      server.asked.map((body) => body.max_tokens),
      [768, 375],
    )
  })

  test('names it in many words', () => {
    const window = (words: string, more: { windowTokens?: number } = {}) =>
      failedReply(
        { status: 400, retryAfter: undefined },
        { host: 'x', hasKey: false, quoted: '', said: { words, windowTokens: undefined, ...more } },
      ).windowTokens
    assert.equal(window('request (1234 tokens) exceeds the available context size (512 tokens)'), 512)
    assert.equal(window('prompt is too long: 210000 tokens > 200000 maximum'), 200_000)
    assert.equal(
      window('Prompt contains 40000 tokens, too large for model with 32768 maximum context length'),
      32_768,
    )
    assert.equal(window('loaded with context length of only 4,096 tokens'), 4_096)
    assert.equal(window(UNSAID), undefined)
    assert.equal(window(UNSAID, { windowTokens: 640 }), 640)
  })
})
