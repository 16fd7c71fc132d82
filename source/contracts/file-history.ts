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
}

/** What became of an undo. `kept`: where the version lies that was taken away, or the earlier one that was not put back. */
export type UndoOutcome =
  | { readonly type: 'nothing' }
  | {
      readonly type: 'undone'
      readonly change: KeptChange
      /** Undefined: nothing of it may reach the disk. */
      readonly kept: string | undefined
    }
  | {
      readonly type: 'changed' | 'gone'
      readonly change: KeptChange
      /** Undefined: before the change there was no file, or what it was is in memory alone. */
      readonly kept: string | undefined
    }
  | { readonly type: 'failed'; readonly change: KeptChange; readonly reason: string }

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
  /** Makes the file of the last change what it was before it, unless somebody else changed it since. */
  undo(): Promise<UndoOutcome>
  /** Lets the last change stand, so that the one before it is the last; undefined when there is none. */
  skip(): Promise<KeptChange | undefined>
  /** Looks at the last `most` changes: what a killed program left half-written beside their files is removed. Gives what a person should know, a sentence each. */
  tidy(most: number): Promise<readonly string[]>
}
