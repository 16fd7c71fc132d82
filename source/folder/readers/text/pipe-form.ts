// What a line of a table of pipes looks like. Pure; the table is in pipe-table.ts.
import { parseItem } from './item-form.ts'
import { isBlank, type Line } from './line.ts'

/** A cell of a line: offsets in the line of all between its bars. */
export interface CellSpan {
  readonly start: number
  readonly end: number
}

/** A line of a table. */
export interface RowForm {
  readonly cells: readonly CellSpan[]
  /** Whether it begins, and ends, with a bar. */
  readonly opens: boolean
  readonly closes: boolean
}

// Org draws its crossings with `+`.
const DELIMITER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** Whether a line is what stands below the header: `| --- | ---: |`. */
export function isDelimiterRow(line: string): boolean {
  return line.includes('|') && line.includes('-') && DELIMITER.test(line)
}

/** The last line of the table whose header is in a line: lines with bars go on, rulers among them, too. */
export function lastRowOf(lines: readonly Line[], header: number): number {
  let last = header + 1
  for (;;) {
    const line = lines[last + 1]?.text
    if (line === undefined || isBlank(line) || !line.includes('|')) return last
    if (/^[ \t]*#{1,6}[ \t]/.test(line) || parseItem(line)) return last
    last++
  }
}

/** Cuts a line at its bars; one with a backslash before it (`\|`) is text. */
export function parseRow(line: string): RowForm {
  const start = line.length - line.trimStart().length
  const end = line.trimEnd().length
  const opens = line.charAt(start) === '|'
  const cells: CellSpan[] = []
  let cell = opens ? start + 1 : start
  let at = line.indexOf('|', cell)
  for (; at >= 0 && at < end; at = line.indexOf('|', at + 1)) {
    if (line.charAt(at - 1) === '\\') continue
    cells.push({ start: cell, end: at })
    cell = at + 1
  }
  const closes = cell >= end && cells.length > 0
  if (!closes) cells.push({ start: cell, end })
  return { cells, opens, closes }
}

/** The text of a cell. */
export function cellText(line: string, cell: CellSpan): string {
  return line.slice(cell.start, cell.end).trim().replaceAll('\\|', '|')
}
