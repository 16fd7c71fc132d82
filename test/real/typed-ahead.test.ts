import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { composeSession } from '../../source/compose.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import type { ChatSession } from '../../source/session/session.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'
import { hasModel, MODELS, NOW, SMALL } from './program.ts'

const home = temporaryFolder('real-ahead')
after(() => rmSync(home, { recursive: true, force: true }))

interface Opened {
  readonly session: ChatSession
  readonly events: SessionEvent[]
}

/** One thread, greedy: every bit is the same each time. */
async function open(): Promise<Opened> {
  const session = await composeSession({
    program: findProgram(),
    home: homePaths(home, { ...process.env, ETHERVOX_MODELS: MODELS }),
    flags: { model: SMALL, threads: 1, maxTokens: 40, gpu: 'off' },
    interactive: false,
    workspace: WORKSPACE,
    clock: { now: () => new Date(NOW), monotonicMs: () => performance.now(), timeZone: 'UTC' },
  })
  const events: SessionEvent[] = []
  session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') events.push(event)
  })
  session.start()
  await session.settled()
  return { session, events }
}

const answers = ({ events }: Opened) =>
  events.flatMap((event) => (event.type === 'answer' ? [event.text] : []))
const lastTokens = ({ events }: Opened) => {
  const event = events.findLast((one) => one.type === 'turn.finished')
  assert.ok(event?.type === 'turn.finished')
  return event.tokens
}

/** Types as a person does: in pieces, once with other words that are taken back. */
async function type({ session }: Opened, message: string): Promise<void> {
  const words = message.split(' ')
  const drafts = [3, 60, 61, 110].map((count) => words.slice(0, count).join(' '))
  for (const draft of [...drafts, `${drafts[1]} and something else entirely`, drafts[2] ?? '', message]) {
    session.ahead(draft)
    // Now and then the next key comes before all of it is evaluated.
    if (draft !== drafts[0]) await session.slot.engine?.countTokens(['x'])
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  await session.slot.engine?.countTokens(['x'])
}

const STORY =
  'The keeper of the lighthouse at the northern cape wrote in his book every evening, how the wind had turned, which ships had passed and how far he could see. '
const MESSAGES = [
  `${STORY.repeat(4)}Tell me in one sentence what the keeper did.`,
  `${STORY.repeat(5)}And now tell me what you think of him`,
]

test('what was evaluated while it was typed changes no byte of an answer, and saves its tokens', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const plain = await open()
  const typed = await open()
  for (const message of MESSAGES) {
    await plain.session.submit(message)
    await type(typed, message)
    await typed.session.submit(message)
    const [without, ahead] = [lastTokens(plain), lastTokens(typed)]
    assert.equal(ahead.evaluated + ahead.reused, without.evaluated + without.reused)
    assert.ok(ahead.evaluated < without.evaluated / 2, `${ahead.evaluated} of ${without.evaluated}`)
  }
  assert.deepEqual(answers(typed), answers(plain))
  assert.ok(answers(plain).every((text) => text !== ''))
  await plain.session.close()
  await typed.session.close()
})

test('an edited message and a question beside it leave what stands before them in the cache', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const opened = await open()
  const { session } = opened
  await session.submit(MESSAGES[0] ?? '')
  await session.submit('Who was that?')
  const before = lastTokens(opened)
  await session.submit('/edit 2 Why was that?')
  const edited = lastTokens(opened)
  assert.ok(edited.reused >= before.reused, `${edited.reused} of ${before.reused}`)
  assert.ok(edited.evaluated < 40, `${edited.evaluated}`)
  const { messages } = session.conversation
  await session.submit('/btw Who are you?')
  assert.deepEqual(session.conversation.messages, messages)
  assert.ok(lastTokens(opened).evaluated < 60)
  await session.submit('Thank you.')
  const behind = lastTokens(opened)
  assert.ok(behind.reused >= edited.context - 2, `${behind.reused} of ${edited.context}`)
  assert.ok(behind.evaluated < 60, `${behind.evaluated}`)
  await session.close()
})
