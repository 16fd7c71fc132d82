// What speaks of cells in an OpenDocument spreadsheet, when rows move: formulas, names, filters, conditional formats. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { ChangeRefused } from '../../../contracts/folder.ts'
import { ReferenceLost, rowsThen, shiftFormula } from '../formula/move-references.ts'
import { withAttribute } from '../package/xml-part.ts'
import type { ZipFile } from '../package/zip-file.ts'
import { cellName, type SheetEdits } from '../sheet/grid.ts'
import type { RowPlan } from '../sheet/plan-rows.ts'
import { odsFormula } from './read-content.ts'
import type { AddressTag, OdsCell, OdsContent, OdsTable } from './scan-content.ts'

const FORMULAS: ReadonlySet<string> = new Set(['table:expression', 'calcext:value'])
const ANCHORS: ReadonlySet<string> = new Set(['table:base-cell-address', 'calcext:base-cell-address'])
const SHEET = "(?:\\$?(?:'(?:[^']|'')+'|[^\\s.':]+))?"
const ADDRESS = new RegExp(`${SHEET}\\.\\$?[A-Z]{1,3}\\$?\\d+(?::${SHEET}\\.\\$?[A-Z]{1,3}\\$?\\d+)?`, 'g')

/** Throws `ChangeRefused` where something stands on the rows in a way that is not followed here. */
export function refuseUnmovableOds(
  content: OdsContent,
  table: OdsTable,
  { plan, zip }: { readonly plan: RowPlan; readonly zip: ZipFile },
): void {
  if (!plan.moves) return
  const hasCharts = zip.parts.some(({ name }) => /^Object [^/]+\//.test(name))
  const what =
    table.hasShapes || hasCharts
      ? 'a drawing or a chart'
      : content.features.has('table:data-pilot-tables')
        ? 'a pivot table'
        : undefined
  if (what === undefined) return
  throw new ChangeRefused(
    `Rows of the sheet \`${table.name}\` would have to move, and there is ${what} in \`${zip.path}\` that would have to move with them: make this change in a spreadsheet program.`,
  )
}

/** Formulas of a sheet that become others. */
export function movedOdsFormulas(
  table: OdsTable,
  { plan, records }: { readonly plan: RowPlan; readonly records?: SheetEdits['records'] },
): ReadonlyMap<OdsCell, string> {
  const { map } = plan
  const moved = new Map<OdsCell, string>()
  if (map.removed.length === 0 && map.inserted === 0 && map.grown === undefined) return moved
  const isOwn = table.name === map.sheet
  for (const { row, repeated, cells } of table.rows) {
    if (isOwn && rowsThen(map, row, row + repeated - 1) === undefined) continue
    const isRecord = isOwn && records !== undefined && row >= records.first && row <= records.last
    for (const cell of cells) {
      const formula = odsFormula(cell)
      if (formula === '' && plan.moves && isOwn) throw unknownInWay(cell, row, table)
      if (formula === undefined || formula === '') continue
      const then = shifted(formula, {
        own: table.name,
        plan,
        grows: !isRecord,
        where: cellName(row, cell.column),
      })
      if (then !== formula) moved.set(cell, then)
    }
  }
  return moved
}

function unknownInWay({ column }: OdsCell, row: number, { name }: OdsTable): ChangeRefused {
  return new ChangeRefused(
    `The rows of the sheet cannot be moved: \`${cellName(row, column)}\` on \`${name}\` has an array formula, or one that is not known here; make this change in a spreadsheet program.`,
  )
}

function shifted(
  formula: string,
  {
    own,
    plan,
    grows,
    where,
  }: { readonly own: string; readonly plan: RowPlan; readonly grows: boolean; readonly where: string },
): string {
  try {
    return shiftFormula(formula, 'open', { own, map: plan.map, grows })
  } catch (error) {
    if (!(error instanceof ReferenceLost)) throw error
    throw new ChangeRefused(
      `\`${where}\` is worked out from cells of a row that is to be removed (\`${formula}\`): change that in a spreadsheet program first.`,
    )
  }
}

/** Edits of the tags that speak of cells. */
export function patchAddresses(content: OdsContent, plan: RowPlan): readonly TextEdit[] {
  const { map } = plan
  if (map.removed.length === 0 && map.inserted === 0 && map.grown === undefined) return []
  const tags = Map.groupBy(content.addresses, ({ start }) => start)
  return [...tags.values()].flatMap((own): readonly TextEdit[] => {
    const [first] = own
    if (first === undefined) return []
    const old = content.text.slice(first.start, first.end)
    const then = own.reduce((tag, one) => {
      const value = movedAddress(one, content, plan)
      return value === one.value ? tag : withAttribute(tag, one.name, value)
    }, old)
    return then === old ? [] : [{ start: first.start, end: first.end, text: then }]
  })
}

function movedAddress({ name, value, table }: AddressTag, { tables }: OdsContent, plan: RowPlan): string {
  const own = (table === undefined ? undefined : tables[table]?.name) ?? ''
  if (FORMULAS.has(name))
    return shifted(value, { own, plan, grows: name === 'table:expression', where: value })
  return value.replace(ADDRESS, (address) => {
    try {
      return shiftFormula(`[${address}]`, 'open', { own, map: plan.map, grows: true }).slice(1, -1)
    } catch (error) {
      if (!(error instanceof ReferenceLost)) throw error
      // From where relative references are counted: any cell will do.
      if (ANCHORS.has(name)) return address
      throw new ChangeRefused(
        `The cells \`${address}\` have a name or a rule of their own, so their row cannot be removed: change that in a spreadsheet program first.`,
      )
    }
  })
}
