// A narrower window: terminals that wrap their rows anew make the frame taller than Ink knows, and what Ink erases then leaves its
// first rows behind. So the cursor goes up by what was added above it, before Ink erases from there.
import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { columnWidth } from './column-width.ts'
import type { LiveState } from './live/live-state.ts'

/** What was drawn last, as far as its size goes. */
export type Drawn = Pick<LiveState, 'rows' | 'cursor'>

/** Of the terminal, in columns and rows. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** What is usual stands in for what a terminal does not tell. */
export function sizeOf({ columns, rows }: Partial<Size>): Size {
  return { columns: columns || 80, rows: rows || 24 }
}

/** Terminals that cut rows in place of wrapping them: xterm, GNU screen, the console of Linux. */
export function wrapsAnew({ XTERM_VERSION, TERM = '', TMUX }: NodeJS.ProcessEnv): boolean {
  if (XTERM_VERSION !== undefined || TERM === 'linux') return false
  return !TERM.startsWith('screen') || TMUX !== undefined
}

/** Those built on xterm.js put the cursor lower by each row that is added below it. */
export function movesCursor({ TERM_PROGRAM, TMUX }: NodeJS.ProcessEnv): boolean {
  return TMUX === undefined && (TERM_PROGRAM === 'vscode' || TERM_PROGRAM === 'Hyper')
}

/** Rows that stand above the cursor at `columns` in addition to those of the frame; `isMoved`: those below it have moved it, too. */
export function addedAbove({ rows, cursor }: Drawn, columns: number, isMoved = false): number {
  const added = rows.slice(0, isMoved ? rows.length : cursor.y).map(({ mark, text }, at) => {
    const width = columnWidth(mark) + columnWidth(stripVTControlCharacters(text))
    return at === cursor.y ? 0 : Math.max(0, Math.ceil(width / columns) - 1)
  })
  return added.reduce((sum, one) => sum + one, Math.floor(cursor.x / columns))
}

/** Listens to a terminal whose screen Ink draws already; gives the undoing. */
export function refitOnResize(
  stdout: WriteStream,
  env: NodeJS.ProcessEnv,
  drawn: () => Drawn | undefined,
  frame: { readonly erase: () => void; readonly draw: () => void },
): () => void {
  const canWrap = wrapsAnew(env)
  let before = sizeOf(stdout)
  const onResize = () => {
    const now = sizeOf(stdout)
    const narrowed = canWrap && now.columns < before.columns ? drawn() : undefined
    // A lower window drops rows from below the cursor first, and nobody says how many: better one that stays than one that is lost.
    const isMoved = movesCursor(env) && now.rows >= before.rows
    const added = narrowed === undefined ? 0 : addedAbove(narrowed, now.columns, isMoved)
    before = now
    if (added > 0) stdout.write(`\x1b[${added}A`)
    frame.erase()
    frame.draw()
  }
  // Ink's own comes behind it.
  stdout.prependListener('resize', onResize)
  return () => {
    stdout.off('resize', onResize)
  }
}
