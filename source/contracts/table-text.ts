// Rows as lines of a terminal, in columns. Pure.
import type { CellValue } from './folder.ts'

/** Characters of a cell, and of one that stands at the end of a line, where it moves nothing. */
const LONGEST_CELL = 60
const LONGEST_LAST = 400
/** What a terminal draws two places wide. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u
const NOTHING = '–'

/**
 * A line for the names, one of dashes and one for each row; columns of numbers are set right, what is empty is `–`. A cell is one line and is cut
 * where it is too long.
 */
export function tableText(names: readonly string[], rows: readonly (readonly CellValue[])[]): string {
  const last = names.length - 1
  const isRight = names.map((_, at) => isNumbers(rows, at))
  const most = (at: number) => (at === last ? LONGEST_LAST : LONGEST_CELL)
  const lines = [names, ...rows].map((row) => names.map((_, at) => cellText(row[at] ?? null, most(at))))
  const widths = names.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))))
  // A last column of texts has no end that anything stands at.
  const [head = [], ...body] = lines
  const ruleOf = (at: number) =>
    '-'.repeat(at === last && !isRight[at] ? widthOf(head[at] ?? '') : (widths[at] ?? 0))
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const blanks = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)))
        return isRight[at] ? blanks + cell : cell + blanks
      })
      .join('  ')
      .trimEnd()
  return [lineOf(head), lineOf(names.map((_, at) => ruleOf(at))), ...body.map(lineOf)].join('\n')
}

/** `… and 12 more`, below the rows that are shown; undefined: these are all. */
export function moreText(
  shown: number,
  { count, isCountWhole }: { readonly count: number; readonly isCountWhole: boolean },
): string | undefined {
  if (count <= shown && isCountWhole) return undefined
  return `… and ${isCountWhole ? '' : 'more than '}${count - shown} more`
}

function isNumbers(rows: readonly (readonly CellValue[])[], at: number): boolean {
  const cells = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== undefined)
  return cells.length > 0 && cells.every((cell) => typeof cell !== 'string')
}

function cellText(value: CellValue, most: number): string {
  if (value === null) return NOTHING
  const letters = [
    ...String(value)
      .replace(/\s*[\r\n]+\s*/g, ' ')
      .replaceAll('\t', ' '),
  ]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

function widthOf(text: string): number {
  let width = 0
  for (const letter of text.replace(/\p{M}/gu, '')) width += WIDE.test(letter) ? 2 : 1
  return width
}
