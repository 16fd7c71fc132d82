// What a person has in a folder, as tables: the room is `source/folder/`, the page for people docs/tables.md.

/** A cell as SQL has it. Dates are `2026-11-28` or `2026-11-28 14:05`, yes and no are 1 and 0, an empty cell is null. */
export type CellValue = string | number | bigint | null

export type ColumnType = 'text' | 'number' | 'date' | 'yes/no'

/** A column of a table. Its name is an SQL name that needs no quotes (see `sqlName`), unique in its table. */
export interface FolderColumn {
  readonly name: string
  readonly type: ColumnType
  /** As the file calls it; the same as `name` where the file has none. */
  readonly title: string
  /** What stands beside all of its numbers, e.g. `EUR`, `h`, `%`; undefined: nothing, or not the same everywhere. */
  readonly unit?: string
  /** It cannot be changed: worked out by the program (`n`, `heading` of code …). */
  readonly isFixed?: true
}

/** What is done to one table, against the rows as they were read. */
export interface RowChanges {
  /** `row`: index into `rows` from 0. `column`: index into `columns`. At most one for each cell. */
  readonly updated: readonly { readonly row: number; readonly column: number; readonly value: CellValue }[]
  /** Indices of rows. */
  readonly removed: readonly number[]
  /** New rows in order: a value for each column, undefined where nothing is said of it. */
  readonly added: readonly (readonly (CellValue | undefined)[])[]
}

/** A passage of a file's text and what comes in its place; offsets in UTF-16 units of the text as the reader was given it. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What a reader makes of changes: passages of a text, or a whole new file where it is none. */
export type FileEdit =
  | { readonly type: 'text'; readonly edits: readonly TextEdit[] }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }

/** One table of a file, as a reader reads it. */
export interface ReadTable {
  /**
   * What follows the file's own name in the table's name: empty for the file's main table (`timesheet`), else e.g. a heading (`budget_income`),
   * `list`, `text`, `keys`. As the file has it; made an SQL name later.
   */
  readonly suffix: string
  /** e.g. `csv`, `list`, `text`, `settings`, `log`, `sheet`: what `/tables` says that it is. */
  readonly kind: string
  /** `n` is not among them: it is the number of the record from 1, or what `numbers` says. */
  readonly columns: readonly FolderColumn[]
  readonly rows: readonly (readonly CellValue[])[]
  /** Where `n` is something else than 1, 2, 3: the line of a text. As many as rows. */
  readonly numbers?: readonly number[]
  /** Line of the file in which each row begins, from 1; undefined: the file has no lines. */
  readonly lines?: readonly number[]
  /** What a person should know of how it was read, a sentence each: "Line 7 has more cells than there are columns; what is beyond was left out." */
  readonly notes: readonly string[]
  /** Why nothing of it can be changed, a sentence; undefined: it can. */
  readonly readOnly?: string
  /** The smallest change of the file that makes these changes; absent where it is read only. Throws `ChangeRefused`. */
  change?(changes: RowChanges): FileEdit | Promise<FileEdit>
}

/** A file as a reader gets it. */
export interface FolderFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
  /** The bytes as UTF-8 without a byte order mark; undefined: they are no text. */
  readonly text: string | undefined
  /** When it was changed, milliseconds. */
  readonly modifiedMs: number
}

/** Reads one kind of file, and writes changes into it. Adding a kind is adding a file that exports one. */
export interface FolderReader {
  readonly kind: string
  /** 0: not its kind; the reader with the highest figure reads the file: 1 any text, 2 by the looks of the text, 3 by the name's ending. */
  claims(file: FolderFile): 0 | 1 | 2 | 3
  /** All tables of the file; throws `UnreadableFile` where it is damaged beyond reading. */
  read(file: FolderFile): readonly ReadTable[] | Promise<readonly ReadTable[]>
}

/** Why a file gives no table: one sentence for a person, with the file's name in backticks. */
export class UnreadableFile extends Error {}

/** Why a change is not made: one sentence for a person that says what, the value, and what to do next. */
export class ChangeRefused extends Error {}

/** A table as SQL knows it: that of a file, or one of what the program keeps itself. */
export interface FolderTable extends ReadTable {
  /** Unique among all tables. */
  readonly name: string
  /** The file, relative to the folder; empty: it is no file's. */
  readonly path: string
  /** Changes when its rows do. */
  readonly version: string
}

/** The name of the column with the number of the record, which every table has before its own. */
export const RECORD_COLUMN: FolderColumn = { name: 'n', type: 'number', title: 'n', isFixed: true }

/** A file that gives no table, and why: one sentence. */
export interface UnreadFile {
  readonly path: string
  readonly reason: string
}
