// The pieces of text of a page as lines. Pure.

/** A piece of text as PDF.js gives it. */
export interface TextItem {
  readonly str: string
  /** Place and size: the last two are x and y of its baseline, from the bottom left. */
  readonly transform: readonly number[]
  readonly width: number
}

export interface TextLine {
  readonly page: number
  /** Its pieces; more than one where they stand apart, as in a table. */
  readonly cells: readonly string[]
  /** Height of most of its letters, in points. */
  readonly size: number
  readonly left: number
  readonly right: number
  /** Of its baseline, from the bottom. */
  readonly y: number
}

interface Piece {
  readonly text: string
  readonly size: number
  readonly x: number
  readonly end: number
  readonly y: number
}

/** Pieces further apart than this, in heights of their letters, are cells; closer ones than the second are one word. */
const CELL_GAP = 1
const WORD_GAP = 0.15

/** The lines of a page, in the order in which the file has their first pieces. */
export function textLines(items: readonly TextItem[], page: number): readonly TextLine[] {
  const lines: Piece[][] = []
  for (const { str, transform, width } of items) {
    const [, , c = 0, d = 0, x = 0, y = 0] = transform
    const size = Math.hypot(c, d)
    if (str.trim() === '' || size === 0) continue
    const piece = { text: str, size, x, end: x + width, y }
    const line = lines.at(-1)
    const last = line?.at(-1)
    if (line !== undefined && last !== undefined && isSameLine(last, piece)) line.push(piece)
    else lines.push([piece])
  }
  return lines.map((line) => lineOf(line, page))
}

/** A raised or lowered sign (m²) is of the line, too. */
function isSameLine(last: Piece, { y, x, size }: Piece): boolean {
  return Math.abs(last.y - y) < Math.max(last.size, size) * 0.5 && x > last.x - size
}

function lineOf(pieces: readonly Piece[], page: number): TextLine {
  const ordered = pieces.toSorted((a, b) => a.x - b.x)
  const cells: string[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { text, size, x, end: behind } of ordered) {
    const gap = (x - end) / size
    const before = cells.at(-1)
    if (before === undefined || gap > CELL_GAP) cells.push(text)
    else cells[cells.length - 1] = before + (gap > WORD_GAP ? ' ' : '') + text
    end = Math.max(end, behind)
  }
  const main = ordered.reduce((best, piece) => (piece.text.length > best.text.length ? piece : best))
  return {
    page,
    cells: cells.map((cell) => cell.replace(/\s+/g, ' ').trim()),
    size: Math.round(main.size * 10) / 10,
    left: ordered[0]?.x ?? 0,
    right: end,
    y: main.y,
  }
}
