// Where a frame begins once the terminal has another size. Terminals wrap their rows anew, each in its way, and nothing tells a
// program what came of it: so it is reckoned, from the cursor up, and where two answers are possible, the lower one is taken: a
// row that stays is better than one that is lost.
import { stripVTControlCharacters } from 'node:util'
import { columnWidth, graphemes } from './column-width.ts'
import type { LiveState } from './live/live-state.ts'

/** Of a terminal, in columns and rows. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A frame on the terminal. */
export interface Standing {
  readonly rows: readonly Pick<LiveState['rows'][number], 'mark' | 'text'>[]
  readonly cursor: LiveState['cursor']
  /** Columns of each row that were ever written since it was erased as a whole. */
  readonly written: readonly number[]
  /** The terminal's when it was drawn. */
  readonly size: Size
  /** Rows of older frames that stand above it, where nobody can erase them but with a higher window. */
  readonly stale: number
}

/**
 * What a narrower window does: `cuts` its rows; `follows`: wraps them, and the cursor stays at its place in the text; `cells`: the
 * same, and what was written and erased again counts; `moves`: wraps all but the cursor's row, and puts the cursor lower by each row
 * that is added, be it above or below it.
 */
export type Wrapping = 'cuts' | 'follows' | 'cells' | 'moves'

/** Those built on xterm.js, as they name themselves. */
const XTERM_JS = new Set(['vscode', 'Hyper', 'Tabby'])

/** Of the terminal that these variables tell of. */
export function wrappingOf({
  XTERM_VERSION,
  TERM = '',
  TERM_PROGRAM = '',
  TMUX,
}: NodeJS.ProcessEnv): Wrapping {
  if (TMUX !== undefined) return 'cells'
  if (XTERM_VERSION !== undefined || TERM === 'linux' || TERM.startsWith('screen')) return 'cuts'
  return XTERM_JS.has(TERM_PROGRAM) ? 'moves' : 'follows'
}

/** What a terminal does not tell is taken as usual. */
export function sizeOf({ columns, rows }: Partial<Size>): Size {
  return { columns: columns || 80, rows: rows || 24 }
}

/** Rows from the cursor up to the frame's first one at another size; `stale`: of those, how many are out of reach. */
export function refit(standing: Standing, now: Size, wrapping: Wrapping): { up: number; stale: number } {
  const { cursor, rows, size } = standing
  const counts = rows.map((_, at) => (wrapping === 'cuts' ? 1 : countAt(standing, at, now.columns, wrapping)))
  const own = counts[cursor.y] ?? 1
  // A lower window drops rows from below the cursor first. Behind the frame is one more, which is blank.
  const kept = Math.max(0, rows.length - cursor.y - Math.max(0, size.rows - now.rows))
  const below = [...counts.slice(cursor.y + 1), 1].slice(0, kept)
  const added = wrapping === 'moves' ? sum(below.map((count) => count - 1)) : 0
  // There, the row that the cursor stood in is left alone while the cursor is in it, and rows are wrapped from the last one on.
  const moved = added > 0 ? added + own - 1 : 0
  const within = wrapping === 'moves' ? moved : Math.min(rowOfCursor(standing, now), own - 1)
  const up = standing.stale + sum(counts.slice(0, cursor.y)) + within
  const under = wrapping === 'moves' ? 0 : own - 1 - within + sum(below)
  return { up, stale: Math.max(0, up - Math.max(0, now.rows - 1 - under)) }
}

/** Rows that one of the frame takes. */
function countAt({ rows, written, size }: Standing, at: number, columns: number, wrapping: Wrapping): number {
  const { mark = '', text = '' } = rows[at] ?? {}
  const count = wrappedCount(`${mark}${stripVTControlCharacters(text)}`.trimEnd(), columns)
  if (wrapping !== 'cells') return count
  return Math.max(count, Math.ceil(Math.min(written[at] ?? 0, size.columns) / columns))
}

/** Of the rows that the cursor's own one takes, the one it stands in: behind its text, the last. */
function rowOfCursor({ cursor, written }: Standing, { columns }: Size): number {
  const length = written[cursor.y] ?? 0
  return Math.floor((cursor.x < length ? cursor.x : Math.max(0, length - 1)) / columns)
}

/** As terminals wrap: anywhere, but never through a wide character. */
function wrappedCount(text: string, columns: number): number {
  const width = columnWidth(text)
  if (width <= columns) return 1
  if (width === text.length) return Math.ceil(width / columns)
  let count = 1
  let used = 0
  for (const cluster of graphemes(text)) {
    const needed = columnWidth(cluster)
    if (used + needed > columns) {
      count++
      used = 0
    }
    used += needed
  }
  return count
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
