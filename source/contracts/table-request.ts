// What a turn learns of a message and the folder's tables, and how a model is asked for a program.
import type { CallRequest } from './engine.ts'

/** The last program of the conversation, and what came of it. */
export interface LastOfTables {
  readonly message: string
  readonly sql: string
  /** In a few words. */
  readonly result: string
  /** Values of its result, which may be said again. */
  readonly values: readonly (string | number | bigint)[]
}

/** A message held against the tables. */
export interface AskedTables {
  /** Probability, 0 to 1, that it is for them. */
  readonly probability: number
  /** It is for them: likelier than not, or the router has a tool for it whose work a program does and nothing speaks against that. */
  readonly isFor: boolean
  /** Names of those that are shown. */
  readonly tables: readonly string[]
  /** Probability, 0 to 1, that a program is right which a model that has learned SQL wrote for it; `weakest`: that of its least sure token. */
  sure(kind: 'question' | 'change', weakest: number): number
  /** What the call lane is asked; `isTaught`: the model has learned to write SQL. */
  request(isTaught: boolean): CallRequest
}
