/**
 * Up to eight statements that change rows, tried in a transaction that is always rolled back: what comes out is what became another. Rows are
 * known by their rowid (see `load-table.ts`): before it is 1 to the number of rows, and one that a new row took over from a removed one is
 * told apart by the record of what was added. Invariant: the database is the same afterwards.
 */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { CellValue, RowChanges } from '../../contracts/folder.ts'
import type { LoadedTable } from './load-table.ts'
import { isChanged, readValue, roundCell } from './read-value.ts'
import type { Changed, Failed, RowCounts } from './sql-table.ts'
import { quoteName } from './sql-tokens.ts'

/** What the statements did to one table. */
export interface Written {
  readonly table: LoadedTable
  /** Names of columns in lower case. */
  readonly updated: Set<string>
  /** By rowid, in the order in which they came: names of columns of which nothing was said. */
  readonly added: Map<number, ReadonlySet<string>>
  isDeleted: boolean
  /** See `RowCounts`. */
  met: number
}

type Row = readonly SQLOutputValue[]
type Updated = RowChanges['updated'][number]

/** Rows and what is set in them, before and after: see `compare`. */
interface Image {
  readonly written: Written
  readonly columns: readonly number[]
  /** Rows of before that are still there. */
  readonly after: ReadonlyMap<number, Row>
  readonly added: RowChanges['added']
}

/** Looks at all tables that were written, after the statements; `rollBack` is called then, and what was before is read. */
export function readChanges(
  db: DatabaseSync,
  written: readonly Written[],
  rollBack: () => void,
): Changed | Failed {
  const images = written.map((one) => imageOf(db, one))
  rollBack()
  const changes = new Map<string, RowChanges>()
  const counts = new Map<string, RowCounts>()
  for (const image of images) {
    const { table, met } = image.written
    const found = compare(db, image)
    const endless = found.updated.find(({ value }) => isEndless(value))
    if (endless !== undefined || found.added.some((row) => row.some(isEndless)))
      return { type: 'failed', reason: `A number in \`${table.name}\` would be endless; set another one.` }
    const updated = new Set(found.updated.map(({ row }) => row)).size
    const [removed, added] = [found.removed.length, found.added.length]
    if (updated + removed + added > 0) changes.set(table.name, found)
    counts.set(table.name, { met, updated, removed, added, of: table.rowCount })
  }
  return { type: 'changed', changes, counts }
}

function imageOf(db: DatabaseSync, written: Written): Image {
  const { table, updated, added } = written
  const columns = table.columns.flatMap(({ name }, at) => (updated.has(name.toLowerCase()) ? [at] : []))
  const after = new Map<number, Row>()
  if (isCompared(written))
    for (const [rowid, row] of rowsOf(db, table, columns)) if (!added.has(rowid)) after.set(rowid, row)
  return { written, columns, after, added: addedRows(db, written) }
}

function compare(db: DatabaseSync, image: Image): RowChanges {
  const { written, columns, after, added } = image
  const updated: Updated[] = []
  const removed: number[] = []
  for (const [rowid, before] of isCompared(written) ? rowsOf(db, written.table, columns) : []) {
    const now = after.get(rowid)
    if (now === undefined) removed.push(rowid - 1)
    else
      columns.forEach((column, at) => {
        const value = readValue(now[at] ?? null)
        if (isChanged(readValue(before[at] ?? null), value))
          updated.push({ row: rowid - 1, column, value: toWrite(value) })
      })
  }
  return { updated, removed, added }
}

/** Whether rows of before may be others, or gone. */
function isCompared({ updated, isDeleted }: Written): boolean {
  return updated.size > 0 || isDeleted
}

/** Values of some columns of all rows, by rowid. */
function* rowsOf(
  db: DatabaseSync,
  { name, columns, rowid = '' }: LoadedTable,
  at: readonly number[],
): Generator<readonly [rowid: number, row: Row]> {
  const names = at.map((one) => quoteName(columns[one]?.name ?? ''))
  const statement = db.prepare(
    `SELECT ${[rowid, ...names].join(', ')} FROM ${quoteName(name)} ORDER BY ${rowid}`,
  )
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  // With `setReturnArrays` a row is a list, which the types do not know.
  for (const [first, ...row] of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>)
    yield [Number(first), row]
}

/** New rows that are still there, in order; what was not said, and what the program works out, is undefined. */
function addedRows(db: DatabaseSync, { table, added }: Written): RowChanges['added'] {
  if (added.size === 0) return []
  const names = table.columns.map(({ name }) => quoteName(name))
  const statement = db.prepare(
    `SELECT ${['1', ...names].join(', ')} FROM ${quoteName(table.name)} WHERE ${table.rowid} = ?`,
  )
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  return [...added].flatMap(([rowid, unsaid]) => {
    const row = statement.get(rowid) as unknown as SQLOutputValue[] | undefined
    if (row === undefined) return []
    return [
      table.columns.map(({ name, isFixed }, at) => {
        const value = readValue(row[at + 1] ?? null)
        const isUnsaid = value === null && unsaid.has(name.toLowerCase())
        return isUnsaid || isFixed ? undefined : toWrite(value)
      }),
    ]
  })
}

function toWrite(value: CellValue): CellValue {
  return typeof value === 'number' ? roundCell(value) : value
}

function isEndless(value: CellValue | undefined): boolean {
  return typeof value === 'number' && !Number.isFinite(value)
}
