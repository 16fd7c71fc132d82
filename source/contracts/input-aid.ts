import type { Completion } from './completion.ts'

/** What a surface with an input line is lent. Nothing here throws for what the disk does. */
export interface InputAid {
  /** What could stand at the cursor (a UTF-16 offset); undefined: nothing of a kind that can be completed stands there. */
  complete(text: string, cursor: number): Promise<Completion | undefined>
  /** What of a message would be attached, as it is shown (`@notes.md (2.1 KB)`), or why it would not. */
  attached(text: string): Promise<readonly string[]>
  /** What was sent in earlier sessions, oldest first. */
  history(): readonly string[]
  /** Keeps a line for later sessions, unless it may not be kept. */
  keep(line: string): void
}
