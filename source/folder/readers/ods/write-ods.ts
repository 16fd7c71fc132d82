// An OpenDocument spreadsheet with the cells of one sheet changed: only `content.xml` is another, all else of the archive stays byte for byte.
import type { FileEdit } from '../../../contracts/folder.ts'
import { applyEdits } from '../../apply-edits.ts'
import { rowThen, speaksOfRows } from '../formula/move-references.ts'
import type { CellPlace } from '../formula/recalculate.ts'
import { partBytes, partText, withAttribute } from '../package/xml-part.ts'
import { xmlWalker } from '../package/xml-walk.ts'
import { ZipFile } from '../package/zip-file.ts'
import { rewriteZip } from '../package/zip-rewrite.ts'
import type { SheetEdits } from '../sheet/grid.ts'
import { planRows, type RowPlan } from '../sheet/plan-rows.ts'
import { withOdsResults } from './formula-workbook.ts'
import { movedOdsFormulas, patchAddresses, refuseUnmovableOds } from './patch-addresses.ts'
import { odsStyles } from './patch-cells.ts'
import { patchOdsRows } from './patch-rows.ts'
import { odsFormula, readOdsGrid } from './read-content.ts'
import { type OdsContent, type OdsTable, scanContent } from './scan-content.ts'

const CONTENT = 'content.xml'

/** The whole file with the edits made in the sheet of that index. Throws `ChangeRefused`. */
export async function writeOds(
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  index: number,
  edits: SheetEdits,
): Promise<FileEdit> {
  if (edits.writes.length + edits.removed.length + edits.added.length === 0) return { type: 'bytes', bytes }
  const zip = new ZipFile(path, bytes)
  const walk = await xmlWalker(zip)
  const text = partText(zip, CONTENT) ?? ''
  const content = scanContent(text, walk, zip)
  const table = content.tables[index]
  const part = zip.find(CONTENT)
  if (table === undefined || part === undefined) throw zip.damaged('a sheet is missing')
  const grid = readOdsGrid(content, table, { zip, readOnly: undefined })
  const plan = planRows(grid, edits)
  refuseUnmovableOds(content, table, { plan, zip })
  const formulas = movedOdsFormulas(table, { plan, records: edits.records })
  const styles = odsStyles(table, edits)
  const rows = patchOdsRows({ text, table, grid, edits, plan, styles, formulas })
  const others = content.tables
    .filter((one) => one !== table)
    .flatMap((one) => otherFormulas(text, one, plan))
  const then = applyEdits(text, [...rows, ...others, ...patchAddresses(content, plan)])
  const changed = [...changedCells(table.name, edits, plan), ...touchedFormulas(content, plan)]
  const whole = withOdsResults(scanContent(then, walk, zip), changed)
  return { type: 'bytes', bytes: rewriteZip(zip, new Map([[part.name, partBytes(zip, CONTENT, whole)]])) }
}

function otherFormulas(text: string, table: OdsTable, plan: RowPlan) {
  const formulas = movedOdsFormulas(table, { plan })
  return [...formulas].map(([{ start, tagEnd }, formula]) => ({
    start,
    end: tagEnd,
    text: withAttribute(text.slice(start, tagEnd), 'table:formula', `of:=${formula}`),
  }))
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
function touchedFormulas({ tables }: OdsContent, { map }: RowPlan): readonly CellPlace[] {
  if (map.removed.length === 0) return []
  return tables.flatMap(({ name, rows }) =>
    rows.flatMap(({ row, cells }) => {
      const then = name === map.sheet ? rowThen(map, row) : row
      return cells.flatMap((cell) => {
        const formula = odsFormula(cell)
        const isTouched =
          formula !== undefined &&
          speaksOfRows(formula, 'open', { own: name, sheet: map.sheet, rows: map.removed })
        return then === undefined || !isTouched ? [] : [{ sheet: name, row: then, column: cell.column }]
      })
    }),
  )
}
