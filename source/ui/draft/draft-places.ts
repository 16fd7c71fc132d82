// Where keys take the cursor. Offsets are UTF-16 and always stand between two grapheme clusters.
import { clusterBefore, clusterBehind, clusterStart, graphemes } from '../column-width.ts'

export type Place =
  | 'left'
  | 'right'
  | 'wordLeft'
  | 'wordRight'
  | 'blankLeft'
  | 'lineStart'
  | 'lineEnd'
  | 'lineAbove'
  | 'lineBelow'
  /** Of the whole text. */
  | 'start'
  | 'finish'

const IN_WORD = /[\p{L}\p{N}\p{M}_]/u
const OUTSIDE_WORD = /[^\p{L}\p{N}\p{M}_]/u
const LOW_SURROGATE = /[\udc00-\udfff]/
const LONG_LINE = 2_000
/** More than the clusters of such a line have. */
const MOST_UNITS = 20 * LONG_LINE

/** The offset that a key leads to; the cursor's own where there is nothing further. */
export function findPlace(text: string, cursor: number, place: Place): number {
  const before = text.slice(0, cursor)
  const after = text.slice(cursor)
  switch (place) {
    case 'left':
      return cursor - (clusterBefore(text, cursor)?.length ?? 0)
    case 'right':
      return cursor + (clusterBehind(text, cursor)?.length ?? 0)
    case 'wordLeft':
      return backOver(text, backOver(text, cursor, OUTSIDE_WORD), IN_WORD)
    case 'wordRight':
      return cursor + (/^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(after)?.[0].length ?? 0)
    case 'blankLeft':
      return backOver(text, backOver(text, cursor, /\s/), /\S/)
    case 'lineStart':
      return before.lastIndexOf('\n') + 1
    case 'lineEnd':
      return cursor + (after.includes('\n') ? after.indexOf('\n') : after.length)
    case 'lineAbove':
      return onLine(text, cursor, before.lastIndexOf('\n'))
    case 'lineBelow':
      return onNextLine(text, cursor)
    case 'start':
      return 0
    case 'finish':
      return text.length
    default:
      return place satisfies never
  }
}

/** The same cluster column in the line that ends at `end`. */
function onLine(text: string, cursor: number, end: number): number {
  if (end < 0) return cursor
  // `lastIndexOf` takes a negative place for the first one.
  const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
  return start + lengthOf(text.slice(start, end), clustersBefore(text, cursor))
}

function onNextLine(text: string, cursor: number): number {
  const start = text.indexOf('\n', cursor) + 1
  if (start === 0) return cursor
  const end = text.indexOf('\n', start)
  return start + lengthOf(text.slice(start, end < 0 ? text.length : end), clustersBefore(text, cursor))
}

/** Clusters between the beginning of the line and the cursor; in a long line UTF-16 units, for nobody sees the difference. */
function clustersBefore(text: string, cursor: number): number {
  const before = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor)
  return before.length > LONG_LINE ? before.length : graphemes(before).length
}

function lengthOf(line: string, clusters: number): number {
  if (clusters > LONG_LINE) return clusterStart(line, clusters)
  return graphemes(line.slice(0, MOST_UNITS)).slice(0, clusters).join('').length
}

/** A pattern at the end of all that stands before would be tried from every place. */
function backOver(text: string, cursor: number, sign: RegExp): number {
  let at = cursor
  while (at > 0) {
    const before = at - (LOW_SURROGATE.test(text[at - 1] ?? '') ? 2 : 1)
    if (!sign.test(text.slice(Math.max(0, before), at))) break
    at = Math.max(0, before)
  }
  return at
}
