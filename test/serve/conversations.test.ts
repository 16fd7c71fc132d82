// Which conversation a request goes on with, and what it may bring along.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { KeptConversations } from '../../source/serve/kept-conversations.ts'
import type { ServedConversation } from '../../source/serve/ports.ts'
import { type OpenedService, openService, piecesOf, type ServiceOptions } from './open-service.ts'

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const system = (content: string) => ({ role: 'system', content })

const PRODUCT = 'what is 17 * 23?'

/** Runs with a service of its own. */
async function withService(
  options: ServiceOptions,
  work: (service: OpenedService) => Promise<void>,
): Promise<void> {
  const service = await openService(options)
  try {
    await work(service)
  } finally {
    await service.done()
  }
}

/** What the engine was asked last. */
const lastTexts = ({ engine }: OpenedService) => engine.asked.at(-1)?.messages.map(({ text }) => text) ?? []

describe('an answer that was replaced behind its first clause', () => {
  const script = {
    answers: { [PRODUCT]: 'Gladly. The result is 9999.', 'and the sky?': 'It is blue.' },
    calls: { [PRODUCT]: '{"expression":"17 * 23"}' },
  }

  test('is continued with its facts by a client that has the whole answer', () =>
    withService({ script }, async (service) => {
      const { text, body } = await service.chat([user(PRODUCT)])
      assert.equal(body.ethervox?.source, 'tool')
      assert.doesNotMatch(text, /Gladly/)
      await service.chat([user(PRODUCT), assistant(text), user('and the sky?')])
      assert.ok(lastTexts(service).some((one) => one.startsWith(`${PRODUCT}\n`) && one.includes('391')))
    }))

  test('is continued with its facts by a client that has the pieces', () =>
    withService({ script }, async (service) => {
      const reply = await service.post('/chat/completions', { messages: [user(PRODUCT)], stream: true })
      const pieces = piecesOf(await reply.text()).slice(0, -1)
      const text = pieces.map((piece) => JSON.parse(piece).choices[0].delta.content ?? '').join('')
      assert.match(text, /^Gladly\.\s+.*391/)
      await service.chat([user(PRODUCT), assistant(text), user('and the sky?')])
      assert.ok(lastTexts(service).some((one) => one.startsWith(`${PRODUCT}\n`) && one.includes('391')))
    }))
})

describe('system messages', () => {
  const long = 'Be brief. '.repeat(2_000)

  test('that do not fit the window are refused, and the name is free', () =>
    withService({}, async (service) => {
      const headers = {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/json',
        'x-ethervox-conversation': 'ana',
      }
      const ask = (...messages: readonly object[]) => service.post('/chat/completions', { messages }, headers)
      const { status, body } = await service.chat([system(long), user('hello')])
      assert.equal(status, 400)
      assert.equal(body.error?.code, 'too_long')
      assert.match(body.error?.message ?? '', /^The system messages do not fit the window/)
      assert.equal((await ask(system(long), user('hello'))).status, 400)
      assert.equal((await ask(system('Be brief.'), user('hello'))).status, 200)
      assert.deepEqual(lastTexts(service).slice(-3), ['Be brief.', 'Understood.', 'hello'])
    }))

  test('of a named conversation stand before its turns again when it comes back from disk', () =>
    withService({ limits: { conversations: 1 } }, async (service) => {
      const ask = async (name: string, message: string) => {
        const headers = {
          authorization: `Bearer ${service.token}`,
          'content-type': 'application/json',
          'x-ethervox-conversation': name,
        }
        const messages = [system(`Be ${name}.`), user(message)]
        assert.equal((await service.post('/chat/completions', { messages }, headers)).status, 200)
      }
      await ask('brief', 'hello')
      for (const message of ['hello again', 'and once more']) {
        await ask('polite', 'hello')
        await ask('brief', message)
      }
      assert.deepEqual(lastTexts(service).slice(-7), [
        ...['Be brief.', 'Understood.'],
        ...['hello', 'I see.', 'hello again', 'I see.', 'and once more'],
      ])
    }))

  test('stand in no prompt where every message stands alone, and hold no message up', () =>
    withService({ flags: { mode: 'fresh' } }, async (service) => {
      const { status } = await service.chat([system('Be brief.'), user('hello')])
      assert.equal(status, 200)
      assert.ok(!lastTexts(service).includes('Be brief.'))
    }))
})

test('a turn goes on in the conversation that its header names', () =>
  withService({}, async (service) => {
    const headers = {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      'x-ethervox-conversation': 'ana',
    }
    for (const message of ['hello', 'hello again']) {
      const reply = await service.post('/turns', { message }, headers)
      assert.equal(reply.headers.get('x-ethervox-conversation'), 'ana')
      await reply.text()
    }
    assert.deepEqual(lastTexts(service).slice(-3), ['hello', 'I see.', 'hello again'])
    const wrong = await service.post(
      '/turns',
      { message: 'hello' },
      { ...headers, 'x-ethervox-conversation': '../x' },
    )
    assert.equal(wrong.status, 400)
  }))

test('an exchange that no window holds is left out without being counted', () =>
  withService({}, async (service) => {
    const counted: number[] = []
    const count = service.engine.countTokens.bind(service.engine)
    service.engine.countTokens = (texts) => {
      counted.push(...texts.map((text) => text.length))
      return count(texts)
    }
    const history = [
      user('short'),
      assistant('yes'),
      user('long '.repeat(60_000)),
      assistant('yes '.repeat(60_000)),
    ]
    const { status, body } = await service.chat([...history, user('hello')])
    assert.equal(status, 200)
    assert.equal(body.ethervox?.dropped, 2)
    assert.ok(counted.length > 0 && Math.max(...counted) < 200_000, String(Math.max(...counted)))
  }))

test('a conversation that a tool emptied begins again with what its client has', () => {
  const calls = { 'wipe the conversation': '{"action":"clear"}' }
  return withService({ script: { calls }, flags: { approve: 'write' } }, async (service) => {
    const said = [user('hello')]
    const tools: (string | undefined)[] = []
    for (const message of ['wipe the conversation', 'hello again']) {
      const { text, body } = await service.chat(said)
      tools.push(body.ethervox?.tools.find(({ ok }) => ok)?.name)
      said.push(assistant(text), user(message))
    }
    await service.chat(said)
    assert.deepEqual(tools, [undefined, 'context_manage'])
    assert.deepEqual(
      lastTexts(service).slice(-5),
      said.map(({ content }) => content),
    )
  })
})

describe('a name', () => {
  const open = (bring: () => Promise<number>): ServedConversation => ({
    send: async () => undefined,
    takeBack: () => undefined,
    bring,
    mark: () => async () => open(bring),
    isEmpty: true,
    keptAs: undefined,
    close: async () => undefined,
  })

  test('is nobody’s while no turn began under it: an engine that fails once leaves it free', async () => {
    let fails = true
    const bring = async () => {
      if (fails) throw new Error('The engine ended.')
      return 0
    }
    const kept = new KeptConversations(
      { isFresh: false, open: async () => open(bring), bringBack: async () => assert.fail('it came back') },
      { most: 4, idleMs: 1_000 },
      () => 0,
    )
    await assert.rejects(kept.named('ana', 'Be brief.'), /The engine ended/)
    assert.equal(kept.size, 0)
    fails = false
    const ana = await kept.named('ana', 'Be brief.')
    assert.equal(ana.name, 'ana')
    kept.touch(ana, true)
    await kept.drop(ana)
    await assert.rejects(kept.named('ana'), { name: 'ConversationGone' })
  })
})
