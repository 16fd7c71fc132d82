/** `reminder` comes from another store (`RingSource`); the other two are kept here. */
export type RingKind = 'timer' | 'alarm' | 'reminder'

/** Something that rings at a moment. */
export interface Ring {
  /** Counts from 1 within its store. */
  readonly id: number
  readonly kind: RingKind
  /** The person's words for it; empty: none. */
  readonly label: string
  /** When it rings, in milliseconds since 1970. */
  readonly dueMs: number
  /** When it was set. */
  readonly setMs: number
}

/** A store of things that ring. The session looks into every one of them. */
export interface RingSource {
  /** What is still to ring, soonest first. */
  list(): Promise<readonly Ring[]>
  /**
   * Takes what is due at `nowMs` and gives it, soonest first. Every ring is given to one caller only, over all processes that have this
   * home open; what was given does not ring again.
   */
  claimDue(nowMs: number): Promise<readonly Ring[]>
}

/** One as a list shows it. */
export interface RingRow {
  readonly id: number
  readonly kind: RingKind
  readonly label: string
  /** ISO 8601. */
  readonly due: string
  /** The whole row in words. */
  readonly text: string
}

/** What commands may see and change. */
export interface RingShelf {
  /** Everything that is still to ring, reminders included, soonest first. */
  rows(): Promise<readonly RingRow[]>
  /** Takes a timer or an alarm away; undefined when there is none with this id. Throws `ToolFailure` where the home cannot be written. */
  cancel(id: number): Promise<RingRow | undefined>
  /** Files that cannot be read, so that they will not ring, a sentence each. */
  faults(): readonly string[]
}

/** The store of timers and alarms of a home. */
export interface RingBook extends RingSource {
  /** Keeps one until it rings; gives it with its id. Throws the system's error where the home cannot be written. */
  add(ring: Pick<Ring, 'kind' | 'label' | 'dueMs' | 'setMs'>): Promise<Ring>
  /** Takes one away before it rings; undefined when there is none with this id. Throws `ToolFailure` where the home cannot be written. */
  cancel(id: number): Promise<Ring | undefined>
  /** Files that cannot be read, so that they will not ring, a sentence each. */
  faults(): readonly string[]
  /** Another store rings in the session as well, from now on. */
  join(source: RingSource): void
  /** This book and everything that joined it, as one. */
  readonly all: RingSource
  /** One in words: `timer 2, tea: 14:05 (in 9 minutes)`. */
  describe(ring: Ring, nowMs: number, timeZone: string): string
  /** What is said when it rings; `wasAway`: it was due before the session began. */
  announce(
    ring: Ring,
    at: { readonly nowMs: number; readonly timeZone: string; readonly wasAway: boolean },
  ): string
  /** Makes a sound or shows a note besides the line in the session, as the settings say. */
  signal(sentence: string): void
}
