// The rows of a sheet of OpenDocument with cells written, rows added and removed; a row that stands for several is parted where it has to
// be. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { fillFormula, rowThen, shiftFormula } from '../formula/move-references.ts'
import { withAttribute } from '../package/xml-part.ts'
import type { Grid, SheetEdits } from '../sheet/grid.ts'
import type { RowPlan } from '../sheet/plan-rows.ts'
import { newRow, type OdsStyles, type OdsWritten, repeatedTag, rowInner } from './patch-cells.ts'
import type { OdsCell, OdsRow, OdsTable } from './scan-content.ts'

export interface OdsPatch {
  readonly text: string
  readonly table: OdsTable
  readonly grid: Grid
  readonly edits: SheetEdits
  readonly plan: RowPlan
  readonly styles: OdsStyles
  /** Formulas that become others. */
  readonly formulas: ReadonlyMap<OdsCell, string>
}

/** What becomes of single rows, by the row as it is now. */
interface RowChanges {
  readonly removed: ReadonlySet<number>
  readonly writes: ReadonlyMap<number, Map<number, OdsWritten>>
  /** Rows that stand in the place of an empty one. */
  readonly replaced: ReadonlyMap<number, string>
  /** Rows that come before the row of `plan.map.insertAt`. */
  readonly inserted: string
}

const ROWS = 1_048_576
const REPEATED = 'table:number-rows-repeated'

/** Edits of the rows of the sheet. */
export function patchOdsRows(patch: OdsPatch): readonly TextEdit[] {
  const { table } = patch
  const changes = rowChanges(patch)
  const edits = table.rows.flatMap((row) => rowEdits(patch, row, changes))
  return [...edits, ...rowsBehind(patch, changes), ...overflow(patch)]
}

function rowChanges(patch: OdsPatch): RowChanges {
  const { edits, plan, table, text, styles } = patch
  const writes = new Map<number, Map<number, OdsWritten>>()
  for (const { row, column, content } of edits.writes)
    writes.set(row, (writes.get(row) ?? new Map()).set(column, { content }))
  const replaced = new Map<number, string>()
  let inserted = ''
  const model = table.rows.find(({ row, repeated }) => isAt(row, repeated, edits.model ?? -1))
  for (const index of edits.added.keys()) {
    const at = edits.at + index
    const cells = addedCells(patch, index)
    const old = table.rows.find(({ row, repeated }) => isAt(row, repeated, at))
    if (at >= plan.map.insertAt) inserted += newRow(text, model, { writes: cells, styles })
    else if (edits.free.includes(at) || old?.repeated === 1) writes.set(at, cells)
    else replaced.set(at, newRow(text, model, { writes: cells, styles }))
  }
  return { removed: new Set(edits.removed), writes, replaced, inserted }
}

function isAt(row: number, repeated: number, at: number): boolean {
  return at >= row && at < row + repeated
}

/** What a new row holds: what is given, and the formulas that it is worked out by. */
function addedCells({ edits, grid, plan }: OdsPatch, index: number): Map<number, OdsWritten> {
  const cells = new Map<number, OdsWritten>()
  for (const [column, content] of edits.added[index] ?? []) cells.set(column, { content })
  const { model } = edits
  if (model === undefined) return cells
  const then = rowThen(plan.map, model)
  const row = grid.rows.find((one) => one.row === model)
  for (const column of edits.filled) {
    const formula = row?.cells[column]?.formula
    if (cells.has(column) || formula === undefined || formula === '') continue
    const moved =
      then === undefined
        ? formula
        : shiftFormula(formula, 'open', { own: grid.name, map: plan.map, grows: false })
    const filled = fillFormula(moved, 'open', plan.start + index - (then ?? model), 0)
    if (filled !== undefined) cells.set(column, { content: undefined, formula: filled })
  }
  return cells
}

function rowEdits(patch: OdsPatch, row: OdsRow, changes: RowChanges): readonly TextEdit[] {
  const { text, plan, formulas, styles } = patch
  const end = row.row + row.repeated
  const isIn = (at: number) => at >= row.row && at < end
  const touched = [...changes.removed, ...changes.writes.keys(), ...changes.replaced.keys()].filter(isIn)
  const before = isIn(plan.map.insertAt) && changes.inserted !== '' ? plan.map.insertAt : undefined
  if (touched.length === 0 && (before === undefined || before === row.row)) {
    const own = row.cells.flatMap((cell) => formulaEdits(text, cell, formulas))
    return before === undefined ? own : [{ start: row.start, end: row.start, text: changes.inserted }, ...own]
  }
  const tag = text.slice(row.start, row.tagEnd)
  const closing = text.slice(row.closeStart, row.end)
  const same = (times: number) =>
    times === 0
      ? ''
      : repeatedTag(tag, REPEATED, times) +
        rowInner(text, row, { writes: new Map(), formulas, styles }) +
        closing
  const stops = [...new Set(before === undefined ? touched : [...touched, before])].sort((a, b) => a - b)
  let all = ''
  let from = row.row
  for (const at of stops) {
    all += same(at - from)
    from = at
    if (at === before) all += changes.inserted
    if (!touched.includes(at)) continue
    from = at + 1
    if (changes.removed.has(at)) continue
    const replaced = changes.replaced.get(at)
    const writes = changes.writes.get(at) ?? new Map<number, OdsWritten>()
    all +=
      replaced ?? repeatedTag(tag, REPEATED, 1) + rowInner(text, row, { writes, formulas, styles }) + closing
  }
  return [{ start: row.start, end: row.end, text: all + same(end - from) }]
}

function formulaEdits(
  text: string,
  cell: OdsCell,
  formulas: ReadonlyMap<OdsCell, string>,
): readonly TextEdit[] {
  const formula = formulas.get(cell)
  if (formula === undefined) return []
  const tag = text.slice(cell.start, cell.tagEnd)
  return [
    { start: cell.start, end: cell.tagEnd, text: withAttribute(tag, 'table:formula', `of:=${formula}`) },
  ]
}

/** New rows behind the last one that the sheet has. */
function rowsBehind({ table }: OdsPatch, { replaced }: RowChanges): readonly TextEdit[] {
  const last = table.rows.at(-1)
  let next = last === undefined ? 0 : last.row + last.repeated
  let all = ''
  for (const [row, text] of [...replaced].sort(([a], [b]) => a - b)) {
    if (row < next) continue
    if (row > next)
      all += `${repeatedTag('<table:table-row>', REPEATED, row - next)}<table:table-cell/></table:table-row>`
    all += text
    next = row + 1
  }
  const at = last?.end ?? table.closeStart
  return all === '' ? [] : [{ start: at, end: at, text: all }]
}

/** Sheets end with an empty row that stands for all others: with more rows before it, it stands for less. */
function overflow({ table, plan, text }: OdsPatch): readonly TextEdit[] {
  const last = table.rows.at(-1)
  const end = last === undefined ? 0 : last.row + last.repeated - plan.map.removed.length
  const over = Math.min(plan.map.inserted, end + plan.map.inserted - ROWS)
  if (last === undefined || over <= 0 || last.repeated <= over) return []
  const tag = repeatedTag(text.slice(last.start, last.tagEnd), REPEATED, last.repeated - over)
  return [{ start: last.start, end: last.tagEnd, text: tag }]
}
