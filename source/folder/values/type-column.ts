// What a column holds, read from the text of its cells. Pure. Rules: docs/tables.md, "Values".
import type { TypedColumn, TypingHints } from './column-form.ts'
import { typeDates } from './date-column.ts'
import { typeNumbers } from './number-column.ts'
import { typeYesNo } from './yes-no.ts'

/**
 * Types a column from its cells as the file has them, from the first row on; an empty text is an empty cell.
 * `title` is what notes and refusals call the column. Values are as many as cells, in their order.
 * It is number or date where nine tenths of what is not empty are; yes/no where all are; else text.
 */
export function typeColumn(cells: readonly string[], title: string, hints: TypingHints = {}): TypedColumn {
  const trimmed = cells.map((cell) => cell.trim())
  const found = typeYesNo(trimmed, title) ?? typeNumbers(trimmed, title, hints)
  if (found !== undefined) return found
  const dates = typeDates(trimmed, title, hints)
  if (dates.type === 'dates') return dates.column
  return {
    type: 'text',
    form: { type: 'text', title },
    values: trimmed.map((cell) => (cell === '' ? null : cell)),
    notes: dates.type === 'unclear' ? [dates.note] : [],
    ...(dates.type === 'unclear' ? { isAmbiguous: true } : {}),
  }
}
