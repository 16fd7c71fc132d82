// An OpenDocument spreadsheet as its formulas see it, and what they come to written beside them. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { applyEdits } from '../../apply-edits.ts'
import { formulaTokens, type Reference } from '../formula/formula-tokens.ts'
import {
  type CellPlace,
  type Recalculated,
  recalculate,
  type Workbook,
  type WorkbookCell,
} from '../formula/recalculate.ts'
import { isSameContent } from '../sheet/cell-text.ts'
import type { CellContent, SheetCell } from '../sheet/grid.ts'
import { dateOfSerial, serialOf, timeOfSerial } from '../xlsx/serial-date.ts'
import { numberTypeOf, odsCell } from './cell-xml.ts'
import { odsFormula, readOdsCell } from './read-content.ts'
import type { OdsCell, OdsContent } from './scan-content.ts'

const USUAL_NULL = '1899-12-30'

/** All cells of the content. */
export function odsWorkbook(content: OdsContent): Workbook {
  return {
    syntax: 'open',
    sheets: new Map(content.tables.map(({ name, rows }) => [name, sheetCells(content, rows)])),
    names: new Map(
      [...content.names].flatMap(([name, address]): readonly (readonly [string, Reference])[] => {
        const [token] = formulaTokens(`[${address}]`, 'open')
        return token?.type === 'reference' ? [[name, token.reference]] : []
      }),
    ),
  }
}

function sheetCells(
  content: OdsContent,
  rows: OdsContent['tables'][number]['rows'],
): ReadonlyMap<number, ReadonlyMap<number, WorkbookCell>> {
  const all = new Map<number, ReadonlyMap<number, WorkbookCell>>()
  for (const { row, repeated, cells } of rows) {
    const line = new Map<number, WorkbookCell>()
    for (const cell of cells) {
      const read = cell.isCovered ? undefined : readOdsCell(cell)
      if (read === undefined) continue
      for (let at = 0; at < cell.repeated; at++) line.set(cell.column + at, workbookCell(content, read))
    }
    if (line.size > 0) for (let at = 0; at < repeated; at++) all.set(row + at, line)
  }
  return all
}

function workbookCell({ nullDate }: OdsContent, { content, formula }: SheetCell): WorkbookCell {
  const base = formula === undefined ? {} : { formula }
  if (content === undefined) return { ...base, value: undefined }
  switch (content.type) {
    case 'error':
      return { ...base, value: undefined, error: content.value }
    case 'date':
    case 'time':
      return {
        ...base,
        value: nullDate === undefined || nullDate === USUAL_NULL ? serialOf(content.value, false) : undefined,
      }
    default:
      return { ...base, value: content.value }
  }
}

/** What a formula comes to in a cell: a number is a date where the cell has shown one. */
export function odsResult(content: CellContent, old: OdsCell | undefined): CellContent {
  const type = old?.attributes['office:value-type']
  if (content.type !== 'number' || (type !== 'date' && type !== 'time')) return content
  const hasTime = !Number.isInteger(content.value)
  const value = type === 'time' ? timeOfSerial(content.value) : dateOfSerial(content.value, hasTime, false)
  return value === undefined ? content : { type, value }
}

/** The content with the values of all formulas that depend on `changed`; those that are not known here are taken away. */
export function withOdsResults(content: OdsContent, changed: readonly CellPlace[]): string {
  if (!content.text.includes('table:formula=')) return content.text
  const results = recalculate(odsWorkbook(content), changed)
  const bySheet = Map.groupBy(results, ({ sheet }) => sheet)
  const edits = content.tables.flatMap(({ name, rows }) => {
    const own = new Map((bySheet.get(name) ?? []).map((result) => [`${result.row} ${result.column}`, result]))
    if (own.size === 0) return []
    return rows.flatMap(({ row, cells }) =>
      cells.flatMap((cell) => resultEdit(content.text, cell, own.get(`${row} ${cell.column}`))),
    )
  })
  return applyEdits(content.text, edits)
}

function resultEdit(text: string, cell: OdsCell, result: Recalculated | undefined): readonly TextEdit[] {
  if (result === undefined || odsFormula(cell) === undefined) return []
  const content = result.content === undefined ? undefined : odsResult(result.content, cell)
  if (isSameContent(content, readOdsCell(cell)?.content)) return []
  const others = cell.others.map(({ start, end }) => text.slice(start, end)).join('')
  const look = { number: numberTypeOf(cell) ?? ({ type: 'float' } as const), others, repeated: cell.repeated }
  return [
    { start: cell.start, end: cell.end, text: odsCell(text.slice(cell.start, cell.tagEnd), content, look) },
  ]
}
