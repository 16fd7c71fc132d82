import { columnWidth, graphemes } from './column-width.ts'

/** Rows of a text at a width: wrapped between words, inside a word only if it is longer than a row. Never empty. */
export function wrapRows(text: string, columns: number): readonly string[] {
  const width = Math.max(1, columns)
  return text.split('\n').flatMap((line) => (columnWidth(line) <= width ? [line] : wrapLine(line, width)))
}

/**
 * The same of what the program says itself: further rows of a line stand under its last column, else a little deeper than its
 * beginning. A column begins behind two blanks, and counts where it leaves two fifths of the width to what hangs there.
 */
export function hangRows(text: string, columns: number): readonly string[] {
  const width = Math.max(1, columns)
  return text
    .split('\n')
    .flatMap((line) => (columnWidth(line) <= width ? [line] : wrapLine(line, width, depthOf(line, width))))
}

/** Rows behind a sign and a blank: further ones stand under the text. */
export function signedRows(sign: string, text: string, columns: number): readonly string[] {
  const depth = columnWidth(sign) + 1
  const room = columns - depth
  // Too narrow to give any of it away.
  if (room < 20) return wrapRows(`${sign} ${text}`, columns)
  return hangRows(text, room).map((row, at) => `${at === 0 ? `${sign} ` : ' '.repeat(depth)}${row}`.trimEnd())
}

/** The last rows of a text, without wrapping all of it. */
export function lastRows(text: string, columns: number, count: number): readonly string[] {
  if (count <= 0) return []
  // A row has at least one character, so this tail holds the last rows whatever stands before.
  const lines = text.split('\n').slice(-count)
  const tail = lines.map((line) =>
    line.length > columns * count * 8 ? line.slice(-columns * count * 8) : line,
  )
  return wrapRows(tail.join('\n'), columns).slice(-count)
}

function depthOf(line: string, width: number): number {
  const start = /^ */.exec(line)?.[0].length ?? 0
  const most = Math.floor((3 * width) / 5)
  let depth = start === 0 ? 0 : start + 2
  for (const { index, 0: gap } of line.matchAll(/(?<=\S) {2,}(?=\S)/g)) {
    const column = columnWidth(line.slice(0, index)) + gap.length
    // All that stands before is measured each time: a long line has many columns, and none further back counts.
    if (column > most) break
    depth = column
  }
  return depth <= most ? depth : 0
}

/** Rows behind the first one begin with `depth` blanks. */
function wrapLine(line: string, width: number, depth = 0): readonly string[] {
  const rows: string[] = []
  let row = ''
  let used = 0
  let start = 0
  const put = (piece: string, needed: number) => {
    if (used > start && used + needed > width) {
      rows.push(row.trimEnd())
      row = ' '.repeat(depth)
      used = depth
      start = depth
    }
    row += piece
    used += columnWidth(piece)
  }
  // A word has its spaces behind it; they may hang over the edge, since a row's end is trimmed.
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    const needed = columnWidth(word.trimEnd())
    if (needed <= width - depth) put(word, needed)
    else for (const cluster of graphemes(word)) put(cluster, cluster === ' ' ? 0 : columnWidth(cluster))
  }
  rows.push(row.trimEnd())
  return rows
}
