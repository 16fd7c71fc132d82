// A table of pipes as Markdown, org and people have it: read here, changed in pipe-change.ts.
import type { CellValue, FolderColumn, ReadTable } from '../../../contracts/folder.ts'
import { uniqueNames } from '../../sql-name.ts'
import type { TypedColumn } from '../../values/column-form.ts'
import { mayBeTotal, summedColumns } from '../csv-total.ts'
import type { Outline, PipeSpan } from './outline.ts'
import { changePipes } from './pipe-change.ts'
import { cellText, isDelimiterRow, parseRow, type RowForm } from './pipe-form.ts'
import { typeColumns } from './typed-columns.ts'

/** A line of a table with its bars. */
export interface PipeRow {
  /** Index of the line. */
  readonly index: number
  readonly form: RowForm
  /** One for each column, without escapes; empty where the line has fewer. */
  readonly texts: readonly string[]
}

/** A table, taken apart. */
export interface PipeTable {
  readonly outline: Outline
  readonly span: PipeSpan
  readonly header: PipeRow
  readonly delimiter: PipeRow
  readonly records: readonly PipeRow[]
  /** The line of sums below the records. */
  readonly total: { readonly row: PipeRow; readonly columns: readonly number[] } | undefined
  /** Those of the file, in its order. */
  readonly typed: readonly TypedColumn[]
  /** For each column of the table that of the file; undefined: the units of the one before. */
  readonly places: readonly (number | undefined)[]
}

/** The table at a place of a text. `suffix` as in `ReadTable`. */
export function readPipes(outline: Outline, span: PipeSpan, suffix: string): ReadTable {
  const { table, names, titles, notes } = takeApart(outline, span)
  const { typed, places, records } = table
  const columns = places.map((place, index): FolderColumn => {
    const name = names[index] ?? ''
    const column = place === undefined ? undefined : typed[place]
    if (place === undefined || !column) return { name, type: 'text', title: name, isFixed: true }
    const unit = column.unit === undefined ? {} : { unit: column.unit }
    return { name, type: column.type, title: titles[place] || name, ...unit }
  })
  const cells = places.map((place, index) =>
    place === undefined ? typed[places[index - 1] ?? 0]?.units : typed[place]?.values,
  )
  return {
    suffix,
    kind: 'pipe table',
    columns,
    rows: records.map((_, row) => cells.map((values): CellValue => values?.[row] ?? null)),
    lines: records.map(({ index }) => index + 1),
    notes,
    change: (changes) => changePipes(table, changes),
  }
}

interface Apart {
  readonly table: PipeTable
  /** One for each of `places`. */
  readonly names: readonly string[]
  /** Of the columns of the file. */
  readonly titles: readonly string[]
  readonly notes: readonly string[]
}

function takeApart(outline: Outline, span: PipeSpan): Apart {
  const headerForm = parseRow(outline.lines[span.header]?.text ?? '')
  const delimiterForm = parseRow((outline.lines[span.header + 1]?.text ?? '').replaceAll('+', '|'))
  const count = Math.max(headerForm.cells.length, delimiterForm.cells.length)
  const header = rowAt(outline, span.header, headerForm, count)
  const delimiter = rowAt(outline, span.header + 1, delimiterForm, count)
  const all: PipeRow[] = []
  const notes: string[] = []
  for (let index = span.header + 2; index <= span.last; index++) {
    const line = outline.lines[index]?.text ?? ''
    if (isDelimiterRow(line)) continue
    const form = parseRow(line)
    if (form.cells.slice(count).some((cell) => cellText(line, cell) !== ''))
      notes.push(`Line ${index + 1} has more cells than there are columns; what is beyond was left out.`)
    all.push(rowAt(outline, index, form, count))
  }
  const titles = header.texts
  const last = all.at(-1)
  const bare = last?.texts.map(bareCell) ?? []
  const cellsAbove = (column: number) => all.slice(0, -1).map(({ texts }) => bareCell(texts[column] ?? ''))
  const above = mayBeTotal(bare, cellsAbove) ? columnsOf(all.slice(0, -1), titles) : undefined
  const isRuled =
    last !== undefined &&
    last.index > span.header + 2 &&
    isDelimiterRow(outline.lines[last.index - 1]?.text ?? '')
  const isSetOff = isRuled || last?.texts.some((text, column) => text !== bare[column]) === true
  const sums = above && summedColumns(above, bare, isSetOff)
  const total = sums && last ? { row: last, columns: sums } : undefined
  if (total) notes.push(`Line ${total.row.index + 1} holds the sums of the lines above it and is no record.`)
  const records = total ? all.slice(0, -1) : all
  const typed = total && above ? above : columnsOf(all, titles)
  notes.push(...typed.flatMap((column) => column.notes))
  const places = typed.flatMap(({ units }, place) => (units === undefined ? [place] : [place, undefined]))
  const own = uniqueNames(titles)
  const wanted = places.map((place, at) =>
    place === undefined ? `${own[places[at - 1] ?? 0]}_unit` : own[place],
  )
  // A column of units gives way to one that the table calls so.
  const names = wanted.map((name = '', at) => (places[at] === undefined ? freeName(name, wanted, at) : name))
  return { table: { outline, span, header, delimiter, records, total, typed, places }, names, titles, notes }
}

function freeName(name: string, wanted: readonly (string | undefined)[], at: number): string {
  let free = name
  for (let count = 2; wanted.some((other, index) => other === free && index !== at); count++)
    free = `${name}_${count}`
  return free
}

function rowAt(outline: Outline, index: number, form: RowForm, count: number): PipeRow {
  const line = outline.lines[index]?.text ?? ''
  const texts = Array.from({ length: count }, (_, column) => {
    const cell = form.cells[column]
    return cell ? cellText(line, cell) : ''
  })
  return { index, form, texts }
}

function columnsOf(rows: readonly PipeRow[], titles: readonly string[]): readonly TypedColumn[] {
  return typeColumns(
    titles.map((title, column) => ({
      title: title || `column_${column + 1}`,
      cells: rows.map(({ texts }) => texts[column] ?? ''),
    })),
  )
}

/** A cell without the marks of bold, which set off a line of sums. */
export function bareCell(cell: string): string {
  return /^(\*\*|__)(.+)\1$/.exec(cell)?.[2] ?? cell
}
