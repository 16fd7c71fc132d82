// What formulas come to after a change, written beside them. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { applyEdits } from '../../apply-edits.ts'
import { type CellPlace, type Recalculated, recalculate } from '../formula/recalculate.ts'
import { partText } from '../package/xml-part.ts'
import { cellWithBody, resultBody } from './cell-xml.ts'
import { formulaWorkbook } from './formula-workbook.ts'
import type { PartTexts } from './patch-book.ts'
import { type ScannedCell, type ScannedSheet, scanSheet } from './scan-sheet.ts'
import { readTables, type XlsxTable } from './tables.ts'
import { readBook, type XlsxBook } from './workbook.ts'

/** Whether a sheet has formulas at all, by a look at its text. */
const FORMULA = /<(?:\w+:)?f[\s>/]/

/**
 * Writes the values of all formulas that depend on `changed` into the sheets' texts, and takes away those that are not known here.
 * Returns whether all are known.
 */
export function patchResults(book: XlsxBook, parts: PartTexts, changed: readonly CellPlace[]): boolean {
  const texts = new Map(
    book.sheets.map((sheet) => [sheet, parts.get(sheet.part) ?? partText(book.zip, sheet.part) ?? '']),
  )
  if (![...texts.values()].some((text) => FORMULA.test(text))) return true
  const scans = new Map([...texts].map(([sheet, text]) => [sheet.name, scanSheet(text, book)]))
  const tables = book.sheets.flatMap((sheet) => tablesThen(book, parts, sheet))
  const results = recalculate(
    formulaWorkbook(book, { scans, tables, names: namesThen(book, parts) }),
    changed,
  )
  for (const [{ name, part }] of texts) {
    const scan = scans.get(name)
    const own = results.filter(({ sheet }) => sheet === name)
    const edits = scan === undefined ? [] : resultEdits(scan, own)
    if (scan !== undefined && edits.length > 0) parts.set(part, applyEdits(scan.text, edits))
  }
  return results.every(({ content }) => content !== undefined)
}

/** Tables as they are after the change. */
function tablesThen(
  book: XlsxBook,
  parts: PartTexts,
  sheet: XlsxBook['sheets'][number],
): readonly XlsxTable[] {
  return readTables(book, sheet, (part) => parts.get(part))
}

function namesThen(book: XlsxBook, parts: PartTexts): XlsxBook['names'] {
  const text = parts.get(book.part)
  return text === undefined ? book.names : readBook(text, book.walk, book.relations).names
}

function resultEdits(scan: ScannedSheet, results: readonly Recalculated[]): readonly TextEdit[] {
  const byPlace = new Map(results.map((result) => [`${result.row} ${result.column}`, result]))
  return scan.rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const result = byPlace.get(`${cell.row} ${cell.column}`)
      return result === undefined || cell.formula === undefined ? [] : resultEdit(scan, cell, result)
    }),
  )
}

function resultEdit(
  { text, prefix }: ScannedSheet,
  cell: ScannedCell,
  { content }: Recalculated,
): readonly TextEdit[] {
  const { formula } = cell
  if (formula === undefined) return []
  const body = resultBody(content, prefix)
  if (body.inner === '' ? cell.value === undefined : isSame(cell, content)) return []
  const inner = text.slice(formula.start, formula.end) + body.inner
  const then = cellWithBody(text.slice(cell.start, cell.tagEnd), { ...body, inner }, prefix)
  return [{ start: cell.start, end: cell.end, text: then }]
}

/** Numbers that differ in the last digits only are left as they are. */
function isSame({ type, value }: ScannedCell, content: Recalculated['content']): boolean {
  if (content?.type === 'number')
    return type === 'n' && Number(Number(value).toPrecision(15)) === content.value
  if (content?.type === 'text') return type === 'str' && value === content.value
  if (content?.type === 'error') return type === 'e' && value === content.value
  return content?.type === 'yes/no' && type === 'b' && value === String(Number(content.value))
}
