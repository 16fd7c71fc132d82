// A comparison of two setups in daily use: each conversation gets one of them (docs/states.md).
import type { TurnStatus } from './event.ts'

export type Arm = 'a' | 'b'

/** What was counted of one arm. */
export type ArmCounts = {
  readonly conversations: number
  /** Turns that a message began. */
  readonly turns: number
  /** Of them, those that ended in success. */
  readonly successes: number
  /** What the person said of answers. */
  readonly good: number
  readonly bad: number
  readonly corrections: number
}

/** What is compared: a named state or a persona. */
export type ArmSetup = { readonly kind: 'state' | 'persona'; readonly name: string }

export type Trial = {
  readonly a: ArmSetup
  readonly b: ArmSetup
  /** Share of conversations that get b, 0 to 1. */
  readonly share: number
  readonly started: string
  /** Conversations that were given an arm. */
  readonly assigned: number
  readonly counts: { readonly a: ArmCounts; readonly b: ArmCounts }
}

/** What a person says of an answer. */
export type Verdict = 'good' | 'bad' | 'corrected'

/** One event that counts. */
export type TrialOutcome =
  | { readonly type: 'turn'; readonly status: TurnStatus; readonly isFirst: boolean }
  /** `instead`: of the same turn, which the person judged otherwise before. */
  | { readonly type: 'verdict'; readonly verdict: Verdict; readonly instead?: Verdict | undefined }

/** The trial of a home. */
export interface TrialBook {
  /** undefined: none runs. */
  read(): Trial | undefined
  /** Why what is kept cannot be read; undefined: it can, or nothing is kept. */
  problem(): string | undefined
  /** Gives why it cannot be kept. */
  start(trial: Pick<Trial, 'a' | 'b' | 'share' | 'started'>): string | undefined
  /** The arm of the next conversation; undefined: no trial runs. */
  next(): Arm | undefined
  count(arm: Arm, outcome: TrialOutcome): void
  /** Ends it; its counts are kept with those of earlier ones. Gives why it cannot. */
  stop(at: string, kept: Arm | undefined): string | undefined
}

/** A share of an arm with its 95 % interval. */
export interface TrialFigures {
  /** Of the turns, those that ended in success and that nobody called bad or corrected. */
  readonly a: Interval
  readonly b: Interval
  /** b less a, with its 95 % interval (Newcombe). */
  readonly difference: Interval
}

export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly of: number
}

/** What `/ab` may see and change. */
export interface TrialShelf {
  read(): Trial | undefined
  /** Why the trials cannot be read; undefined: they can. */
  problem(): string | undefined
  /** Arm of this conversation; undefined: it is in no trial. */
  readonly arm: Arm | undefined
  figures(trial: Trial): TrialFigures
  /** Names of states or personas; gives why it cannot begin. */
  start(a: string, b: string, share: number): string | undefined
  /** `kept`: what every session begins with from now on. Gives why it cannot. */
  stop(kept: Arm | undefined): string | undefined
}
