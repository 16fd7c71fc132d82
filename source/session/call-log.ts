// The last calls of the conversation that went well, for what is recorded of them. Nothing of a secret stretch is noted.
import type { RecordedCall } from '../contracts/composites.ts'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { ChatSession } from './session.ts'

const MOST_CALLS = 50

interface Noted extends RecordedCall {
  /** The conversation that it is of. */
  readonly of: string | undefined
}

export class CallLog {
  readonly #session: Pick<ChatSession, 'store' | 'ports'>
  readonly #announced = new Map<string, JsonObject>()
  #message = ''
  #calls: readonly Noted[] = []

  constructor(session: Pick<ChatSession, 'store' | 'ports'>) {
    this.#session = session
  }

  /** Sees every event of the session. */
  note(event: SessionEvent | LiveSignal): void {
    if (event.type === 'turn.started') {
      this.#message = event.text
      this.#announced.clear()
    } else if (event.type === 'tool.called') this.#announced.set(event.call, event.arguments)
    else if (event.type === 'tool.finished' && event.ok && !this.#session.ports.secret.isOn()) {
      const args = this.#announced.get(event.call) ?? {}
      const { name: tool, result = null } = event
      const call = { tool, arguments: args, result, message: this.#message, of: this.#session.store.current }
      this.#calls = [...this.#calls, call].slice(-MOST_CALLS)
    }
  }

  /** Those of the conversation that stands, oldest first. */
  get calls(): readonly RecordedCall[] {
    const { current } = this.#session.store
    return this.#calls.filter(({ of }) => of === current).map(({ of: _, ...call }) => call)
  }
}
