// Puts a table into the database. Row i has the rowid i + 1, which nobody sees and which stays the same while statements change what is in it:
// by it a change is found afterwards.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CellValue, ColumnType, FolderColumn } from '../../contracts/folder.ts'
import type { GuardedTable } from './guard.ts'
import type { FlatTable } from './sql-table.ts'
import { quoteName } from './sql-tokens.ts'

/** A table that is in the database. */
export interface LoadedTable extends GuardedTable {
  readonly columns: readonly FolderColumn[]
  readonly rowCount: number
  /** What SQLite's number of a row is called in it; undefined: the table has columns of all three names. */
  readonly rowid: string | undefined
}

/** Names of SQLite's number of a row, as far as no column has them. */
export const ROWIDS = ['rowid', '_rowid_', 'oid'] as const

/** NUMERIC keeps 3 as 3 beside 3.5, where REAL would have 3.0, which `'id-' || n` shows. */
const DECLARED: { readonly [type in ColumnType]: string } = {
  text: 'TEXT COLLATE NOCASE',
  date: 'TEXT COLLATE NOCASE',
  number: 'NUMERIC',
  'yes/no': 'INTEGER',
}

/**
 * Makes the table and fills it. `unsaid`: bytes, as a literal, that a cell of a new row holds where a statement says nothing of it. Throws
 * SQLite's error where it cannot be (more than 2,000 columns, a name that begins with `sqlite_`).
 */
export function loadTable(db: DatabaseSync, table: FlatTable, unsaid: string): LoadedTable {
  const loaded = describeTable(table)
  const { columns, rowid, hasNumber } = loaded
  const names = [...(hasNumber ? ['n'] : []), ...columns.map(({ name }) => name)].map(quoteName)
  const types = [...(hasNumber ? ['INTEGER'] : []), ...columns.map(({ type }) => DECLARED[type])]
  const declared = names.map((name, at) => `${name} ${types[at]} DEFAULT ${unsaid}`)
  db.exec('BEGIN')
  try {
    db.exec(`CREATE TABLE ${quoteName(table.name)} (${declared.join(', ')})`)
    fill(db, table, [...(rowid === undefined ? [] : [rowid]), ...names], loaded)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
  return loaded
}

function describeTable({ name, columns, numbers, readOnly, rowCount }: FlatTable): LoadedTable {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()))
  const fixed = columns.filter(({ isFixed }) => isFixed).map((column) => column.name.toLowerCase())
  const rowid = ROWIDS.find((one) => !taken.has(one))
  // Where the file has a column `n` itself, that is the one.
  const hasNumber = !taken.has('n')
  return {
    ...{ name, columns, rowCount, rowid, hasNumber, readOnly },
    fixed: new Set(fixed),
    isCounted: numbers === undefined && hasNumber,
  }
}

/** Several rows with one statement take two thirds of the time of one by one. */
const MOST_BOUND = 200

function fill(db: DatabaseSync, table: FlatTable, names: readonly string[], loaded: LoadedTable): void {
  if (names.length === 0) return
  const together = Math.max(1, Math.floor(MOST_BOUND / names.length))
  const many = insertOf(db, table.name, names, together)
  const one = insertOf(db, table.name, names, 1)
  let row = 0
  for (; row + together <= table.rowCount; row += together)
    many.run(...rowsToBind(table, loaded, row, together))
  for (; row < table.rowCount; row++) one.run(...rowsToBind(table, loaded, row, 1))
}

function insertOf(db: DatabaseSync, table: string, names: readonly string[], rows: number): StatementSync {
  const places = `(${names.map(() => '?').join(', ')})`
  const values = Array(rows).fill(places).join(', ')
  return db.prepare(`INSERT INTO ${quoteName(table)} (${names.join(', ')}) VALUES ${values}`)
}

function rowsToBind(
  { columns, cells, numbers }: FlatTable,
  { rowid, hasNumber }: LoadedTable,
  first: number,
  count: number,
): readonly CellValue[] {
  const values: CellValue[] = []
  for (let row = first; row < first + count; row++) {
    if (rowid !== undefined) values.push(row + 1)
    if (hasNumber) values.push(numbers?.[row] ?? row + 1)
    for (let at = 0; at < columns.length; at++)
      values.push(bound(cells[row * columns.length + at], columns[at]?.type))
  }
  return values
}

/** A number is bound as 3.0, which a column of numbers makes 3 again and one of texts would show. */
function bound(cell: CellValue | undefined, type: ColumnType | undefined): CellValue {
  if (typeof cell === 'number' && (type === 'text' || type === 'date')) return String(cell)
  // SQLite's whole numbers have 64 bits.
  if (typeof cell === 'bigint' && BigInt.asIntN(64, cell) !== cell) return String(cell)
  return cell ?? null
}
