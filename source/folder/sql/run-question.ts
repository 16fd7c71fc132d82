// One statement that reads: its first rows, and how many there are.
import type { StatementSync } from 'node:sqlite'
import type { CellValue } from '../../contracts/folder.ts'
import { readValue, roundSum } from './read-value.ts'
import { type Answer, type AnswerColumn, MOST_COUNTED } from './sql-table.ts'
import { nameAsWritten } from './statement-text.ts'

/** Above it, it costs less to count the rows in SQLite than to take them all out. */
const WIDE = 20

/** Runs it; `prepare` makes a statement under the same guard. Throws what SQLite throws. */
export function runQuestion(prepare: (sql: string) => StatementSync, sql: string, shown: number): Answer {
  const statement = prepare(sql)
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  const columns = statement.columns().map((one): AnswerColumn => {
    const origin = one.table === null || one.column === null ? {} : { table: one.table, column: one.column }
    return { name: nameAsWritten(one.name), ...origin }
  })
  const rows: CellValue[][] = []
  let count = 0
  // With `setReturnArrays` a row is a list, which the types do not know.
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Parameters<typeof readValue>[0][]>) {
    if (rows.length < shown) rows.push(row.map((value, at) => cellOf(value, columns[at])))
    else if (columns.length > WIDE) break
    if (++count > MOST_COUNTED) break
  }
  if (columns.length > WIDE && rows.length === shown) count = countRows(prepare, sql)
  const isCountWhole = count <= MOST_COUNTED
  return { type: 'answer', columns, rows, count: Math.min(count, MOST_COUNTED), isCountWhole }
}

/** A cell is told as it stands there; what was reckoned without its noise. */
function cellOf(value: Parameters<typeof readValue>[0], column: AnswerColumn | undefined): CellValue {
  const cell = readValue(value)
  return typeof cell === 'number' && column?.column === undefined ? roundSum(cell) : cell
}

function countRows(prepare: (sql: string) => StatementSync, sql: string): number {
  const all = prepare(`SELECT count(*) AS amount FROM (SELECT 1 FROM (\n${sql}\n) LIMIT ${MOST_COUNTED + 1})`)
  return Number(all.get()?.amount ?? 0)
}
