/** A folder that has a name. */
export interface NamedFolder {
  readonly label: string
  /** Absolute; for one that the person named, links were followed when it got its name. */
  readonly path: string
  /** Who named it: the person, or the desktop (`user-dirs.dirs`, or the folders that usually have these names). */
  readonly by: 'person' | 'desktop'
  /** Whether it may be read like the workspace: the person named it, and it is neither too wide nor private. */
  readonly isOpen: boolean
}

/** Folders that go by a name; letter case does not tell labels apart. */
export interface Folders {
  /** Sorted by label; the person's name wins over the desktop's. Throws `ToolFailure` when the settings cannot be read. */
  list(): readonly NamedFolder[]
  /** Names a folder for the person, or moves the name; `path` is absolute. Throws `ToolFailure` when it cannot be kept. */
  set(label: string, path: string): void
  /** Why a folder is never opened for reading, as a clause (`it is your home folder`); undefined: it may be. */
  whyClosed(path: string): string | undefined
}
