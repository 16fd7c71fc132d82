// The changed rows of own tables as their cells, by the names of their columns. Pure.
import { type CellValue, ChangeRefused, type FolderTable, type RowChanges } from '../../contracts/folder.ts'
import type { OwnDeed } from './own-deeds.ts'
import type { SaidChange } from './say-changes.ts'

/** One thing that is done, with its words. */
export interface OwnStep {
  readonly deed: OwnDeed
  /** What a person reads before; several things, several lines. */
  readonly line: string
  readonly said: SaidChange
  readonly warning?: string
}

/** Cells of a row by the names of their columns; of a new row those of which something is said. */
export type Cells = ReadonlyMap<string, CellValue>

/** By index of the row, those left out that go. Throws `ChangeRefused` for a cell that the program gives. */
export function updatedRows(
  table: FolderTable,
  { updated }: RowChanges,
  gone: ReadonlySet<number>,
): ReadonlyMap<number, Cells> {
  const rows = new Map<number, Map<string, CellValue>>()
  for (const { row, column, value } of updated) {
    const known = table.columns[column]
    if (known?.isFixed)
      throw new ChangeRefused(
        `\`${known.name}\` of ${table.name} is given by the program and cannot be changed.`,
      )
    if (gone.has(row) || known === undefined) continue
    rows.set(row, (rows.get(row) ?? new Map<string, CellValue>()).set(known.name, value))
  }
  return rows
}

/** Of a new row. */
export function cellsOf(table: FolderTable, row: readonly (CellValue | undefined)[]): Cells {
  const cells = new Map<string, CellValue>()
  for (const [at, { name }] of table.columns.entries()) {
    const value = row[at]
    if (value !== undefined) cells.set(name, value)
  }
  return cells
}

/** NaN where it has none. */
export function idOf(table: FolderTable, row: number): number {
  const at = table.columns.findIndex(({ name }) => name === 'id')
  return Number(table.rows[row]?.[at] ?? Number.NaN)
}

/** Empty where there is nothing. */
export function textOf(value: CellValue | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
