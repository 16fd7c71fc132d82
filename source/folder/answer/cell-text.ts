// A cell as a person reads it: numbers with their unit, ticks as ticks, dates as they are. Pure.
import type { CellValue, FolderColumn } from '../../contracts/folder.ts'

/** Units that stand behind a number without a blank, or before it. */
const CLOSE = ['%']
const BEFORE = ['€', '$', '£', '¥', 'CHF']

/** `column`: whose value it is, if it is one's. */
export function cellText(value: CellValue, column: FolderColumn | undefined): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  if (column?.type === 'yes/no' && (value === 1 || value === 0)) return value === 1 ? 'yes' : 'no'
  const number = numberText(value)
  const unit = column?.unit
  if (unit === undefined) return number
  if (BEFORE.includes(unit)) return number.startsWith('-') ? `-${unit}${number.slice(1)}` : `${unit}${number}`
  return CLOSE.includes(unit) ? `${number}${unit}` : `${number} ${unit}`
}

/** At most two decimals of what is larger than 1, four digits that count of what is smaller. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value)
  return String(Math.abs(value) >= 1 ? inCents(value) : Number(value.toPrecision(4)))
}

/** By its decimal digits: 3.175 is 3.18, though the nearest double lies below it. */
function inCents(value: number): number {
  const digits = Math.abs(value).toPrecision(14)
  return digits.includes('e') ? value : (Math.sign(value) * Math.round(Number(`${digits}e2`))) / 100
}
