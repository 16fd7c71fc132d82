// Rows as CSV; the only importer of papaparse.
import papa from 'papaparse'
import type { CellValue } from '../contracts/folder.ts'

/** RFC 4180: lines end with CR LF, the last one too; what is empty is nothing between commas. */
export function csvText(names: readonly string[], rows: readonly (readonly CellValue[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? String(cell) : cell)))
  return `${papa.unparse([[...names], ...cells], { newline: '\r\n' })}\r\n`
}
