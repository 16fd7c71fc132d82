// What a page is given, and what it is.
import type { Done } from './api.ts'

export interface PageTools {
  /** Says a sentence at the edge of the page, and to a screen reader. */
  say(text: string): void
  /** Runs a command, says what came of it, and draws the page anew. */
  run(line: string): void
  /** Draws the page anew; what has the focus keeps it. */
  redraw(): void
  /** Runs a command and says what came of it. */
  ask(line: string): Promise<Done | undefined>
}

/** Draws what there is now; throws an error with a sentence. */
export type DrawPage = (tools: PageTools) => Promise<readonly (Node | string)[]>
