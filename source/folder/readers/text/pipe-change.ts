// Changes of a table of pipes: a cell between its bars, with the padding that its column has; a line as wide as the header's.
import {
  type CellValue,
  ChangeRefused,
  type FileEdit,
  type RowChanges,
  type TextEdit,
} from '../../../contracts/folder.ts'
import type { TypedColumn } from '../../values/column-form.ts'
import { writeValue } from '../../values/write-value.ts'
import { sumOf } from '../csv-total.ts'
import { displayWidth } from './display-width.ts'
import { indentText } from './line.ts'
import { toTextEdits } from './line-edits.ts'
import { bareCell, type PipeRow, type PipeTable } from './pipe-table.ts'

/** Throws `ChangeRefused`. */
export function changePipes(table: PipeTable, changes: RowChanges): FileEdit {
  const removed = new Set(changes.removed)
  const values = table.typed.map((column) => [...column.values])
  const texts = new Map<PipeRow, Map<number, string>>()
  for (const { row, column, value } of changes.updated) {
    const record = table.records[row]
    const place = placeOf(table, column)
    const typed = table.typed[place]
    if (removed.has(row) || !record || !typed || value === typed.values[row]) continue
    const text = cellFor(typed, value, record.texts[place] ?? '')
    if (values[place]) values[place][row] = value
    texts.set(record, (texts.get(record) ?? new Map<number, string>()).set(place, text))
  }
  for (const column of values) for (const row of removed) column[row] = null
  const added = changes.added.map((given) => addedRow(table, given, values))
  totalCells(table, values, texts)
  const widths = table.typed.map((_, column) => columnWidth(table, column))
  const edits = [...texts].flatMap(([row, cells]) => rowEdits(table, row, cells, widths))
  const gone = new Set([...removed].flatMap((row) => table.records[row]?.index ?? []))
  const behind = table.records.at(-1)?.index ?? table.span.header + 1
  const inserted = added.length > 0 ? [{ behind, lines: added }] : []
  const { text, lines } = table.outline
  return { type: 'text', edits: toTextEdits(text, lines, { edits, removed: gone, inserted }) }
}

function placeOf(table: PipeTable, column: number): number {
  const place = table.places[column]
  if (place !== undefined) return place
  throw new ChangeRefused(
    'The units of a table stand in the cells of the numbers and cannot be changed by themselves; change the number.',
  )
}

/** A value as it stands between bars, without padding. */
function cellFor(typed: TypedColumn, value: CellValue, near: string): string {
  const text = writeValue(value, typed.form, near).trim()
  if (/[\r\n]/.test(text))
    throw new ChangeRefused(
      `A cell of this table is one line, \`${text.replace(/\s+/g, ' ').slice(0, 80)}\` has several; give it in one.`,
    )
  return text.replaceAll('|', '\\|')
}

/** The line of a new row; its values go to `values`, for the sums. */
function addedRow(
  table: PipeTable,
  given: readonly (CellValue | undefined)[],
  values: readonly CellValue[][],
): string {
  const texts = table.typed.map(() => '')
  for (const [column, value] of given.entries()) {
    if (value === undefined || (value === null && table.places[column] === undefined)) continue
    const place = placeOf(table, column)
    const typed = table.typed[place]
    if (typed) texts[place] = cellFor(typed, value, '')
    values[place]?.push(value)
  }
  return newLine(table, texts)
}

function newLine(table: PipeTable, texts: readonly string[]): string {
  const { header, outline } = table
  const headerLine = outline.lines[header.index]?.text ?? ''
  const indent = indentText(outline.lines[(table.records.at(-1) ?? header).index]?.text ?? headerLine)
  const cells = texts.map((text, column) => {
    const cell = header.form.cells[column]
    const raw = cell ? headerLine.slice(cell.start, cell.end) : '  '
    const first = column === 0 && !header.form.opens
    const lead = first ? '' : raw.trim() === '' ? ' ' : indentText(raw)
    const isLast = column === texts.length - 1 && !header.form.closes
    const width = isLast ? 0 : displayWidth(first ? raw.trimStart() : raw)
    const trail = isLast || (lead === '' && raw.trimEnd() === raw) ? '' : ' '
    return padded(text, lead, trail, width, isRight(table, column))
  })
  return `${indent}${header.form.opens ? '|' : ''}${cells.join('|')}${header.form.closes ? '|' : ''}`
}

/** A cell with its blanks: the side that is padded grows until it is as wide as it should be. */
function padded(text: string, lead: string, trail: string, width: number, isRightSide: boolean): string {
  const room = Math.max(0, width - displayWidth(text) - lead.length - trail.length)
  const filled = isRightSide ? ' '.repeat(room) + lead + text + trail : lead + text + trail + ' '.repeat(room)
  // A backslash before the bar would make it a part of the text.
  return filled.endsWith('\\') ? `${filled} ` : filled
}

function isRight(table: PipeTable, column: number): boolean {
  const { form, index } = table.delimiter
  const cell = form.cells[column]
  const marks = cell ? (table.outline.lines[index]?.text ?? '').slice(cell.start, cell.end).trim() : ''
  return marks.endsWith(':') && !marks.startsWith(':')
}

/** How wide most cells of a column are, blanks included; undefined: they are not padded to one width. */
function columnWidth(table: PipeTable, column: number): number | undefined {
  const counts = new Map<number, number>()
  const rows = [table.header, table.delimiter, ...table.records.slice(0, 200)]
  for (const { index, form } of rows) {
    const cell = form.cells[column]
    if (!cell) continue
    const width = displayWidth((table.outline.lines[index]?.text ?? '').slice(cell.start, cell.end))
    counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  const most = [...counts].sort((a, b) => b[1] - a[1])[0]
  return most && most[1] * 2 > rows.length ? most[0] : undefined
}

function rowEdits(
  table: PipeTable,
  row: PipeRow,
  cells: ReadonlyMap<number, string>,
  widths: readonly (number | undefined)[],
): readonly TextEdit[] {
  const line = table.outline.lines[row.index]
  if (!line) return []
  const edits: TextEdit[] = []
  const known = row.form.cells.length
  for (const [column, text] of cells) {
    const cell = row.form.cells[column]
    if (!cell) continue
    const raw = line.text.slice(cell.start, cell.end)
    const isFirst = column === 0 && !row.form.opens
    const isLast = column === known - 1 && !row.form.closes
    const written = repadded(
      raw,
      text,
      isLast ? undefined : widths[column],
      isFirst,
      isLast,
      isRight(table, column),
    )
    edits.push({ start: line.start + cell.start, end: line.start + cell.end, text: written })
  }
  const last = Math.max(...cells.keys())
  if (last < known) return edits
  const end = line.start + line.text.trimEnd().length
  const more = Array.from({ length: last - known + 1 }, (_, at) => ` ${cells.get(known + at) ?? ''} `)
  const text = row.form.closes ? `${more.join('|')}|` : ` |${more.join('|').trimEnd()}`
  return [...edits, { start: end, end, text }]
}

/** A cell with another text, its blanks as they are; in a padded column as many as the width leaves. */
function repadded(
  raw: string,
  text: string,
  width: number | undefined,
  isFirst: boolean,
  isLast: boolean,
  isRightSide: boolean,
): string {
  const isEmpty = raw.trim() === ''
  const lead = isEmpty ? (isFirst || raw === '' ? '' : ' ') : indentText(raw)
  const trail = isEmpty ? (isLast || raw === '' ? '' : ' ') : raw.slice(raw.trimEnd().length)
  if (width === undefined || raw.includes('\t') || isLast) {
    const room = isEmpty ? Math.max(0, raw.length - lead.length - trail.length - displayWidth(text)) : 0
    return padded(text, lead, trail + ' '.repeat(room), 0, false)
  }
  const one = (blanks: string) => (blanks === '' ? '' : ' ')
  const isFilledLeft = isRightSide || (lead.length > 1 && trail.length <= 1)
  return isFilledLeft
    ? padded(text, one(lead), trail, width, true)
    : padded(text, lead, one(trail), width, false)
}

/** The sums below the records, where they are no longer what they were. */
function totalCells(
  table: PipeTable,
  values: readonly (readonly CellValue[])[],
  texts: Map<PipeRow, Map<number, string>>,
): void {
  const { total } = table
  for (const column of total?.columns ?? []) {
    const typed = table.typed[column]
    const sum = sumOf(values[column] ?? [])
    if (!total || !typed || sum === sumOf(typed.values)) continue
    const old = total.row.texts[column] ?? ''
    const bare = bareCell(old)
    const at = old.indexOf(bare)
    const text = old.slice(0, at) + writeValue(sum, typed.form, bare) + old.slice(at + bare.length)
    texts.set(total.row, (texts.get(total.row) ?? new Map<number, string>()).set(column, text))
  }
}
