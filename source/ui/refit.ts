// A narrower window: terminals that wrap their rows anew make the frame taller than Ink knows, and what Ink erases then leaves its
// first rows behind. So the cursor goes up by what was added above it, before Ink erases from there.
import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { columnWidth } from './column-width.ts'
import type { LiveState } from './live/live-state.ts'

/** What was drawn last, as far as its size goes. */
export type Drawn = Pick<LiveState, 'rows' | 'cursor'>

/** Terminals that cut rows in place of wrapping them: xterm, GNU screen, the console of Linux. */
export function wrapsAnew({ XTERM_VERSION, TERM = '', TMUX }: NodeJS.ProcessEnv): boolean {
  if (XTERM_VERSION !== undefined || TERM === 'linux') return false
  return !TERM.startsWith('screen') || TMUX !== undefined
}

/** Rows that stand above the cursor at `columns` in addition to those of the frame. */
export function addedAbove({ rows, cursor }: Drawn, columns: number): number {
  const added = rows.slice(0, cursor.y).map(({ mark, text }) => {
    const width = columnWidth(mark) + columnWidth(stripVTControlCharacters(text))
    return Math.max(0, Math.ceil(width / columns) - 1)
  })
  return added.reduce((sum, one) => sum + one, Math.floor(cursor.x / columns))
}

/** Listens to a terminal whose screen Ink draws already; gives the undoing. */
export function refitOnResize(
  stdout: WriteStream,
  env: NodeJS.ProcessEnv,
  drawn: () => Drawn | undefined,
): () => void {
  if (!wrapsAnew(env)) return () => {}
  let before = stdout.columns
  const onResize = () => {
    const { columns } = stdout
    const frame = columns < before ? drawn() : undefined
    before = columns
    const added = frame === undefined ? 0 : addedAbove(frame, columns)
    if (added > 0) stdout.write(`\x1b[${added}A`)
  }
  // Ink's own comes behind it.
  stdout.prependListener('resize', onResize)
  return () => {
    stdout.off('resize', onResize)
  }
}
