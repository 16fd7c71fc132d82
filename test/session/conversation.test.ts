import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import type { FakeScript } from '../helpers/fake-engine.ts'
import { type OpenedSession, type OpenOptions, openTestSession } from '../helpers/open-session.ts'

/** About 200 tokens of the fake engine. */
const LONG = 'The boat Petrel lies at berth 14 and needs new ropes before the regatta in May. '.repeat(10)
const SUMMARY = 'The boat Petrel lies at berth 14; new ropes before the regatta.'
const ASKS = /^Sum up our conversation/

/** A session in which nothing is routed to a tool, every answer is long, and the window is small. */
async function open(script: FakeScript = {}, options: OpenOptions = {}): Promise<OpenedSession> {
  const answers = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`and ${at + 1}?`, LONG]))
  const opened = await openTestSession({
    ...options,
    script: { contextTokens: 2_148, answers, ...script },
  })
  Object.assign(opened.session.ground, {
    router: {
      route: () => ({ tool: null, confidence: 1, by: 'none', candidates: [] }),
      split: (message: string) => [message],
    },
  })
  return opened
}

async function say({ session }: OpenedSession, from: number, to: number): Promise<void> {
  for (let at = from; at <= to; at++) await session.submit(`and ${at}?`)
}

const notices = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === 'notice' && event.code.startsWith('context') ? [event.code] : []))

const noticeOf = (events: readonly SessionEvent[], code: string) =>
  events.flatMap((event) => (event.type === 'notice' && event.code === code ? [event.message] : []))[0]

/** User turns of the last prompt behind the head. */
function lastPrompt({ engine, session }: OpenedSession): readonly string[] {
  const messages = engine.asked.at(-1)?.messages.slice(session.slot.head.length) ?? []
  return messages.filter((one) => one.role === 'user').map((one) => one.text)
}

describe('a conversation in a small window', () => {
  test('is told once that it is high, and again only after it was low', async () => {
    const opened = await open()
    await say(opened, 1, 6)
    assert.deepEqual(notices(opened.events), ['context_high'])
    await opened.session.submit('/clear')
    await say(opened, 1, 6)
    assert.deepEqual(notices(opened.events), ['context_high', 'context_high'])
    assert.match(noticeOf(opened.events, 'context_high') ?? '', /takes \d+ of 2148 tokens \(6\d %\)/)
    await opened.done()
  })

  test('from 80 % on a script sums up the oldest turns before the next message', async () => {
    const opened = await open({ summary: SUMMARY })
    await say(opened, 1, 7)
    assert.ok(!opened.engine.asked.some(({ messages }) => ASKS.test(messages.at(-1)?.text ?? '')))
    await say(opened, 8, 8)
    assert.deepEqual(notices(opened.events), ['context_high', 'context_compacted'])
    assert.match(
      noticeOf(opened.events, 'context_compacted') ?? '',
      /^Turns 1 to 5 were summed up in \d+ tokens/,
    )
    assert.deepEqual(lastPrompt(opened), [
      `Summary of our conversation so far: ${SUMMARY}`,
      'and 6?',
      'and 7?',
      'and 8?',
    ])
    await opened.done()
  })

  test('the summary is asked for behind the turns that leave, so that they are not evaluated again', async () => {
    const opened = await open({ summary: SUMMARY })
    await say(opened, 1, 8)
    const [before, asked] = opened.engine.asked.slice(-3)
    const prompt = asked?.messages ?? []
    assert.match(prompt.at(-1)?.text ?? '', ASKS)
    assert.deepEqual(prompt.slice(0, -1), before?.messages.slice(0, prompt.length - 1))
    await opened.done()
  })

  test('a summary is summed up with the turns after it', async () => {
    const opened = await open({ summary: SUMMARY })
    await say(opened, 1, 14)
    const asked = opened.engine.asked.filter(({ messages }) => ASKS.test(messages.at(-1)?.text ?? ''))
    assert.ok(asked.length >= 2)
    const second = asked[1]?.messages.slice(opened.session.slot.head.length) ?? []
    assert.equal(second[0]?.text, `Summary of our conversation so far: ${SUMMARY}`)
    assert.equal(lastPrompt(opened).filter((text) => text.startsWith('Summary')).length, 1)
    await opened.done()
  })

  for (const [summary, reason] of [
    ['', /summed up: the summary was empty/],
    ['I am sorry, I cannot do that.', /the summary was a refusal/],
    ['The boat Petrel lies at berth 15.', /the summary invented 15/],
  ] as const) {
    test(`turns are dropped whole and named where a summary has no content: ${summary}`, async () => {
      const opened = await open({ summary })
      await say(opened, 1, 8)
      const told = noticeOf(opened.events, 'context_dropped') ?? ''
      assert.match(told, /^Turns 1 to 5 were dropped to make room: “and 1\?”, “and 2\?”, .*“and 5\?”\./)
      assert.match(told, reason)
      assert.deepEqual(lastPrompt(opened), ['and 6?', 'and 7?', 'and 8?'])
      await opened.done()
    })
  }

  test('an interrupt while a summary is written leaves the conversation as it was', async () => {
    let interrupts = true
    const opened = await open({
      summary: () => {
        if (interrupts) opened.session.interrupt()
        return SUMMARY
      },
    })
    await say(opened, 1, 7)
    const before = opened.session.conversation.messages
    await say(opened, 8, 8)
    assert.deepEqual(opened.session.conversation.messages, before)
    assert.deepEqual(notices(opened.events), ['context_high'])
    interrupts = false
    await say(opened, 9, 9)
    assert.deepEqual(notices(opened.events), ['context_high', 'context_compacted'])
    await opened.done()
  })

  test('a message that does not fit makes its own room below 80 %, in a terminal too', async () => {
    for (const interactive of [false, true]) {
      const opened = await open({ summary: SUMMARY }, { interactive })
      await say(opened, 1, 4)
      assert.deepEqual(notices(opened.events), [])
      await opened.session.submit('word '.repeat(600))
      assert.deepEqual(notices(opened.events).slice(0, 1), ['context_compacted'])
      const prompt = opened.engine.asked.at(-1)?.messages ?? []
      const tokens = Math.ceil(prompt.map((one) => one.text).join('').length / 4)
      assert.ok(tokens + 512 <= 2_048, `${tokens} tokens leave room for an answer`)
      await opened.done()
    }
  })

  test('a message that fits no conversation is refused with its tokens, and costs nothing', async () => {
    const opened = await open({ summary: SUMMARY })
    await say(opened, 1, 4)
    const before = opened.session.conversation.messages
    await opened.session.submit('word '.repeat(2_000))
    const error = opened.events.find((event) => event.type === 'error')
    assert.match(
      error?.type === 'error' ? error.message : '',
      /The message has 2500 tokens; this window of 2148/,
    )
    assert.deepEqual(opened.session.conversation.messages, before)
    await opened.done()
  })

  test('a terminal compacts while nobody waits', async () => {
    const opened = await open({ summary: SUMMARY }, { interactive: true })
    await say(opened, 1, 6)
    const compacted = new Promise<void>((resolve) => {
      opened.session.subscribe((event) => {
        if (event.type === 'notice' && event.code === 'context_compacted') resolve()
      })
    })
    await say(opened, 7, 7)
    assert.deepEqual(notices(opened.events), ['context_high'])
    await compacted
    assert.match(opened.session.conversation.messages[0]?.text ?? '', /^Summary/)
    await opened.done()
  })

  test('the tokens of the view fall with a compaction and with a clear', async () => {
    const opened = await open({ summary: SUMMARY })
    await say(opened, 1, 7)
    const full = opened.session.view.tokens.used
    await opened.session.submit('/compact')
    const compacted = opened.session.view.tokens.used
    await opened.session.submit('/clear')
    assert.ok(compacted < full / 2 + opened.session.slot.headTokens)
    assert.equal(opened.session.view.tokens.used, opened.session.slot.headTokens)
    await opened.done()
  })
})

describe('a compaction by wish', () => {
  test('passes on what to keep, and has the turns in its data', async () => {
    const opened = await open({ summary: SUMMARY })
    await say(opened, 1, 4)
    await opened.session.submit('/compact the ropes')
    assert.match(opened.engine.asked.at(-1)?.messages.at(-1)?.text ?? '', /Above all keep: the ropes$/)
    const command = opened.events.find((event) => event.type === 'command')
    assert.ok(command?.type === 'command' && command.ok)
    const data = command.data as { type: string; turns: number[]; summary: string }
    assert.deepEqual([data.type, data.turns, data.summary], ['summarized', [1, 2], SUMMARY])
    assert.deepEqual(notices(opened.events), [])
    await opened.done()
  })
})

describe('a mode that begins fresh', () => {
  test('shows the model no message but the last, and never fills', async () => {
    const opened = await open({}, { flags: { mode: 'fresh' } })
    await say(opened, 1, 9)
    assert.deepEqual(lastPrompt(opened), ['and 9?'])
    assert.deepEqual(notices(opened.events), [])
    assert.deepEqual(opened.session.conversation.messages, [])
    await opened.done()
  })
})

test('facts are cut to the room that history leaves', async () => {
  const opened = await open({ contextTokens: 1_420 })
  const room = () => opened.session.conversation.makeRoom('read it', new AbortController().signal)
  assert.equal(await room(), 600)
  await say(opened, 1, 3)
  const left = await room()
  assert.ok(left >= 399 && left < 600, `${left} characters`)
  await opened.done()
})

test('a turn without a call makes the call before it an old one', async () => {
  const { session, done } = await open()
  const { conversation } = session
  const call = { message: 'note it', tool: 'note', arguments: {}, said: 'Noted.' }
  const isOld = (...earlier: (typeof call)[][]) => {
    conversation.standing = { ...conversation.standing, earlier }
    return conversation.before.isCallOld
  }
  assert.deepEqual(
    [isOld(), isOld([call]), isOld([], [call]), isOld([call], [])],
    [false, false, false, true],
  )
  await done()
})
