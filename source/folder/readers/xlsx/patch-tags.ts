// What else of a worksheet speaks of its rows: merged cells, conditional formats, validations, links, filters, tables. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { ChangeRefused } from '../../../contracts/folder.ts'
import { rowsThen } from '../formula/move-references.ts'
import { withAttribute } from '../package/xml-part.ts'
import { type CellRange, parseRange, rangeName, type SheetEdits } from '../sheet/grid.ts'
import type { RowPlan } from '../sheet/plan-rows.ts'
import type { CellsTag, ScannedSheet } from './scan-sheet.ts'
import type { XlsxTable } from './tables.ts'
import type { XlsxBook } from './workbook.ts'

/** Parts of a sheet that may stand where its rows move: the rest is told apart from them by refusing. */
const MOVABLE: ReadonlySet<string> = new Set([
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'sheetCalcPr',
  'sheetProtection',
  'protectedRanges',
  'autoFilter',
  'sortState',
  'mergeCells',
  'phoneticPr',
  'conditionalFormatting',
  'dataValidations',
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'cellWatches',
  'ignoredErrors',
  'smartTags',
  'picture',
  'tableParts',
])
/** Tags that go with the cells that they are of. */
const GOING: ReadonlySet<string> = new Set(['mergeCell', 'hyperlink', 'ignoredError'])

/** Throws `ChangeRefused` where something of the workbook stands on rows in a way that is not followed here. */
export function refuseUnmovable(
  { zip }: XlsxBook,
  sheet: ScannedSheet,
  {
    name,
    plan,
    tables,
  }: { readonly name: string; readonly plan: RowPlan; readonly tables: readonly XlsxTable[] },
): void {
  if (!plan.moves) return
  const own = [...sheet.elements].find((element) => !MOVABLE.has(element))
  const part = zip.parts.find((one) => /^xl\/(?:charts|pivotCache)\//i.test(one.name))
  const what =
    own !== undefined
      ? /drawing/i.test(own)
        ? 'a drawing, a chart or comments'
        : `something that is not known here (\`${own}\`)`
      : part !== undefined
        ? 'charts or pivot tables in the workbook'
        : tables.length > 1
          ? 'several tables'
          : undefined
  if (what === undefined) return
  throw new ChangeRefused(
    `Rows of the sheet \`${name}\` would have to move, and there is ${what} on it that would have to move with them: make this change in a spreadsheet program.`,
  )
}

/** Edits of the tags that speak of cells. */
export function patchTags(
  sheet: ScannedSheet,
  { edits, plan }: { readonly edits: SheetEdits; readonly plan: RowPlan },
): readonly TextEdit[] {
  const { map } = plan
  const isSame = map.removed.length === 0 && map.inserted === 0
  return sheet.cellsTags.flatMap((tag) => {
    if (tag.local === 'dimension') return dimensionEdits(sheet, tag, edits, plan)
    return isSame ? [] : tagEdits(sheet, tag, plan)
  })
}

function tagEdits({ text }: ScannedSheet, tag: CellsTag, { map }: RowPlan): readonly TextEdit[] {
  const ranges = tag.value.trim().split(/\s+/).map(parseRange)
  // Whole columns have no rows to move.
  if (ranges.some((range) => range === undefined)) return []
  const then = ranges.flatMap((range) => {
    const rows = range === undefined ? undefined : rowsThen(map, range.top, range.bottom)
    return range === undefined || rows === undefined ? [] : [rangeName({ ...range, ...rows })]
  })
  if (then.join(' ') === tag.value) return []
  const old = text.slice(tag.start, tag.end)
  if (then.length > 0)
    return [{ start: tag.start, end: tag.end, text: withAttribute(old, tag.attribute, then.join(' ')) }]
  if (GOING.has(tag.local) && old.endsWith('/>')) return [{ start: tag.start, end: tag.end, text: '' }]
  throw new ChangeRefused(
    `A row cannot be removed: the cells \`${tag.value}\` have a rule of their own (\`${tag.local}\`); take it away in a spreadsheet program first.`,
  )
}

/** The cells that the sheet uses, as a hint at its beginning. */
function dimensionEdits(
  sheet: ScannedSheet,
  tag: CellsTag,
  edits: SheetEdits,
  plan: RowPlan,
): readonly TextEdit[] {
  const range = parseRange(tag.value)
  const rows = range === undefined ? undefined : rowsThen(plan.map, range.top, range.bottom)
  if (range === undefined || rows === undefined) return []
  const columns = [
    ...edits.writes.map(({ column }) => column),
    ...edits.added.flatMap((row) => [...row.keys()]),
  ]
  const then: CellRange = {
    top: rows.top,
    bottom: Math.max(rows.bottom, edits.added.length === 0 ? 0 : plan.start + edits.added.length - 1),
    left: columns.reduce((a, b) => Math.min(a, b), range.left),
    right: columns.reduce((a, b) => Math.max(a, b), range.right),
  }
  if (rangeName(then) === rangeName(range)) return []
  const old = sheet.text.slice(tag.start, tag.end)
  return [{ start: tag.start, end: tag.end, text: withAttribute(old, tag.attribute, rangeName(then)) }]
}

/** Containers that must not be empty, where their last entry went; how many merged cells there are is a hint that would be wrong. */
export function withoutEmpty(text: string): string {
  return text
    .replace(/(<(?:\w+:)?mergeCells)\s+count="\d+"/, '$1')
    .replace(/<((?:\w+:)?(?:mergeCells|hyperlinks|ignoredErrors))\b[^>]*>\s*<\/\1>/, '')
}

/** Edits of the part of a table that grows, shrinks or moves with its rows. */
export function patchTable(
  table: XlsxTable,
  { edits, plan }: { readonly edits: SheetEdits; readonly plan: RowPlan },
): readonly TextEdit[] {
  const { records, added, at } = edits
  const columns = new Set(added.flatMap((row) => [...row.keys()]))
  return table.tags.flatMap(({ start, end, range }) => {
    const rows = rowsThen(plan.map, range.top, range.bottom)
    if (rows === undefined) return []
    // Without a record a table has an empty row, which the first one takes.
    const isEnd = range.bottom >= (records?.last ?? at) && range.bottom < plan.map.insertAt
    const isAsked = [...columns].some((column) => column >= range.left && column <= range.right)
    const isGrown = isEnd && isAsked && !table.hasTotals
    const bottom = isGrown ? Math.max(rows.bottom, plan.start + added.length - 1) : rows.bottom
    const then = { ...range, top: rows.top, bottom: Math.max(bottom, rows.top + (table.hasHeader ? 1 : 0)) }
    if (rangeName(then) === rangeName(range)) return []
    return [{ start, end, text: withAttribute(table.text.slice(start, end), 'ref', rangeName(then)) }]
  })
}
