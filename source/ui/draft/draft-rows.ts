// The draft as rows of the terminal: hard-wrapped, a window around the cursor, and where the cursor stands in it.
import { clusterStart, columnWidth, cutToWidth, graphemes } from '../column-width.ts'
import { safeText } from '../safe-text.ts'

/** A cluster of few columns may have many UTF-16 units; what has more than this shows fewer rows than would fit. */
const CHARACTERS_PER_COLUMN = 4

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
  const width = Math.max(1, columns - 1)
  const near = nearbyText(text, cursor, Math.max(1, limit), width)
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
  // An end of a line that no key makes (U+2028) is one sign here: a row stays one row.
  return label === undefined ? safeText(cluster).replaceAll('\n', ' ') : cutToWidth(label, width, '')
}

function windowOf(rows: readonly string[], place: { row: number; column: number }, limit: number): DraftRows {
  const top = Math.max(0, Math.min(place.row - Math.floor(limit / 2), rows.length - limit))
  const shown = rows.slice(top, top + limit)
  return { rows: shown, cursorRow: place.row - top, cursorColumn: place.column, total: rows.length }
}

/**
 * What could be seen around the cursor; a long paste is not laid out as a whole at every key, nor is a long line. Where a line is cut
 * its rows begin as they do in the whole of it, for letters of one column.
 */
function nearbyText(
  text: string,
  cursor: number,
  limit: number,
  width: number,
): { text: string; start: number } {
  const lines = nearbyLines(text, cursor, limit)
  const most = limit * width * CHARACTERS_PER_COLUMN
  let { from, to } = lines
  if (cursor - from > 2 * most) {
    const cut = cursor - most
    const line = text.lastIndexOf('\n', cut - 1) + 1
    from = clusterStart(text, line + Math.floor((cut - line) / most) * most)
  }
  if (to - cursor > 2 * most) to = clusterStart(text, cursor + 2 * most)
  return { text: text.slice(from, to), start: from }
}

function nearbyLines(text: string, cursor: number, limit: number): { from: number; to: number } {
  let start = cursor
  for (let line = 0; line <= limit && start > 0; line++) start = text.lastIndexOf('\n', start - 1)
  let end = cursor
  for (let line = 0; line <= limit && end >= 0 && end < text.length; line++) end = text.indexOf('\n', end + 1)
  return { from: start <= 0 ? 0 : start + 1, to: end < 0 ? text.length : end }
}
