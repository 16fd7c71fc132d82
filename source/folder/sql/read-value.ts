// Values as they come out of SQLite. Pure.
import type { SQLOutputValue } from 'node:sqlite'
import type { CellValue } from '../../contracts/folder.ts'

/** Digits that are told of a number that was reckoned; sums of money in a large table need more before the point. */
const DIGITS = 12
/** Places behind the point that are told in any case, as far as a double has them. */
const PLACES = 4
/** All that a double surely has: 0.30000000000000004 is 0.3. */
const MOST_DIGITS = 15

/** Whole numbers as `number` where that holds them, else as `bigint`; bytes as the text that they are. */
export function readValue(value: SQLOutputValue): CellValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : value
}

/** A number that was reckoned, without the last digits, in which a sum of many is wrong. */
export function roundSum(value: number): number {
  const before = Number.isFinite(value) && value !== 0 ? Math.floor(Math.log10(Math.abs(value))) + 1 : 0
  return roundTo(value, Math.min(MOST_DIGITS, Math.max(DIGITS, before + PLACES)))
}

/** A number that is to stand in a file: as exact as it was said. */
export function roundCell(value: number): number {
  return roundTo(value, MOST_DIGITS)
}

/** Whether a cell holds something else now; what reckoning to and fro left behind is no change. */
export function isChanged(before: CellValue, after: CellValue): boolean {
  if (typeof before !== 'number' || typeof after !== 'number' || !Number.isFinite(after))
    return before !== after
  return Math.abs(before - after) > 4 * Number.EPSILON * Math.max(Math.abs(before), Math.abs(after))
}

function roundTo(value: number, digits: number): number {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : value
}
