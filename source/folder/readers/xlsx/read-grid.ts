// The cells of a worksheet as its file types them. Pure.
import { fillFormula } from '../formula/move-references.ts'
import type { CellContent, CellForm, Grid, SheetCell, SheetRow } from '../sheet/grid.ts'
import type { NumberFormat } from './number-format.ts'
import type { ScannedCell, ScannedFormula, ScannedSheet } from './scan-sheet.ts'
import { dateOfSerial, timeOfSerial } from './serial-date.ts'
import type { XlsxBook, XlsxSheet } from './workbook.ts'

const PLAIN: NumberFormat = { kind: 'number', hasTime: false, isPercent: false }

/** The grid of a scanned sheet. `sums`: rows of totals of its tables. */
export function readGrid(
  book: XlsxBook,
  { name, state }: XlsxSheet,
  sheet: ScannedSheet,
  { sums, readOnly }: { readonly sums: readonly number[]; readonly readOnly: string | undefined },
): Grid {
  const formulas = formulaTexts(sheet)
  const rows = sheet.rows.flatMap((row): readonly SheetRow[] => {
    const cells: (SheetCell | undefined)[] = []
    for (const scanned of row.cells) {
      const cell = readCell(book, scanned, formulas.get(scanned))
      if (cell !== undefined) cells[scanned.column] = cell
    }
    return cells.length === 0 ? [] : [{ row: row.row, cells }]
  })
  return {
    name,
    syntax: 'excel',
    rows,
    merges: sheet.merges,
    isHidden: state !== 'visible',
    sums,
    ...(readOnly === undefined ? {} : { readOnly }),
  }
}

/** The formula of each cell that has one, written out where it is shared; empty: an array or a table of what-if. */
export function formulaTexts({ rows }: ScannedSheet): ReadonlyMap<ScannedCell, string> {
  const masters = new Map<string, { readonly cell: ScannedCell; readonly formula: ScannedFormula }>()
  const texts = new Map<ScannedCell, string>()
  const arrays: ScannedFormula[] = []
  for (const { cells } of rows) {
    for (const cell of cells) {
      const { formula } = cell
      if (formula === undefined) continue
      if (formula.type === 'shared' && formula.shared !== undefined && formula.text !== '')
        masters.set(formula.shared, { cell, formula })
      if (formula.type === 'array' || formula.type === 'dataTable') arrays.push(formula)
      texts.set(cell, formulaText(cell, formula, masters))
    }
  }
  // The other cells of an array have only its values.
  const spread = arrays.filter(
    ({ ref }) => ref !== undefined && (ref.top !== ref.bottom || ref.left !== ref.right),
  )
  if (spread.length === 0) return texts
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    const isIn = ({ ref }: ScannedFormula) =>
      ref !== undefined &&
      cell.row >= ref.top &&
      cell.row <= ref.bottom &&
      cell.column >= ref.left &&
      cell.column <= ref.right
    if (!texts.has(cell) && spread.some(isIn)) texts.set(cell, '')
  }
  return texts
}

function formulaText(
  cell: ScannedCell,
  formula: ScannedFormula,
  masters: ReadonlyMap<string, { readonly cell: ScannedCell; readonly formula: ScannedFormula }>,
): string {
  if (formula.type === 'array' || formula.type === 'dataTable') return ''
  if (formula.text !== '' || formula.shared === undefined) return formula.text
  const master = masters.get(formula.shared)
  if (master === undefined) return ''
  const [rows, columns] = [cell.row - master.cell.row, cell.column - master.cell.column]
  return fillFormula(master.formula.text, 'excel', rows, columns) ?? ''
}

function readCell(book: XlsxBook, scanned: ScannedCell, formula: string | undefined): SheetCell | undefined {
  const format = book.formats[scanned.style] ?? PLAIN
  const content = contentOf(book, scanned, format)
  if (content === undefined && formula === undefined) return undefined
  const form = content?.type === 'number' ? formOf(format) : undefined
  return {
    content,
    ...(form === undefined ? {} : { form }),
    ...(formula === undefined ? {} : { formula }),
  }
}

/** What a formula comes to in a cell of that style: a number may be a date there. */
export function contentIn(book: XlsxBook, style: number, content: CellContent): SheetCell {
  if (content.type !== 'number') return { content }
  const format = book.formats[style] ?? PLAIN
  const form = formOf(format)
  return {
    content: numberContent(content.value, format, book.is1904),
    ...(form === undefined ? {} : { form }),
  }
}

function formOf({ isPercent, unit }: NumberFormat): CellForm | undefined {
  if (isPercent) return { isPercent: true }
  return unit === undefined ? undefined : { unit }
}

/** What a cell holds by its type (18.18.11). */
export function contentOf(
  { strings, is1904 }: Pick<XlsxBook, 'strings' | 'is1904'>,
  { type, value, inline }: ScannedCell,
  format: NumberFormat,
): CellContent | undefined {
  const text = (words: string | undefined): CellContent | undefined =>
    words === undefined || words === '' ? undefined : { type: 'text', value: words }
  if (type === 'inlineStr') return text(inline)
  if (value === undefined || value === '') return undefined
  switch (type) {
    case 's':
      return text(strings[Number(value)])
    case 'str':
      return text(value)
    case 'b':
      return { type: 'yes/no', value: value.trim() === '1' || value.trim() === 'true' }
    case 'e':
      return { type: 'error', value }
    case 'd':
      return isoContent(value)
    default:
      return numberContent(Number(value), format, is1904)
  }
}

function numberContent(
  value: number,
  { kind, hasTime }: NumberFormat,
  is1904: boolean,
): CellContent | undefined {
  if (!Number.isFinite(value)) return undefined
  if (kind === 'date') {
    const date = dateOfSerial(value, hasTime, is1904)
    if (date !== undefined) return { type: 'date', value: date }
    const time = value < 1 ? timeOfSerial(value) : undefined
    if (time !== undefined) return { type: 'time', value: time }
  }
  const time = kind === 'time' ? timeOfSerial(value) : undefined
  return time === undefined ? { type: 'number', value } : { type: 'time', value: time }
}

/** A date written out: `2026-11-28T14:05:00`. */
function isoContent(value: string): CellContent | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d))?)?/.exec(value)
  if (found === null) return { type: 'text', value }
  const [, day = '', time, seconds] = found
  if (time === undefined || (time === '00:00' && !value.includes('T'))) return { type: 'date', value: day }
  return {
    type: 'date',
    value: `${day} ${time}${seconds === undefined || seconds === '00' ? '' : `:${seconds}`}`,
  }
}
