// The grids of a workbook's sheets. Pure.
import { withUnknown } from '../formula/unknown-values.ts'
import { partText } from '../package/xml-part.ts'
import type { Grid } from '../sheet/grid.ts'
import { formulaWorkbook } from './formula-workbook.ts'
import { contentIn, readGrid } from './read-grid.ts'
import { type ScannedSheet, scanSheet } from './scan-sheet.ts'
import { readTables, type XlsxTable } from './tables.ts'
import type { XlsxBook, XlsxSheet } from './workbook.ts'

/** As many as sheets; undefined: one is not there, or only for programs. */
export function readGrids(book: XlsxBook): readonly (Grid | undefined)[] {
  const tables = book.sheets.flatMap((sheet) => readTables(book, sheet))
  const scans = new Map<string, ScannedSheet>()
  const grids = book.sheets.map((sheet): Grid | undefined => {
    const text = partText(book.zip, sheet.part)
    if (text === undefined) return undefined
    const scan = scanSheet(text, book)
    scans.set(sheet.name, scan)
    return gridOf(book, sheet, { scan, tables })
  })
  const known = withUnknown(
    grids,
    () => formulaWorkbook(book, { scans, tables, names: book.names }),
    ({ sheet, row, column }, content) => {
      const cells = scans.get(sheet)?.rows.find((one) => one.row === row)?.cells
      return contentIn(book, cells?.find((cell) => cell.column === column)?.style ?? 0, content)
    },
  )
  return known.map((grid, index) => (book.sheets[index]?.state === 'veryHidden' ? undefined : grid))
}

function gridOf(
  book: XlsxBook,
  sheet: XlsxSheet,
  { scan, tables }: { readonly scan: ScannedSheet; readonly tables: readonly XlsxTable[] },
): Grid {
  const own = tables.filter((table) => table.sheet === sheet.name)
  const sums = own.flatMap(({ hasTotals, range }) => (hasTotals ? [range.bottom] : []))
  const readOnly = scan.isProtected
    ? `The sheet \`${sheet.name}\` of \`${book.zip.path}\` is protected: take its protection off to change it.`
    : undefined
  return readGrid(book, sheet, scan, { sums, readOnly })
}
