// A separated text as columns and rows. Pure.
import type { CellValue, FolderColumn } from '../../contracts/folder.ts'
import { uniqueNames } from '../sql-name.ts'
import type { TypedColumn } from '../values/column-form.ts'
import { typeColumns } from './csv-columns.ts'
import { type CsvDialect, cellsOf, usualCount } from './csv-dialect.ts'
import type { CsvRecord } from './csv-records.ts'
import { cellCount, cellText, isEmptyRecord, readRecords } from './csv-records.ts'
import { mayBeTotal, summedColumns, type TotalLine } from './csv-total.ts'

/** A column of the file. */
export interface CsvColumn {
  readonly title: string
  readonly typed: TypedColumn
}

export interface CsvTable {
  readonly text: string
  readonly dialect: CsvDialect
  /** Those of the file, in its order. */
  readonly fileColumns: readonly CsvColumn[]
  readonly columns: readonly FolderColumn[]
  /** For each of `columns` its place in the file; undefined: the units of the one before. */
  readonly places: readonly (number | undefined)[]
  readonly rows: readonly (readonly CellValue[])[]
  /** As many as rows. */
  readonly records: readonly CsvRecord[]
  /** Behind this new rows go where there is none: the header. */
  readonly header?: CsvRecord
  readonly total?: TotalLine
  readonly notes: readonly string[]
  readonly readOnly?: string
}

/** Reads a text in its dialect; undefined: it has neither a header nor a row. */
export function readCsvTable(text: string, dialect: CsvDialect): CsvTable | undefined {
  const { records: all, unclosedLine } = readRecords(text, dialect, dialect.from, dialect.line)
  const filled = all.filter((record) => !isEmptyRecord(record))
  const header = dialect.hasHeader ? filled[0] : undefined
  const { body, repeated } = bodyOf(text, filled, header, dialect.quote)
  if (header === undefined && body.length === 0) return undefined
  const titles = titlesOf(text, dialect, header, body)
  const { typed, total } = typeBody(text, dialect, titles, body)
  const records = total === undefined ? body : body.slice(0, -1)
  const fileColumns = typed.map((column, index) => ({ title: titles[index] ?? '', typed: column }))
  return {
    text,
    dialect,
    fileColumns,
    ...tableColumns(fileColumns, records.length),
    records,
    ...(header === undefined ? {} : { header }),
    ...(total === undefined ? {} : { total }),
    notes: [
      ...lineNotes(dialect, titles.length, records, repeated),
      ...(total === undefined
        ? []
        : [`Line ${total.record.line} holds the sums of the lines above it and is no record.`]),
      ...typed.flatMap(({ notes }) => notes),
      ...(unclosedLine === undefined
        ? []
        : [
            `A quote that opens in line ${unclosedLine} is never closed; what stands from that line on was left out.`,
          ]),
    ],
    ...(unclosedLine === undefined
      ? {}
      : {
          readOnly: `A quote that opens in line ${unclosedLine} is never closed; close it to change the file.`,
        }),
  }
}

/** The records of the table, without headers that stand there again (files that were put behind one another). */
function bodyOf(
  text: string,
  filled: readonly CsvRecord[],
  header: CsvRecord | undefined,
  quote: string,
): { readonly body: readonly CsvRecord[]; readonly repeated: readonly CsvRecord[] } {
  if (header === undefined) return { body: filled, repeated: [] }
  const names = cellsOf(text, header, quote).join('\n')
  const repeated: CsvRecord[] = []
  const body = filled.slice(1).filter((record) => {
    // Most records differ in their first cell.
    if (text[record.spans[0] ?? 0] !== text[header.spans[0] ?? 0]) return true
    if (cellsOf(text, record, quote).join('\n') !== names) return true
    repeated.push(record)
    return false
  })
  return { body, repeated }
}

/** The columns without a last line of sums, and that line. */
function typeBody(
  text: string,
  { quote, separator }: CsvDialect,
  titles: readonly string[],
  body: readonly CsvRecord[],
): { readonly typed: readonly TypedColumn[]; readonly total?: TotalLine } {
  const cellsAt = (records: readonly CsvRecord[]) => (column: number) =>
    records.map((record) => cellText(text, record, column, quote))
  const record = body.at(-1)
  const cells = record === undefined ? [] : cellsOf(text, record, quote).slice(0, titles.length)
  const above = cellsAt(body.slice(0, -1))
  if (record !== undefined && body.length > 2 && mayBeTotal(cells, above)) {
    const typed = typeColumns(above, titles, separator)
    const isApart = /\n[ \t]*\r?\n$|\r\r$/.test(text.slice(body.at(-2)?.end ?? 0, record.start))
    const summed = summedColumns(typed, cells, isApart)
    if (summed !== undefined) return { typed, total: { record, summed } }
  }
  return { typed: typeColumns(cellsAt(body), titles, separator) }
}

/** What the file calls its columns; in one without a header `column_1` and so on. */
function titlesOf(
  text: string,
  dialect: CsvDialect,
  header: CsvRecord | undefined,
  body: readonly CsvRecord[],
): readonly string[] {
  if (header !== undefined) {
    const titles = cellsOf(text, header, dialect.quote)
    // A separator at the end of each line makes no column.
    const isOpen = titles.at(-1) === '' && titles.length > 1
    const last = titles.length - 1
    const isEmpty = isOpen && body.every((record) => cellText(text, record, last, dialect.quote) === '')
    return isEmpty ? titles.slice(0, -1) : titles
  }
  return Array.from({ length: usualCount(body.map(cellCount)) }, () => '')
}

/** The columns of the table with those of differing units, and its rows. */
function tableColumns(
  fileColumns: readonly CsvColumn[],
  count: number,
): Pick<CsvTable, 'columns' | 'places' | 'rows'> {
  const names = uniqueNames(fileColumns.map(({ title }) => title))
  const all = fileColumns.flatMap(({ title, typed }, place) => {
    const name = names[place] ?? ''
    const unit = typed.unit === undefined ? {} : { unit: typed.unit }
    const column: FolderColumn = { name, type: typed.type, title: title === '' ? name : title, ...unit }
    const own = { column, place, values: typed.values }
    if (typed.units === undefined) return [own]
    const unitName = freeName(`${name}_unit`, names)
    const units: FolderColumn = { name: unitName, type: 'text', title: unitName, isFixed: true }
    return [own, { column: units, place: undefined, values: typed.units }]
  })
  return {
    columns: all.map(({ column }) => column),
    places: all.map(({ place }) => place),
    rows: Array.from({ length: count }, (_, row) => all.map(({ values }) => values[row] ?? null)),
  }
}

/** A name of units gives way where the file has a column of that name. */
function freeName(name: string, taken: readonly string[]): string {
  let free = name
  for (let count = 2; taken.includes(free); count++) free = `${name}_${count}`
  return free
}

function lineNotes(
  dialect: CsvDialect,
  count: number,
  records: readonly CsvRecord[],
  repeated: readonly CsvRecord[],
): readonly string[] {
  const notes: string[] = []
  if (dialect.preamble > 0) {
    const lines = dialect.preamble === 1 ? 'One line stands' : `${dialect.preamble} lines stand`
    notes.push(`${lines} before the table, which begins in line ${dialect.line}.`)
  }
  const long = records.filter(({ spans }) => hasMore(spans, count))
  const [first] = long
  if (first !== undefined && long.length === 1) {
    notes.push(`Line ${first.line} has more cells than there are columns; what is beyond was left out.`)
  } else if (first !== undefined) {
    notes.push(
      `${long.length} lines have more cells than there are columns, the first is line ${first.line}; what is beyond was left out.`,
    )
  }
  const [again] = repeated
  if (again !== undefined)
    notes.push(`Line ${again.line} holds the names of the columns again and is no record.`)
  return notes
}

/** Whether a cell beyond the last column is not empty. */
function hasMore(spans: readonly number[], count: number): boolean {
  for (let index = 2 * count; index < spans.length; index += 2)
    if (spans[index] !== spans[index + 1]) return true
  return false
}
