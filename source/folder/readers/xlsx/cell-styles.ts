// Which style a cell gets that holds something else than before, or is new: a date needs one that shows dates. Pure.
import { ChangeRefused } from '../../../contracts/folder.ts'
import type { CellContent, SheetEdits } from '../sheet/grid.ts'
import type { NumberFormat } from './number-format.ts'
import { contentOf } from './read-grid.ts'
import type { ScannedCell, ScannedSheet } from './scan-sheet.ts'
import type { XlsxBook } from './workbook.ts'

const PLAIN: NumberFormat = { kind: 'number', hasTime: false, isPercent: false }

/** The style for a content in a column; `own`: that of the cell, or of its model, which is kept where it fits. */
export type StyleChoice = (
  column: number,
  content: CellContent | undefined,
  own: number | undefined,
) => number

/** Styles are taken from the cells of the records, the last ones first. */
export function styleChoice(
  book: XlsxBook,
  sheet: ScannedSheet,
  { records }: Pick<SheetEdits, 'records'>,
): StyleChoice {
  const formatOf = (style: number) => book.formats[style] ?? PLAIN
  const rows = sheet.rows
    .filter(({ row }) => records !== undefined && row >= records.first && row <= records.last)
    .toReversed()
  const known = new Map<string, ScannedCell | undefined>()
  const sibling = (column: number, content: CellContent): ScannedCell | undefined => {
    const hasTime = content.type === 'date' && content.value.length > 10
    const key = `${column} ${content.type} ${hasTime}`
    if (!known.has(key)) {
      const cells = rows.flatMap((row) => row.cells.filter((cell) => cell.column === column))
      const fits = (cell: ScannedCell) => {
        const format = formatOf(cell.style)
        return contentOf(book, cell, format)?.type === content.type && (!hasTime || format.hasTime)
      }
      known.set(key, cells.find(fits))
    }
    return known.get(key)
  }
  return (column, content, own) => {
    if (
      content === undefined ||
      content.type === 'text' ||
      content.type === 'yes/no' ||
      content.type === 'error'
    )
      return own ?? 0
    const like = sibling(column, content)
    const format = formatOf(own ?? 0)
    if (content.type === 'number') {
      if (like === undefined) return own ?? 0
      const wanted = formatOf(like.style)
      return format.kind === wanted.kind && format.isPercent === wanted.isPercent && own !== undefined
        ? own
        : like.style
    }
    if (own !== undefined && shows(format, content)) return own
    if (like !== undefined && shows(formatOf(like.style), content)) return like.style
    throw new ChangeRefused(
      content.type === 'date' && content.value.length > 10
        ? `The cells of that column show dates without a time, so \`${content.value}\` cannot be written there: give the day only.`
        : `No cell of that column shows a ${content.type}, so \`${content.value}\` cannot be written there: format the column in a spreadsheet program first.`,
    )
  }
}

function shows(format: NumberFormat, content: CellContent): boolean {
  return (
    format.kind === content.type && (content.type !== 'date' || format.hasTime || content.value.length === 10)
  )
}
