// What the program and the sentence model's process say to each other.

/** A model's file; with an adapter that of their sum, which is made where it is not there. */
export interface SentenceFile {
  readonly modelPath: string
  readonly adapted?: { readonly adapterPath: string; readonly madePath: string } | undefined
}

/** What can be asked of it, and what it answers with. */
export interface SentenceOperations {
  /** `file` names the model from then on. */
  load: { input: { readonly file: SentenceFile; readonly threads: number }; output: null }
  /** Texts in order; vectors of length 1 as 32-bit floats, least byte first, in base64. */
  embed: {
    input: { readonly file: SentenceFile; readonly texts: readonly string[] }
    output: readonly string[]
  }
}

/** The file that is loaded. */
export function loadedPath({ modelPath, adapted }: SentenceFile): string {
  return adapted?.madePath ?? modelPath
}
