// Whether a column holds numbers, what they are, and how they are written. Pure.
import type { CellValue } from '../../contracts/folder.ts'
import {
  type DecimalMark,
  isNothing,
  type TypedColumn,
  type TypingHints,
  type UnitForm,
} from './column-form.ts'
import { type NumberCell, numberParser, numberValue } from './number-cell.ts'
import { NumberManner } from './number-manner.ts'
import { failuresAllowed, oddCells } from './odd-cells.ts'
import { UnitWords, unitsOf } from './unit-words.ts'

/** Nothing but digits, and at most one point that is no mark of thousands: read without the parser. */
const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.(?:\d{1,2}|\d{4,}))?$/
/** Numbers in name only: `007`, and those of phones, accounts and cards. */
const CODE = /^(?:[-+]?(?:0\d|\d{16})|\+\d[\d \u00a0-]{8})/
const DIGITS = /^[-+]?\d+$|^\+\d[\d \u00a0-]{8,}$/

interface ReadNumbers {
  /** An entry for each cell; undefined: it is no number. A cell whose mark is yet to be decided stays one. */
  readonly read: (number | bigint | NumberCell | undefined)[]
  /** As many as cells. */
  readonly units: (UnitForm | undefined)[]
  readonly odd: readonly number[]
  /** How many cells show that the decimal mark is a point or a comma. */
  readonly points: number
  readonly commas: number
  readonly ambiguous: number
  readonly manner: NumberManner
}

/** The column as numbers; undefined: it holds none. Cells are trimmed. */
export function typeNumbers(
  cells: readonly string[],
  title: string,
  hints: TypingHints,
): TypedColumn | undefined {
  const found = readNumbers(cells)
  if (found === undefined) return undefined
  const { points, commas, ambiguous, manner } = found
  const isShown = points !== commas
  // A lone `1.234` and a lone `1,234` are both read as in English.
  const decimal: DecimalMark = isShown ? (points > commas ? '.' : ',') : (hints.decimal ?? '.')
  if (manner.looksLikePhones(cells.length)) return undefined
  const values = found.read.map((cell): CellValue => {
    if (typeof cell !== 'object') return cell ?? null
    manner.add(cell, decimal)
    return numberValue(cell, decimal)
  })
  const { unit, units } = unitsOf(found.units, values)
  // Where one cell alone tells which mark is the decimal one, whole numbers keep a digit behind it.
  const isThin = ambiguous > 0 && points + commas === 1
  return {
    type: 'number',
    ...(unit === undefined ? {} : { unit: unit.text }),
    ...(units === undefined ? {} : { units }),
    form: {
      type: 'number',
      title,
      decimal,
      ...manner.form(isThin ? 1 : 0),
      ...(unit === undefined ? {} : { unit }),
      isMixed: units !== undefined,
    },
    values,
    notes: oddCells(cells, found.odd, title, 'number'),
    ...(isShown ? { decimal } : {}),
    ...(ambiguous > 0 && !isShown ? { isAmbiguous: true } : {}),
  }
}

function readNumbers(cells: readonly string[]): ReadNumbers | undefined {
  const allowed = failuresAllowed(cells)
  const read: ReadNumbers['read'] = []
  const units: ReadNumbers['units'] = []
  const odd: number[] = []
  let [points, commas, ambiguous] = [0, 0, 0]
  const words = new UnitWords()
  const manner = new NumberManner()
  const parse = numberParser()
  for (const [index, cell] of cells.entries()) {
    if (PLAIN.test(cell)) {
      const value = Number(cell) || 0
      const point = cell.indexOf('.')
      if (point !== -1) points++
      manner.addPlain(value, point === -1 ? 0 : cell.length - point - 1)
      read.push(value)
      units.push(undefined)
      continue
    }
    const isCode = CODE.test(cell)
    if (isCode && DIGITS.test(cell)) return undefined
    const number = isCode || isNothing(cell) ? undefined : parse(cell)
    units.push(number?.unit)
    if (number === undefined) {
      if (!isNothing(cell) && odd.push(index) > allowed) return undefined
      read.push(undefined)
      continue
    }
    words.add(number, index)
    if (number.ambiguous !== undefined) {
      ambiguous++
      read.push(number)
      continue
    }
    if (number.decimal === '.') points++
    if (number.decimal === ',') commas++
    // Without an ambiguous mark its value is the same whatever the column's is.
    manner.add(number, number.decimal ?? '.')
    read.push(numberValue(number, '.'))
  }
  for (const index of words.distrusted(read.filter((cell) => cell !== undefined).length)) {
    read[index] = undefined
    units[index] = undefined
    if (odd.push(index) > allowed) return undefined
  }
  odd.sort((a, b) => a - b)
  const isEmpty = read.every((cell) => cell === undefined)
  return isEmpty ? undefined : { read, units, odd, points, commas, ambiguous, manner }
}
