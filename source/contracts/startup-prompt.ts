/** The person's own text, which stands behind the program's in every head; at most `MOST_PROMPT_CHARACTERS`. */
export interface StartupPrompt {
  /** Empty: there is none. Throws `ToolFailure` when it cannot be read. */
  read(): string
  /** Why a text cannot be one, in a sentence; undefined: it can. */
  findFault(text: string): string | undefined
  /**
   * Puts a text in the place of what is there and keeps that for `undo`; empty takes it away. What is there and no text is set aside:
   * gives where it lies now. Throws `ToolFailure`.
   */
  update(text: string): string | undefined
  /** Changes the text and the one before it for each other; false when there is none before. Throws `ToolFailure`. */
  undo(): boolean
  /** Tells of every change. */
  onChange(listener: () => void): void
}

/** A small model's window is small, and this text stands in it always. */
export const MOST_PROMPT_CHARACTERS = 2_000
