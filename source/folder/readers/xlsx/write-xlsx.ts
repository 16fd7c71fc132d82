// A workbook with the cells of one sheet changed: only the parts that have to are others, all else of the archive stays byte for byte.
// Rows: patch-rows.ts. What speaks of rows that move: patch-formulas.ts, patch-tags.ts, patch-book.ts. Values: patch-results.ts.
import type { FileEdit } from '../../../contracts/folder.ts'
import { applyEdits } from '../../apply-edits.ts'
import { rowThen, speaksOfRows } from '../formula/move-references.ts'
import type { CellPlace } from '../formula/recalculate.ts'
import { escapeXml, partBytes, partText } from '../package/xml-part.ts'
import { rewriteZip } from '../package/zip-rewrite.ts'
import type { SheetEdits } from '../sheet/grid.ts'
import { planRows, type RowPlan } from '../sheet/plan-rows.ts'
import { styleChoice } from './cell-styles.ts'
import { askForCalculation, dropCalculationOrder, type PartTexts, patchNames } from './patch-book.ts'
import { movedFormulas, movedRules } from './patch-formulas.ts'
import { patchResults } from './patch-results.ts'
import { patchRows } from './patch-rows.ts'
import { patchTable, patchTags, refuseUnmovable, withoutEmpty } from './patch-tags.ts'
import { formulaTexts, readGrid } from './read-grid.ts'
import { type ScannedCell, type ScannedSheet, scanSheet } from './scan-sheet.ts'
import { readTables } from './tables.ts'
import { openWorkbook, type XlsxBook, type XlsxSheet } from './workbook.ts'

/** The whole file with the edits made in the sheet of that index. Throws `ChangeRefused`. */
export async function writeXlsx(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  index: number,
  edits: SheetEdits,
): Promise<FileEdit> {
  if (edits.writes.length + edits.removed.length + edits.added.length === 0) return { type: 'bytes', bytes }
  const book = await openWorkbook(path, bytes)
  const own = book.sheets[index]
  const text = own === undefined ? undefined : partText(book.zip, own.part)
  if (own === undefined || text === undefined) throw book.zip.damaged('a sheet is missing')
  const parts: PartTexts = new Map()
  const changed = patchSheets(book, own, { text, edits, parts })
  const isKnown = patchResults(book, parts, changed)
  if (!isKnown) askForCalculation(book, parts)
  const changes = new Map(
    [...parts].map(([name, then]) => [
      book.zip.find(name)?.name ?? name,
      then === undefined ? undefined : partBytes(book.zip, name, then),
    ]),
  )
  return { type: 'bytes', bytes: rewriteZip(book.zip, changes) }
}

/** Puts the new texts of all parts but the values of formulas into `parts`, and tells which cells have changed, as they are then. */
function patchSheets(
  book: XlsxBook,
  own: XlsxSheet,
  { text, edits, parts }: { readonly text: string; readonly edits: SheetEdits; readonly parts: PartTexts },
): readonly CellPlace[] {
  const sheet = scanSheet(text, book)
  const tables = readTables(book, own)
  const grid = readGrid(book, own, sheet, { sums: [], readOnly: undefined })
  const plan = planRows(grid, edits)
  refuseUnmovable(book, sheet, { name: own.name, plan, tables })
  const styleOf = styleChoice(book, sheet, edits)
  const formulas = movedFormulas(sheet, { own: own.name, plan, records: edits.records })
  const model = sheet.rows.find(({ row }) => row === edits.model)
  const rows = patchRows({ grid, sheet, edits, plan, styleOf, formulas, is1904: book.is1904, model })
  const all = [...rows, ...patchTags(sheet, { edits, plan }), ...movedRules(sheet, own.name, plan)]
  const then = applyEdits(text, all)
  parts.set(own.part, edits.removed.length > 0 ? withoutEmpty(then) : then)
  for (const table of tables) {
    const tags = patchTable(table, { edits, plan })
    if (tags.length > 0) parts.set(table.part, applyEdits(table.text, tags))
  }
  const others = isMoving(plan) || plan.map.grown !== undefined ? patchOthers(book, own, { plan, parts }) : []
  if (isMoving(plan) || plan.map.grown !== undefined) patchNames(book, plan.map, parts)
  const formulasChange = isMoving(plan) || (edits.added.length > 0 && edits.filled.length > 0)
  if (formulasChange) dropCalculationOrder(book, parts)
  return [...changedCells(own.name, edits, plan), ...touchedFormulas(sheet, own.name, plan), ...others]
}

function isMoving({ map }: RowPlan): boolean {
  return map.removed.length > 0 || map.inserted > 0
}

/** Formulas of other sheets that speak of rows which move. */
function patchOthers(
  book: XlsxBook,
  own: XlsxSheet,
  { plan, parts }: { readonly plan: RowPlan; readonly parts: PartTexts },
): readonly CellPlace[] {
  return book.sheets.flatMap((other): readonly CellPlace[] => {
    const text = other.part === own.part ? undefined : partText(book.zip, other.part)
    // A formula names the sheet that its cells are of.
    if (text === undefined || !mentions(text, own.name)) return []
    const sheet = scanSheet(text, book)
    const moved = movedFormulas(sheet, { own: other.name, plan })
    const edits = [...formulaEdits(sheet, moved), ...movedRules(sheet, other.name, plan)]
    if (edits.length > 0) parts.set(other.part, applyEdits(text, edits))
    return touchedFormulas(sheet, other.name, plan)
  })
}

function mentions(text: string, sheet: string): boolean {
  const name = sheet.toLowerCase()
  const all = text.toLowerCase()
  return [name, escapeXml(name), name.replaceAll("'", "''")].some((one) => all.includes(one))
}

function formulaEdits({ prefix }: ScannedSheet, moved: ReadonlyMap<ScannedCell, string>) {
  return [...moved].flatMap(([{ formula }, text]) =>
    formula === undefined
      ? []
      : [{ start: formula.start, end: formula.end, text: `<${prefix}f>${escapeXml(text)}</${prefix}f>` }],
  )
}

/** Cells that hold something else then. */
function changedCells(sheet: string, edits: SheetEdits, { map, start }: RowPlan): readonly CellPlace[] {
  const columns = new Set([...edits.filled, ...edits.added.flatMap((row) => [...row.keys()])])
  return [
    ...edits.writes.map(({ row, column }) => ({ sheet, row: rowThen(map, row) ?? row, column })),
    ...edits.added.flatMap((_, index) =>
      [...columns].map((column) => ({ sheet, row: start + index, column })),
    ),
  ]
}

/** Formulas that spoke of cells of removed rows. */
function touchedFormulas(sheet: ScannedSheet, own: string, { map }: RowPlan): readonly CellPlace[] {
  if (map.removed.length === 0) return []
  return [...formulaTexts(sheet)].flatMap(([{ row, column }, text]) => {
    const then = own === map.sheet ? rowThen(map, row) : row
    const isTouched = speaksOfRows(text, 'excel', { own, sheet: map.sheet, rows: map.removed })
    return then === undefined || !isTouched ? [] : [{ sheet: own, row: then, column }]
  })
}
