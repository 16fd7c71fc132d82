// Types the columns of a separated text, each helped by what the others show. Pure.
import type { DecimalMark, TypedColumn, TypingHints } from '../values/column-form.ts'
import { typeColumn } from '../values/type-column.ts'

/** A typed column for each title; `cellsOf` gives a column's cells when they are needed, so that not all stay in memory. */
export function typeColumns(
  cellsOf: (column: number) => readonly string[],
  titles: readonly string[],
  separator: string,
): readonly TypedColumn[] {
  const nameOf = (index: number) => titles[index] || `column_${index + 1}`
  const typed = titles.map((_, index) => typeColumn(cellsOf(index), nameOf(index)))
  const hints = hintsOf(typed, separator)
  return typed.map((column, index) => {
    if (column.isAmbiguous !== true) return withDecimal(column, hints.decimal)
    return typeColumn(cellsOf(index), nameOf(index), hints)
  })
}

/** What the columns show, or the separator makes likely. */
function hintsOf(typed: readonly TypedColumn[], separator: string): TypingHints {
  const shown = most(typed.flatMap(({ decimal }) => (decimal === undefined ? [] : [decimal])))
  const dateOrder = most(
    typed.flatMap((column) => (column.dateOrder === undefined ? [] : [column.dateOrder])),
  )
  // Spreadsheets part cells by `;` where the decimal mark is a comma.
  const decimal = shown ?? (separator === ';' ? ',' : undefined)
  return {
    ...(decimal === undefined ? {} : { decimal }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
  }
}

/** The one that all have; undefined where they differ. */
function most<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}

/** Whole numbers get the decimal mark that the file has elsewhere. */
function withDecimal(column: TypedColumn, decimal: DecimalMark | undefined): TypedColumn {
  const { form } = column
  if (form.type !== 'number' || column.decimal !== undefined || decimal === undefined) return column
  return form.group === decimal ? column : { ...column, form: { ...form, decimal } }
}
