// Changes of a table's rows as edits of its sheet. Pure.
import type { CellValue, RowChanges } from '../../../contracts/folder.ts'
import { ChangeRefused } from '../../../contracts/folder.ts'
import { sumOf } from '../csv-total.ts'
import { isSameContent } from './cell-text.ts'
import {
  type AddedRow,
  type CellContent,
  type CellWrite,
  cellName,
  isWithin,
  type SheetEdits,
} from './grid.ts'
import type { SheetColumn } from './sheet-columns.ts'
import type { SheetTable } from './sheet-table.ts'
import { numberOf, writeContent } from './write-content.ts'

/** Throws `ChangeRefused`: a formula, merged cells, a value that does not fit its column. */
export function changeSheet(table: SheetTable, changes: RowChanges): SheetEdits {
  const { region } = table
  const gone = new Set(changes.removed)
  const writes = changes.updated
    .filter(({ row }) => !gone.has(row))
    .flatMap(({ row, column, value }) => cellWrite(table, row, column, value))
  const removed = changes.removed.flatMap((row) => {
    const at = region.records[row]?.row
    return at === undefined ? [] : [at]
  })
  for (const row of removed) refuseMergedRow(table, row)
  const added = changes.added.map((row) => addedRow(table, row))
  const stays = region.records.filter((_, row) => !gone.has(row))
  const [first, last] = [region.records[0], region.records.at(-1)]
  return {
    writes: [...writes, ...totalWrites(table, changes)],
    removed,
    added,
    at: (last ?? region.header ?? { row: -1 }).row + 1,
    model: (stays.at(-1) ?? last)?.row,
    records: first === undefined || last === undefined ? undefined : { first: first.row, last: last.row },
    free: region.free.map(({ row }) => row),
    filled: region.columns.filter((_, column) => isFilledDown(table, column)),
  }
}

function cellWrite(
  { grid, region, columns }: SheetTable,
  row: number,
  index: number,
  value: CellValue,
): readonly CellWrite[] {
  const [record, place, column] = [region.records[row], region.columns[index], columns[index]]
  if (record === undefined || place === undefined || column === undefined) return []
  const old = record.cells[place]
  const name = cellName(record.row, place)
  if (old?.formula !== undefined) {
    throw new ChangeRefused(
      `\`${name}\` on the sheet \`${grid.name}\` is worked out by a formula${shown(old.formula)}, so \`${value}\` cannot be written there: change the cells that it is worked out from.`,
    )
  }
  const merge = grid.merges.find((range) => isWithin(range, record.row, place))
  if (merge !== undefined && (merge.top !== merge.bottom || merge.left !== place)) {
    throw new ChangeRefused(
      `\`${name}\` on the sheet \`${grid.name}\` is part of merged cells, so \`${value}\` cannot be written there: split them in a spreadsheet program first.`,
    )
  }
  const content = writeContent(value, column, old)
  return isSameContent(content, old?.content) ? [] : [{ row: record.row, column: place, content }]
}

function shown(formula: string): string {
  if (formula === '') return ''
  return formula.length > 60 ? ` (\`=${formula.slice(0, 60)}…\`)` : ` (\`=${formula}\`)`
}

function refuseMergedRow({ grid }: SheetTable, row: number): void {
  if (!grid.merges.some(({ top, bottom }) => top <= row && bottom >= row && top !== bottom)) return
  throw new ChangeRefused(
    `Row ${row + 1} of the sheet \`${grid.name}\` has cells that are merged with other rows, so it cannot be removed: split them in a spreadsheet program first.`,
  )
}

function addedRow({ grid, region, columns }: SheetTable, row: readonly (CellValue | undefined)[]): AddedRow {
  const cells = new Map<number, CellContent>()
  for (const [index, value] of row.entries()) {
    const [place, column] = [region.columns[index], columns[index]]
    if (value === undefined || value === null || place === undefined || column === undefined) continue
    if (column.isWorked) {
      throw new ChangeRefused(
        `The column \`${column.title}\` of the sheet \`${grid.name}\` is worked out by formulas, so \`${value}\` cannot be written there: leave it out, a new row gets its formula.`,
      )
    }
    const content = writeContent(value, column, undefined)
    if (content !== undefined) cells.set(place, content)
  }
  return cells
}

/** A new row gets a formula where the column has nothing else, or the last two records have one. */
function isFilledDown({ region, columns }: SheetTable, index: number): boolean {
  if (columns[index]?.isWorked === true) return true
  const last = region.records.slice(-2).map(({ cells }) => cells[region.columns[index] ?? -1])
  return last.length === 2 && last.every((cell) => cell?.formula !== undefined)
}

/** Sums that were typed in, where they were right and what they sum up changes. */
function totalWrites({ total, region, columns }: SheetTable, changes: RowChanges): readonly CellWrite[] {
  if (total === undefined) return []
  const removed = new Set(changes.removed)
  return total.summed.flatMap((index): readonly CellWrite[] => {
    const [place, column] = [region.columns[index], columns[index]]
    if (place === undefined || column?.kind !== 'number') return []
    const updated = new Map(
      changes.updated.flatMap((update) => (update.column === index ? [[update.row, update.value]] : [])),
    )
    const now = column.values.map((value, row) => {
      if (removed.has(row)) return null
      return updated.has(row) ? shownNumber(updated.get(row), column) : value
    })
    const sum = sumOf([...now, ...changes.added.map((row) => shownNumber(row[index], column))])
    if (sum === sumOf(column.values)) return []
    return [{ row: total.row.row, column: place, content: writeContent(sum, column, undefined) }]
  })
}

/** As the column's values are: 45 for 45 %. */
function shownNumber(value: CellValue | undefined, column: SheetColumn): number | null {
  if (value === undefined || value === null || value === '') return null
  return numberOf(value, { ...column, isPercent: false })
}
