// The smallest edits of a separated text that make changes to its rows. Pure.
import type { CellValue, RowChanges, TextEdit } from '../../contracts/folder.ts'
import { ChangeRefused } from '../../contracts/folder.ts'
import type { ColumnForm } from '../values/column-form.ts'
import { numberValue, parseNumber } from '../values/number-cell.ts'
import { writeValue } from '../values/write-value.ts'
import { lineEdits } from './csv-lines.ts'
import type { CsvRecord } from './csv-records.ts'
import { cellCount, cellText, isQuoted } from './csv-records.ts'
import type { CsvTable } from './csv-table.ts'
import { sumOf } from './csv-total.ts'

/** A cell of the file that gets another text. */
interface CellChange {
  readonly record: CsvRecord
  /** Place of the cell in the file. */
  readonly place: number
  readonly text: string
}

/** Throws `ChangeRefused` where a value does not fit its column, or the column cannot be changed. */
export function changeCsv(table: CsvTable, changes: RowChanges): readonly TextEdit[] {
  const removed = new Set(changes.removed)
  const updates = changes.updated.filter(({ row }) => !removed.has(row))
  const cells = updates.flatMap(({ row, column, value }) => {
    const record = table.records[row]
    const place = placeOf(table, column)
    const file = place === undefined ? undefined : table.fileColumns[place]
    if (record === undefined || place === undefined || file === undefined) return []
    const near = cellText(table.text, record, place, table.dialect.quote)
    return [{ record, place, text: writeValue(value, file.typed.form, near) }]
  })
  const rows = changes.added.map((row) => rowTexts(table, row))
  return [
    ...cellEdits(table, [...cells, ...totalChanges(table, changes)]),
    ...lineEdits(
      table,
      removed,
      rows.map((texts) => newRow(table, texts)),
    ),
  ]
}

/** Throws `ChangeRefused` for a column that is worked out. */
function placeOf(table: CsvTable, column: number): number | undefined {
  const known = table.columns[column]
  if (known?.isFixed === true) {
    throw new ChangeRefused(
      `\`${known.name}\` is the unit beside the number before it: change that number and its unit together.`,
    )
  }
  return table.places[column]
}

/** A text for each column of the file. */
function rowTexts(table: CsvTable, row: readonly (CellValue | undefined)[]): readonly string[] {
  const texts = table.fileColumns.map(() => '')
  for (const [column, value] of row.entries()) {
    if (value === undefined || value === null) continue
    const place = placeOf(table, column)
    const form = place === undefined ? undefined : table.fileColumns[place]?.typed.form
    if (place !== undefined && form !== undefined) texts[place] = writeValue(value, form)
  }
  return texts
}

/** The line of sums, where it was right and what it sums up changes. */
function totalChanges(table: CsvTable, changes: RowChanges): readonly CellChange[] {
  const { total, fileColumns, dialect } = table
  if (total === undefined) return []
  const removed = new Set(changes.removed)
  return total.summed.flatMap((place): readonly CellChange[] => {
    const column = table.places.indexOf(place)
    const updated = new Map(
      changes.updated.flatMap((update) => (update.column === column ? [[update.row, update.value]] : [])),
    )
    const form = fileColumns[place]?.typed.form
    if (form === undefined) return []
    const values = table.rows.map((row, index) => {
      if (removed.has(index)) return null
      return updated.has(index) ? numberOf(updated.get(index), form) : row[column]
    })
    const sum = sumOf([...values, ...changes.added.map((row) => numberOf(row[column], form))])
    if (sum === sumOf(table.rows.map((row) => row[column]))) return []
    const near = cellText(table.text, total.record, place, dialect.quote)
    return [{ record: total.record, place, text: writeValue(sum, form, near) }]
  })
}

/** A value given for a column of numbers; a text is one in the column's form. */
function numberOf(value: CellValue | undefined, form: ColumnForm): number | bigint | null {
  if (typeof value !== 'string') return value ?? null
  const cell = form.type === 'number' ? parseNumber(writeValue(value, form)) : undefined
  return cell === undefined || form.type !== 'number' ? null : numberValue(cell, form.decimal)
}

function cellEdits(table: CsvTable, cells: readonly CellChange[]): readonly TextEdit[] {
  const byRecord = Map.groupBy(cells, ({ record }) => record)
  return [...byRecord].flatMap(([record, changed]) => {
    const own = [...changed].sort((a, b) => a.place - b.place)
    const texts = new Map(own.map(({ place, text }) => [place, encode(table, record, place, text)]))
    if (isEmptied(table, record, own)) {
      // A line of empty cells would be no record any more.
      const first = own[0]?.place ?? 0
      texts.set(first, table.dialect.quote.repeat(2))
    }
    const count = cellCount(record)
    const within = [...texts].flatMap(([place, text]): readonly TextEdit[] => {
      const [start, end] = [record.spans[2 * place], record.spans[2 * place + 1]]
      if (start === undefined || end === undefined || table.text.slice(start, end) === text) return []
      return [{ start, end, text }]
    })
    const beyond = [...texts].filter(([place, text]) => place >= count && text !== '')
    const last = Math.max(...beyond.map(([place]) => place))
    if (beyond.length === 0) return within
    const { separator } = table.dialect
    const text = Array.from(
      { length: last - count + 1 },
      (_, index) => separator + (texts.get(count + index) ?? ''),
    )
    return [...within, { start: record.end, end: record.end, text: text.join('') }]
  })
}

function isEmptied({ text, dialect }: CsvTable, record: CsvRecord, changed: readonly CellChange[]): boolean {
  if (changed.some((cell) => cell.text !== '')) return false
  return Array.from({ length: cellCount(record) }, (_, place) => place).every(
    (place) =>
      changed.some((cell) => cell.place === place) || cellText(text, record, place, dialect.quote) === '',
  )
}

/** The cell as the file has it: in quotes where the old one was, or where it has to be. */
function encode(table: CsvTable, model: CsvRecord, place: number, text: string): string {
  const { quote } = table.dialect
  if (!isQuoted(table.text, model, place, quote) && !needsQuotes(table, place, text)) return text
  return quote + text.replaceAll(quote, quote + quote) + quote
}

function needsQuotes({ dialect }: CsvTable, place: number, text: string): boolean {
  if (text.includes(dialect.separator) || text.includes(dialect.quote) || /[\r\n]/.test(text)) return true
  // Blanks around a bare cell are not part of it, and a line that begins with # may be a comment.
  return text !== text.trim() || (place === 0 && text.startsWith('#'))
}

/** A new line in the manner of the last record. */
function newRow(table: CsvTable, texts: readonly string[]): string {
  const { dialect, text } = table
  const model = table.records.at(-1) ?? table.header
  if (model === undefined) return texts.join(dialect.separator)
  const count = cellCount(model)
  const places = Array.from({ length: Math.max(texts.length, count) }, (_, place) => place)
  const isAllQuoted = places.every((place) => isQuoted(text, model, place, dialect.quote))
  const isEmpty = texts.every((cell) => cell === '')
  const cells = places.map((place) => {
    const cell = texts[place] ?? ''
    if (cell === '') return isAllQuoted || (isEmpty && place === 0) ? dialect.quote.repeat(2) : ''
    const before = place === 0 ? model.start : (model.spans[2 * place - 1] ?? 0) + 1
    // `a, b`: the blank behind the separator.
    const blank = text.slice(before, model.spans[2 * place] ?? before)
    return (blank === ' ' ? blank : '') + encode(table, model, place, cell)
  })
  // A last line that goes beyond the columns with something is no model for that.
  return cells
    .slice(0, hasOnlyEmptyBeyond(table, model) ? cells.length : texts.length)
    .join(dialect.separator)
}

function hasOnlyEmptyBeyond({ text, dialect, fileColumns }: CsvTable, model: CsvRecord): boolean {
  const beyond = Array.from({ length: cellCount(model) }, (_, place) => place).slice(fileColumns.length)
  return beyond.every((place) => cellText(text, model, place, dialect.quote) === '')
}
