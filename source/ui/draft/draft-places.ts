// Where keys take the cursor. Offsets are UTF-16 and always stand between two grapheme clusters.
import { graphemes } from '../column-width.ts'

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

/** The offset that a key leads to; the cursor's own where there is nothing further. */
export function findPlace(text: string, cursor: number, place: Place): number {
  const before = text.slice(0, cursor)
  const after = text.slice(cursor)
  switch (place) {
    case 'left':
      return cursor - (lastCluster(before)?.length ?? 0)
    case 'right':
      return cursor + (firstCluster(after)?.length ?? 0)
    case 'wordLeft':
      return before.search(/[\p{L}\p{N}\p{M}_]*[^\p{L}\p{N}\p{M}_]*$/u)
    case 'wordRight':
      return cursor + (/^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(after)?.[0].length ?? 0)
    case 'blankLeft':
      return before.search(/\S*\s*$/)
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

function clustersBefore(text: string, cursor: number): number {
  return graphemes(text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor)).length
}

function lengthOf(line: string, clusters: number): number {
  return graphemes(line).slice(0, clusters).join('').length
}

function lastCluster(text: string): string | undefined {
  // A cluster does not cross a line's end, so only the last line is looked at.
  const start = text.lastIndexOf('\n', text.length - 2) + 1
  return graphemes(text.slice(start)).at(-1)
}

function firstCluster(text: string): string | undefined {
  const end = text.indexOf('\n', 1)
  return graphemes(end < 0 ? text : text.slice(0, end)).at(0)
}
