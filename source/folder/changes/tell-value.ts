// Values and rows as a sentence about a change names them: exact, in one line. Pure.
import type { CellValue, FolderColumn, FolderTable } from '../../contracts/folder.ts'
import { cellText } from '../answer/cell-text.ts'

/** Of a value within a sentence. */
const LONGEST = 80

/** The value as it is written; numbers with all their digits. */
export function tellValue(value: CellValue | undefined, column: FolderColumn | undefined): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'number' && !(column?.type === 'yes/no' && (value === 0 || value === 1)))
    return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  return short(cellText(value, column?.type === 'yes/no' ? column : undefined))
}

/** In one line, whole: in a preview no two changes look the same. */
export function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** In one line, cut where it is long. */
export function short(text: string): string {
  const line = inLine(text)
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** `a, b, c and 4 more`. */
export function firstOf(texts: readonly string[], most = 3): string {
  const more = texts.length - most
  return more > 0 ? `${texts.slice(0, most).join(', ')} and ${more} more` : texts.join(', ')
}

/** Names as `firstOf` joins them, in backticks where one has a comma itself. */
export function namesOf(names: readonly string[], most = 3): string {
  const isPlain = names.every((name) => !name.includes(','))
  return firstOf(isPlain ? names : names.map((name) => `\`${name}\``), most)
}

/** All cells of a row that hold something. */
export function tellRow(table: FolderTable, row: readonly (CellValue | undefined)[]): string {
  const texts = table.columns.flatMap((column, at) => {
    const value = row[at]
    return value === undefined || value === null || value === '' ? [] : [tellValue(value, column)]
  })
  return texts.length === 0 ? 'empty' : texts.join(', ')
}

/** What a row is called by: the text of a line, else its first cell of text, else its first one. */
export function nameOfRow(table: FolderTable, row: readonly (CellValue | undefined)[]): string {
  const line = isLines(table) ? table.columns.findIndex(({ name }) => name === 'text') : -1
  const holds = (at: number) => row[at] !== undefined && row[at] !== null && row[at] !== ''
  const places = [...table.columns.keys()].filter(holds)
  const texts = places.filter((at) => table.columns[at]?.type === 'text')
  const at = line >= 0 && holds(line) ? line : (texts[0] ?? places[0])
  return at === undefined ? 'empty' : tellValue(row[at], table.columns[at])
}

/** Whether its rows are lines of a text. */
export function isLines({ kind }: FolderTable): boolean {
  return kind === 'list' || kind === 'text'
}
