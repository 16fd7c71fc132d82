import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { linesOf, openService, piecesOf } from './open-service.ts'

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

/** Runs `count` of them, so many at a time. */
async function inParallel<T>(count: number, width: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const at = next++
      done[at] = await work(at)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return done
}

describe('many clients', () => {
  test('200 requests, 8 at a time, by every way in: none is lost and none gets the answer of another', {
    timeout: 100_000,
  }, async () => {
    const answers = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        [`hello ${at}`, `Hello number ${at}.`],
        [`hello again ${at}`, `Again number ${at}.`],
      ]).flat(),
    )
    const service = await openService({ script: { answers }, limits: { conversations: 8 } })
    try {
      const texts = await inParallel(200, 8, async (at) => {
        const first = user(`hello ${at}`)
        if (at % 4 === 0) {
          const one = await service.chat([first])
          const two = await service.chat([first, assistant(one.text), user(`hello again ${at}`)])
          return `${one.text} ${two.text}`
        }
        if (at % 4 === 1) {
          const reply = await service.post('/chat/completions', { messages: [first], stream: true })
          const pieces = piecesOf(await reply.text()).slice(0, -1)
          return pieces.map((piece) => JSON.parse(piece).choices[0].delta.content ?? '').join('')
        }
        const conversation = at % 4 === 2 ? `client-${at % 16}` : undefined
        const events = await service.turns({ message: first.content, ...(conversation && { conversation }) })
        return String(events.find(({ type }) => type === 'answer')?.text)
      })
      const wanted = texts.map((_, at) =>
        at % 4 === 0 ? `Hello number ${at}. Again number ${at}.` : `Hello number ${at}.`,
      )
      assert.deepEqual(texts, wanted)
      // Each prompt holds its own conversation and nothing of another one.
      for (const { messages } of service.engine.asked) {
        const numbers = messages.flatMap(({ text }) => /hello(?: again)? (\d+)/.exec(text)?.[1] ?? [])
        const own = Number(numbers.at(-1))
        if (own % 4 === 2)
          assert.ok(
            numbers.every((one) => Number(one) % 16 === own % 16),
            numbers.join(),
          )
        else assert.deepEqual(new Set(numbers), new Set([String(own)]))
      }
    } finally {
      await service.done()
    }
  })

  test('who finds too many waiting is told so at once, and those that wait are answered', {
    timeout: 60_000,
  }, async () => {
    const gate = Promise.withResolvers<void>()
    const service = await openService({ script: { gate: () => gate.promise }, limits: { waiting: 3 } })
    try {
      let refusedYet = 0
      const all = Array.from({ length: 8 }, (_, at) =>
        service.chat([user(`hello ${at}`)]).then((reply) => {
          if (reply.status === 429 && ++refusedYet === 4) gate.resolve()
          return reply
        }),
      )
      const replies = await Promise.all(all)
      const refused = replies.filter(({ status }) => status === 429)
      assert.equal(refused.length, 4)
      assert.match(refused[0]?.body.error?.message ?? '', /turns wait already/)
      assert.equal(replies.filter(({ text }) => text === 'I see.').length, 4)
    } finally {
      gate.resolve()
      await service.done()
    }
  })
})

describe('clients that go away or stand still', () => {
  test('a client that goes away stops its turn, and nothing of that stays in the conversation', {
    timeout: 60_000,
  }, async () => {
    let asked = Promise.withResolvers<void>()
    let isHeld = false
    const gate = () => {
      if (!isHeld) return Promise.resolve()
      asked.resolve()
      return new Promise<void>(() => undefined)
    }
    const service = await openService({ script: { gate } })
    try {
      const first = user('hello')
      const { text } = await service.chat([first])
      for (const stream of [false, true]) {
        isHeld = true
        asked = Promise.withResolvers<void>()
        const leave = new AbortController()
        const gone = fetch(`${service.url}/chat/completions`, {
          method: 'POST',
          signal: leave.signal,
          headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [first, assistant(text), user('hello you')], stream }),
        }).then((reply) => reply.text())
        await asked.promise
        leave.abort()
        await assert.rejects(gone)
        isHeld = false
        const next = await service.chat([first, assistant(text), user('hello there')])
        assert.equal(next.text, 'I see.')
        assert.deepEqual(
          service.engine.asked
            .at(-1)
            ?.messages.slice(-3)
            .map((message) => message.text),
          ['hello', 'I see.', 'hello there'],
        )
      }
    } finally {
      await service.done()
    }
  })

  test('a client that reads nothing holds up nobody, and is given up', { timeout: 60_000 }, async () => {
    const long = 'long'.repeat(1_000_000)
    const service = await openService({ script: { answers: { hello: long } }, limits: { drainMs: 200 } })
    try {
      const body = JSON.stringify({ messages: [user('hello')] })
      const socket = connect(service.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.pause()
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      const other = await service.chat([user('hello there')])
      assert.equal(other.text, 'I see.')
      await new Promise((resolve) => setTimeout(resolve, 400))
      let bytes = 0
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
      const closed = once(socket, 'close')
      socket.resume()
      await closed
      assert.ok(bytes < long.length, `${bytes} bytes of ${long.length}`)
    } finally {
      await service.done()
    }
  })

  test('a stream whose turn waits says that it is alive', { timeout: 60_000 }, async () => {
    const gate = Promise.withResolvers<void>()
    const service = await openService({ script: { gate: () => gate.promise }, limits: { beatMs: 20 } })
    try {
      const reply = await service.post('/chat/completions', { messages: [user('hello')], stream: true })
      gate.resolve()
      const text = await reply.text()
      assert.match(text, /^: waiting\n\n/)
      assert.equal(piecesOf(text).at(-1), '[DONE]')
    } finally {
      gate.resolve()
      await service.done()
    }
  })

  test('Ctrl-C stops what runs and what waits, and ends with 0', { timeout: 60_000 }, async () => {
    const asked = Promise.withResolvers<void>()
    const gate = () => {
      asked.resolve()
      return new Promise<void>(() => undefined)
    }
    const service = await openService({ script: { gate } })
    const runs = service.post('/turns', { message: 'hello', conversation: 'a' }).then((reply) => reply.text())
    await asked.promise
    const waits = service.chat([user('hello there')])
    // The one that waits has arrived once the service says what it has.
    await fetch(`${service.url}/models`, { headers: { authorization: `Bearer ${service.token}` } })
    assert.equal(await service.done(), 0)
    const events = linesOf(await runs)
    assert.equal(events.find(({ type }) => type === 'turn.finished')?.status, 'cancelled')
    assert.equal((await waits.catch(() => ({ status: 503 }))).status, 503)
    assert.ok(service.engine.closed)
  })
})

describe('conversations that are not used', () => {
  test('are closed, and a named one comes back from disk with what was said', {
    timeout: 60_000,
  }, async () => {
    const service = await openService({ limits: { conversations: 2 } })
    try {
      await service.turns({ message: 'hello', conversation: 'a' })
      for (const conversation of ['b', 'c', 'd']) await service.turns({ message: 'hello', conversation })
      await service.turns({ message: 'hello again', conversation: 'a' })
      assert.deepEqual(
        service.engine.asked
          .at(-1)
          ?.messages.slice(-3)
          .map((message) => message.text),
        ['hello', 'I see.', 'hello again'],
      )
    } finally {
      await service.done()
    }
  })

  test('are gone where nothing is kept, which is said', { timeout: 60_000 }, async () => {
    const service = await openService({ limits: { conversations: 1 }, flags: { secret: true } })
    try {
      await service.turns({ message: 'hello', conversation: 'a' })
      await service.turns({ message: 'hello', conversation: 'b' })
      const reply = await service.post('/turns', { message: 'hello', conversation: 'a' })
      assert.equal(reply.status, 410)
      assert.match(await reply.text(), /`a` was closed and nothing of it is kept/)
    } finally {
      await service.done()
    }
  })
})
