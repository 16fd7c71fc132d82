// The draft as rows of the terminal: hard-wrapped, a window around the cursor, and where the cursor stands in it.
import { columnWidth, cutToWidth, graphemes } from '../column-width.ts'
import { safeText } from '../safe-text.ts'

export interface DraftRows {
  readonly rows: readonly string[]
  /** Row of `rows` and column in it. */
  readonly cursorRow: number
  readonly cursorColumn: number
  /** How many rows the whole draft has (of those that were laid out). */
  readonly total: number
}

/**
 * Lays out the draft. A row has `columns` at most and leaves the last one to the cursor; at most `limit` rows come back.
 * `labelOf` gives what is drawn in the place of a cluster, undefined: the cluster itself.
 */
export function draftRows(
  text: string,
  cursor: number,
  columns: number,
  limit: number,
  labelOf: (cluster: string) => string | undefined = () => undefined,
): DraftRows {
  const near = nearbyLines(text, cursor, limit)
  const width = Math.max(1, columns - 1)
  const rows: string[] = ['']
  let used = 0
  let offset = near.start
  let place = { row: 0, column: 0 }
  for (const cluster of graphemes(near.text)) {
    const shown = cluster === '\n' ? '' : shownAs(labelOf(cluster), cluster, width)
    const size = columnWidth(shown)
    const last = rows.length - 1
    // The cursor in front of a cluster that starts a new row stands in the new row.
    if (cluster !== '\n' && used > 0 && used + size > width) {
      rows.push('')
      used = 0
    }
    if (offset === cursor) place = { row: rows.length - 1, column: used }
    if (cluster === '\n') {
      rows.push('')
      used = 0
    } else {
      rows[Math.max(last, rows.length - 1)] += shown
      used += size
    }
    offset += cluster.length
  }
  if (offset === cursor) place = { row: rows.length - 1, column: used }
  return windowOf(rows, place, Math.max(1, limit))
}

function shownAs(label: string | undefined, cluster: string, width: number): string {
  return label === undefined ? safeText(cluster) : cutToWidth(label, width, '')
}

function windowOf(rows: readonly string[], place: { row: number; column: number }, limit: number): DraftRows {
  const top = Math.max(0, Math.min(place.row - Math.floor(limit / 2), rows.length - limit))
  const shown = rows.slice(top, top + limit)
  return { rows: shown, cursorRow: place.row - top, cursorColumn: place.column, total: rows.length }
}

/** The lines around the cursor that could be seen; a long paste is not laid out as a whole at every key. */
function nearbyLines(text: string, cursor: number, limit: number): { text: string; start: number } {
  let start = cursor
  for (let line = 0; line <= limit && start > 0; line++) start = text.lastIndexOf('\n', start - 1)
  let end = cursor
  for (let line = 0; line <= limit && end >= 0 && end < text.length; line++) end = text.indexOf('\n', end + 1)
  const from = start <= 0 ? 0 : start + 1
  return { text: text.slice(from, end < 0 ? text.length : end), start: from }
}
