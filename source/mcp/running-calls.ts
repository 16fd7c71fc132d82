import { CallLimit } from './call-limit.ts'

/** What is asked of one server at a time. Its questions are those of its calls: while a person is asked, no call's time runs. */
export class RunningCalls {
  readonly #limits = new Set<CallLimit>()
  #over = new AbortController()
  /** Questions that are open. */
  #asked = 0

  get areNone(): boolean {
    return this.#limits.size === 0
  }

  /** Fires when the last of those that run has ended. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Whoever begins one ends it. */
  begin(limitMs: number): CallLimit {
    const limit = new CallLimit(limitMs)
    if (this.#asked > 0) limit.pause()
    this.#limits.add(limit)
    return limit
  }

  end(limit: CallLimit): void {
    limit.end()
    this.#limits.delete(limit)
    if (!this.areNone) return
    this.#over.abort(new Error('the call has ended'))
    this.#over = new AbortController()
  }

  /** Waits for a person. */
  async whileAsked<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#asked++ === 0) for (const limit of this.#limits) limit.pause()
    try {
      return await wait()
    } finally {
      if (--this.#asked === 0) for (const limit of this.#limits) limit.goOn()
    }
  }
}
