// A change to a text file that a message asks for, or tells of, without naming the file.

/** A passage that stands in the file once, and what comes in its place. */
export interface FileChange {
  /** Relative to the workspace. */
  readonly path: string
  readonly old: string
  /** Empty: the passage goes. */
  readonly new: string
}

/** A new row of a table that a message tells of; some of its cells are open. */
export interface RowWish {
  /** In the table's order. */
  readonly columns: readonly RowColumn[]
  /** The last ones, as they stand there. */
  readonly rows: readonly (readonly string[])[]
  /** What tells of it. */
  readonly said: string
  /** With a value for each column; undefined: nothing says what the row is of. */
  changeWith(values: readonly string[]): FileChange | undefined
}

export interface RowColumn {
  readonly name: string
  /** What may come there; one: it is decided. */
  readonly choices: readonly string[]
}
