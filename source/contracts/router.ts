import type { JsonObject } from './json.ts'

/** Which rule decided. */
export type RouteBy = 'pattern' | 'classifier' | 'words' | 'model' | 'follow-up' | 'none'

export interface RouteCandidate {
  readonly tool: string
  /** Probability, 0 to 1. */
  readonly score: number
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
  /** Present when a pattern fixed the call completely. */
  readonly arguments?: JsonObject
}

/** Message in, decision out; pure and under 5 ms. */
export interface Router {
  /** An empty `allowed` means no tools, never all of them. */
  route(message: string, allowed: ReadonlySet<string>): RouteDecision
}
