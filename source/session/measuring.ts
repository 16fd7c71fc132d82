// Hears the session and hands each turn with its calls to the measurements, once all of it is known. They are written when
// nothing else is to be done, so no answer waits for a disk. Nothing that was said goes there, and nothing at all of a turn
// that began or ended in secret.
import type { CallMeasure, TurnMeasure } from '../contracts/analytics.ts'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { RouteBy } from '../contracts/router.ts'
import type { ChatSession } from './session.ts'

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

/** A turn as far as it was heard. */
interface Heard {
  readonly started: EventOf<'turn.started'>
  readonly model: string | null
  isSecret: boolean
  readonly routes: Map<number, EventOf<'route'>>
  readonly approvals: Map<string, EventOf<'approval'>>
  readonly calls: EventOf<'tool.finished'>[]
  answer?: EventOf<'answer'>
  finished?: EventOf<'turn.finished'>
}

/** A name that no tool has may be anything that a person wrote. */
const UNKNOWN = 'unknown'

/** A listener that measures the turns of this session. */
export function measureTurns(session: ChatSession): (event: SessionEvent | LiveSignal) => void {
  const { analytics, secret } = session.ports
  let heard: Heard | undefined
  const flush = () => {
    for (const message of analytics.flush())
      session.emit({ type: 'notice', code: 'analytics_not_kept', message })
  }
  const handOver = () => {
    if (heard?.finished !== undefined && !heard.isSecret && !secret.isOn() && analytics.isOn) {
      const { turn, calls } = measuresOf(session, heard)
      analytics.add(turn, calls)
      setImmediate(flush)
    }
    heard = undefined
  }
  return (event) => {
    if (event.type === 'session.finished') {
      handOver()
      analytics.close()
    } else if (event.type === 'turn.started') {
      handOver()
      const model = session.slot.model ?? null
      const lists = { routes: new Map(), approvals: new Map(), calls: [] }
      heard = { started: event, model, isSecret: secret.isOn(), ...lists }
    } else if (heard !== undefined) {
      hear(heard, event)
      heard.isSecret ||= secret.isOn()
      // The speed is known when the turn has ended for good.
      if (event.type === 'view' && heard.finished !== undefined && !session.view.busy) handOver()
    }
  }
}

function hear(heard: Heard, event: SessionEvent | LiveSignal): void {
  if (event.type === 'route') heard.routes.set(event.round, event)
  if (event.type === 'approval') heard.approvals.set(event.call, event)
  if (event.type === 'tool.finished') heard.calls.push(event)
  if (event.type === 'answer') heard.answer = event
  if (event.type === 'turn.finished') heard.finished = event
}

function measuresOf(
  session: ChatSession,
  { started, model, routes, approvals, calls, answer, finished }: Heard,
): { readonly turn: TurnMeasure; readonly calls: readonly CallMeasure[] } {
  const { ground, last, ports } = session
  const known = (name: string) => (ground.tools.has(name) ? name : UNKNOWN)
  const first = [...routes.values()][0]
  const speed = last?.turn === started.turn ? last.outcome.tokensPerSecond : undefined
  const timings = finished?.timings ?? { routeMs: 0, callMs: 0, firstTokenMs: 0, totalMs: 0 }
  const tokens = finished?.tokens ?? { evaluated: 0, reused: 0, generated: 0 }
  const wanted = first?.tool ?? null
  const turn: TurnMeasure = {
    at: ports.clock.now().toISOString(),
    turn: started.turn,
    model,
    origin: started.origin,
    status: finished?.status ?? 'error',
    source: answer?.source ?? 'model',
    tool: wanted === null ? null : known(wanted),
    gate: first?.by ?? null,
    confidence: answer?.confidence ?? 0,
    ...timings,
    evaluated: tokens.evaluated,
    reused: tokens.reused,
    generated: tokens.generated,
    tokensPerSecond: speed ?? null,
  }
  const measured = calls.map(({ call, name, ok, error, ms }) => {
    const approval = approvals.get(call)
    return {
      tool: known(name),
      ok,
      error: error?.code ?? null,
      decision: approval?.decision ?? null,
      by: approval?.by ?? null,
      gate: gateOf(call, routes),
      ms,
    }
  })
  return { turn, calls: measured }
}

/** A call is named by its turn and its round: `3.1`. */
function gateOf(call: string, routes: Heard['routes']): RouteBy | null {
  return routes.get(Number(call.split('.').at(-1)))?.by ?? null
}
