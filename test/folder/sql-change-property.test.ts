// What a change gives, against the same statements in a plain database.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { CellValue, RowChanges } from '../../source/contracts/folder.ts'
import type { SqlTable } from '../../source/folder/sql/sql-table.ts'
import { column, inProcess, rowsOf, table } from './sql-tables.ts'

const NOTHING: RowChanges = { updated: [], removed: [], added: [] }

/** A generator that gives the same numbers each time (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const TEXTS = ['a', 'A', 'é', "it's", '', 'b b', ';', '/']

function randomTable(below: (most: number) => number): SqlTable {
  const rows = Array.from({ length: below(8) }, (): readonly CellValue[] => [
    TEXTS[below(TEXTS.length)] ?? null,
    below(3) === 0 ? null : below(20) / 4,
    below(3) === 0 ? null : below(2),
  ])
  return table('other', [column('t'), column('x', 'number'), column('d', 'yes/no')], rows)
}

function randomStatement(below: (most: number) => number): string {
  const text = `'${(TEXTS[below(TEXTS.length)] ?? '').replaceAll("'", "''")}'`
  const where = [`n % 3 = ${below(3)}`, `t = ${text}`, `x > ${below(5)}`, 'd IS NULL', '1'][below(5)]
  switch (below(6)) {
    case 0:
      return `DELETE FROM other WHERE ${where}`
    case 1:
      return `INSERT INTO other (t, x) VALUES (${text}, ${below(9)}), (NULL, NULL)`
    case 2:
      return `INSERT INTO other (d) SELECT d FROM other WHERE ${where}`
    case 3:
      return `UPDATE other SET x = x / 2, d = NULL WHERE ${where}`
    default:
      return `UPDATE other SET t = ${text}, x = coalesce(x, 0) + ${below(4)} WHERE ${where}`
  }
}

/** Rows after a change: those that are left with their cells, then the new ones. */
function applied(
  { rows }: SqlTable,
  { updated, removed, added }: RowChanges,
): readonly (readonly CellValue[])[] {
  const cells = rows.map((row) => [...row])
  for (const { row, column: at, value } of updated) {
    assert.notEqual(cells[row]?.[at], value)
    cells[row]?.splice(at, 1, value)
  }
  const left = cells.filter((_, row) => !removed.includes(row))
  return [...left, ...added.map((row) => row.map((value) => value ?? null))]
}

/** The same statements for good, in a plain database that nobody watches. */
function afterPlainly({ rows }: SqlTable, statements: readonly string[]): readonly (readonly unknown[])[] {
  const plain = new DatabaseSync(':memory:')
  plain.exec('CREATE TABLE other (n INTEGER, t TEXT COLLATE NOCASE, x NUMERIC, d INTEGER)')
  const insert = plain.prepare('INSERT INTO other VALUES (?, ?, ?, ?)')
  rows.forEach((row, at) => {
    insert.run(at + 1, ...row)
  })
  for (const sql of statements) plain.exec(sql.replace('x / 2', 'x * 1.0 / 2'))
  return plain
    .prepare('SELECT t, x, d FROM other')
    .all()
    .map((row) => Object.values(row))
}

test('whatever statements do to a table, the changes turn the rows of before into those of after', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const below = numbersFrom(seed)
    const before = randomTable(below)
    const statements = Array.from({ length: 1 + below(8) }, () => randomStatement(below))
    const database = inProcess(before)
    const said = database.change(statements, ['other'])
    if (said.type === 'failed') assert.fail(said.reason)
    const changes = said.changes.get('other') ?? NOTHING
    const values = afterPlainly(before, statements)
    const sorted = (all: readonly (readonly unknown[])[]) => all.map((row) => JSON.stringify(row)).sort()
    assert.deepEqual(sorted(applied(before, changes)), sorted(values), `${seed}: ${statements.join('; ')}`)
    assert.deepEqual(rowsOf(database, 'SELECT t, x, d FROM other', 'other'), before.rows)
  }
})
