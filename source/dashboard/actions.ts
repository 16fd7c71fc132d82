// What the page does: lines as they could be typed, answers to a call that waits, a stop, and questions to the router.
import type { DashboardPorts } from '../contracts/dashboard.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { ApprovalAnswer } from '../contracts/session.ts'
import { Refusal, textOf } from './read-json.ts'

/** Lines that may wait for their turn at once. */
const MOST_WAITING = 20
const MOST_ROUTED = 10_000
/** A browser has six connections: none of them waits for a turn, or an answer to a call would wait behind it. */
const HELD_MS = 1_000
const LATER = {
  ok: true,
  text: 'It waits for the turn that runs, or takes long; what comes of it is told in the conversation.',
  data: null,
  later: true,
}

type Action = (body: JsonObject) => Promise<JsonValue> | JsonValue

/** Registers each action under its path. */
export function takeActions(ports: DashboardPorts, take: (path: string, act: Action) => void): void {
  const { session } = ports
  let waiting = 0
  const room = () => {
    if (waiting >= MOST_WAITING)
      throw new Refusal(429, `${MOST_WAITING} lines wait already; send this one when some have ended.`)
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    room()
    waiting++
    try {
      return await work()
    } finally {
      waiting--
    }
  }
  take('/api/line', (body) => {
    const line = textOf(body, 'line')
    // What comes of it is told by events: an answer may take minutes.
    room()
    void inTurn(() => session.submit(line))
    return {}
  })
  take('/api/command', async (body) => {
    const line = textOf(body, 'line')
    if (!line.startsWith('/') || line.startsWith('//'))
      throw new Refusal(400, 'A command begins with a slash.')
    const done = inTurn(() => ports.command(line)).then(({ ok, text, data }) => ({ ok, text, data }))
    return inTime(done)
  })
  take('/api/decide', (body) => {
    const call = textOf(body, 'call')
    const answer = answerOf(body)
    const { pending } = session.view
    const isShown = pending?.name === textOf(body, 'tool') && pending.arguments === textOf(body, 'shown')
    // Identifiers come again: after an edit, and in another conversation.
    if (pending?.call !== call || !isShown)
      throw new Refusal(409, 'This call is no longer the one that waits.')
    const refused = session.decide(call, answer)
    if (refused !== undefined) throw new Refusal(409, refused)
    return {}
  })
  take('/api/interrupt', () => ({ stopped: session.interrupt() }))
  take('/api/route', (body) => {
    const text = textOf(body, 'text')
    if (text.length > MOST_ROUTED)
      throw new Refusal(413, `The line is longer than ${MOST_ROUTED} characters.`)
    return JSON.parse(JSON.stringify({ requests: ports.route(text) })) as JsonValue
  })
}

/** What came of it, where that is known soon. */
async function inTime(done: Promise<JsonObject>): Promise<JsonObject> {
  const { promise, resolve } = Promise.withResolvers<JsonObject>()
  const late = setTimeout(() => resolve(LATER), HELD_MS)
  // A failure after that has nobody to be told to; `race` has heard of it.
  return Promise.race([done, promise]).finally(() => clearTimeout(late))
}

function answerOf(body: JsonObject): ApprovalAnswer {
  const decision = textOf(body, 'decision')
  if (decision === 'once' || decision === 'session' || decision === 'always') return { decision }
  if (decision === 'denied')
    return body.reason === undefined ? { decision } : { decision, reason: textOf(body, 'reason') }
  if (decision === 'edited') return { decision, arguments: textOf(body, 'arguments') }
  throw new Refusal(
    400,
    `\`${decision}\` is no decision; there are once, session, always, denied and edited.`,
  )
}
