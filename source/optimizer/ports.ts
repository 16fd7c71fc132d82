// What the optimizer is given: an engine, the tools, cases that can be asked, and a place to keep what it finds.
import type { AdapterFile, CallState, ChatMessage, Engine } from '../contracts/engine.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { ManifestEntry, ToolDetail } from '../contracts/manifest.ts'
import type {
  LearnedCalls,
  OptimizeChoice,
  OptimizedTool,
  StateDraft,
  Strategy,
  Trial,
} from '../contracts/optimized.ts'

/** A tool as it says itself, without anything optimized. */
export interface OptimizerTool {
  readonly entry: ManifestEntry
  readonly detail: ToolDetail
}

/** A request with what must come of it; never one of the part *report*. */
export interface TrialCase {
  readonly id: string
  /** Cases of *train* may be looked at to find something better, those of *accept* decide. */
  readonly part: 'train' | 'accept'
  readonly message: string
  /** null: none is needed. */
  readonly tool: string | null
  /** Accepted values of each argument; `""` among them: it may be left out. */
  readonly accepted: { readonly [name: string]: readonly JsonValue[] }
  /** It is one of the tool's worked examples, which must not stand before itself. */
  readonly isExample?: boolean
  /** The person taught it; such cases come first. */
  readonly isTaught?: boolean
}

/** What is tried in place of what stands. */
export interface Draft {
  readonly head?: readonly ChatMessage[]
  readonly states?: ReadonlyMap<string, StateDraft>
  /** Calls are written with it. */
  readonly adapter?: AdapterFile
}

/** What came of a case. */
export interface Asked {
  /** The right tool with the right arguments, or none where none is needed. */
  readonly right: boolean
  /** The tool was right. */
  readonly rightTool: boolean
  readonly got: JsonObject | null
}

/** A request and the tool that it needs; null: none. */
export interface LearnedExample {
  readonly tool: string | null
  readonly text: string
  /** Words by which the tool is asked for, and no request. */
  readonly isWords?: true
}

/** Lines that the model wrote and nobody judged yet, by tool. */
export type Journal = ReadonlyMap<string, { readonly contentHash: string; readonly line: string }>

/** Learns to write calls, for all tools at once. */
export interface CallLearner {
  /** What came of it last; undefined: it was never tried. */
  readonly kept: LearnedCalls | undefined
  /** How many requests there are to learn from, and a hash of them and of the states before them as these are now. */
  lessons(): { readonly count: number; readonly from: string }
  /** Throws `Error` with the reason where it cannot learn, before anything else is done for it. */
  check(signal: AbortSignal): Promise<void>
  /** Learns those. Goes on from what is used now; `seconds`: for so long at most. Throws `Error` with the reason where it cannot. */
  learn(seconds: number | undefined, signal: AbortSignal): Promise<LearnedAdapter>
  /** Gets ready to save what came of it; undefined: what stands stays. Throws `Error` that says why the adapter cannot be written. */
  keep(trial: Trial, left: number, adapter: AdapterFile | undefined): void
}

/** An adapter that is not kept yet, and of how many steps. */
export interface LearnedAdapter {
  readonly adapter: AdapterFile
  readonly steps: number
  /** Steps that there was no time for. */
  readonly left: number
}

export interface OptimizerPorts {
  readonly choice: OptimizeChoice
  /** The model that all of it is for. */
  readonly engine: Engine
  /** The model that writes. */
  readonly writer: Engine
  /** Those that were chosen, sorted by name. */
  readonly tools: readonly OptimizerTool[]
  /** Every tool there is, chosen or not. */
  readonly allTools: readonly OptimizerTool[]
  /** Rows of tools that did not change since they were made. */
  readonly kept: ReadonlyMap<string, OptimizedTool>
  cases(): readonly TrialCase[]
  /** Runs a case beside the conversation. */
  ask(one: TrialCase, draft: Draft, signal: AbortSignal): Promise<Asked>
  /** Gets ready what the router has to know of these messages besides their words, as it is now; absent: nothing. */
  readonly ready?: ((messages: readonly string[]) => Promise<void>) | undefined
  /** What the router decides about it now: the same text, the same decision. */
  decision(one: TrialCase): string
  /** The router leaves this request to the talk lane, so the head decides. */
  isForHead(one: TrialCase): boolean
  /** The head with these lines in place of the tools' own. */
  head(lines: ReadonlyMap<string, string>): Promise<readonly ChatMessage[]>
  state(name: string, detail: ToolDetail, draft: StateDraft): CallState
  /** Writes the file whole or not at all. */
  save(rows: ReadonlyMap<string, OptimizedTool>): void
  /** The tools that the router thinks of for this request, the best first; `tool` may be one of them even if it is off. */
  candidates(request: string, tool: string): readonly string[]
  /**
   * Lets the router learn these besides what it knows, and nothing else: the whole of them each time. undefined: it cannot
   * learn beside its training.
   */
  readonly learn?: ((examples: readonly LearnedExample[]) => void) | undefined
  /** A text: why it cannot be done here, in a sentence. */
  readonly calls: CallLearner | string
  readJournal(): Journal
  /** Empty: it is no longer needed. */
  writeJournal(journal: Journal): void
  /** Probability that so many better and worse cases are chance, 0 to 1. */
  chance(better: number, worse: number): number
  /** `trial`: requests that are asked for a strategy that is for all tools at once. */
  onProgress(what: Strategy | 'trial', done: number, total: number): void
}
