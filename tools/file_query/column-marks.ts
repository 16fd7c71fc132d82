// The decimal mark of each column of a table, told by its cells, by the other columns or by how its file is split. Pure.
import { type ColumnMark, dayOf, type Mark, markOf, numberOf } from './cells.ts'

export interface WrittenWith {
  readonly mark: ColumnMark
  /** A cell like `1.250` of which nothing but the file's separator told how it is read. */
  readonly guessed?: string
}

/** One for each column, of its cells that are not empty. */
export function marksOf(
  columns: readonly (readonly string[])[],
  isSplitBySemicolon: boolean,
): readonly WrittenWith[] {
  const marks = columns.map(shownMarks)
  // A column that does not tell is written like the others.
  const all = mostly(marks.flat())
  const ofTable = all === 'unclear' ? undefined : all
  return columns.map((cells, at) => {
    const shown = mostly(marks[at] ?? []) ?? ofTable
    const [guessed] = shown === undefined && isSplitBySemicolon ? openCells(cells) : []
    return guessed === undefined ? { mark: shown } : { mark: isGrouped(cells) ? ',' : shown, guessed }
  })
}

function shownMarks(cells: readonly string[]): readonly Mark[] {
  const marked = cells.filter((cell) => /[.,]/.test(cell) && dayOf(cell) === undefined)
  return marked.flatMap((cell) => (numberOf(cell) === undefined ? [] : (markOf(cell) ?? [])))
}

function mostly(marks: readonly Mark[]): ColumnMark {
  const commas = marks.filter((mark) => mark === ',').length
  if (commas * 2 === marks.length) return commas === 0 ? undefined : 'unclear'
  return commas * 2 > marks.length ? ',' : '.'
}

/** Cells that may each be one of two numbers: `1.250`. */
function openCells(cells: readonly string[]): readonly string[] {
  return cells.filter(
    (cell) => /[.,]/.test(cell) && numberOf(cell) !== undefined && dayOf(cell) === undefined,
  )
}

/** Whether points may part thousands in all cells: `1.250` and `980`, but not beside `4375`. */
function isGrouped(cells: readonly string[]): boolean {
  return !cells.some((cell) => numberOf(cell) !== undefined && /,|\d{4}/.test(cell))
}
