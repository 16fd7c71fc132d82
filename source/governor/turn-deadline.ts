/** The time that a turn may take; the time in which a person is asked does not count. */
export class TurnDeadline {
  readonly #controller = new AbortController()
  readonly #monotonicMs: () => number
  #leftMs: number
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined
  #waits = 0
  #hasEnded = false

  /** Starts at once; does not keep the process alive. */
  constructor(limitMs: number, monotonicMs: () => number) {
    this.#leftMs = limitMs
    this.#monotonicMs = monotonicMs
    this.#start()
  }

  /** Fires when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The turn is over: nothing of it is held until the time would have been. */
  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
  }

  /** Waits for a person with the clock stopped; several may wait at a time. */
  async without<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#waits++ === 0) this.#stop()
    try {
      return await wait()
    } finally {
      if (--this.#waits === 0 && !this.#hasEnded) this.#start()
    }
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#leftMs -= this.#monotonicMs() - this.#startedAt
  }

  #start(): void {
    this.#startedAt = this.#monotonicMs()
    this.#timer = setTimeout(() => this.#controller.abort(), Math.max(0, this.#leftMs)).unref()
  }
}
