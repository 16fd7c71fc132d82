// The formulas of a worksheet that speak of cells which move. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { ChangeRefused } from '../../../contracts/folder.ts'
import { fillFormula, ReferenceLost, rowThen, shiftFormula } from '../formula/move-references.ts'
import { escapeXml } from '../package/xml-part.ts'
import { cellName, type SheetEdits } from '../sheet/grid.ts'
import type { RowPlan } from '../sheet/plan-rows.ts'
import { formulaTexts } from './read-grid.ts'
import type { ScannedCell, ScannedSheet } from './scan-sheet.ts'

/** The formulas of a sheet that become others, by their cells. Throws `ChangeRefused` where one needs cells that are removed. */
export function movedFormulas(
  sheet: ScannedSheet,
  {
    own,
    plan,
    records,
  }: { readonly own: string; readonly plan: RowPlan; readonly records?: SheetEdits['records'] },
): ReadonlyMap<ScannedCell, string> {
  const { map } = plan
  const moved = new Map<ScannedCell, string>()
  if (map.removed.length === 0 && map.inserted === 0 && map.grown === undefined) return moved
  const isOwn = own === map.sheet
  const staying = [...formulaTexts(sheet)].filter(([cell]) => !isOwn || rowThen(map, cell.row) !== undefined)
  let sharedChange = isOwn && (plan.moves || map.removed.length > 0)
  for (const [cell, text] of staying) {
    const isArray = cell.formula?.type === 'array' || cell.formula?.type === 'dataTable'
    if (isArray && plan.moves && (isOwn || cell.formula?.text.includes('!'))) throw arrayInWay(cell, own)
    if (text === '') continue
    const isRecord = isOwn && records !== undefined && cell.row >= records.first && cell.row <= records.last
    const then = shiftIn(text, { own, plan, grows: !isRecord, cell })
    if (then === text) continue
    moved.set(cell, then)
    sharedChange ||= cell.formula?.type === 'shared'
  }
  // One of a shared formula that is another now parts from the others: all are written out.
  if (sharedChange)
    for (const [cell, text] of staying)
      if (cell.formula?.type === 'shared' && text !== '' && !moved.has(cell)) moved.set(cell, text)
  return moved
}

/** A formula of a record as its rows are then. */
export function shiftOwn(formula: string, own: string, { map }: RowPlan): string {
  return shiftFormula(formula, 'excel', { own, map, grows: false })
}

/** Edits of the formulas of conditional formats and validations. */
export function movedRules(sheet: ScannedSheet, own: string, plan: RowPlan): readonly TextEdit[] {
  const { map } = plan
  if (map.removed.length === 0 && map.inserted === 0) return []
  return sheet.rules.flatMap(({ start, end, text, of }) => {
    // Where the first row goes, the rule begins with the next one, as it has it.
    let first = of?.top ?? 0
    while (of !== undefined && first < of.bottom && map.removed.includes(first)) first++
    const begun = fillFormula(text, 'excel', first - (of?.top ?? 0), 0) ?? text
    const then = shiftIn(begun, { own, plan, grows: false })
    return then === text ? [] : [{ start, end, text: escapeXml(then) }]
  })
}

function shiftIn(
  text: string,
  {
    own,
    plan,
    grows,
    cell,
  }: { readonly own: string; readonly plan: RowPlan; readonly grows: boolean; readonly cell?: ScannedCell },
): string {
  try {
    return shiftFormula(text, 'excel', { own, map: plan.map, grows })
  } catch (error) {
    if (!(error instanceof ReferenceLost)) throw error
    const where = cell === undefined ? 'A rule' : `\`${cellName(cell.row, cell.column)}\``
    throw new ChangeRefused(
      `${where} on the sheet \`${own}\` is worked out from cells of a row that is to be removed (\`${text}\`): change that formula in a spreadsheet program first.`,
    )
  }
}

function arrayInWay(cell: ScannedCell, own: string): ChangeRefused {
  return new ChangeRefused(
    `The rows of the sheet cannot be moved: \`${cellName(cell.row, cell.column)}\` on \`${own}\` has an array formula; make this change in a spreadsheet program.`,
  )
}
