// Formulas that a file has no value for, as programs write it that do not reckon: worked out where they can be. Pure.
import type { CellContent, Grid, SheetCell } from '../sheet/grid.ts'
import { type CellPlace, recalculate, type Workbook } from './recalculate.ts'

/** What a number, a text … is in a cell of that sheet, whose format may make a date of it. */
export type ContentIn = (place: CellPlace, content: CellContent) => SheetCell

/** The grids with those values; `workbook` is asked for only where some are unknown. */
export function withUnknown<Sheet extends Grid | undefined>(
  grids: readonly Sheet[],
  workbook: () => Workbook,
  contentIn: ContentIn,
): readonly (Sheet | Grid)[] {
  const unknown = grids.flatMap((grid) => (grid === undefined ? [] : unknownCells(grid)))
  if (unknown.length === 0) return grids
  const bySheet = Map.groupBy(recalculate(workbook(), unknown), ({ sheet }) => sheet)
  return grids.map((grid) => {
    const own = grid === undefined ? undefined : bySheet.get(grid.name)
    if (grid === undefined || own === undefined) return grid
    const byRow = Map.groupBy(own, ({ row }) => row)
    const rows = grid.rows.map((row) => {
      const found = byRow.get(row.row)
      if (found === undefined) return row
      const cells = [...row.cells]
      for (const { column, content } of found) {
        const old = cells[column]
        // Those that depend on them keep the value that the file has.
        if (old?.formula === undefined || old.content !== undefined || content === undefined) continue
        cells[column] = {
          ...contentIn({ sheet: grid.name, row: row.row, column }, content),
          formula: old.formula,
        }
      }
      return { row: row.row, cells }
    })
    return { ...grid, rows }
  })
}

function unknownCells({ name, rows }: Grid): readonly CellPlace[] {
  return rows.flatMap(({ row, cells }) =>
    cells.flatMap((cell, column) =>
      cell?.formula === undefined || cell.formula === '' || cell.content !== undefined
        ? []
        : [{ sheet: name, row, column }],
    ),
  )
}
