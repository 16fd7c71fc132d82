// A table whose cells are parted by a sign: CSV, TSV and what spreadsheets make of them. The only importer of papaparse.
import { MOST_COLUMNS, type Table } from './read-table.ts'

type Row = readonly string[]

/** Undefined: its first line has no names. */
export async function ofSeparated(text: string): Promise<Table | undefined> {
  const { default: papa } = await import('papaparse')
  // Excel says the sign in a line of its own; a tab at the beginning of the first line is an empty name.
  const [said = '', sign] = /^\uFEFF?(?:[ \t]*\r?\n)*(?:sep=(.)\r?\n)?/.exec(text) ?? []
  const { data, errors } = papa.parse<string[]>(text.slice(said.length), {
    skipEmptyLines: 'greedy',
    ...(sign === undefined ? {} : { delimiter: sign }),
    delimitersToGuess: [',', ';', '\t', '|'],
    transform: (cell) => cell.trim(),
  })
  const [header = [], ...rows] = data
  const columns = namesIn(header, rows)
  if (columns === undefined) return undefined
  const fault = errors.some(({ code }) => code === 'MissingQuotes') ? UNCLOSED : raggedIn(columns, rows)
  return { columns, rows, ...(fault === undefined ? {} : { fault }) }
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/
const YEAR = /^(?:1[89]|20)\d\d$/

/** The names of the columns; the first may have none (the numbers of the rows), and what stands over nothing is left out. */
function namesIn(header: Row, rows: readonly Row[]): Row | undefined {
  const last = header.findLastIndex((name) => name !== '')
  const isUsed = rows.some((row) => row.slice(last + 1).some((cell) => cell !== ''))
  const names = isUsed ? header : header.slice(0, last + 1)
  const [first, ...others] = names
  const isNamed = names.some((name) => /\p{L}/u.test(name)) && others.every((name) => name !== '')
  const isData = names.some((name) => NUMBER.test(name) && !YEAR.test(name))
  if (!isNamed || isData || names.length > MOST_COLUMNS) return undefined
  return first === '' ? ['#', ...others] : names
}

const UNCLOSED =
  'a quotation mark in it is opened and never closed, so what stands behind it is one cell; close it'

/** Rows with more cells than there are names. */
function raggedIn(columns: Row, rows: readonly Row[]): string | undefined {
  const long = rows.filter((row) => row.slice(columns.length).some((cell) => cell !== ''))
  const [first] = long
  if (first === undefined) return undefined
  const row = rows.indexOf(first) + 1
  const many = long.length === 1 ? `row ${row} has` : `${long.length} of its ${rows.length} rows have`
  return `${many} more cells than the ${columns.length} names of its first line (row ${row}: ${first.join(' | ').slice(0, 60)}), so what stands in which column is not sure; write values with a separator in quotation marks`
}
