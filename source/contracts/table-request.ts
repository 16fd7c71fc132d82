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
  /** A program is written for it. `isTaught`: the model has learned to write SQL, and to decline. */
  isFor(isTaught: boolean): boolean
  /** Names of those that are shown. */
  readonly tables: readonly string[]
  /** Probability, 0 to 1, that a program is right which a model that has learned SQL wrote for it; `weakest`: that of its least sure token. */
  sure(kind: 'question' | 'change', weakest: number): number
  /** Whether anything comes of a program: a cell that is not empty, or a row that it meets or adds. Changes nothing. */
  findsAny(sql: string): Promise<boolean>
  /** What stands there of the message's own words, for a model that can write no SQL: a SELECT. undefined: nothing of it. */
  lookUp(): string | undefined
  /** What the call lane is asked; `isTaught`: the model has learned to write SQL. */
  request(isTaught: boolean): CallRequest
}
