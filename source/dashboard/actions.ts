// What the page does: lines as they could be typed, answers to a call that waits, a stop, and questions to the router.
import type { DashboardPorts } from '../contracts/dashboard.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { ApprovalAnswer } from '../contracts/session.ts'
import { Refusal, textOf } from './read-json.ts'

/** Lines that may wait for their turn at once. */
const MOST_WAITING = 20
const MOST_ROUTED = 10_000

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
    const { ok, text, data } = await inTurn(() => ports.command(line))
    return { ok, text, data }
  })
  take('/api/decide', (body) => {
    const refused = session.decide(textOf(body, 'call'), answerOf(body))
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
