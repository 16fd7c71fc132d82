// Lines of a document as paragraphs below their headings, by form alone: a heading is set larger than most of the text. Pure.
import type { TextLine } from './text-lines.ts'

export interface Paragraph {
  readonly page: number
  readonly heading: string | null
  readonly text: string
}

/** In sizes of the text: how much larger a heading is, and how far lines of one paragraph, and of one heading, are from one another. */
const HEADING_SIZE = 1.15
const LINE_GAP = 1.7
const HEADING_GAP = 1.35
/** Longer lines are prose, however large. */
const LONGEST_HEADING = 120
/** A line that ends before this part of the column, or has fewer letters, ends its paragraph. */
const FULL_LINE = 0.85
const FEWEST_LETTERS = 40

/** The paragraphs of a document; lines with cells that stand apart are one each. */
export function paragraphsOf(lines: readonly TextLine[]): readonly Paragraph[] {
  const usual = usualSize(lines)
  const found: Paragraph[] = []
  let heading: string | null = null
  let isBare = false
  let page = 1
  const isHeading = (line: TextLine) =>
    line.size >= usual * HEADING_SIZE && line.cells.length === 1 && textOf(line).length <= LONGEST_HEADING
  for (const group of groupsOf(lines, isHeading)) {
    const [first] = group
    if (first === undefined) continue
    const text = joined(group)
    if (!isHeading(first)) {
      found.push({ page: first.page, heading, text })
      isBare = false
      continue
    }
    // Two headings behind one another: the first is what the page says.
    if (isBare && heading !== null) found.push({ page, heading: null, text: heading })
    heading = text
    isBare = true
    page = first.page
  }
  if (isBare && heading !== null) found.push({ page, heading: null, text: heading })
  return found
}

/** The size that most letters have. */
function usualSize(lines: readonly TextLine[]): number {
  const letters = new Map<number, number>()
  for (const line of lines) letters.set(line.size, (letters.get(line.size) ?? 0) + textOf(line).length)
  return [...letters].sort(([a, x], [b, y]) => y - x || a - b)[0]?.[0] ?? 0
}

function groupsOf(
  lines: readonly TextLine[],
  isHeading: (line: TextLine) => boolean,
): readonly (readonly TextLine[])[] {
  const right = lines.reduce((most, line) => Math.max(most, line.right), 0)
  const groups: TextLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const above = group?.at(-1)
    const goesOn =
      above !== undefined &&
      isHeading(above) === isHeading(line) &&
      (isHeading(line) ? isNear(above, line, HEADING_GAP) : isProse(above, line, right))
    if (group !== undefined && goesOn) group.push(line)
    else groups.push([line])
  }
  return groups
}

function isNear(above: TextLine, line: TextLine, gap: number): boolean {
  const down = above.y - line.y
  return (
    above.page === line.page && Math.abs(above.size - line.size) < 0.5 && down > 0 && down <= line.size * gap
  )
}

/** Whether the line above is full, so that the paragraph goes on in this one. */
function isProse(above: TextLine, line: TextLine, right: number): boolean {
  if (!isNear(above, line, LINE_GAP) || above.cells.length > 1 || line.cells.length > 1) return false
  // Dots lead to the number of a page.
  if (textOf(above).length < FEWEST_LETTERS || /(?:\. ?){4}\S*$/.test(textOf(above))) return false
  // A paragraph's first line may be indented, and what stands behind a bullet.
  const isAligned = Math.abs(above.left - line.left) <= line.size * 3
  const width = right - Math.min(above.left, line.left)
  return (
    isAligned &&
    above.right - above.left >= width * FULL_LINE - line.size &&
    !/^[^\p{L}\p{N}\s"'“„«(]\s/u.test(textOf(line))
  )
}

function textOf({ cells }: TextLine): string {
  return cells.join('  ')
}

/** A word that is parted at the end of a line is put together. */
function joined(lines: readonly TextLine[]): string {
  return lines
    .map(textOf)
    .reduce((all, line) =>
      /\p{L}[-\u00ad]$/u.test(all) && /^\p{Ll}/u.test(line) ? all.slice(0, -1) + line : `${all} ${line}`,
    )
}
