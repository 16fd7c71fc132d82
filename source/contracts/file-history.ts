/** A change of a file that is about to be made. */
export interface FileChange {
  /** Absolute, without links. */
  readonly path: string
  /** Undefined: the file is made by this change. */
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array
  /** Permission bits of the file before; undefined: there was none. */
  readonly mode: number | undefined
  readonly at: Date
  /** Folders that the change makes, absolute, outermost first. */
  readonly folders: readonly string[]
  /** The same for all files that are changed together: they are taken back together. */
  readonly group?: string
}

/** An earlier version that is kept. */
export interface Kept {
  /** False: in memory, so that it goes with the program. */
  readonly isLasting: boolean
  /** The change was not made after all. */
  drop(): Promise<void>
}

/** A change whose earlier version is kept. */
export interface KeptChange {
  readonly id: string
  readonly path: string
  /** The file was made by it. */
  readonly isNew: boolean
  /** ISO time. */
  readonly at: string
  /** Of those that were made together. */
  readonly group?: string
}

/** A file that is what it was before. */
export interface UndoneFile {
  readonly change: KeptChange
  /** Where the version lies that was taken away. Undefined: nothing of it may reach the disk. */
  readonly kept: string | undefined
}

/**
 * What became of an undo. Of a group nothing is touched where one of its files cannot be taken back: that one is `change`, `others` are those
 * that stay with it.
 */
export type UndoOutcome =
  | { readonly type: 'nothing' }
  | ({
      readonly type: 'undone'
      /** The other files of the group, which are what they were, too. */
      readonly others?: readonly UndoneFile[]
    } & UndoneFile)
  | {
      readonly type: 'changed' | 'gone'
      readonly change: KeptChange
      /** Where the earlier version lies. Undefined: before the change there was no file, or what it was is in memory alone. */
      readonly kept: string | undefined
      readonly others?: readonly KeptChange[]
    }
  | {
      readonly type: 'failed'
      readonly change: KeptChange
      readonly reason: string
      readonly others?: readonly KeptChange[]
      /** Files of the group that were taken back before it failed. */
      readonly undone?: readonly UndoneFile[]
    }

/** A change that stands from now on. */
export interface SkippedChange extends KeptChange {
  /** The others of its group that stand as well. */
  readonly others?: readonly KeptChange[]
}

/** Earlier versions of files that tools changed; the oldest go when the budget is full. */
export interface FileHistory {
  /** Real folder of the program's own files, which no tool writes. */
  readonly guarded: string
  /** Keeps the earlier version; called before the change is made. Throws `ToolFailure`. */
  keep(change: FileChange): Promise<Kept>
  /** Changes that can be undone here, the last one first. */
  list(): Promise<readonly KeptChange[]>
  /** Those that were made in sessions of other folders. */
  elsewhere(): Promise<readonly KeptChange[]>
  /** Makes the file of the last change, or all files of its group, what they were before it, unless somebody else changed one since. */
  undo(): Promise<UndoOutcome>
  /**
   * Lets the last change stand, so that the one before it is the last; undefined when there is none. Of a group those stand that cannot be
   * taken back, so that the others can; where there is none of these, all.
   */
  skip(): Promise<SkippedChange | undefined>
  /** Looks at the last `most` changes: what a killed program left half-written beside their files is removed. Gives what a person should know, a sentence each. */
  tidy(most: number): Promise<readonly string[]>
}
