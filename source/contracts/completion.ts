/** Something that could stand in the line being typed. */
export interface Choice {
  /** What stands there once it is taken. */
  readonly text: string
  /** A few words about it. */
  readonly note?: string
  /** Why it cannot be used now, in a few words; it is shown grey. */
  readonly refusal?: string
  /** More of the same word follows (a folder): no space behind it. */
  readonly isOpen?: boolean
}

/** What could take the place of a stretch of a text. */
export interface Completion {
  /** UTF-16 offsets of the stretch. */
  readonly from: number
  readonly to: number
  /** Best first; may be empty. */
  readonly choices: readonly Choice[]
}
