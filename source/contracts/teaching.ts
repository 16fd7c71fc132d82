// What a person teaches: which tool a request needs. `docs/teaching.md` tells it to a person.
import type { JsonObject } from './json.ts'

/** A request and the tool that it needs; null: it needs none. */
export interface TaughtExample {
  readonly text: string
  readonly tool: string | null
}

/** A taught or labelled request as it is kept. */
export interface TaughtCase extends TaughtExample {
  /** e.g. `t3`; never used twice. */
  readonly id: string
  /** `teach`: written on purpose; `good`, `bad`: a turn that was judged. */
  readonly from: 'teach' | 'good' | 'bad'
  /** Checked against the tool's schema when it was taught; absent: only the choice is taught. */
  readonly arguments?: JsonObject
}

/**
 * Makes the router route `examples` as they say, besides what it knows, and nothing else differently. The whole of them each time:
 * what was taught before and is not among them is forgotten exactly. Under 2 seconds with the built-in tools.
 */
export type TrainAgain<Trained> = (examples: readonly TaughtExample[]) => Trained
