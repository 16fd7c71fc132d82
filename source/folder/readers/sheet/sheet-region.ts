// Where the table of a sheet is: what stands before it, its header, its records, and what stands below. Pure.
import { findDialect, usualCount } from '../csv-dialect.ts'
import type { FormulaSyntax } from '../formula/formula-tokens.ts'
import { fillFormula } from '../formula/move-references.ts'
import { cellText } from './cell-text.ts'
import { columnOf, type Grid, type SheetRow } from './grid.ts'

export interface SheetRegion {
  /** Places of its columns in the sheet, from the left; those that hold nothing at all are left out. */
  readonly columns: readonly number[]
  readonly header: SheetRow | undefined
  readonly records: readonly SheetRow[]
  /** Rows below the records that are none: sums, and words behind an empty row. */
  readonly footers: readonly SheetRow[]
  /** Rows behind the records that have nothing but the formulas of a record: forms to be filled in. */
  readonly free: readonly SheetRow[]
  /** How many rows stand before it. */
  readonly preamble: number
}

/** Rows that are looked at to find the header. */
const SAMPLE = 80
/** As many rows are skipped before a header of separated text; see csv-dialect.ts. */
const MOST_PREAMBLE = 20
/** SQLite takes 2000 columns; more than this is no table. */
const MOST_COLUMNS = 1000

/** The table of a sheet; undefined: the sheet is empty. */
export function findRegion({ rows, sums, syntax }: Grid): SheetRegion | undefined {
  const all = usedColumns(rows)
  if (all.length === 0) return undefined
  const { first, hasHeader } = findHead(rows, all)
  const header = hasHeader ? rows[first] : undefined
  const below = rows.slice(first + (hasHeader ? 1 : 0))
  const columns = usedColumns(rows.slice(first))
  const end = footersFrom(below, columns, { header, sums })
  const filled = filledUntil(below.slice(0, end), syntax)
  return {
    columns: columns.slice(0, MOST_COLUMNS),
    header,
    records: below.slice(0, filled),
    footers: below.slice(end),
    free: below.slice(filled, end),
    preamble: first,
  }
}

function usedColumns(rows: readonly SheetRow[]): readonly number[] {
  const used = new Set<number>()
  for (const { cells } of rows)
    cells.forEach((cell, column) => {
      if (isFilled(cell)) used.add(column)
    })
  return [...used].sort((a, b) => a - b)
}

function isFilled(cell: SheetRow['cells'][number]): boolean {
  return cell !== undefined && (cell.content !== undefined || cell.formula !== undefined)
}

interface Head {
  /** Index of the first row of the table. */
  readonly first: number
  readonly hasHeader: boolean
}

/** By the rules for separated text: the first rows are shown to them as such. */
function findHead(rows: readonly SheetRow[], columns: readonly number[]): Head {
  const found = headOf(rows, columns)
  if (found.preamble < MOST_PREAMBLE) return found
  // So much before a table are tables, too: the largest block between empty rows is meant.
  const start = largestBlock(rows)
  const { first, hasHeader } = headOf(rows.slice(start), columns)
  return { first: start + first, hasHeader }
}

function headOf(rows: readonly SheetRow[], columns: readonly number[]): Head & { readonly preamble: number } {
  // All in quotes, and a row one line, so that nothing in a cell is taken for a sign of the text.
  const quote = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""').replace(/\s+/g, ' ')}"`)
  const lines = rows
    .slice(0, SAMPLE)
    .map(({ cells }) => columns.map((column) => quote(cellText(cells[column]))).join('\t'))
  const { line, hasHeader, preamble } = findDialect(lines.join('\n'), '\t')
  const first = Math.max(0, line - 1)
  // A time, and yes or no, name nothing.
  const isNames = rows[first]?.cells.every((cell) => {
    const type = cell?.content?.type
    return type !== 'time' && type !== 'yes/no'
  })
  return { first, hasHeader: hasHeader && isNames === true, preamble }
}

/** Index of its first row. */
function largestBlock(rows: readonly SheetRow[]): number {
  let [start, largest, best] = [0, 0, 0]
  let filled = 0
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1]
    if (above !== undefined && row.row - above.row > 1) {
      start = index
      filled = 0
    }
    filled += row.cells.filter(isFilled).length
    if (filled <= largest) continue
    largest = filled
    best = start
  }
  return best
}

/** Index behind the last row that has more than the formulas of the row above it. */
function filledUntil(rows: readonly SheetRow[], syntax: FormulaSyntax): number {
  for (let index = rows.length - 1; index > 0; index--) {
    const [row, above] = [rows[index], rows[index - 1]]
    if (row === undefined || above === undefined) break
    const isForm = row.cells.every((cell, column) => {
      if (cell === undefined) return true
      const model = above.cells[column]?.formula
      return (
        cell.formula !== undefined &&
        model !== undefined &&
        fillFormula(model, syntax, row.row - above.row, 0) === cell.formula
      )
    })
    if (!isForm) return index + 1
  }
  return Math.min(1, rows.length)
}

/** Index of the first row that is no record; their count where all are. */
function footersFrom(
  rows: readonly SheetRow[],
  columns: readonly number[],
  { header, sums }: { readonly header: SheetRow | undefined; readonly sums: readonly number[] },
): number {
  const apart = apartFrom(rows, columns, header)
  const body = rows.slice(0, apart)
  const counts = body.map(({ cells }) => columns.filter((column) => isFilled(cells[column])).length)
  const usual = usualCount(counts)
  // Below the first row of sums all are footers (tax, the total); a record further down shows that it was one of a group.
  for (let index = body.length - 1; index >= 0; index--) {
    const row = body[index]
    if (row === undefined) break
    if (sums.includes(row.row) || (index > 0 && holdsSums(row, body))) {
      const above = body.slice(0, index).findIndex((one, at) => at > 0 && holdsSums(one, body))
      return above === -1 || !body.slice(above, index).every((one) => mayFollow(one)) ? index : above
    }
    if (!mayFollow(row) && (counts[index] ?? 0) > usual / 2) break
  }
  return apart
}

function mayFollow({ cells }: SheetRow): boolean {
  return cells.some((cell) => cell?.formula !== undefined)
}

/** Words below an empty row, in a third of the columns at most: what the preamble of a table is above it. */
function apartFrom(
  rows: readonly SheetRow[],
  columns: readonly number[],
  header: SheetRow | undefined,
): number {
  if (columns.length < 3) return rows.length
  for (let index = rows.length - 1; index > 0; index--) {
    const row = rows[index]
    const filled = columns.filter((column) => isFilled(row?.cells[column])).length
    if (row === undefined || filled > columns.length / 3) break
    const above = rows[index - 1] ?? header
    if (above !== undefined && row.row - above.row > 1)
      return apartFrom(rows.slice(0, index), columns, header)
  }
  return rows.length
}

/** Whether a formula of the row takes in cells above it, from near the first record to near the last. */
function holdsSums({ row, cells }: SheetRow, body: readonly SheetRow[]): boolean {
  const first = body[0]?.row ?? 0
  return cells.some((cell, column) => {
    // `B2:B9`, `[.B2:.B9]`, `B$2:B$9`.
    const found = /\.?\$?([A-Z]{1,3})\$?(\d+):\.?\$?([A-Z]{1,3})\$?(\d+)/.exec(cell?.formula ?? '')
    if (found === null || cell?.formula === undefined) return false
    const [from, to] = [Number(found[2]) - 1, Number(found[4]) - 1]
    const isAbove = from <= first + 1 && to >= from && to < row
    return isAbove && found[1] === found[3] && column === columnOf(found[1] ?? '')
  })
}
