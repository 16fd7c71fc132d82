import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { byHand, mcpHome } from '../helpers/mcp-home.ts'
import { copyWorkspace } from '../helpers/open-session.ts'
import { type OpenedService, openService, piecesOf } from './open-service.ts'

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })

describe('a service', () => {
  let service: OpenedService
  before(async () => {
    service = await openService({
      script: {
        answers: {
          hello: 'Hello there, Ana.',
          'why is the sky blue?': 'It scatters light.',
          'tell me a joke': 'A fish walks in.',
          'what is 17 * 23?': 'The result is 9999.',
          'Now: what is 17 * 23?': 'The result is 9999.',
        },
        calls: { 'what is 17 * 23?': '{"expression":"17 * 23"}', 'read notes.txt': '{"path":"notes.txt"}' },
      },
    })
  })
  after(() => service.done())

  test('names its one model', async () => {
    const reply = await fetch(`${service.url}/models`, {
      headers: { authorization: `Bearer ${service.token}` },
    })
    const { data } = (await reply.json()) as { data: readonly { readonly id: string }[] }
    assert.deepEqual(
      data.map(({ id }) => id),
      ['fake-model'],
    )
  })

  test('answers a chat completion, with what it took', async () => {
    const { text, body, status } = await service.chat([user('hello')])
    assert.equal(status, 200)
    assert.equal(text, 'Hello there, Ana.')
    assert.equal(body.ethervox?.status, 'success')
    assert.ok((body.usage?.prompt_tokens_details.cached_tokens ?? 0) > 0, 'the head stands already')
  })

  test('a stream gives the same text in pieces, then how it ended and what it took', async () => {
    const reply = await service.post('/chat/completions', {
      messages: [user('hello')],
      stream: true,
      stream_options: { include_usage: true },
    })
    assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/)
    const pieces = piecesOf(await reply.text())
    assert.equal(pieces.at(-1), '[DONE]')
    const chunks = pieces.slice(0, -1).map((piece) => JSON.parse(piece))
    assert.equal(chunks.map((one) => one.choices[0]?.delta.content ?? '').join(''), 'Hello there, Ana.')
    assert.equal(chunks[0].choices[0].delta.role, 'assistant')
    assert.equal(chunks.at(-2).choices[0].finish_reason, 'stop')
    assert.ok(chunks.at(-1).usage.total_tokens > 0)
    assert.equal(new Set(chunks.map((one) => one.id)).size, 1)
  })

  test('a tool runs, and an invented result never reaches the client, streamed or not', async () => {
    const asked = [user('what is 17 * 23?')]
    const { text, body } = await service.chat(asked)
    assert.match(text, /391/)
    assert.doesNotMatch(text, /9999/)
    assert.equal(body.ethervox?.source, 'tool')
    assert.deepEqual(
      body.ethervox?.tools.map(({ ok, say }) => [ok, /391/.test(say)]),
      [[true, true]],
    )
    const stream = await service.post('/chat/completions', { messages: asked, stream: true })
    const streamed = await stream.text()
    assert.match(streamed, /391/)
    assert.doesNotMatch(streamed, /9999/)
  })

  test('messages that go on where a conversation stands continue it: its head and turns are not evaluated again', async () => {
    const first = [user('why is the sky blue?')]
    const one = await service.chat(first)
    const two = await service.chat([...first, assistant(one.text), user('tell me a joke')])
    assert.equal(two.text, 'A fish walks in.')
    const request = service.engine.asked.at(-1)
    assert.deepEqual(
      request?.messages.slice(-3).map((message) => message.text),
      ['why is the sky blue?', 'It scatters light.', 'tell me a joke'],
    )
    const [before, now] = [one, two].map(({ body }) => body.usage?.prompt_tokens_details.cached_tokens ?? 0)
    assert.ok((now ?? 0) > (before ?? 0))
  })

  test('a history that nobody here said stands before the message as it was sent', async () => {
    const { text } = await service.chat([
      { role: 'system', content: 'Be brief.' },
      user('one'),
      assistant('uno'),
      user('two'),
      assistant('dos'),
      user('hello'),
    ])
    assert.equal(text, 'Hello there, Ana.')
    assert.deepEqual(
      service.engine.asked
        .at(-1)
        ?.messages.slice(-7)
        .map((message) => message.text),
      ['Be brief.', 'Understood.', 'one', 'uno', 'two', 'dos', 'hello'],
    )
  })

  test('an answer that a client asks for again begins at the exchange before it, with the facts of a tool', async () => {
    const first = [user('what is 17 * 23?')]
    const { text } = await service.chat(first)
    const more = [...first, assistant(text), user('why is grass green?')]
    await service.chat(more)
    await service.chat(more)
    const told = service.engine.asked.at(-1)?.messages.map((message) => message.text) ?? []
    assert.equal(told.filter((one) => one === 'why is grass green?').length, 1)
    assert.ok(told.some((one) => one.startsWith('what is 17 * 23?\n') && one.includes('391')))
  })

  test('a conversation by name keeps its own history, in both interfaces', async () => {
    const headers = {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      'x-ethervox-conversation': 'ana',
    }
    const events = await service.turns({ message: 'why is the sky blue?', conversation: 'ana' })
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type !== 'notice'),
      ['turn.started', 'route', 'answer', 'turn.finished'],
    )
    const reply = await service.post('/chat/completions', { messages: [user('tell me a joke')] }, headers)
    assert.equal(reply.headers.get('x-ethervox-conversation'), 'ana')
    assert.match(await reply.text(), /A fish walks in/)
    assert.deepEqual(
      service.engine.asked
        .at(-1)
        ?.messages.slice(-3)
        .map((message) => message.text),
      ['why is the sky blue?', 'It scatters light.', 'tell me a joke'],
    )
  })

  test('a turn without a name begins a conversation, whose name is in the reply', async () => {
    const reply = await service.post('/turns', { message: 'hello', deltas: true })
    const events = await reply.text()
    assert.match(reply.headers.get('x-ethervox-conversation') ?? '', /^[0-9a-f-]{36}$/)
    assert.match(events, /"answer.delta"/)
  })

  test('a message that begins with a slash or names a file is a message and nothing else', async () => {
    for (const message of ['/clear', '//clear', 'hello @notes.txt']) {
      const events = await service.turns({ message })
      assert.equal(events[0]?.type, 'turn.started', message)
      assert.equal(events[0]?.text, message)
      assert.deepEqual(
        events.filter(({ type, code }) => type === 'command' || code === 'attached'),
        [],
      )
    }
  })

  test('wishes hold for their turn alone, and never lift the limit of the service', async () => {
    await service.chat([user('hello')], { temperature: 0.7, seed: 5, max_tokens: 1_000_000 })
    const { temperature, seed, maxTokens } = service.engine.asked.at(-1) ?? {}
    assert.deepEqual([temperature, seed, maxTokens], [0.7, 5, 768])
    await service.chat([user('hello')], { max_tokens: 7 })
    assert.equal(service.engine.asked.at(-1)?.temperature, 0)
    assert.equal(service.engine.asked.at(-1)?.maxTokens, 7)
    await service.chat([user('hello')], { max_completion_tokens: 6 })
    assert.equal(service.engine.asked.at(-1)?.maxTokens, 6)
    await service.turns({ message: 'hello', max_completion_tokens: 5 })
    assert.equal(service.engine.asked.at(-1)?.maxTokens, 5)
  })

  test('what would change the answer and is not built is refused in a sentence', async () => {
    const cases: readonly [object, RegExp][] = [
      [{ tools: [{ type: 'function' }] }, /`tools` is not taken: the tools of this service run here/],
      [{ n: 2 }, /`n` is `2`; one answer/],
      [{ stop: ['x'] }, /`stop`/],
      [{ temperature: 9 }, /`temperature` is `9`; it is a number from 0 to 2/],
      [{ response_format: { type: 'json_object' } }, /`json_object` is not taken/],
      [{ messages: [] }, /`messages` is missing/],
      [{ messages: [assistant('hi'), user('x')] }, /the user's/],
      [{ messages: [user('x'), assistant('y')] }, /The last message/],
      [{ messages: [{ role: 'tool', content: '9999' }] }, /`messages\[0\].role` is `tool`/],
      [{ messages: [user('x'), { role: 'user', content: [{ type: 'image_url' }] }] }, /part `image_url`/],
      [{ model: 'gpt-x' }, /no model `gpt-x` here; there is `fake-model`/],
    ]
    for (const [more, message] of cases) {
      const { body, status } = await service.chat([user('hi')], more)
      assert.ok(status === 400 || status === 404, String(status))
      assert.match(body.error?.message ?? '', message)
    }
    const strange = await service.post('/turns', { message: 'x', approve: 'all' })
    assert.match(await strange.text(), /There is no field `approve`/)
  })

  test('a message that no window holds is refused before a turn', async () => {
    const { body, status } = await service.chat([user('word '.repeat(60_000))])
    assert.equal(status, 400)
    assert.equal(body.error?.code, 'too_long')
  })
})

describe('what tools may do for clients', () => {
  test('a tool that writes does not run unless that was said at the start, and the answer says so', async () => {
    const calls = { 'write "ahoy" to new.txt': '{"path":"new.txt","content":"ahoy"}' }
    for (const approve of [undefined, 'write'] as const) {
      const workspace = copyWorkspace()
      const service = await openService({ workspace, script: { calls }, flags: approve ? { approve } : {} })
      const { body } = await service.chat([user('write "ahoy" to new.txt')])
      const [call] = body.ethervox?.tools ?? []
      assert.equal(call?.ok, approve === 'write', JSON.stringify(body))
      assert.equal(existsSync(join(workspace, 'new.txt')), approve === 'write')
      if (approve === undefined) assert.match(call?.say ?? '', /write tools do not run \(--approve read\)/)
      else assert.equal(readFileSync(join(workspace, 'new.txt'), 'utf8'), 'ahoy')
      await service.done()
      rmSync(workspace, { recursive: true })
    }
  })
})

test('tools of MCP servers are there for clients too', {
  timeout: 60_000,
}, async () => {
  const service = await openService({ home: mcpHome({ hand: byHand() }), flags: { approve: 'all' } })
  try {
    for (const conversation of ['a', 'b']) {
      const events = await service.turns({ message: 'paint it and send escape sequences', conversation })
      const called = events.find(({ type }) => type === 'tool.finished')
      assert.equal(called?.name, 'hand_paint', JSON.stringify(events))
      assert.equal(called?.ok, true)
    }
  } finally {
    await service.done()
  }
})
