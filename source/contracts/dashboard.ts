// The page in the browser: what `/dashboard` may do with it, and what the page itself is lent. The room is `source/dashboard/`.
import type { CommandContext, CommandResult } from './command.ts'
import type { ChatMessage } from './engine.ts'
import type { EventRing } from './event-ring.ts'
import type { OptimizedTool } from './optimized.ts'
import type { RouteDecision } from './router.ts'
import type { Session } from './session.ts'

/** Lent to `/dashboard`. */
export interface DashboardShelf {
  /** Opens the page where it is not open yet; gives a new address, which is good for one visit. Throws `UserError`. */
  open(): Promise<string>
  /** False: it was not open. */
  close(): Promise<boolean>
}

/** An open page. */
export interface RunningDashboard {
  /** A new address, good for one visit; the one before it no longer counts. */
  address(): string
  close(): Promise<void>
}

/** What the router says to one of the requests in a line. */
export interface RoutedRequest {
  readonly request: string
  readonly decision: RouteDecision
  /** How long it took, in milliseconds. */
  readonly ms: number
}

/** A run of `ethervox eval --output`. */
export interface RunFile {
  /** In the workspace. */
  readonly name: string
  readonly model: string
  readonly part: string
  readonly cases: number
  /** 0 to 100. */
  readonly score: number
  /** Shares of 0 to 1 by their name, in their order; null: there was no such case. */
  readonly shares: readonly (readonly [name: string, share: number | null])[]
  /** Half of the calls are not longer, in milliseconds; null: there were none. */
  readonly callMs: number | null
}

/** Two runs over the same cases. */
export interface RunComparison {
  readonly cases: number
  readonly better: readonly string[]
  readonly worse: readonly string[]
  /** Probability that chance did it, 0 to 1. */
  readonly chance: number
}

/** What the optimizer made for the loaded model. */
export interface OptimizedPrompts {
  /** Why there is nothing; undefined: there is. */
  readonly reason: string | undefined
  /** Tools that changed since, so that they are as their authors wrote them. */
  readonly stale: readonly string[]
  /** By name; `before` is the line as its author wrote it. */
  readonly rows: readonly { readonly tool: string; readonly before: string; readonly made: OptimizedTool }[]
}

/** What the page may see and do. */
export interface DashboardPorts {
  readonly session: Pick<Session, 'view' | 'subscribe' | 'submit' | 'decide' | 'interrupt'>
  /** The newest events, as JSON. */
  readonly events: EventRing
  /** What commands may see; the page only reads with it. */
  context(signal: AbortSignal): CommandContext
  /** Runs a command when its turn comes, as if it were typed, and gives what came of it. */
  command(line: string): Promise<CommandResult>
  route(text: string): readonly RoutedRequest[]
  /** The talk lane's constant beginning; empty without a model. */
  head(): readonly ChatMessage[]
  pinned(): readonly string[]
  optimized(): OptimizedPrompts
  runs(): readonly RunFile[]
  /** Both are names that `runs` gave; throws a sentence otherwise. */
  compare(one: string, other: string): RunComparison
  /** Folder with the files that the browser gets. */
  readonly assetsDir: string
}

/** How the room is opened; 0: any free port. Throws `UserError` where it cannot be. */
export type OpenDashboard = (ports: DashboardPorts, port: number) => Promise<RunningDashboard>
