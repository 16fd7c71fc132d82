// Makes a collected turn of the events of one: the message, what was called, and whether something says that it went wrong.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { HeardTurn } from '../contracts/teaching.ts'

/** Hears events one by one; gives a turn when it has ended and may be kept. */
export function createCollector(): (event: SessionEvent | LiveSignal) => HeardTurn | undefined {
  let text: string | undefined
  let calls: { readonly name: string; readonly arguments: JsonObject }[] = []
  let failed: string | undefined
  /** Wanted, and not called: it may not be used, or its arguments could not be written. */
  let uncalled: string | undefined
  let isBehind = false
  return (event) => {
    if (event.type === 'turn.started') {
      text = event.origin === 'message' ? event.text : undefined
      calls = []
      failed = undefined
      uncalled = undefined
      isBehind = false
    }
    if (event.type === 'route' && event.by === 'follow-up') isBehind = true
    if (event.type === 'route' && event.off !== undefined) {
      // Of several requests the whole says nothing.
      if (uncalled !== undefined) text = undefined
      uncalled = event.off
      failed = `${event.off} may not be used`
    }
    if (event.type === 'tool.called') calls.push(event)
    if (event.type === 'tool.finished' && !event.ok) {
      if (calls.length === 0) uncalled = event.name
      failed = `${event.name} failed`
    }
    if (event.type !== 'turn.finished' || text === undefined) return undefined
    const [call, ...more] = calls
    // Cut short by the person, or several requests in one: nothing can be learned from the whole.
    if (event.status === 'cancelled' || more.length > 0 || (call && uncalled)) return undefined
    const why = failed ?? (event.status === 'success' ? undefined : event.status)
    return {
      text,
      tool: call?.name ?? uncalled ?? null,
      isBehind,
      ...(call !== undefined && { arguments: call.arguments }),
      ...(why !== undefined && { failed: why }),
    }
  }
}
