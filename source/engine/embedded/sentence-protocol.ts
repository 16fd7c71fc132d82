// What the program and the sentence model's process say to each other.

/** What can be asked of it, and what it answers with. */
export interface SentenceOperations {
  load: { input: { readonly modelPath: string; readonly threads: number }; output: null }
  /** Texts in order; vectors of length 1 as 32-bit floats, least byte first, in base64. */
  embed: { input: readonly string[]; output: readonly string[] }
}
