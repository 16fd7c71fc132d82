// Which row of a table a message is about, by the values that stand in it. Pure.
import type { Column, Row } from './items.ts'
import { isSameValue, type Typed, typedIn } from './typed.ts'
import { baseOf, isSame, wordsIn } from './words.ts'

/** 3/4 is 3 April, unless a value of the column says otherwise. */
export function writesDayFirst(values: readonly string[]): boolean {
  return !values.some((value) => Number(/^\d{1,2}[/.](\d{1,2})[/.]/.exec(value)?.[1]) > 12)
}

/** Each row has its own value there. */
export function isKeyOf(column: Column): boolean {
  return new Set(column.values).size === column.values.length
}

/** The message has the date, or the number, of another row. */
export function isOfOtherRow(row: Row, message: string): boolean {
  return row.cells.some(({ column, text }) => {
    const isKey = isKeyOf(column)
    const dayFirst = writesDayFirst(column.values)
    const said = typedIn(message, dayFirst).filter(({ kind }) => kind === 'date' || kind === 'number')
    return said.some((value) => {
      const isIn = (cell: string) =>
        value.kind === 'date'
          ? isKey && typedIn(cell, dayFirst).some((there) => isSameValue(there, value))
          : cell === value.text &&
            (isNamed(column.name, message, value) || isBareKey(row, column, value.text))
      return !isIn(text) && column.values.some(isIn)
    })
  })
}

/** "Keg 4": a number that tells which row it is. */
export function isNumberOfRow(row: Row, message: string, { kind, from, text }: Typed): boolean {
  if (kind !== 'number') return false
  return row.cells.some(
    (one) =>
      one.text === text && (isNamed(one.column.name, message, { from }) || isBareKey(row, one.column, text)),
  )
}

/** "1044 is paid": a number of three or more figures, of a first column that numbers its rows. */
function isBareKey({ cells }: Row, column: Column, text: string): boolean {
  const isNumbers = column.values.every((value) => /^\d+$/.test(value))
  return cells[0]?.column === column && /^\d{3,}$/.test(text) && isNumbers && isKeyOf(column)
}

/** The word before a value is the column's name. */
function isNamed(column: string, message: string, { from }: Pick<Typed, 'from'>): boolean {
  const before = wordsIn(message.slice(0, from)).at(-1)
  return before !== undefined && isSame(baseOf(before), baseOf(column))
}
