/** A time limit that stands still while the person is asked something. */
export class CallLimit {
  readonly #stop = new AbortController()
  readonly #now: () => number
  #leftMs: number
  #since = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limitMs: number, now: () => number = () => performance.now()) {
    this.#leftMs = limitMs
    this.#now = now
    this.goOn()
  }

  /** Fires when the time is up. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  pause(): void {
    if (this.#timer === undefined) return
    this.end()
    this.#leftMs -= this.#now() - this.#since
  }

  goOn(): void {
    if (this.#timer !== undefined) return
    this.#since = this.#now()
    this.#timer = setTimeout(() => this.#stop.abort(), Math.max(0, this.#leftMs))
  }

  /** Nothing fires any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
