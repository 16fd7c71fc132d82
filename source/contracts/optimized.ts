// Prompts that were made better for one model, and how they are made: read by the prompt, written by the optimizer.
import type { CommandResult } from './command.ts'

/** What can be done for a tool; each is tried by itself. */
export type ToolStrategy = 'index' | 'shots' | 'rules' | 'examples'

/** `calls` is for all tools at once: how the model writes them. */
export type Strategy = ToolStrategy | 'calls'

export const TOOL_STRATEGIES: readonly ToolStrategy[] = ['index', 'shots', 'rules', 'examples']

/** In the order in which `all` does them: calls are learned behind the states as the others leave them. */
export const STRATEGIES: readonly Strategy[] = [...TOOL_STRATEGIES, 'calls']

/** What stands otherwise in a tool's context state. */
export interface StateDraft {
  /** Requests of the worked examples that stand in the state, in their order; undefined: as ever. */
  readonly fewShots?: readonly string[]
  /** The other worked examples come before a message that is like them. */
  readonly nearest?: boolean
  /** A sentence behind the description. */
  readonly instruction?: string
}

/** Cases that were right, and of how many. */
export interface Score {
  readonly right: number
  readonly cases: number
}

/** What came of a strategy for one tool. */
export interface Trial {
  readonly kept: boolean
  /** In words; why it was not kept, or what it changed. */
  readonly reason: string
  /** On the part *accept*; absent: no case can tell the two apart. */
  readonly before?: Score
  readonly after?: Score
}

/** One tool in the file of a model. */
export interface OptimizedTool extends StateDraft {
  /** Of the tool that all of this was made for. */
  readonly contentHash: string
  readonly oneLiner?: string
  readonly oneLinerTokens?: number
  /** Tokens of the context state before and after. */
  readonly stateTokens?: { readonly before: number; readonly after: number }
  /** Example requests besides the tool's own. */
  readonly examples?: readonly string[]
  /** Words and short phrases by which people ask for it. */
  readonly words?: readonly string[]
  /** By strategy; a strategy that stands here is not tried again. */
  readonly tried?: { readonly [S in ToolStrategy]?: Trial }
  /** The strategies that changed something, in their order, e.g. `index+shots`; `none`. */
  readonly strategy?: string
}

/** What was learned for writing calls, or tried and not kept. */
export interface LearnedCalls {
  /** Hash of what it was learned from: the same is not learned again. */
  readonly from: string
  readonly trial: Trial
  /** Steps that a budget left over; absent: none. */
  readonly left?: number
  /** The adapter, beside this file; absent: nothing was kept, and nothing stood before. */
  readonly adapter?: { readonly file: string; readonly sha256: string }
}

/** Characters of a sentence behind a description; a longer one is not read. */
export const LONGEST_INSTRUCTION = 300

/** Newer ones are not read. */
export const OPTIMIZED_VERSION = 1

/** `tools/optimized/<model>.json`. */
export interface OptimizedFile {
  readonly formatVersion: number
  readonly model: { readonly id: string; readonly sha256: string }
  readonly engine: string
  readonly chatFormat: string
  /** Content hash of the manifest. */
  readonly manifest: string
  readonly tools: { readonly [tool: string]: OptimizedTool }
  readonly calls?: LearnedCalls
}

/** What a person asks of the optimizer. */
export interface OptimizeChoice {
  /** Also tools that are off. */
  readonly all: boolean
  /** Only these; empty: every tool that is on. */
  readonly tools: readonly string[]
  readonly strategies: readonly Strategy[]
  /** Also what was tried before and not kept. */
  readonly again: boolean
  /** Id or path of the model that writes in place of the loaded one. */
  readonly writer?: string
  readonly budgetS?: number
  /** Everything is tried, nothing is kept. */
  readonly dryRun: boolean
}

/** Lent to the command that optimizes. */
export interface OptimizeShelf {
  run(choice: OptimizeChoice): Promise<CommandResult>
  /** Brings back what was there before the last run. */
  undo(): Promise<CommandResult>
}
