// The rows of a worksheet with cells written, rows added and removed, and the formulas that speak of cells that move. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { fillFormula, rowThen } from '../formula/move-references.ts'
import { escapeXml, openTag, withAttribute } from '../package/xml-part.ts'
import { type CellContent, cellName, type Grid, type SheetEdits, type SheetRow } from '../sheet/grid.ts'
import type { RowPlan } from '../sheet/plan-rows.ts'
import type { StyleChoice } from './cell-styles.ts'
import { type CellBody, cellWithBody, contentBody, newCell, rowTagLike } from './cell-xml.ts'
import { shiftOwn } from './patch-formulas.ts'
import type { ScannedCell, ScannedRow, ScannedSheet } from './scan-sheet.ts'

export interface SheetPatch {
  readonly grid: Grid
  readonly sheet: ScannedSheet
  readonly edits: SheetEdits
  readonly plan: RowPlan
  readonly styleOf: StyleChoice
  /** Formulas that become others. */
  readonly formulas: ReadonlyMap<ScannedCell, string>
  readonly is1904: boolean
  /** The row that new ones are like. */
  readonly model: ScannedRow | undefined
}

/** What a cell is to hold. */
interface Written {
  readonly content: CellContent | undefined
  readonly formula?: string
}

/** By column. */
type Writes = ReadonlyMap<number, Written>

/** Edits of the text of the sheet that change its rows. */
export function patchRows(patch: SheetPatch): readonly TextEdit[] {
  const { sheet, plan, edits } = patch
  const writes = new Map<number, Map<number, Written>>()
  for (const { row, column, content } of edits.writes)
    writes.set(row, (writes.get(row) ?? new Map()).set(column, { content }))
  // New rows that take empty ones are written at those; the others come before the row that moves away for them.
  const like = patch.grid.rows.find(({ row }) => row === edits.model)
  const added = edits.added.map((_, index) => addedCells(patch, index, like))
  const taken = added.slice(0, Math.max(0, plan.map.insertAt - edits.at))
  for (const [index, cells] of taken.entries()) writes.set(edits.at + index, cells)
  const made = sheet.rows.flatMap((row): readonly TextEdit[] => {
    const own = writes.get(row.row)
    writes.delete(row.row)
    if (rowThen(plan.map, row.row) === undefined) return [{ start: row.start, end: row.end, text: '' }]
    return rowEdits(patch, row, own ?? new Map())
  })
  const news = [...writes]
    .sort(([a], [b]) => a - b)
    .map(([row, cells]) => ({ before: row, text: rowXml(patch, plan.start + row - edits.at, cells) }))
  const inserted = added.slice(taken.length).map((cells, index) => ({
    before: plan.map.insertAt,
    text: rowXml(patch, plan.start + taken.length + index, cells),
  }))
  return [...made, ...placed(sheet, [...news, ...inserted])]
}

/** What a new row holds: what is given, and the formulas that it is worked out by. */
function addedCells(
  { edits, grid, plan }: SheetPatch,
  index: number,
  like: SheetRow | undefined,
): Map<number, Written> {
  const cells = new Map<number, Written>()
  for (const [column, content] of edits.added[index] ?? []) cells.set(column, { content })
  const { model } = edits
  if (model === undefined) return cells
  const then = rowThen(plan.map, model)
  for (const column of edits.filled) {
    const formula = like?.cells[column]?.formula
    if (cells.has(column) || formula === undefined || formula === '') continue
    const moved = then === undefined ? formula : shiftOwn(formula, grid.name, plan)
    const filled = fillFormula(moved, 'excel', plan.start + index - (then ?? model), 0)
    if (filled !== undefined) cells.set(column, { content: undefined, formula: filled })
  }
  return cells
}

function rowEdits(patch: SheetPatch, row: ScannedRow, writes: Writes): readonly TextEdit[] {
  const { sheet, plan, formulas } = patch
  const then = rowThen(plan.map, row.row) ?? row.row
  const isMoved = then !== row.row
  const edits = row.cells.flatMap((cell) =>
    cellEdits(patch, cell, { then, isMoved, write: writes.get(cell.column), formula: formulas.get(cell) }),
  )
  const missing = [...writes].filter(
    ([column, { content, formula }]) =>
      (content !== undefined || formula !== undefined) && !row.cells.some((cell) => cell.column === column),
  )
  const news = missing
    .sort(([a], [b]) => a - b)
    .map(([column, written]) => {
      const next = row.cells.find((cell) => cell.column > column)
      const at = next?.start ?? row.cells.at(-1)?.end ?? row.tagEnd
      return { start: at, end: at, text: cellXml(patch, then, column, written) }
    })
  let tag = sheet.text.slice(row.start, row.tagEnd)
  const isClosed = tag.endsWith('/>')
  if (isMoved && /\sr\s*=/.test(tag)) tag = withAttribute(tag, 'r', String(then + 1))
  // Which columns the row spans is a hint that would be wrong.
  if (news.length > 0) tag = openTag(withAttribute(tag, 'spans', undefined))
  const all = news.map(({ text }) => text).join('')
  if (news.length > 0 && isClosed)
    return [{ start: row.start, end: row.end, text: `${tag}${all}</${sheet.prefix}row>` }]
  const own =
    tag === sheet.text.slice(row.start, row.tagEnd) ? [] : [{ start: row.start, end: row.tagEnd, text: tag }]
  return [...own, ...edits, ...news]
}

function cellEdits(
  { sheet, styleOf, is1904 }: SheetPatch,
  cell: ScannedCell,
  change: {
    readonly then: number
    readonly isMoved: boolean
    readonly write: Written | undefined
    readonly formula: string | undefined
  },
): readonly TextEdit[] {
  const { prefix, text } = sheet
  const old = text.slice(cell.start, cell.tagEnd)
  let tag =
    change.isMoved && /\sr\s*=/.test(old) ? withAttribute(old, 'r', cellName(change.then, cell.column)) : old
  // A form that waits to be filled in has its formulas.
  const isKept = change.write?.formula !== undefined && cell.formula !== undefined
  if (change.write !== undefined && !isKept) {
    const style = styleOf(cell.column, change.write.content, cell.style)
    if (style !== cell.style) tag = withAttribute(tag, 's', String(style))
    return [
      {
        start: cell.start,
        end: cell.end,
        text: cellWithBody(tag, bodyOf(change.write, prefix, is1904), prefix),
      },
    ]
  }
  const edits: TextEdit[] = tag === old ? [] : [{ start: cell.start, end: cell.tagEnd, text: tag }]
  if (change.formula === undefined || cell.formula === undefined) return edits
  const formula = `<${prefix}f>${escapeXml(change.formula)}</${prefix}f>`
  return [...edits, { start: cell.formula.start, end: cell.formula.end, text: formula }]
}

function bodyOf({ content, formula }: Written, prefix: string, is1904: boolean): CellBody {
  if (formula !== undefined)
    return { type: undefined, inner: `<${prefix}f>${escapeXml(formula)}</${prefix}f>` }
  return contentBody(content, prefix, is1904)
}

function cellXml(patch: SheetPatch, row: number, column: number, written: Written): string {
  const { edits, sheet, styleOf, is1904, model } = patch
  const own = model?.cells.find((cell) => cell.column === column)?.style
  const style =
    edits.model === undefined
      ? styleOf(column, written.content, undefined)
      : styleOf(column, written.content, own)
  return newCell(row, column, style, { body: bodyOf(written, sheet.prefix, is1904), prefix: sheet.prefix })
}

/** A new row: what it holds, and beside that empty cells in the style of its model. */
function rowXml(patch: SheetPatch, row: number, writes: Writes): string {
  const { model } = patch
  const { prefix, text } = patch.sheet
  const columns = new Set([
    ...writes.keys(),
    ...(model?.cells ?? []).filter(({ style }) => style !== 0).map(({ column }) => column),
  ])
  const cells = [...columns]
    .sort((a, b) => a - b)
    .map((column) => cellXml(patch, row, column, writes.get(column) ?? { content: undefined }))
  const tag = rowTagLike(model === undefined ? undefined : text.slice(model.start, model.tagEnd), row, prefix)
  return `${tag}${cells.join('')}</${prefix}row>`
}

/** New rows before the row of the file that comes behind them, else at the end. */
function placed(
  sheet: ScannedSheet,
  news: readonly { readonly before: number; readonly text: string }[],
): readonly TextEdit[] {
  const { data, prefix, text } = sheet
  if (data === undefined || news.length === 0) return []
  const tag = text.slice(data.start, data.tagEnd)
  if (tag.endsWith('/>')) {
    const all = news.map((one) => one.text).join('')
    return [{ start: data.start, end: data.tagEnd, text: `${openTag(tag)}${all}</${prefix}sheetData>` }]
  }
  return news.map(({ before, text: row }) => {
    const next = sheet.rows.find((one) => one.row >= before)
    const at = next?.start ?? sheet.rows.at(-1)?.end ?? data.closeStart
    return { start: at, end: at, text: row }
  })
}
