// What servers write that is not quite what OpenAI's does.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { NEVER, open, PATIENT, say } from './opened.ts'
import { DONE, delta, event, serveRaw } from './raw-server.ts'

const STREAM = 'text/event-stream'
const HELLO = `${delta({ content: 'Hello ' })}${delta({ content: 'there.' })}${delta({}, 'stop')}${DONE}`
const WHOLE = JSON.stringify({ choices: [{ message: { content: 'Hello there.' }, finish_reason: 'stop' }] })

async function asked(t: TestContext, text: string, { type = STREAM, status = 200 } = {}) {
  const server = await serveRaw(t, (response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(text)
  })
  const { engine } = await open(t, [server], { limits: PATIENT })
  const shown: string[] = []
  const result = engine.talk(say('hi', { onText: (piece) => shown.push(piece) }), NEVER)
  return { server, shown, result }
}

describe('an answer is read', () => {
  const ways: { readonly [way: string]: readonly [text: string, type?: string] } = {
    'from a stream under text/plain': [HELLO, 'text/plain'],
    'from a stream under application/json': [HELLO, 'application/json'],
    'from one whole answer under text/event-stream': [WHOLE],
    'with lines that end in CR LF': [HELLO.replaceAll('\n', '\r\n')],
    'with lines that end in CR': [HELLO.replaceAll('\n', '\r')],
    'past pings and empty events': [`${event({ type: 'ping' })}data:\n\n: wait\n\n${HELLO}`],
    'past an empty error': [HELLO.replace('{"choices"', '{"error":"","choices"')],
    'from a list of parts': [
      `${delta({ content: [{ type: 'text', text: 'Hello ' }, { text: 'there.' }] })}${delta({}, 'stop')}`,
    ],
  }
  for (const [way, [text, type = STREAM]] of Object.entries(ways)) {
    test(way, async (t) => {
      const { result } = await asked(t, text, { type })
      assert.equal((await result).text, 'Hello there.')
    })
  }

  test('where it is whole and the connection breaks, or stays open', { timeout: 10_000 }, async (t) => {
    const ends = [(response: { destroy(): unknown }) => response.destroy(), () => undefined]
    const server = await serveRaw(t, (response, n) => {
      response.writeHead(200, { 'content-type': STREAM })
      response.write(HELLO.replace(DONE, ''))
      setTimeout(() => ends[n]?.(response), 20)
    })
    const { engine } = await open(t, [server], { limits: { ...PATIENT, tailMs: 50 } })
    for (const _ of ends) assert.equal((await engine.talk(say('hi'), NEVER)).text, 'Hello there.')
    assert.equal(server.asked.length, 2)
  })

  test('with its thoughts before it where they come apart, and keeps none of them', async (t) => {
    const thoughts = ['It is ', 'a greeting.'].map((text) => delta({ reasoning_content: text })).join('')
    const { result, shown } = await asked(t, thoughts + HELLO)
    assert.equal((await result).text, 'Hello there.')
    assert.equal(shown.join(''), '<think>It is a greeting.</think>\nHello there.')
  })

  test('that has no words as one without words', async (t) => {
    const call = delta({ content: null, tool_calls: [{ function: { name: 'x', arguments: '{}' } }] })
    for (const text of [DONE, delta({ content: '' }, 'stop'), `${call}${delta({}, 'tool_calls')}`]) {
      const { result } = await asked(t, text)
      const { text: said, stop } = await result
      assert.deepEqual([said, stop], ['', 'end'])
    }
  })
})

describe('an error in the place of an answer', () => {
  const memory = { error: { message: 'model requires more system memory' } }
  const ways: { readonly [way: string]: readonly [text: string, words: RegExp, times: number] } = {
    'as bare JSON': [JSON.stringify(memory), /says: model requires more system memory$/, 1],
    'behind `error:`': [
      `error: ${JSON.stringify({ code: 400, message: 'out of it' })}\n\n`,
      /refuses the request \(400\): out of it$/,
      1,
    ],
    'as an event of that name': [
      `event: error\n${event({ code: 400, message: 'something broke' })}`,
      /something broke$/,
      1,
    ],
    'that passes': [event({ error: { message: 'Overloaded, try again' } }), /says: Overloaded/, 3],
    'with nothing in it': ['', /writes what is no answer$/, 1],
    'with pings only': [event({ type: 'ping' }), /writes what is no answer: `\{"type":"ping"\}`$/, 1],
    'as a page': ['<html>Log in to the hotel</html>', /writes what is no answer: `<html>Log in/, 1],
  }
  for (const [way, [text, message, times]] of Object.entries(ways)) {
    test(`${way} is told in its own words, and asked for again only where that may help`, async (t) => {
      const { result, server } = await asked(t, text)
      await assert.rejects(result, { code: 'failed', message })
      assert.equal(server.asked.length, times)
    })
  }

  test('of many kilobytes keeps its words', async (t) => {
    const long = JSON.stringify({ error: { input: 'x'.repeat(9_000), message: 'no such thing' } })
    const { result } = await asked(t, long, { status: 422, type: 'application/json' })
    await assert.rejects(result, /refuses the request \(422\): no such thing$/)
  })

  test('that is no JSON is quoted, but for pages', async (t) => {
    const plain = await asked(t, 'the GPU fell off the bus', { status: 422 })
    await assert.rejects(plain.result, /\(422\): the GPU fell off the bus$/)
    const page = await asked(t, '<h1>Unprocessable</h1>', { status: 422 })
    await assert.rejects(page.result, /\(422\)$/)
  })
})

describe('an answer about ends of thoughts', () => {
  const written = async (t: TestContext, answers: readonly string[], model = 'stop') => {
    const server = await serveRaw(t, (response, n) => {
      response.writeHead(200, { 'content-type': STREAM })
      const pieces = answers[n]?.split(/(?<= )/).map((content) => delta({ content })) ?? []
      response.end(`${pieces.join('')}${delta({}, n === answers.length - 1 ? model : 'stop')}${DONE}`)
    })
    const { engine } = await open(t, [server], { limits: PATIENT })
    const all: { text: string; pieces: number }[] = []
    for (const _ of answers) {
      let pieces = 0
      const { text } = await engine.talk(say('hi', { onText: () => void pieces++ }), NEVER)
      all.push({ text, pieces })
    }
    return all
  }
  const MARKED = 'so it ends\n</think>\nHello.'

  test('in a block of code is no thought, and the next is streamed', async (t) => {
    const code = 'So:\n```\nhm\n</think>\n```\nand then.'
    assert.deepEqual(
      (await written(t, [code, 'One two three.'])).map(({ text, pieces }) => [text, pieces > 1]),
      [
        [code, true],
        ['One two three.', true],
      ],
    )
  })

  test('does not hold back every later one', async (t) => {
    const [, held, streamed] = await written(t, [MARKED, 'One two three.', 'One two three.'])
    assert.deepEqual(held, { text: 'One two three.', pieces: 1 })
    assert.deepEqual(streamed, { text: 'One two three.', pieces: 3 })
  })

  test('costs no answer that is cut', async (t) => {
    const [, cut] = await written(t, [MARKED, 'One two three'], 'length')
    assert.equal(cut?.text, 'One two three')
  })
})
