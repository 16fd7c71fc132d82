// What a person teaches: which tool a request needs. `docs/teaching.md` tells it to a person.
import type { LiveSignal, SessionEvent } from './event.ts'
import type { JsonObject } from './json.ts'

/** A request and the tool that it needs; null: it needs none. */
export interface TaughtExample {
  readonly text: string
  readonly tool: string | null
  /** The optimizer found it; nobody taught it. */
  readonly optimized?: true
  /** Words by which the tool is asked for, and no request. */
  readonly isWords?: true
}

/** Written on purpose, or a turn that was judged. */
export type TaughtFrom = 'teach' | 'good' | 'bad'

/** A taught or labelled request as it is kept. */
export interface TaughtCase extends TaughtExample {
  /** e.g. `t3`; never used twice. One that a person wrote without an id is named for what stands in it: `own-3f09a1c2`. */
  readonly id: string
  readonly from: TaughtFrom
  /** Checked against the tool's schema when it was taught; absent: only the choice is taught. */
  readonly arguments?: JsonObject
  /** The tool's own when it was taught; absent: it had none, or no arguments are taught. */
  readonly version?: string
}

/** The taught cases of a home, read anew whenever the file changed. What cannot be written throws with a sentence. */
export interface TeachingBook {
  /** Where they stand. */
  readonly path: string
  /** The same list until the file changes; `problems` are sentences with line and column of what was left out. */
  read(): { readonly cases: readonly TaughtCase[]; readonly problems: readonly string[] }
  /** Another case for the same request is forgotten. */
  add(taught: Omit<TaughtCase, 'id'>): TaughtCase
  /** undefined: there is no such id. */
  forget(id: string): TaughtCase | undefined
  /** Brings the one back that was forgotten last. */
  undo(): TaughtCase | undefined
}

/** A turn that was collected. */
export interface CollectedTurn extends TaughtExample {
  /** e.g. `c7`. */
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  /** Of the only call. */
  readonly arguments?: JsonObject
  /** Why it may have gone wrong; absent: nothing says so. */
  readonly failed?: string
  /** It was labelled, or skipped. */
  readonly done?: true
}

/** A turn as it was heard. `isBehind`: its tool was chosen by what stood before it, so its words alone may say too little. */
export type HeardTurn = Omit<CollectedTurn, 'id' | 'at'> & { readonly isBehind: boolean }

/** Turns that are kept for labelling, if the setting `collect` is on; nothing leaves the machine. */
export interface TurnCollection {
  readonly path: string
  list(): readonly CollectedTurn[]
  /** Lines that are no turns, a sentence each. A change leaves them out, and keeps a copy of the file first. */
  problems(): readonly string[]
  /** Keeps one; what says or looks secret, and what is too long, is not kept: undefined. */
  add(turn: Omit<CollectedTurn, 'id'>): CollectedTurn | undefined
  /** Puts a changed one in its place. */
  replace(turn: CollectedTurn): void
  /** Deletes one, or all; gives how many. */
  delete(id: string | 'all'): number
}

/** Teaching as the session is given it. */
export interface TeachingPorts {
  readonly book: TeachingBook
  readonly collection: TurnCollection
  /** Hears the session's events; gives a turn that has ended and may be kept. */
  createCollector(): (event: SessionEvent | LiveSignal) => HeardTurn | undefined
  /** Writes a new file; gives where it is, as a person is told. Throws a sentence. */
  exportCases(file: string, cases: readonly Omit<TaughtCase, 'from'>[]): string
}

/** What became of teaching, for a command. */
export interface Taught {
  readonly ok: boolean
  readonly text: string
  readonly taught?: TaughtCase
}

/** What the session lends to `/good`, `/bad`, `/teach`, `/forget-teaching` and `/collect`. */
export interface TeachingShelf {
  readonly book: TeachingBook
  readonly collection: TurnCollection
  /** What of it is not learned, a sentence each. */
  idle(): readonly string[]
  /** Checks and keeps; the router counts it from the next message on. */
  teach(example: Omit<TaughtCase, 'id'>): Taught
  /** The last turn did right. */
  good(): Taught
  /** The last turn needed another tool, or none (null). */
  bad(tool: string | null): Taught
  /** Which tools the last turn may have needed, in a sentence. */
  candidates(): Taught
  /** `good`: as it was; a turn is labelled once. */
  label(id: string, tool: string | null | 'good'): Taught
  isCollecting(): boolean
  /** Gives the reason when it is refused. */
  setCollecting(on: boolean): string | undefined
  /** Writes what was collected, but for turns that failed and were not labelled, as cases for `ethervox eval --cases`; throws a sentence. */
  exportCases(file: string): { readonly count: number; readonly shown: string }
}
