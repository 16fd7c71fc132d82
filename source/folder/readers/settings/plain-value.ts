// A cell as the plain value that its column wants.
import { type CellValue, ChangeRefused } from '../../../contracts/folder.ts'
import { plainNumber } from './number-form.ts'
import { readYesNo } from './yes-no-form.ts'

/** Throws `ChangeRefused` for what is no number. */
export function numberOf(name: string, value: CellValue): number | bigint | null {
  if (typeof value !== 'string') return value
  const number = plainNumber(value.trim())
  if (number !== undefined) return number
  throw new ChangeRefused(`\`${name}\` is a number, and \`${value}\` is none; give digits without a unit.`)
}

/** Throws `ChangeRefused` for what is neither yes nor no. */
export function booleanOf(name: string, value: CellValue): boolean | null {
  if (value === null) return null
  const text = String(value).trim()
  const answer = text === '1' ? true : text === '0' ? false : readYesNo(text)
  if (answer !== undefined) return answer
  throw new ChangeRefused(`\`${name}\` is yes or no, and \`${value}\` is neither; set it to 1 or 0.`)
}
