// What a turn learns of a message and the folder's tables, and how a model is asked for a program.
import type { CallRequest } from './engine.ts'
import type { SqlVocabulary } from './sql.ts'

/** The last program of the conversation, and what came of it. */
export interface LastOfTables {
  readonly message: string
  readonly sql: string
  /** In a few words. */
  readonly result: string
  /** Values of its result, which may be said again. */
  readonly values: readonly (string | number | bigint)[]
}

/** What the folder's tables have of a message. */
export interface TableFigures {
  /** See `aboutFigures`. */
  readonly about: readonly number[]
  /** That the likeliest table is meant, and that none is: 0 to 1. */
  readonly best: number
  readonly none: number
  /** What the likeliest tables are about, in a few words each. */
  readonly gists: readonly string[]
}

/** A message held against the tables. */
export interface AskedTables {
  readonly figures: TableFigures
  /** Whether a program is written for it. `isTaught`: the model has learned to write SQL, and to decline; `share`: how likely it is for the tables. */
  isFor(isTaught: boolean, share: number): boolean
  /** Names of those that are shown. */
  readonly tables: readonly string[]
  /** Probability, 0 to 1, that a program is right which a model that has learned SQL wrote for it; `weakest`: that of its least sure token. */
  sure(kind: 'question' | 'change', weakest: number): number
  /** Whether anything comes of a program: a cell that is not empty, or a row that it meets or adds. Changes nothing. */
  findsAny(sql: string): Promise<boolean>
  /** What stands there of the message's own words, for a model that can write no SQL: a SELECT. undefined: nothing of it. */
  lookUp(): string | undefined
  /** What the call lane is asked; `isTaught`: the model has learned to write SQL; `acts`: what a program for it may do. */
  request(isTaught: boolean, acts: SqlVocabulary['acts']): CallRequest
}
