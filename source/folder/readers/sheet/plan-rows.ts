// Which rows of a sheet go where when records are added and removed. Pure.
import { ChangeRefused } from '../../../contracts/folder.ts'
import { type RowMap, rowThen } from '../formula/move-references.ts'
import { cellName, type Grid, type SheetEdits } from './grid.ts'

export interface RowPlan {
  readonly map: RowMap
  /** Where the first new row is then. */
  readonly start: number
  /** Whether rows that hold something come to another place. */
  readonly moves: boolean
}

/**
 * New rows take the empty rows behind the last record, but for one that stands before what is below; for more, rows are inserted there.
 * Throws `ChangeRefused` where merged cells are in the way.
 */
export function planRows(grid: Grid, { removed: gone, added, at, records, free }: SheetEdits): RowPlan {
  const removed = [...gone].sort((a, b) => a - b)
  const isGone = new Set(removed)
  const kept = grid.rows.map(({ row }) => row).filter((row) => !isGone.has(row))
  const below = kept.find((row) => row >= at && !free.includes(row))
  const gap = below === undefined ? Infinity : below - at
  const inserted = added.length === 0 ? 0 : Math.max(0, added.length - Math.max(0, gap - 1))
  const bare: RowMap = {
    sheet: grid.name,
    removed,
    insertAt: inserted > 0 && below !== undefined ? below : Infinity,
    inserted: inserted === Infinity ? 0 : inserted,
  }
  const start = at - removed.filter((row) => row < at).length
  const map: RowMap =
    records === undefined || added.length === 0
      ? bare
      : { ...bare, grown: { first: records.first, last: records.last, to: start + added.length - 1 } }
  refuseMerged(grid, { map, from: at, to: at + Math.min(added.length, gap) - 1 })
  return { map, start, moves: kept.some((row) => rowThen(map, row) !== row) }
}

/** New rows into merged cells, or between them. */
function refuseMerged(
  grid: Grid,
  { map, from, to }: { readonly map: RowMap; readonly from: number; readonly to: number },
): void {
  const inWay = grid.merges.find(
    ({ top, bottom }) =>
      (top <= to && bottom >= from) || (map.inserted > 0 && top < map.insertAt && bottom >= map.insertAt),
  )
  if (inWay === undefined) return
  throw new ChangeRefused(
    `A row cannot be added to the sheet \`${grid.name}\`: the cells from \`${cellName(inWay.top, inWay.left)}\` on are merged; split them in a spreadsheet program first.`,
  )
}
