// A last line that holds the sums of the lines above it. Pure.
import type { CellValue } from '../../contracts/folder.ts'
import { saysTotal } from '../../language/total-words.ts'
import { isNothing, type TypedColumn } from '../values/column-form.ts'
import { numberValue, parseNumber } from '../values/number-cell.ts'
import { typeColumn } from '../values/type-column.ts'
import type { CsvRecord } from './csv-records.ts'

export interface TotalLine {
  readonly record: CsvRecord
  /** Places in the file of the columns of which it holds the sum. */
  readonly summed: readonly number[]
}

/** With fewer rows above, or a sum of few units, a record may be the sum by chance: plums 3 below apples 1 and pears 2. */
const ROWS_TO_TRUST = 4
const UNITS_TO_TRUST = 100
/** What two sums in one line have to be of. */
const UNITS_OF_TWO = 20

/**
 * Whether a last line of these cells may be one of sums, without typing all of the columns: it has at most one text beside
 * numbers, and these are no other than the sums of the texts above; where it says that it holds sums, one of them. `above` gives a column's cells without the line.
 */
export function mayBeTotal(cells: readonly string[], above: (column: number) => readonly string[]): boolean {
  const filled = cells.filter((cell) => !isNothing(cell))
  const numbers = new Map(
    cells.flatMap((cell, place) => (parseNumber(cell) === undefined ? [] : [[place, cell]])),
  )
  const labels = new Set(filled.filter((cell) => parseNumber(cell) === undefined))
  if (numbers.size === 0 || labels.size > 1) return false
  const isSum = ([place, cell]: readonly [number, string]) => {
    const column = typeColumn(above(place), '')
    if (column.isAmbiguous === true) return true
    const number = parseNumber(cell)
    if (column.form.type !== 'number' || number === undefined) return false
    return isSame(sumOf(column.values), Number(numberValue(number, column.form.decimal)))
  }
  return [...labels].some(saysTotal) ? [...numbers].some(isSum) : [...numbers].every(isSum)
}

/**
 * Which columns a last line sums up that may be one of sums; undefined: it is a record. All of its numbers have to be the sums of the numbers
 * above them, or one where it says so, and something has to part it from the records. `columns` are the typed columns without the line, `cells` its trimmed cells, `isApart`: an empty line is before it.
 */
export function summedColumns(
  columns: readonly TypedColumn[],
  cells: readonly string[],
  isApart: boolean,
): readonly number[] | undefined {
  const count = columns[0]?.values.length ?? 0
  if (count < 2) return undefined
  const summed: number[] = []
  const isNamed = cells.some((cell) => parseNumber(cell) === undefined && saysTotal(cell))
  let [isTrusted, units] = [isApart || isNamed, 0]
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? ''
    if (isNothing(cell)) {
      // A line without what every record has is none.
      if (column.values.every((value) => value !== null) && column.type !== 'yes/no') isTrusted = true
      continue
    }
    const number = parseNumber(cell)
    if (number === undefined) {
      // Its label stands among numbers or dates, and is none.
      if ((column.type === 'number' || column.type === 'date') && !/\d/.test(cell)) isTrusted = true
      continue
    }
    const sum = sumOf(column.values)
    const isSum =
      column.form.type === 'number' &&
      column.units === undefined &&
      isSame(sum, Number(numberValue(number, column.form.decimal)))
    if (isSum) {
      summed.push(place)
      units = Math.max(units, unitsOf(sum, column.values))
    } else if (!isNamed) return undefined
  }
  const nonZero = summed.filter((place) => sumOf(columns[place]?.values ?? []) !== 0)
  const isChance = nonZero.length > 1 ? units < UNITS_OF_TWO : count < ROWS_TO_TRUST || units < UNITS_TO_TRUST
  return nonZero.length > 0 && (isTrusted || !isChance) ? summed : undefined
}

/** The sum of the numbers of a column, without what reckoning in binary leaves behind. */
export function sumOf(values: readonly (CellValue | undefined)[]): number {
  let sum = 0
  for (const value of values) if (typeof value === 'number' || typeof value === 'bigint') sum += Number(value)
  return Number(sum.toPrecision(14))
}

function isSame(sum: number, value: number): boolean {
  return Math.abs(sum - value) <= 1e-9 * Math.max(1, Math.abs(sum))
}

/** The sum in the greatest power of ten that all numbers are whole multiples of: 60 for 10, 20, 30 is 6. */
function unitsOf(sum: number, values: readonly CellValue[]): number {
  let [step, tries] = [0.0001, 0]
  const isWhole = (size: number) =>
    values.every((value) => value === null || isSame(Math.round(Number(value) / size) * size, Number(value)))
  while (tries < 12 && isWhole(step * 10)) {
    step *= 10
    tries++
  }
  return Math.abs(sum) / step
}
