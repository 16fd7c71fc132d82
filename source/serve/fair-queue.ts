// One piece of work at a time, for there is one engine; whoever has much waiting waits behind the others' next one.

interface Waiting {
  readonly start: () => void
}

/** There is more waiting than is held; `reason` is a sentence for the client. */
export class QueueFull extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'QueueFull'
  }
}

export interface QueueLimits {
  readonly most: number
  /** Of one line. */
  readonly mostOfOne: number
}

/** Lines that take turns: a line that was served stands behind all that wait. */
export class FairQueue {
  readonly #limits: QueueLimits
  /** In the order in which they come next. */
  readonly #lines = new Map<string, readonly Waiting[]>()
  #waiting = 0
  #isBusy = false
  /** The line that was served last. */
  #last: string | undefined

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** How much waits, without what runs. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Runs `work` when it is the turn of `line`. Rejects with `QueueFull`, with the signal's reason when that is aborted while it
   * waits, or as the work does.
   */
  async run<T>(line: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#wait(line, signal)
    try {
      return await work()
    } finally {
      this.#isBusy = false
      this.#next()
    }
  }

  #wait(line: string, signal: AbortSignal): Promise<void> {
    const { most, mostOfOne } = this.#limits
    const others = this.#lines.get(line) ?? []
    if (this.#waiting >= most)
      throw new QueueFull(`${this.#waiting} turns wait already; send this one again later.`)
    if (others.length >= mostOfOne)
      throw new QueueFull(
        `${others.length} turns of this conversation wait already; send this one again later.`,
      )
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#take(line, waiting)
        reject(signal.reason)
      }
      const waiting = {
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      this.#lines.set(line, [...others, waiting])
      this.#waiting++
      this.#next()
    })
  }

  #next(): void {
    if (this.#isBusy) return
    // Whoever came while the last line was served goes before what that line has left.
    const line = [...this.#lines.keys()].find((one) => one !== this.#last) ?? this.#last
    const waiting = line === undefined ? undefined : this.#lines.get(line)?.[0]
    if (line === undefined || waiting === undefined) return
    this.#isBusy = true
    this.#last = line
    const rest = this.#take(line, waiting)
    if (rest.length > 0) {
      this.#lines.delete(line)
      this.#lines.set(line, rest)
    }
    waiting.start()
  }

  /** Takes one out of its line; gives those that are left there. */
  #take(line: string, waiting: Waiting): readonly Waiting[] {
    const rest = (this.#lines.get(line) ?? []).filter((one) => one !== waiting)
    if (rest.length === 0) this.#lines.delete(line)
    else this.#lines.set(line, rest)
    this.#waiting--
    return rest
  }
}
