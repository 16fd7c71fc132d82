import type { JsonObject } from './json.ts'

/** Which rule decided; `memory`: an entry of the memory has what is asked for; `folder`: a file of the workspace. */
export type RouteBy =
  | 'pattern'
  | 'taught'
  | 'classifier'
  | 'words'
  | 'model'
  | 'follow-up'
  | 'memory'
  | 'folder'
  | 'none'

export interface RouteCandidate {
  readonly tool: string
  /** Probability, 0 to 1. */
  readonly score: number
}

/** How far a message is from the border between its best tool and none. */
export interface Border {
  readonly tool: string
  /** Logarithm of the tool's probability over that of none. */
  readonly logOdds: number
  /** From which `logOdds` on the tool is chosen. */
  readonly threshold: number
}

/** The router's answer for one message. */
export interface RouteDecision {
  /** Name of the tool, or null: no tool. */
  readonly tool: string | null
  /** Probability, 0 to 1, that this decision is right. */
  readonly confidence: number
  readonly by: RouteBy
  /** Best first, at most five, allowed tools only. */
  readonly candidates: readonly RouteCandidate[]
  /** Present when the classifier decided, however it did. */
  readonly border?: Border
  /** Present when a pattern fixed the call completely. */
  readonly arguments?: JsonObject
  /** The tool that would have been chosen, had it been on; `tool` is null then, and confidence and rule are those of this one. */
  readonly off?: string
  /** The taught request that decided: the message itself, or the one most like it. */
  readonly taught?: string
  /** That request is one that the optimizer found. */
  readonly optimized?: true
}

/** Message in, decision out; pure and under 5 ms. */
export interface Router {
  /**
   * An empty `allowed` means no tools, never all of them. `last` is the tool that the conversation called last, if that was
   * within its last two turns. `off` are tools that are there and not allowed: one of them is named where it is wanted.
   */
  route(
    message: string,
    allowed: ReadonlySet<string>,
    last?: string,
    off?: ReadonlySet<string>,
  ): RouteDecision
  /** Gets ready what `route` has to know of a message besides its words; absent: nothing. */
  prepare?(message: string, allowed: ReadonlySet<string>, last?: string): Promise<void>
  /** The requests in a message, in order; the message itself if it is one. With `off` also requests for one of those. */
  split(message: string, allowed: ReadonlySet<string>, off?: ReadonlySet<string>): readonly string[]
  /** What turned out to be wrong with a tool's triggers since the last look, in sentences; absent: it has none. */
  newProblems?(): readonly string[]
}
