import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RowChanges } from '../../source/contracts/folder.ts'
import type { Changed } from '../../source/folder/sql/sql-table.ts'
import type { TableDatabase } from '../../source/folder/sql/table-database.ts'
import { column, inProcess, rowsOf, TIMESHEET, table } from './sql-tables.ts'

const NOTHING: RowChanges = { updated: [], removed: [], added: [] }

function changed(database: TableDatabase, ...statements: readonly string[]): Changed {
  const said = database.change(statements, ['timesheet', 'other'])
  if (said.type === 'failed') assert.fail(said.reason)
  return said
}

function changesOf(...statements: readonly string[]): RowChanges {
  return changed(inProcess(TIMESHEET), ...statements).changes.get('timesheet') ?? NOTHING
}

function reasonOf(said: ReturnType<TableDatabase['change']>): string {
  return said.type === 'failed' ? said.reason : 'changed'
}

test('an update gives the cells that are others, and counts the rows', () => {
  const said = changed(
    inProcess(TIMESHEET),
    "UPDATE timesheet SET hours = hours + 0.2, done = 1 WHERE client LIKE 'k%' OR n = 3",
  )
  assert.deepEqual(said, {
    type: 'changed',
    changes: new Map([
      [
        'timesheet',
        {
          updated: [
            { row: 0, column: 1, value: 3.2 },
            { row: 2, column: 1, value: 0.3 },
            { row: 2, column: 3, value: 1 },
            { row: 3, column: 1, value: 12.2 },
          ],
          removed: [],
          added: [],
        },
      ],
    ]),
    counts: new Map([['timesheet', { met: 3, updated: 3, removed: 0, added: 0, of: 4 }]]),
  })
})

test('what was so already is no change, but it was met', () => {
  const said = changed(
    inProcess(TIMESHEET),
    'UPDATE timesheet SET done = 1, hours = hours * 1.1 / 1.1 WHERE n = 1',
  )
  assert.deepEqual(said.changes, new Map())
  assert.deepEqual(said.counts.get('timesheet'), { met: 1, updated: 0, removed: 0, added: 0, of: 4 })
})

test('a cell that is emptied, and one that was empty', () => {
  assert.deepEqual(
    changesOf(
      'UPDATE timesheet SET day = NULL WHERE n = 1',
      "UPDATE timesheet SET day = '2026-12-01' WHERE n = 4",
    ).updated,
    [
      { row: 0, column: 2, value: null },
      { row: 3, column: 2, value: '2026-12-01' },
    ],
  )
})

test('another case of letters is a change', () => {
  assert.deepEqual(
    changesOf("UPDATE timesheet SET client = 'Kessler & Sohn' WHERE client = 'kessler & sohn'").updated,
    [{ row: 3, column: 0, value: 'Kessler & Sohn' }],
  )
})

test('in a new row NULL is empty, and what was not said is undefined', () => {
  assert.deepEqual(
    changesOf("INSERT INTO timesheet (day, client) VALUES (NULL, 'New'), ('2026-12-01', 'Next')").added,
    [
      ['New', undefined, null, undefined],
      ['Next', undefined, '2026-12-01', undefined],
    ],
  )
  assert.deepEqual(changesOf('INSERT INTO timesheet DEFAULT VALUES').added, [
    [undefined, undefined, undefined, undefined],
  ])
})

test('`n` of a new row is not taken, and an INSERT without columns means those of the file', () => {
  assert.deepEqual(changesOf("INSERT INTO timesheet (n, client) VALUES (9, 'New')").added, [
    ['New', undefined, undefined, undefined],
  ])
  assert.deepEqual(changesOf("INSERT INTO timesheet VALUES ('New', 2, '2026-12-01', 0)").added, [
    ['New', 2, '2026-12-01', 0],
  ])
  assert.deepEqual(
    changesOf('INSERT INTO timesheet SELECT client, hours, NULL, 0 FROM timesheet WHERE n = 2').added,
    [['Café Ole', 3.5, null, 0]],
  )
  const short = inProcess(TIMESHEET).change(["INSERT INTO timesheet VALUES ('New', 2)"], ['timesheet'])
  assert.equal(reasonOf(short), 'There are 2 values for 4 columns; name the columns in `INSERT INTO … (…)`.')
})

test('a new row may be changed and removed again by what follows', () => {
  const added = changesOf(
    "INSERT INTO timesheet (client) VALUES ('A'), ('B'), ('C')",
    "UPDATE timesheet SET hours = coalesce(hours, 0) + 1 WHERE client IN ('A', 'B')",
    "DELETE FROM timesheet WHERE client = 'A'",
  ).added
  assert.deepEqual(added, [
    ['B', 1, undefined, undefined],
    ['C', undefined, undefined, undefined],
  ])
})

test('a new row in the place of the last one, which was removed, is new', () => {
  assert.deepEqual(
    changesOf(
      'DELETE FROM timesheet WHERE n = 4',
      "INSERT INTO timesheet (client) VALUES ('kessler & sohn')",
    ),
    {
      updated: [],
      removed: [3],
      added: [['kessler & sohn', undefined, undefined, undefined]],
    },
  )
  assert.deepEqual(
    changesOf(
      'DELETE FROM timesheet',
      "INSERT INTO timesheet (client) VALUES ('x')",
      "DELETE FROM timesheet WHERE client = 'x'",
    ),
    {
      ...NOTHING,
      removed: [0, 1, 2, 3],
    },
  )
})

test('a row that is changed and then removed is removed', () => {
  assert.deepEqual(
    changesOf('UPDATE timesheet SET hours = 99', 'DELETE FROM timesheet WHERE hours = 99 AND n > 1'),
    {
      updated: [{ row: 0, column: 1, value: 99 }],
      removed: [1, 2, 3],
      added: [],
    },
  )
})

test('several tables in one change', () => {
  const other = table('other', [column('client')], [['Somebody']])
  const said = changed(
    inProcess(TIMESHEET, other),
    'INSERT INTO other (client) SELECT client FROM timesheet WHERE n = 2',
    'DELETE FROM timesheet WHERE n = 2',
  )
  assert.deepEqual(said.changes.get('other')?.added, [['Café Ole']])
  assert.deepEqual(said.changes.get('timesheet')?.removed, [1])
})

test('a statement that fails tells which one it is, and nothing is changed', () => {
  const database = inProcess(TIMESHEET)
  const said = database.change(['DELETE FROM timesheet', 'UPDATE timesheet SET hour = 1'], ['timesheet'])
  assert.equal(
    reasonOf(said),
    'Statement 2 of 2: There is no column `hour` in `timesheet`; did you mean `hours`?',
  )
  assert.deepEqual(rowsOf(database, 'SELECT count(*) FROM timesheet', 'timesheet'), [[4]])
})

test('what the program works out cannot be changed, and is not taken of a new row', () => {
  const text = table(
    'other',
    [column('heading', 'text', { isFixed: true }), column('text')],
    [['main()', 'return']],
  )
  const database = inProcess(text)
  assert.equal(
    reasonOf(database.change(["UPDATE other SET heading = 'x'"], ['other'])),
    '`heading` of `other` is worked out and cannot be changed.',
  )
  assert.deepEqual(
    changed(database, "INSERT INTO other (heading, text) VALUES ('x', 'y')").changes.get('other')?.added,
    [[undefined, 'y']],
  )
})

test('a table that is only read says why', () => {
  const log = table('other', [column('text')], [['x']], {
    readOnly: '`app.log` is a log, which is only read.',
  })
  assert.equal(
    reasonOf(inProcess(log).change(['DELETE FROM other'], ['other'])),
    '`app.log` is a log, which is only read.',
  )
})

test('a table that has columns of all names of SQLite’s row number can be read but not changed', () => {
  const odd = table(
    'other',
    ['rowid', 'oid', '_rowid_'].map((name) => column(name)),
    [['a', 'b', 'c']],
  )
  const database = inProcess(odd)
  assert.deepEqual(rowsOf(database, 'SELECT * FROM other', 'other'), [[1, 'a', 'b', 'c']])
  assert.match(
    reasonOf(database.change(["UPDATE other SET oid = 'x'"], ['other'])),
    /^`other` has columns called/,
  )
})

test('RETURNING does no harm', () => {
  assert.equal(changesOf('UPDATE timesheet SET hours = 1 RETURNING *').updated.length, 4)
  assert.deepEqual(
    changesOf("INSERT INTO timesheet (client) VALUES ('a'), ('b') RETURNING client, hours").added.map(
      ([client]) => client,
    ),
    ['a', 'b'],
  )
})
