import { columnWidth, graphemes } from './column-width.ts'

/** Rows of a text at a width: wrapped between words, inside a word only if it is longer than a row. Never empty. */
export function wrapRows(text: string, columns: number): readonly string[] {
  const width = Math.max(1, columns)
  return text.split('\n').flatMap((line) => (columnWidth(line) <= width ? [line] : wrapLine(line, width)))
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

function wrapLine(line: string, width: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  let used = 0
  const put = (piece: string, needed: number) => {
    if (used > 0 && used + needed > width) {
      rows.push(row.trimEnd())
      row = ''
      used = 0
    }
    row += piece
    used += columnWidth(piece)
  }
  // A word has its spaces behind it; they may hang over the edge, since a row's end is trimmed.
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    const needed = columnWidth(word.trimEnd())
    if (needed <= width) put(word, needed)
    else for (const cluster of graphemes(word)) put(cluster, cluster === ' ' ? 0 : columnWidth(cluster))
  }
  rows.push(row.trimEnd())
  return rows
}
