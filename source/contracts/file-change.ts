// A change to a text file that a message asks for, or tells of, without naming the file.

/** A passage that stands in the file once, and what comes in its place. */
export interface FileChange {
  /** Relative to the workspace. */
  readonly path: string
  readonly old: string
  /** Empty: the passage goes. */
  readonly new: string
}
