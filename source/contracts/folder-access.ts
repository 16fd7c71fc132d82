// What is lent to tools, commands and turns of the folder's tables. The room is `source/folder/`.
import type { CellValue, FolderTable, RowChanges, UnreadFile } from './folder.ts'
import type { Said, ToolContext } from './tool.ts'

/** What stands in the folder at one moment. */
export interface FolderView {
  /** By file, in order of their paths, then the program's own; all names differ. */
  readonly tables: readonly FolderTable[]
  readonly unread: readonly UnreadFile[]
}

/** The rows that a question gave. */
export interface SqlAnswer {
  readonly type: 'answer'
  /** `table` and `column` where it is a table's column as it stands there. */
  readonly columns: readonly { readonly name: string; readonly table?: string; readonly column?: string }[]
  /** The first of them. */
  readonly rows: readonly (readonly CellValue[])[]
  /** Of all rows. */
  readonly count: number
  /** false: there are more than `count`. */
  readonly isCountWhole: boolean
}

/** Why nothing came of a statement: one sentence. */
export interface SqlFailed {
  readonly type: 'failed'
  readonly reason: string
  /** Of the `ToolFailure` that refused it: safe mode, write protection …; undefined: the statement is at fault. */
  readonly code?: string
}

/** What one file would be after a change. */
export interface PlannedFile {
  /** Relative to the folder. */
  readonly path: string
  /** undefined: it is no text. */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly bytesBefore: Uint8Array
  readonly bytesAfter: Uint8Array
}

/** What a change would do, to files and to what the program keeps itself; nothing of it is done yet. */
export interface ChangePlan {
  readonly type: 'plan'
  readonly sql: string
  /** In order of their paths; empty: none becomes another. */
  readonly files: readonly PlannedFile[]
  /** By table. */
  readonly changes: ReadonlyMap<string, RowChanges>
  /** What a person reads before it is done: diffs of all files, and lines for what is no file's. */
  readonly preview: string
  /** What was done, told when it is: "Added 1 row to expenses.csv." */
  readonly said: Said
  /** What a person should be told before, a sentence each: more than half of the rows become others … */
  readonly warnings: readonly string[]
}

export interface FolderAccess {
  /** What stands there now: files that changed are read again. */
  look(signal: AbortSignal): Promise<FolderView>
  /** Runs one statement that reads. `shown`: the most rows that are handed out; 200 without it. */
  ask(sql: string, signal: AbortSignal, shown?: number): Promise<SqlAnswer | SqlFailed>
  /** Whether anything comes of a program: a cell that is not empty, or a row that it meets or adds. Changes nothing. */
  findsAny(sql: string, signal: AbortSignal): Promise<boolean>
  /** The rows in words, as a person is told them. */
  say(sql: string, answer: SqlAnswer, signal: AbortSignal): Promise<Said>
  /** Tries statements that change, separated by `;`. Changes nothing. */
  plan(sql: string, context: ToolContext): Promise<ChangePlan | SqlFailed>
  /** Makes a change that was planned, whole or not at all; gives what to say behind it. Throws `ToolFailure`. */
  make(plan: ChangePlan, context: ToolContext): Promise<string>
  /** Ends the database's process, if there is one. */
  close(): Promise<void>
}
