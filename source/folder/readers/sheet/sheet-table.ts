// A sheet as a table. Pure. Where the table is: sheet-region.ts. Its types: sheet-columns.ts. Changes: sheet-change.ts.
import type { CellValue, FileEdit, FolderColumn, ReadTable } from '../../../contracts/folder.ts'
import { uniqueNames } from '../../sql-name.ts'
import { typeColumns } from '../csv-columns.ts'
import { mayBeTotal, summedColumns } from '../csv-total.ts'
import { cellText } from './cell-text.ts'
import { cellName, type Grid, type SheetEdits, type SheetRow } from './grid.ts'
import { changeSheet } from './sheet-change.ts'
import { type SheetColumn, typeSheetColumn, unknownNotes } from './sheet-columns.ts'
import { findRegion, type SheetRegion } from './sheet-region.ts'

export interface SheetTable {
  readonly grid: Grid
  readonly region: SheetRegion
  /** As many as the region's. */
  readonly columns: readonly SheetColumn[]
  /** What the file calls them, empty for nothing. */
  readonly titles: readonly string[]
  /** A row of sums that someone typed in: it, and which of the columns it sums up. */
  readonly total?: { readonly row: SheetRow; readonly summed: readonly number[] }
}

/** Makes edits in the bytes of the file. */
export type SheetWriter = (edits: SheetEdits) => Promise<FileEdit>

/** Reads the table of a sheet; undefined: the sheet is empty. */
export function readSheet(grid: Grid): SheetTable | undefined {
  const region = findRegion(withMergedTexts(grid))
  if (region === undefined) return undefined
  const total = region.footers.length === 0 ? typedTotal(region) : undefined
  const records = total === undefined ? region.records : region.records.slice(0, -1)
  const titles = region.columns.map((place) => titleOf(region, place))
  const columns = region.columns.map((place, index) =>
    typeSheetColumn(
      records.map(({ cells }) => cells[place]),
      titles[index] || `column_${index + 1}`,
    ),
  )
  const footers = total === undefined ? region.footers : [total.row]
  return {
    grid,
    region: { ...region, records, footers },
    columns,
    titles,
    ...(total === undefined ? {} : { total }),
  }
}

function titleOf({ header }: SheetRegion, place: number): string {
  return cellText(header?.cells[place]).replace(/\s+/g, ' ')
}

/** The table as it is shown; `write` is left out where nothing of the file can be changed. */
export function tableOf(table: SheetTable, suffix: string, write: SheetWriter): ReadTable {
  const { grid, region, columns, titles } = table
  const names = uniqueNames(titles)
  return {
    suffix,
    kind: 'sheet',
    columns: columns.map(({ type, unit, isWorked }, index): FolderColumn => {
      const name = names[index] ?? ''
      return {
        name,
        type,
        title: titles[index] || name,
        ...(unit === undefined ? {} : { unit }),
        ...(isWorked ? { isFixed: true } : {}),
      }
    }),
    rows: region.records.map((_, row) => columns.map(({ values }): CellValue => values[row] ?? null)),
    notes: notesOf(table),
    ...(grid.readOnly === undefined
      ? { change: async (changes) => write(changeSheet(table, changes)) }
      : { readOnly: grid.readOnly }),
  }
}

/** Words in cells that are merged downwards stand beside each of their rows. */
function withMergedTexts(grid: Grid): Grid {
  const tall = grid.merges.filter(({ top, bottom }) => bottom > top)
  if (tall.length === 0) return grid
  const rows = new Map(grid.rows.map((row) => [row.row, row]))
  const filled = new Map<number, SheetRow>()
  for (const { top, bottom, left } of tall) {
    const cell = rows.get(top)?.cells[left]
    if (cell?.content?.type !== 'text') continue
    for (let row = top + 1; row <= bottom; row++) {
      const own = filled.get(row) ?? rows.get(row)
      // A row without anything else is no record.
      if (own === undefined) continue
      const cells = [...own.cells]
      cells[left] ??= cell
      filled.set(row, { row, cells })
    }
  }
  return { ...grid, rows: grid.rows.map((row) => filled.get(row.row) ?? row) }
}

/** A last row of sums that were typed in, by the rules for separated text. */
function typedTotal({ records, columns }: SheetRegion): SheetTable['total'] {
  const row = records.at(-1)
  if (row === undefined || records.length < 3) return undefined
  const cells = columns.map((place) => cellText(row.cells[place]))
  const above = (column: number) =>
    records.slice(0, -1).map((record) => cellText(record.cells[columns[column] ?? -1]))
  if (!mayBeTotal(cells, above)) return undefined
  const typed = typeColumns(
    above,
    columns.map(() => ''),
    '\t',
  )
  const isApart = row.row - (records.at(-2)?.row ?? 0) > 1
  const summed = summedColumns(typed, cells, isApart)
  return summed === undefined ? undefined : { row, summed }
}

function notesOf({ grid, region, columns }: SheetTable): readonly string[] {
  const notes: string[] = []
  const [first] = region.footers
  if (grid.isHidden) notes.push(`The sheet \`${grid.name}\` is hidden.`)
  if (region.preamble > 0) {
    const rows = region.preamble === 1 ? 'One row stands' : `${region.preamble} rows stand`
    notes.push(`${rows} before the table.`)
  }
  if (first !== undefined) {
    const left = region.columns.find((column) => first.cells[column] !== undefined) ?? 0
    const name = `\`${cellName(first.row, left)}\``
    notes.push(
      region.footers.length === 1
        ? `The row of ${name} stands below the records and is none.`
        : `The ${region.footers.length} rows from ${name} on stand below the records and are none.`,
    )
  }
  return [
    ...notes,
    ...columns.flatMap((column) => column.notes),
    ...unknownNotes(region.records, region.columns),
  ]
}
