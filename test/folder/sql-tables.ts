// Small tables for the tests of SQL, and a database in its own process.
import { join } from 'node:path'
import type { CellValue, ColumnType, FolderColumn } from '../../source/contracts/folder.ts'
import { FolderDatabase } from '../../source/folder/sql/database.ts'
import type { FlatTable, SqlTable } from '../../source/folder/sql/sql-table.ts'
import { TableDatabase } from '../../source/folder/sql/table-database.ts'

const CHILD = join(import.meta.dirname, '../../source/folder/sql/database-child.ts')
/** Half an hour past midnight of 29 November in Berlin, where in UTC it is still the 28th. */
export const CLOCK = {
  now: () => new Date('2026-11-28T23:30:09Z'),
  monotonicMs: () => 0,
  timeZone: 'Europe/Berlin',
}

export function column(
  name: string,
  type: ColumnType = 'text',
  more: Partial<FolderColumn> = {},
): FolderColumn {
  return { name, type, title: name, ...more }
}

export function table(
  name: string,
  columns: readonly FolderColumn[],
  rows: readonly (readonly CellValue[])[],
  more: Partial<SqlTable> = {},
): SqlTable {
  return { name, version: '1', columns, rows, ...more }
}

export const TIMESHEET = table(
  'timesheet',
  [column('client'), column('hours', 'number'), column('day', 'date'), column('done', 'yes/no')],
  [
    ['Kessler & Sohn', 3, '2026-11-02', 1],
    ['Café Ole', 3.5, '2026-11-16', 0],
    ['Brannock Legal', 0.1, '2026-11-30', 0],
    ['kessler & sohn', 12, null, 1],
  ],
)

/** The caller closes. */
export function openDatabase(): FolderDatabase {
  return new FolderDatabase({ child: CHILD, clock: CLOCK })
}

/** The same without a process, for what needs no limit of time. */
export function inProcess(...tables: readonly SqlTable[]): TableDatabase {
  const database = new TableDatabase()
  database.context.now = '2026-11-29 00:30:09'
  for (const one of tables) database.load(flat(one))
  return database
}

export function flat({ name, columns, rows, numbers, readOnly }: SqlTable): FlatTable {
  return { name, columns, numbers, readOnly, cells: rows.flat(), rowCount: rows.length }
}

/** Rows of a question, or the sentence that says why there are none. */
export function rowsOf(
  database: TableDatabase,
  sql: string,
  ...tables: readonly string[]
): readonly (readonly CellValue[])[] | string {
  const said = database.ask(sql, tables, 200)
  return said.type === 'failed' ? said.reason : said.rows
}
