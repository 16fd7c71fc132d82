// Rings what is due: at the start what rang while the program was closed, then when its moment comes, but never inside a turn.
// One timer is armed for the next moment; it keeps no process alive. The stores: source/rings/, contracts/rings.ts.
import type { Clock } from '../contracts/clock.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { Ring, RingBook } from '../contracts/rings.ts'

/** Another process may have set something, and a machine that slept wakes late: never longer than this without a look. */
const LONGEST_WAIT_MS = 30_000
/** A clock that stands still or goes back must not make a busy loop. */
const SHORTEST_WAIT_MS = 50
/** What is due and could not be claimed, as where the disk can only be read, is not tried without a pause. */
const PAUSE_MS = 5_000

export interface RingBellOptions {
  /** undefined: nothing rings in this session. */
  readonly rings: RingBook | undefined
  readonly clock: Clock
  emit(event: SessionEvent): void
  /** A turn runs: what is due waits for its end. */
  isBusy(): boolean
  /** Calls `look` once, after so many milliseconds; gives the undoing. Node's own timer, not waited for, unless given. */
  readonly wait?: (look: () => void, ms: number) => () => void
}

export class RingBell {
  readonly #options: RingBellOptions
  #stopWaiting: (() => void) | undefined
  #startedMs = 0
  #isOpen = false
  #looking: Promise<void> = Promise.resolve()

  constructor(options: RingBellOptions) {
    this.#options = options
  }

  /** Rings what was due before; from now on everything rings when it is due. */
  start(): Promise<void> {
    if (this.#options.rings === undefined) return Promise.resolve()
    this.#isOpen = true
    this.#startedMs = this.#options.clock.now().getTime()
    return this.look()
  }

  /** Rings what is due, unless a turn runs, and arms the timer for what comes next. Never rejects. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch(() => this.#arm(undefined))
    return this.#looking
  }

  close(): void {
    this.#isOpen = false
    this.#stopWaiting?.()
  }

  async #look(): Promise<void> {
    const { rings, clock, isBusy } = this.#options
    // The end of the turn looks again.
    if (rings === undefined || !this.#isOpen || isBusy()) return
    const nowMs = clock.now().getTime()
    for (const ring of await rings.all.claimDue(nowMs)) this.#ring(ring, rings)
    const moments = (await rings.all.list()).map(({ dueMs }) => (dueMs > nowMs ? dueMs : nowMs + PAUSE_MS))
    this.#arm(moments.length === 0 ? undefined : Math.min(...moments))
  }

  #ring(ring: Ring, rings: RingBook): void {
    const { clock, emit } = this.#options
    const nowMs = clock.now().getTime()
    const wasAway = ring.dueMs < this.#startedMs
    const message = rings.announce(ring, { nowMs, timeZone: clock.timeZone, wasAway })
    const { kind, id, label, dueMs } = ring
    emit({ type: 'ring', kind, id, label, due: new Date(dueMs).toISOString(), wasAway, message })
    rings.signal(message)
  }

  #arm(dueMs: number | undefined): void {
    this.#stopWaiting?.()
    if (!this.#isOpen) return
    const left = dueMs === undefined ? LONGEST_WAIT_MS : dueMs - this.#options.clock.now().getTime()
    const ms = Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, left))
    this.#stopWaiting = (this.#options.wait ?? waitUnwaited)(() => void this.look(), ms)
  }
}

function waitUnwaited(look: () => void, ms: number): () => void {
  const timer = setTimeout(look, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
