// A table as a model is shown it: its columns with their types and what stands in them, within a budget. It depends on the table alone, so
// that it can be evaluated once and kept. Pure.
import { type FolderColumn, type FolderTable, RECORD_COLUMN } from '../../contracts/folder.ts'
import { keptPerRows } from '../kept-per-rows.ts'

/** About 250 tokens of SQL. */
export const MOST_CHARACTERS = 800
/** Of a value that is shown. */
const LONGEST_VALUE = 60
/** So many values of a column are shown where there is room for them. */
const VALUES = [12, 8, 6, 4, 3, 2, 1, 0]
/** Of more columns only those are shown that the message may mean. */
export const MOST_COLUMNS = 30

const SQL_TYPES = { text: 'TEXT', number: 'REAL', date: 'DATE', 'yes/no': 'INTEGER' } as const

/** The table as a statement that makes it, with comments; kept while its rows are the same. `columns`: those that are shown, by name; default all. */
export function schemaText(table: FolderTable, columns?: ReadonlySet<string>): string {
  return columns === undefined ? wholeText(table) : makeText(table, columns)
}

const wholeText = keptPerRows((table) => makeText(table, undefined))

function makeText(table: FolderTable, columns: ReadonlySet<string> | undefined): string {
  const shown = table.columns.flatMap((column, at) =>
    columns === undefined || columns.has(column.name) ? [{ column, at }] : [],
  )
  for (const most of VALUES) {
    const text = textOf(table, shown, most)
    if (text.length <= MOST_CHARACTERS || most === 0) return text
  }
  throw new RangeError('unreachable')
}

function textOf(
  table: FolderTable,
  shown: readonly { readonly column: FolderColumn; readonly at: number }[],
  most: number,
): string {
  const count = table.rows.length
  const lines = shown.map(({ column, at }) => {
    const comment = commentOf(table, column, at, most)
    return [`  ${column.name} ${SQL_TYPES[column.type]}`, comment] as const
  })
  const all = [[`  ${RECORD_COLUMN.name} INTEGER`, ''] as const, ...lines]
  const body = all.map(([line, comment], at) => {
    const comma = at === all.length - 1 ? '' : ','
    return `${line}${comma}${comment === '' ? '' : ` -- ${comment}`}`
  })
  const place = table.path === '' ? '' : `${table.path}, `
  return `-- ${place}${count} ${count === 1 ? 'row' : 'rows'}\nCREATE TABLE ${table.name} (\n${body.join('\n')}\n);`
}

function commentOf(table: FolderTable, column: FolderColumn, at: number, most: number): string {
  const cells = table.rows.flatMap((row) => {
    const cell = row[at]
    return cell === null || cell === undefined ? [] : [cell]
  })
  if (column.type === 'yes/no') return table.rows.length === 1 ? String(cells[0] ?? 'NULL') : '1 yes, 0 no'
  if (cells.length === 0) return 'empty'
  const unit = column.unit === undefined ? [] : [column.unit]
  if (column.type === 'text') return [...new Set(cells.map(String))].slice(0, most).map(quoted).join(', ')
  const [low, high] = rangeOf(cells)
  return [...unit, low === high ? String(low) : `${low} to ${high}`].join(', ')
}

/** The least and the greatest; both of the same kind. */
function rangeOf(cells: readonly (string | number | bigint)[]): readonly (string | number | bigint)[] {
  let [low, high] = [cells[0] ?? '', cells[0] ?? '']
  for (const cell of cells) {
    if (cell < low) low = cell
    if (cell > high) high = cell
  }
  return [low, high]
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const cut = line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line
  return `'${cut.replaceAll("'", "''")}'`
}
