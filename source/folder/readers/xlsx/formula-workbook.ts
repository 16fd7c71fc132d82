// A workbook as its formulas see it. Pure.
import { formulaTokens, type Reference } from '../formula/formula-tokens.ts'
import type { FormulaValue } from '../formula/formula-value.ts'
import type { Workbook, WorkbookCell } from '../formula/recalculate.ts'
import { formulaTexts } from './read-grid.ts'
import type { ScannedCell, ScannedSheet } from './scan-sheet.ts'
import { structuredReference, type XlsxTable } from './tables.ts'
import type { DefinedName, XlsxBook } from './workbook.ts'

/** All cells of the scanned sheets, by the sheets' names. */
export function formulaWorkbook(
  book: XlsxBook,
  {
    scans,
    tables,
    names,
  }: {
    readonly scans: ReadonlyMap<string, ScannedSheet>
    readonly tables: readonly XlsxTable[]
    readonly names: readonly DefinedName[]
  },
): Workbook {
  return {
    syntax: 'excel',
    sheets: new Map([...scans].map(([name, scan]) => [name, cellsOf(book, scan)])),
    names: namesOf(names),
    structured: (text, sheet, row) => structuredReference(text, tables, sheet, row),
  }
}

function cellsOf(book: XlsxBook, scan: ScannedSheet): ReadonlyMap<number, ReadonlyMap<number, WorkbookCell>> {
  const formulas = formulaTexts(scan)
  return new Map(
    scan.rows.map(({ row, cells }) => [
      row,
      new Map(cells.map((cell) => [cell.column, cellOf(book, cell, formulas.get(cell))])),
    ]),
  )
}

function cellOf({ strings }: XlsxBook, cell: ScannedCell, formula: string | undefined): WorkbookCell {
  const base = formula === undefined ? {} : { formula }
  if (cell.type === 'e') return { ...base, value: undefined, error: cell.value ?? '#N/A' }
  return { ...base, value: heldBy(strings, cell, formula !== undefined) }
}

function heldBy(
  strings: readonly string[],
  { type, value, inline }: ScannedCell,
  isWorked: boolean,
): FormulaValue | undefined {
  if (type === 'inlineStr') return inline ?? ''
  if (value === undefined || value === '') return isWorked ? undefined : null
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'str') return value
  if (type === 'b') return value === '1' || value === 'true'
  const number = Number(value)
  return type === 'n' && Number.isFinite(number) ? number : undefined
}

/** Names that stand for cells, those of one sheet only left out. */
function namesOf(all: readonly DefinedName[]): ReadonlyMap<string, Reference> {
  const names = new Map<string, Reference>()
  for (const { name, sheet, text } of all) {
    const [token, more] = formulaTokens(text, 'excel')
    if (sheet === undefined && token?.type === 'reference' && more === undefined)
      names.set(name.toLowerCase(), token.reference)
  }
  return names
}
