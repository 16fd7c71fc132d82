// A table of a document as a table, read only: its first row names the columns, by the rules for separated text. Pure.
import type { CellValue, FolderColumn, ReadTable } from '../../../contracts/folder.ts'
import { uniqueNames } from '../../sql-name.ts'
import { findDialect } from '../csv-dialect.ts'
import { typeColumns } from '../text/typed-columns.ts'

/** undefined: it has a single column or a single row, and is a frame around text rather than a table. */
export function docxTable(
  rows: readonly (readonly string[])[],
  suffix: string,
  readOnly: string,
): ReadTable | undefined {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width < 2 || rows.length < 2) return undefined
  const hasHeader = isHeader(rows, width)
  const titles = Array.from({ length: width }, (_, at) =>
    hasHeader ? (rows[0]?.[at] ?? '').replace(/\s+/g, ' ') : '',
  )
  const names = uniqueNames(titles)
  const body = hasHeader ? rows.slice(1) : rows
  const typed = typeColumns(
    names.map((name, at) => ({ title: titles[at] || name, cells: body.map((row) => row[at] ?? '') })),
  )
  // A cell's own unit would need a column of its own: such a column stays text.
  const columns = typed.map(({ type, unit, units, values, notes }, at) => ({
    column: {
      name: names[at] ?? '',
      title: titles[at] || (names[at] ?? ''),
      type: units === undefined ? type : 'text',
      ...(unit === undefined ? {} : { unit }),
    } satisfies FolderColumn,
    values: units === undefined ? values : body.map((row) => row[at] || null),
    notes: units === undefined ? notes : [],
  }))
  return {
    suffix,
    kind: 'table',
    columns: columns.map(({ column }) => column),
    rows: body.map((_, row) => columns.map(({ values }): CellValue => values[row] ?? null)),
    notes: columns.flatMap(({ notes }) => notes),
    readOnly,
  }
}

function isHeader(rows: readonly (readonly string[])[], width: number): boolean {
  const quote = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""').replace(/\s+/g, ' ')}"`)
  const lines = rows
    .slice(0, 40)
    .map((row) => Array.from({ length: width }, (_, at) => quote(row[at] ?? '')).join('\t'))
  const { hasHeader, line } = findDialect(lines.join('\n'), '\t')
  return hasHeader && line === 1
}
