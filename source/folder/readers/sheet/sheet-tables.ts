// The sheets of a spreadsheet as tables. Pure.
import type { FileEdit, ReadTable } from '../../../contracts/folder.ts'
import type { Grid, SheetEdits } from './grid.ts'
import { readSheet, tableOf } from './sheet-table.ts'

/**
 * A table for each sheet that holds something; undefined: a sheet that is left out. Called as the file where it is the only one that is
 * shown, else as its sheet. `write` makes edits in the sheet of that index.
 */
export function sheetTables(
  grids: readonly (Grid | undefined)[],
  write: (index: number, edits: SheetEdits) => Promise<FileEdit>,
): readonly ReadTable[] {
  const tables = grids.map((grid) => (grid === undefined ? undefined : readSheet(grid)))
  const filled = tables.filter((table) => table !== undefined)
  const shown = filled.filter(({ grid }) => !grid.isHidden)
  return tables.flatMap((table, index): readonly ReadTable[] => {
    if (table === undefined) return []
    const isOnly = filled.length === 1 || (shown.length === 1 && shown[0] === table)
    return [tableOf(table, isOnly ? '' : table.grid.name, (edits) => write(index, edits))]
  })
}
