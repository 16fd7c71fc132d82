import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SqlTable } from '../../source/folder/sql/sql-table.ts'
import { column, inProcess, rowsOf, TIMESHEET, table } from './sql-tables.ts'

const database = inProcess(TIMESHEET)
const ask = (sql: string) => rowsOf(database, sql, 'timesheet')
const one = (sql: string) => {
  const rows = ask(`SELECT ${sql}`)
  return typeof rows === 'string' ? rows : rows[0]?.[0]
}

test('whole numbers stay whole beside others, in texts too', () => {
  assert.deepEqual(ask("SELECT 'id-' || hours FROM timesheet"), [['id-3'], ['id-3.5'], ['id-0.1'], ['id-12']])
})

test('a division of whole numbers is no whole number, but where it was made one', () => {
  assert.equal(one('7 / 2'), 3.5)
  assert.equal(one('6 / 2'), 3)
  assert.equal(one('7 / 0'), null)
  assert.deepEqual(ask('SELECT sum(done) / count(*) FROM timesheet'), [[0.5]])
  assert.equal(one('CAST(7 AS INTEGER) / 2'), 3)
  assert.equal(one("(CAST(strftime('%m', '2026-11-28') AS INTEGER) + 2) / 3"), 4)
  assert.equal(one("'7 / 2' || '/'"), '7 / 2/')
  const said = database.ask('SELECT hours / 2, hours/2 FROM timesheet -- 1/2', ['timesheet'], 200)
  assert.deepEqual(said.type === 'answer' && said.columns.map(({ name }) => name), ['hours / 2', 'hours/2'])
})

test('an empty cell is no other text either', () => {
  const notes = [['bad - air bubble'], [null], ['Good'], ['late']]
  const runs = inProcess(table('runs', [column('note', 'text')], notes))
  const which = (condition: string) => rowsOf(runs, `SELECT n FROM runs WHERE ${condition}`, 'runs')
  assert.deepEqual(which("note <> 'late'"), [[1], [2], [3]])
  assert.deepEqual(which("note!='late' AND n > 1"), [[2], [3]])
  assert.deepEqual(which("note NOT LIKE '%bad%'"), [[2], [3], [4]])
  assert.deepEqual(which("note NOT LIKE '%b' || 'ad%' AND n > 1"), [[3], [4]])
  assert.deepEqual(which("runs.note NOT LIKE '%bad%' AND runs.note NOT IN ('late')"), [[2], [3]])
  assert.deepEqual(which("n > 1 AND \"note\" NOT IN ('LATE', 'Good')"), [[2]])
  assert.deepEqual(which("note COLLATE NOCASE NOT LIKE '%bad%'"), [[3], [4]])
  const told = runs.ask("SELECT note <> 'late', note NOT LIKE '%x%' FROM runs", ['runs'], 200)
  assert.deepEqual(told.type === 'answer' && told.columns.map(({ name }) => name), [
    "note <> 'late'",
    "note NOT LIKE '%x%'",
  ])
  // What is asked of a number has to have one, and what says NULL itself is left as it is.
  assert.deepEqual(which('n <> 2'), [[1], [3], [4]])
  assert.deepEqual(which('note IS NOT NULL AND NOT n IN (1)'), [[3], [4]])
  assert.deepEqual(which("note = '<> ''late'' NOT LIKE ''x'''"), [])
})

test('what reckoning leaves behind is not told; what stands in a cell is told as it stands', () => {
  const exact = inProcess(table('t', [column('x', 'number')], [[0.1], [0.2], [52.5200065999987]]))
  assert.deepEqual(rowsOf(exact, 'SELECT sum(x) FROM t WHERE n < 3', 't'), [[0.3]])
  assert.deepEqual(rowsOf(exact, 'SELECT x FROM t WHERE n = 3', 't'), [[52.5200065999987]])
  assert.equal(one('12345678901.23 + 0'), 12345678901.23)
  assert.equal(one('1.0 / 3'), 0.333333333333)
  assert.ok(Object.is(one('-0.0'), 0))
})

test('whole numbers beyond those of JavaScript come and go as they are', () => {
  const large = inProcess(table('t', [column('x', 'number')], [[9007199254740993n], [9007199254740991]]))
  assert.deepEqual(rowsOf(large, 'SELECT x, x + 1 FROM t', 't'), [
    [9007199254740993n, 9007199254740994n],
    [9007199254740991, 9007199254740992n],
  ])
})

test('a whole number beyond 64 bits keeps no table from being read', () => {
  const id = column('id', 'number')
  const huge = inProcess(
    table(
      't',
      [id, column('name')],
      [
        [18446744073709551615n, 'a'],
        [2, 'b'],
      ],
    ),
  )
  assert.deepEqual(rowsOf(huge, "SELECT id FROM t WHERE name = 'b'", 't'), [[2]])
})

test('LIKE knows neither case nor accents, in any alphabet', () => {
  assert.deepEqual(ask("SELECT client FROM timesheet WHERE client LIKE '%CAFE%'"), [['Café Ole']])
  assert.deepEqual(ask("SELECT client FROM timesheet WHERE client NOT LIKE '%k%'"), [['Café Ole']])
  for (const [text, pattern] of [
    ['Café', 'cafe'],
    ['cafe', 'CAFÉ'],
    ['Cafe\u0301', '_afé'],
    ['Ångström', 'ang%'],
    ['ΟΔΥΣΣΕΥΣ', '%σσευς'],
    ['Ёлка', 'елка'],
    ['İstanbul', 'istanbul'],
    ['한국어', '%국%'],
    ['ﬁne', 'fine'],
    ['a😀b', 'a_b'],
    ['x\ny', 'x%y'],
    ['', '%'],
    ['abcabd', '%ab_'],
    ['aab', '%ab'],
    ['a%b', 'a\\%b'],
  ])
    assert.equal(one(`'${text}' LIKE '${pattern}' ESCAPE '\\'`), 1, `${text} ${pattern}`)
  for (const [text, pattern] of [
    ['cafes', 'cafe'],
    ['각', '%가%'],
    ['axb', 'a\\%b'],
    ['ab', 'ab_'],
    ['a', 'a%a'],
    ['', '_'],
    ['か', 'が'],
  ])
    assert.equal(one(`'${text}' LIKE '${pattern}' ESCAPE '\\'`), 0, `${text} ${pattern}`)
  assert.equal(one("NULL LIKE 'x'"), null)
  assert.equal(one("2026 LIKE '20%'"), 1)
  assert.equal(one("'x' LIKE 'x' ESCAPE ''"), '`ESCAPE` takes one character, not ``.')
})

test('texts are compared without the case of plain letters, dates as they are', () => {
  assert.deepEqual(ask("SELECT n FROM timesheet WHERE client = 'KESSLER & SOHN'"), [[1], [4]])
  assert.deepEqual(ask("SELECT n FROM timesheet WHERE day BETWEEN '2026-11-01' AND '2026-11-20'"), [[1], [2]])
  assert.deepEqual(ask('SELECT n FROM timesheet WHERE day IS NULL'), [[4]])
  assert.equal(one("lower('ÄRGER') || upper('é')"), 'ärgerÉ')
})

test('words are counted between blanks, and where there are none', () => {
  assert.equal(one("words('# The  quick-ish fox — isn''t 1.5 m')"), 6)
  assert.equal(one("words('')"), 0)
  assert.equal(one('words(NULL)'), null)
  assert.equal(one("words('我喜欢喝咖啡')"), 4)
})

test('workdays go from the first, which counts, to the last, which does not', () => {
  assert.equal(one("workdays('2026-11-27', '2026-11-30')"), 1)
  assert.equal(one("workdays('2026-11-02', '2026-11-30 14:05')"), 20)
  assert.equal(one("workdays('2026-11-30', '2026-11-27')"), -1)
  assert.equal(one("workdays('2026-11-28', '2026-11-30')"), 0)
  assert.equal(one("workdays('now', '2026-12-04')"), 4)
  assert.equal(one("workdays('2026-02-30', '2026-12-04')"), null)
  assert.equal(one("workdays(NULL, '2026-12-04')"), null)
  assert.equal(one("workdays('1969-12-26', '1970-01-05')"), 6)
})

test('no way leads to the machine’s clock', () => {
  const NOW = '2026-11-29 00:30:09'
  for (const [sql, value] of [
    ["date('now')", '2026-11-29'],
    ["date('NOW', 'localtime')", '2026-11-29'],
    ["datetime('now', 'utc')", NOW],
    ["date('n' || 'ow', '+1 month', 'start of month')", '2026-12-01'],
    ['date()', '2026-11-29'],
    ['time()', '00:30:09'],
    ['datetime()', NOW],
    ["datetime('subsec')", NOW],
    ["datetime('subsecond')", NOW],
    ["strftime('%Y-%m-%d %H:%M:%S')", NOW],
    ["strftime('%w', 'now')", '0'],
    ['CURRENT_DATE', '2026-11-29'],
    ['current_time', '00:30:09'],
    ['CURRENT_TIMESTAMP', NOW],
    ["julianday('now') - julianday('2026-11-28 00:30:09')", 1],
  ] as const)
    assert.equal(one(sql), value, sql)
  const cells = inProcess(table('t', [column('x')], [['now'], ['2026-01-31'], ['none'], [null]]))
  assert.deepEqual(rowsOf(cells, "SELECT date(x), date(x, '+1 month') FROM t", 't'), [
    ['2026-11-29', '2026-12-29'],
    ['2026-01-31', '2026-03-03'],
    [null, null],
    [null, null],
  ])
})

test('dates that do not ask a clock are SQLite’s own', () => {
  assert.equal(one("date('2026-11-28', 'weekday 1')"), '2026-11-30')
  assert.equal(one("strftime('%W', '2026-11-28')"), '47')
  assert.equal(one("julianday('2026-11-28')"), 2461372.5)
  assert.equal(one("datetime(1764288000, 'unixepoch')"), '2025-11-28 00:00:00')
  assert.equal(one("date('2026-11-28', 'localtime')"), '2026-11-28')
  assert.equal(one("date('garbage')"), null)
  assert.equal(one('strftime()'), null)
})

test('cells that look like SQL are cells', () => {
  const hostile = ["'; DROP TABLE t; --", '"x"', 'SELECT 1', '\0', "O'Brien", '%', ' ', '\u202e']
  const cells = inProcess(
    table(
      't',
      [column('x')],
      hostile.map((cell) => [cell]),
    ),
  )
  assert.deepEqual(
    rowsOf(cells, 'SELECT x FROM t', 't'),
    hostile.map((cell) => [cell]),
  )
})

test('names that are words of SQL or of another script are names', () => {
  const names = ['select', 'order_', 'größe', '数量', 'a"b', 'rowid', 'oid', 'blank name', 'true']
  const odd = table(
    'table',
    names.map((name) => column(name)),
    [names],
  )
  const cells = inProcess(odd)
  assert.deepEqual(rowsOf(cells, 'SELECT * FROM "table"', 'table'), [[1, ...names]])
  assert.deepEqual(rowsOf(cells, 'SELECT größe, 数量, rowid, "a""b" FROM [table]', 'table'), [
    ['größe', '数量', 'rowid', 'a"b'],
  ])
  const said = cells.change(["UPDATE `table` SET rowid = 'x', größe = 1"], ['table'])
  assert.deepEqual(said.type === 'changed' && said.changes.get('table')?.updated, [
    { row: 0, column: 2, value: '1' },
    { row: 0, column: 5, value: 'x' },
  ])
})

test('a table whose name SQLite keeps to itself says so, and only where it is read', () => {
  const cells = inProcess(table('sqlite_notes', [column('x')], [['x']]), TIMESHEET)
  assert.equal(
    rowsOf(cells, 'SELECT * FROM sqlite_notes', 'sqlite_notes'),
    '`sqlite_notes` cannot be made a table: object name reserved for internal use: sqlite_notes.',
  )
  assert.deepEqual(rowsOf(cells, "SELECT 'sqlite_notes'", 'sqlite_notes'), [['sqlite_notes']])
})

test('tables without rows, without columns, with one and with 500', () => {
  const none = inProcess(table('t', [column('x')], []))
  assert.deepEqual(rowsOf(none, 'SELECT * FROM t', 't'), [])
  assert.deepEqual(rowsOf(none, 'SELECT count(*), sum(x) FROM t', 't'), [[0, null]])
  const bare = inProcess(table('t', [], [[], []]))
  assert.deepEqual(rowsOf(bare, 'SELECT * FROM t', 't'), [[1], [2]])
  const columns = Array.from({ length: 500 }, (_, at) => column(`c${at}`, 'number'))
  const wide: SqlTable = table(
    't',
    columns,
    Array.from({ length: 300 }, () => columns.map((_, at) => at)),
  )
  const said = inProcess(wide).ask('SELECT * FROM t', ['t'], 200)
  assert.deepEqual(
    said.type === 'answer' && [said.count, said.rows.length, said.rows[0]?.[500]],
    [300, 200, 499],
  )
  const tooWide = inProcess(
    table(
      't',
      Array.from({ length: 2_001 }, (_, at) => column(`c${at}`)),
      [],
    ),
  )
  assert.match(
    String(rowsOf(tooWide, 'SELECT * FROM t', 't')),
    /^`t` cannot be made a table: too many columns/,
  )
})

test('`n` is what the reader says, and the file’s own column where it has one', () => {
  const lines = inProcess(table('t', [column('x')], [['a'], ['b']], { numbers: [4, 9] }))
  assert.deepEqual(rowsOf(lines, 'SELECT n, x FROM t WHERE n > 4', 't'), [[9, 'b']])
  assert.equal(rowsOf(lines, 'SELECT rowid FROM t', 't'), 'The number of a row of `t` is `n`, not `rowid`.')
  assert.deepEqual(ask('SELECT n FROM timesheet WHERE rowid = 2'), [[2]])
  const own = inProcess(table('t', [column('n')], [['own']]))
  assert.deepEqual(rowsOf(own, 'SELECT * FROM t', 't'), [['own']])
})
