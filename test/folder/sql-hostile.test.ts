import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { column, inProcess, rowsOf, TIMESHEET, table } from './sql-tables.ts'

const SECRET = table('secret', [column('word')], [['plugh']])

/** What no question may do, with how the sentence begins that says so. */
const QUESTIONS: readonly (readonly [sql: string, reason: RegExp])[] = [
  [
    "ATTACH '/tmp/ethervox-sql-hostile' AS other",
    /^A question is one `SELECT`; `ATTACH` is not possible here\.$/,
  ],
  ['DETACH main', /^A question is one `SELECT`/],
  ['PRAGMA writable_schema = ON', /^A question is one `SELECT`/],
  ["VACUUM INTO '/tmp/ethervox-sql-hostile'", /^A question is one `SELECT`/],
  ['EXPLAIN SELECT 1', /^A question is one `SELECT`/],
  ['BEGIN', /^A question is one `SELECT`/],
  ['CREATE TABLE x (a)', /^A question is one `SELECT`/],
  ['DROP TABLE timesheet', /^A question is one `SELECT`/],
  ['DELETE FROM timesheet', /^A question is one `SELECT`/],
  ['WITH x AS (SELECT 1) DELETE FROM timesheet', /^A question changes nothing/],
  ["WITH x AS (SELECT 1) INSERT INTO timesheet (client) VALUES ('x')", /^A question changes nothing/],
  ['SELECT 1; DROP TABLE timesheet', /^There are several statements/],
  ['SELECT 1; SELECT 2', /^There are several statements/],
  ["SELECT ';'; -- x\nDELETE FROM timesheet", /^There are several statements/],
  ['SELECT 1 /* ; */; /* x */ ATTACH "a" AS b', /^There are several statements/],
  ['', /^There is no statement\.$/],
  [';;', /^There is no statement\.$/],
  ['-- nothing but a comment', /^There is no statement\.$/],
  ['/* never closed', /^There is no statement\.$/],
  ['SELECT 1 \0 FROM x', /^The statement holds a zero character/],
  ['SELECT ?', /^`\?` stands for no value here/],
  ['SELECT :name', /^`:name` stands for no value here/],
  [
    'WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c',
    /^A `WITH` that reads itself/,
  ],
  [
    'WITH c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i FROM c LIMIT 3',
    /^A `WITH` that reads itself/,
  ],
  ['SELECT * FROM sqlite_schema', /^There is no table `sqlite_(?:schema|master)`/],
  ['SELECT count(*) FROM sqlite_master', /^There is no table `sqlite_master`/],
  ['SELECT name FROM main.sqlite_master', /^There is no table `sqlite_master`/],
  ['SELECT * FROM temp.sqlite_temp_schema', /^There is no table/],
  ["SELECT count(*) FROM pragma_table_info('timesheet')", /^There is no table/],
  ['SELECT * FROM pragma_database_list', /^There is no table/],
  ['SELECT count(*) FROM dbstat', /^There is no table `dbstat`/],
  ["SELECT count(*) FROM json_each('[1, 2]')", /^There is no table `json_each`/],
  ["SELECT value FROM json_each('[1, 2]')", /^There is no table `json_each`/],
  ['SELECT * FROM secret', /^There is no table `secret`/],
  ['SELECT count(*) FROM secret', /^There is no table `secret`/],
  ['SELECT 1 UNION SELECT word FROM secret', /^There is no table `secret`/],
  ['SELECT (SELECT word FROM secret)', /^There is no table `secret`/],
  ['SELECT * FROM timesheet WHERE client IN secret', /^There is no table `secret`/],
  ["SELECT load_extension('/tmp/x.so')", /^The function `load_extension` is not allowed here\.$/],
  ["SELECT writefile('/tmp/ethervox-sql-hostile', 'x')", /^There is no function `writefile`/],
  ["SELECT readfile('/etc/passwd')", /^There is no function `readfile`/],
  ["SELECT edit('x')", /^There is no function `edit`/],
  ['SELECT random()', /^The function `random` is not allowed/],
  ['SELECT hex(randomblob(8))', /^The function `hex` is not allowed/],
  ['SELECT zeroblob(1000000000)', /^The function `zeroblob` is not allowed/],
  ['SELECT sqlite_version()', /^The function `sqlite_version` is not allowed/],
  ['SELECT last_insert_rowid()', /^The function `last_insert_rowid` is not allowed/],
  ["SELECT fts3_tokenizer('simple')", /^The function `fts3_tokenizer` is not allowed/],
  ["SELECT client FROM timesheet WHERE client MATCH 'x'", /^The function `match` is not allowed/],
  ["SELECT client -> '$' FROM timesheet", /^The function `->` is not allowed/],
  ["SELECT printf('%1000000000d', 1)", /^What it makes is too large/],
  ["SELECT replace(printf('%10000000d', 1), ' ', 'xxxxxxxxxx')", /^What it makes is too large/],
  [`SELECT 1${' UNION ALL SELECT 1'.repeat(600)}`, /^The statement cannot be run: too many terms/],
  [`SELECT ${'abs('.repeat(1_500)}1${')'.repeat(1_500)}`, /^The statement cannot be run: /],
  [`SELECT '${'x'.repeat(20_000)}'`, /^The statement has 20009 characters/],
]

test('a question can do nothing but read the tables that it was given', async (context) => {
  const database = inProcess(TIMESHEET, SECRET)
  for (const [sql, reason] of QUESTIONS)
    await context.test(JSON.stringify(sql.slice(0, 80)), () => {
      const said = database.ask(sql, ['timesheet'], 200)
      assert.match(said.type === 'failed' ? said.reason : JSON.stringify(said), reason)
    })
  assert.equal(existsSync('/tmp/ethervox-sql-hostile'), false)
  assert.deepEqual(rowsOf(database, 'SELECT count(*) FROM timesheet', 'timesheet'), [[4]])
  assert.deepEqual(rowsOf(database, 'SELECT word FROM secret', 'secret'), [['plugh']])
})

const CHANGES: readonly (readonly [sql: string, reason: RegExp])[] = [
  [
    'SELECT * FROM timesheet',
    /^A change is `INSERT`, `UPDATE` or `DELETE`; `SELECT` is not possible here\.$/,
  ],
  ['WITH x AS (SELECT 1) SELECT * FROM x', /^The statement changes nothing/],
  ["REPLACE INTO timesheet (client) VALUES ('x')", /^A change is/],
  ["INSERT OR REPLACE INTO timesheet (client) VALUES ('x')", /^`INSERT OR` is not possible/],
  ['DELETE FROM timesheet; DROP TABLE timesheet', /^There are several statements/],
  ['COMMIT', /^A change is/],
  ['ROLLBACK', /^A change is/],
  ['DROP TABLE timesheet', /^A change is/],
  ['ALTER TABLE timesheet ADD COLUMN x', /^A change is/],
  ['CREATE TRIGGER x AFTER INSERT ON timesheet BEGIN DELETE FROM timesheet; END', /^A change is/],
  ["INSERT INTO sqlite_schema (name) VALUES ('x')", /^(?:There is no table|The statement cannot be run)/],
  ["UPDATE sqlite_schema SET sql = ''", /^(?:There is no table|The statement cannot be run)/],
  ["UPDATE secret SET word = 'x'", /^There is no table `secret`/],
  ['DELETE FROM secret', /^There is no table `secret`/],
  ['INSERT INTO timesheet (client) SELECT word FROM secret', /^There is no table `secret`/],
  ['UPDATE timesheet SET n = 1', /^`n` of `timesheet` is the number of the record and cannot be changed\.$/],
  ['UPDATE timesheet SET rowid = 9', /^`n` of `timesheet` is the number/],
  ["INSERT INTO timesheet (rowid, client) VALUES (1, 'x')", /^`rowid` is the number of a row/],
  ["INSERT INTO timesheet (client, _ROWID_) VALUES ('x', 1)", /^`_rowid_` is the number of a row/],
  ['UPDATE timesheet SET hours = random()', /^The function `random` is not allowed/],
  ['UPDATE timesheet SET hours = 1e308 * 10 WHERE n = 1', /^A number in `timesheet` would be endless/],
  [
    'INSERT INTO timesheet (hours) SELECT a.hours FROM timesheet a, timesheet b, timesheet c, timesheet d, timesheet e, timesheet f, timesheet g',
    /^The statement adds 16384 rows, and 10000 are the most/,
  ],
]

test('a change can do nothing but change rows of the tables that it was given', async (context) => {
  const database = inProcess(TIMESHEET, SECRET)
  for (const [sql, reason] of CHANGES)
    await context.test(JSON.stringify(sql.slice(0, 80)), () => {
      const said = database.change([sql], ['timesheet'])
      assert.match(said.type === 'failed' ? said.reason : 'changed', reason)
      assert.equal(database.db.isTransaction, false)
    })
  assert.deepEqual(rowsOf(database, 'SELECT count(*), sum(hours) FROM timesheet', 'timesheet'), [[4, 18.6]])
  assert.deepEqual(rowsOf(database, 'SELECT word FROM secret', 'secret'), [['plugh']])
})

test('a name of the statement’s own may be that of a table that is not given', () => {
  const database = inProcess(TIMESHEET, SECRET)
  const sql = 'WITH secret AS (SELECT client FROM timesheet) SELECT count(*) FROM secret'
  assert.deepEqual(rowsOf(database, sql, 'timesheet'), [[4]])
})

const MISTAKES: readonly (readonly [sql: string, reason: string])[] = [
  ['SELECT hour FROM timesheet', 'There is no column `hour` in `timesheet`; did you mean `hours`?'],
  ['SELECT t.clint FROM timesheet t', 'There is no column `t.clint` in `timesheet`; did you mean `client`?'],
  [
    'SELECT zzz FROM timesheet',
    'There is no column `zzz` in `timesheet`; there are `client`, `hours`, `day`, `done`, `n`.',
  ],
  [
    'SELECT n FROM timesheet WHERE client = "Café Ole"',
    "There is no column `Café Ole` in `timesheet`; there are `client`, `hours`, `day`, `done`, `n`. A text stands in single quotes: `'Café Ole'`.",
  ],
  ['SELECT * FROM timesheets', 'There is no table `timesheets`; did you mean `timesheet`?'],
  ['SELECT summ(hours) FROM timesheet', 'There is no function `summ`; did you mean `sum`?'],
  [
    'SELECT client FROM timesheet a, timesheet b',
    'Several of the tables have a column `client`; write it with its table, like `table.client`.',
  ],
  ['SELEC 1', 'A question is one `SELECT`; `SELEC` is not possible here.'],
  ['SELECT client FROM timesheet WERE n = 1', 'The statement cannot be read near `n`.'],
  ['SELECT client FROM', 'The statement ends before it is whole.'],
  ["SELECT 'never closed", "The statement cannot be read near `'never closed`."],
  ['SELECT sum(1, 2)', '`sum` takes another number of arguments.'],
  [
    'SELECT client FROM timesheet WHERE sum(hours) > 1',
    '`sum` cannot stand there; what it gives is tested in `HAVING`, not in `WHERE`.',
  ],
]

test('a mistake is told in a sentence that it can be mended by', async (context) => {
  const database = inProcess(TIMESHEET)
  for (const [sql, reason] of MISTAKES)
    await context.test(sql, () => assert.equal(rowsOf(database, sql, 'timesheet'), reason))
})
