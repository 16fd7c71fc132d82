/** What an `@path` of a message comes to. */
export type FoundFile =
  /** `shown`: relative to the workspace. */
  | { readonly type: 'file'; readonly shown: string; readonly bytes: number }
  /** There is no such file, or it is a folder: the words stay words. */
  | { readonly type: 'none' }
  /** It is there and may not go with a message; why, in one sentence. */
  | { readonly type: 'refused'; readonly reason: string }

/** Files that may go with a message. */
export interface AttachableFiles {
  /** Looks at its name and size alone. */
  look(path: string, signal: AbortSignal): Promise<FoundFile>
  /** Its whole text, or why it has none that can be sent. */
  read(
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }>
}
