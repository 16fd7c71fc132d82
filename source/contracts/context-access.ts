import type { CommandResult, ContextUse } from './command.ts'

/** Lent to tools: the conversation's own window. */
export interface ContextAccess {
  /** undefined: no model is loaded. */
  use(): ContextUse | undefined
  /** As `/compact`. */
  compact(signal: AbortSignal): Promise<CommandResult>
  /** Empties the conversation when this turn has ended. */
  clear(): void
}
