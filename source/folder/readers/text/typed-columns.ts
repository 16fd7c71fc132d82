// Columns of one table, or the values of one set of keys, typed together: what one shows of the decimal mark or the order of day and
// month holds for those that do not tell by themselves.
import type { TypedColumn, TypingHints } from '../../values/column-form.ts'
import { typeColumn } from '../../values/type-column.ts'

/** The text of a column's cells, and what it is called. */
export interface TextColumn {
  readonly title: string
  readonly cells: readonly string[]
}

/** As many as columns, in their order. */
export function typeColumns(columns: readonly TextColumn[]): readonly TypedColumn[] {
  const alone = columns.map(({ cells, title }) => typeColumn(cells, title))
  const decimal = alone.find((one) => one.decimal !== undefined)?.decimal
  const dateOrder = alone.find((one) => one.dateOrder !== undefined)?.dateOrder
  const hints: TypingHints = {
    ...(decimal === undefined ? {} : { decimal }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
  }
  return columns.map(({ cells, title }, index) => {
    const typed = alone[index]
    return typed && !typed.isAmbiguous ? typed : typeColumn(cells, title, hints)
  })
}
