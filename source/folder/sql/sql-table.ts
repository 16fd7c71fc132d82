// What goes into the database and what comes out of it: the types that both sides of its process share.
import type { CellValue, ReadTable, RowChanges } from '../../contracts/folder.ts'

/** A table of the folder as a statement names it. */
export interface SqlTable extends Pick<ReadTable, 'columns' | 'rows' | 'numbers' | 'readOnly'> {
  /** An SQL name that needs no quotes, unlike that of every other table in more than its case. */
  readonly name: string
  /** Another one where anything of the table is another: it is loaded again then. */
  readonly version: string
}

/** The same as one flat list, row by row, which crosses to another process in a tenth of the time. */
export interface FlatTable extends Pick<SqlTable, 'name' | 'columns' | 'numbers' | 'readOnly'> {
  readonly cells: readonly CellValue[]
  readonly rowCount: number
}

export interface AnswerColumn {
  /** As the statement calls it. */
  readonly name: string
  /** Where it is a table's column as it stands there. */
  readonly table?: string
  readonly column?: string
}

export interface Answer {
  readonly type: 'answer'
  readonly columns: readonly AnswerColumn[]
  /** The first of them, as many as are shown. */
  readonly rows: readonly (readonly CellValue[])[]
  /** Of all rows; at most `MOST_COUNTED`. */
  readonly count: number
  /** false: there are more than `count`. */
  readonly isCountWhole: boolean
}

/** What became of the rows of one table. */
export interface RowCounts {
  /** Rows that the statements met, also where they held already what was set. */
  readonly met: number
  /** Rows of before in which a cell is another. */
  readonly updated: number
  readonly removed: number
  readonly added: number
  /** Rows of before. */
  readonly of: number
}

export interface Changed {
  readonly type: 'changed'
  /** By table, those alone in which something is another. */
  readonly changes: ReadonlyMap<string, RowChanges>
  /** By table, all that the statements were to change. */
  readonly counts: ReadonlyMap<string, RowCounts>
}

/** Why there is no answer: one sentence, which a model can mend its statement by. */
export interface Failed {
  readonly type: 'failed'
  readonly reason: string
}

/** What the process is asked. */
export type DatabaseRequest =
  | {
      readonly op: 'load'
      readonly tables: readonly FlatTable[]
      /** Names of tables that are no longer needed. */
      readonly dropped: readonly string[]
      readonly convertsUnits: boolean
    }
  | ({ readonly op: 'ask'; readonly sql: string; readonly shown: number } & StatementSetting)
  | ({ readonly op: 'change'; readonly statements: readonly string[] } & StatementSetting)

/** What holds while a statement runs. */
export interface StatementSetting {
  /** The only tables that it may touch. */
  readonly tables: readonly string[]
  /** The person's wall clock, `2026-11-28 14:05:00`. */
  readonly now: string
  readonly limitMs: number
}

export type DatabaseReply = { readonly type: 'loaded' } | Answer | Changed | Failed

/** Rows of an answer that are handed out. */
export const SHOWN = 200
/** Rows of an answer that are counted. */
export const MOST_COUNTED = 100_000
/** Statements of one change. */
export const MOST_STATEMENTS = 8
