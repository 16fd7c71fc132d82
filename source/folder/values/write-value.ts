// A value as its column writes it. Pure.
import type { CellValue } from '../../contracts/folder.ts'
import type { ColumnForm } from './column-form.ts'
import { writeDate } from './write-date.ts'
import { writeNumber } from './write-number.ts'
import { writeYesNo } from './yes-no.ts'

/**
 * The text of a value in the form of its column, without quotes or blanks around it; null is the empty text.
 * `near` is the cell that it replaces, whose own manner is kept where cells of the column differ in theirs.
 * Throws `ChangeRefused` where the value is not of the column's kind.
 */
export function writeValue(value: CellValue, form: ColumnForm, near = ''): string {
  if (value === null || value === '') return ''
  const old = near.trim()
  switch (form.type) {
    case 'text':
      return writeText(value)
    case 'number':
      return writeNumber(value, form, old)
    case 'date':
      return writeDate(value, form, old)
    case 'yes/no':
      return writeYesNo(value, form, old)
    default:
      return form satisfies never
  }
}

/** A number in a column of text is written without what reckoning in binary leaves behind. */
function writeText(value: string | number | bigint): string {
  return typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(15)))
    : String(value)
}
