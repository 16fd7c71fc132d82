// What one SQL program may be made of: the tables that are shown, and the values that stand there, in the message, or in the last result.

/** Stands in place of a program where a message is about nothing in the tables. */
export const NO_PROGRAM = 'NONE'

/** Whether a text says that there is no program, in any letters. */
export function isNoProgram(text: string): boolean {
  return text.trim().toUpperCase() === NO_PROGRAM
}

/** A column as a program may use it. */
export interface SqlColumn {
  readonly name: string
  readonly type: 'text' | 'number' | 'date' | 'yes/no'
  /** Its different cells as text, in no order; of a column that has too many, some. */
  readonly values: readonly string[]
  /** Some cells are empty. */
  readonly hasEmpty?: true
  /** It cannot be set. */
  readonly isFixed?: true
}

export interface SqlTable {
  readonly name: string
  /** `n` among them. */
  readonly columns: readonly SqlColumn[]
  /** It cannot be changed. */
  readonly isFixed?: true
  /** It has one row, which need not be named. */
  readonly isSingle?: true
}

/** Everything that a program is held to. */
export interface SqlVocabulary {
  readonly tables: readonly SqlTable[]
  /** Runs of its words are texts. */
  readonly message: string
  /** Texts besides: values of the last result, names that were worked out. */
  readonly texts: readonly string[]
  /** Numbers as they may be written: `18.5`. */
  readonly numbers: readonly string[]
  /** Numbers that may stand everywhere but where a cell is set. */
  readonly smallNumbers: readonly string[]
  /** Days that the message names, ISO; a date is equal to none but these and the column's own. */
  readonly days: readonly string[]
  /** Whether tables may be changed, asked, or both. */
  readonly acts: 'ask' | 'change' | 'both'
  /** `NO_PROGRAM` may be written instead. */
  readonly mayDecline?: boolean
}
