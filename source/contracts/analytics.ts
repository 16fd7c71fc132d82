// What turns and calls cost and came to, kept in the home as numbers and names: no word of what was said. docs/stats.md.
import type { TurnStatus } from './event.ts'
import type { RouteBy } from './router.ts'

/** A turn as it is kept. */
export interface TurnMeasure {
  /** ISO 8601. */
  readonly at: string
  /** Its number in the session. */
  readonly turn: number
  readonly model: string | null
  /** `message`, or the command that ran it. */
  readonly origin: string
  readonly status: TurnStatus
  /** Whose words the answer was. */
  readonly source: 'model' | 'tool'
  /** Of the first request: the tool that was chosen, by which rule, and how sure; null: nothing was chosen, or not by a rule. */
  readonly tool: string | null
  readonly gate: RouteBy | null
  readonly confidence: number
  readonly routeMs: number
  readonly callMs: number
  readonly firstTokenMs: number
  readonly totalMs: number
  readonly evaluated: number
  readonly reused: number
  readonly generated: number
  readonly tokensPerSecond: number | null
}

/** A call as it is kept. */
export interface CallMeasure {
  /** `unknown` for a name that no tool has. */
  readonly tool: string
  readonly ok: boolean
  /** Code of the error; null: there was none. */
  readonly error: string | null
  /** How it was approved, and by whom; null: it came to no question. */
  readonly decision: string | null
  readonly by: string | null
  /** Which rule chose the tool; null: the person named it. */
  readonly gate: RouteBy | null
  readonly ms: number
}

/** Half and 95 of a hundred are not longer, in milliseconds; null: there are none. */
export interface Spread {
  readonly p50: number | null
  readonly p95: number | null
}

type Counts = { readonly [name: string]: number }

/** What calls came to. */
export interface CallFigures extends Spread {
  readonly calls: number
  readonly ok: number
  readonly errors: Counts
  readonly decisions: Counts
  readonly gates: Counts
}

/** What turns cost; for a tool: the turns that called it. */
export interface TurnFigures {
  readonly turns: number
  readonly statuses: Counts
  readonly firstToken: Spread
  readonly total: Spread
  readonly evaluated: number
  readonly reused: number
  readonly generated: number
  /** Turns whose prompt was there already for the larger part. */
  readonly cacheHits: number
  /** In the middle; null: no answer was long enough to say. */
  readonly tokensPerSecond: number | null
}

/** One tool, model or day (`2026-03-12`). */
export interface FigureRow {
  readonly name: string
  readonly calls: CallFigures
  readonly turns: TurnFigures
}

export type FigureKind = 'tool' | 'model' | 'day'
/** Only what has this name; absent: everything. */
export type FigureFilter = { readonly [K in FigureKind]?: string }

/** What is kept; every method throws a sentence when the file cannot be read. */
export interface AnalyticsReports {
  /** Tools and models by use, the most used first; days in their order. */
  report(by: FigureKind, filter?: FigureFilter): readonly FigureRow[]
  /** Writes a new `.csv` or `.json` file with everything. */
  exportTo(path: string): { readonly turns: number; readonly calls: number; readonly shown: string }
}

/** The file of the home; nothing is opened before it is needed. */
export interface AnalyticsBook extends AnalyticsReports {
  /** The person's choice. */
  readonly isOn: boolean
  /** Remembers a turn with its calls until the next `flush`. */
  add(turn: TurnMeasure, calls: readonly CallMeasure[]): void
  /** Writes what was added; gives what a person should know of that, each sentence once. Never throws. */
  flush(): readonly string[]
  close(): void
}

/** What the session lends to `/stats`. */
export interface AnalyticsShelf extends AnalyticsReports {
  readonly isOn: boolean
}
