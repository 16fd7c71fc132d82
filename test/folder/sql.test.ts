import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer, Failed, SqlTable } from '../../source/folder/sql/sql-table.ts'
import { column, openDatabase, TIMESHEET, table } from './sql-tables.ts'

const database = openDatabase()
after(() => database.close())

const ENDLESS = 'SELECT count(*) FROM big a, big b, big c, big d WHERE a.x <> b.x'
const BIG = table(
  'big',
  [column('x', 'number')],
  Array.from({ length: 1_000 }, (_, row) => [row]),
)

function answerOf(said: Answer | Failed): Answer {
  if (said.type === 'failed') assert.fail(said.reason)
  return said
}

test('a question gives its columns with where they stand, its rows and how many there are', async () => {
  const said = await database.ask('SELECT client, hours * 2 AS twice FROM timesheet WHERE n < 3', [TIMESHEET])
  assert.deepEqual(said, {
    type: 'answer',
    columns: [{ name: 'client', table: 'timesheet', column: 'client' }, { name: 'twice' }],
    rows: [
      ['Kessler & Sohn', 6],
      ['Café Ole', 7],
    ],
    count: 2,
    isCountWhole: true,
  })
})

test('all columns of a table begin with the number of the record', async () => {
  const said = answerOf(await database.ask('SELECT * FROM timesheet LIMIT 1', [TIMESHEET]))
  assert.deepEqual(
    said.columns.map(({ name }) => name),
    ['n', 'client', 'hours', 'day', 'done'],
  )
  assert.deepEqual(said.rows, [[1, 'Kessler & Sohn', 3, '2026-11-02', 1]])
})

test('a statement that takes too long is ended with a sentence, and the next one works', async () => {
  const began = performance.now()
  const late = await database.ask(ENDLESS, [BIG], { limitMs: 300 })
  assert.deepEqual(late, {
    type: 'failed',
    reason: 'It took longer than 300 ms and was ended; join fewer tables, or ask for less with `WHERE`.',
  })
  assert.ok(performance.now() - began < 30_000)
  assert.deepEqual(answerOf(await database.ask('SELECT count(*) FROM big', [BIG])).rows, [[1_000]])
})

test('a change that takes too long is ended too', async () => {
  const sql = `UPDATE big SET x = (${ENDLESS})`
  const late = await database.change([sql], [BIG], { limitMs: 300 })
  assert.match(late.type === 'failed' ? late.reason : '', /^It took longer than 300 ms/)
})

test('who interrupts gets the reason at once, and the next statement works', async () => {
  const controller = new AbortController()
  const asked = database.ask(ENDLESS, [BIG], { signal: controller.signal, limitMs: 60_000 })
  const refused = assert.rejects(asked, /enough/)
  controller.abort(new Error('enough'))
  await refused
  const running = new AbortController()
  await database.ask('SELECT 1', [])
  const other = assert.rejects(
    database.ask(ENDLESS, [BIG], { signal: running.signal, limitMs: 60_000 }),
    /later/,
  )
  setImmediate(() => running.abort(new Error('later')))
  await other
  assert.deepEqual(answerOf(await database.ask('SELECT 1', [])).rows, [[1]])
})

test('statements that are asked together are answered in order', async () => {
  const asked = [1, 2, 3].map((one) => database.ask(`SELECT ${one}`, []))
  assert.deepEqual(
    (await Promise.all(asked)).map((said) => answerOf(said).rows),
    [[[1]], [[2]], [[3]]],
  )
})

test('a table is loaded again only when its version is another', async () => {
  const first = table('kept', [column('x')], [['old']])
  const same: SqlTable = { ...first, rows: [['new']] }
  const value = async (one: SqlTable) =>
    answerOf(await database.ask('SELECT x FROM kept', [one])).rows[0]?.[0]
  assert.equal(await value(first), 'old')
  assert.equal(await value(same), 'old')
  assert.equal(await value({ ...same, version: '2' }), 'new')
})

test('a table that the statement does not name is not loaded', async () => {
  const costly = table('costly', [column('x')], [])
  const watched: SqlTable = {
    ...costly,
    get rows(): SqlTable['rows'] {
      return assert.fail('it was read')
    },
  }
  assert.deepEqual(answerOf(await database.ask('SELECT 1', [watched])).rows, [[1]])
})

test('a table that was loaded but is not given is not there', async () => {
  await database.ask('SELECT * FROM timesheet', [TIMESHEET])
  const said = await database.ask('SELECT count(*) FROM timesheet', [BIG])
  assert.deepEqual(said, { type: 'failed', reason: 'There is no table `timesheet`.' })
})

test('200 rows are shown and 100,000 counted, beyond which it says so', async () => {
  const said = answerOf(
    await database.ask('SELECT a.x FROM big a, big b LIMIT 100000', [BIG], { limitMs: 20_000 }),
  )
  assert.deepEqual([said.rows.length, said.count, said.isCountWhole], [200, 100_000, true])
  const more = answerOf(
    await database.ask('SELECT a.x FROM big a, big b LIMIT 100001', [BIG], { limitMs: 20_000 }),
  )
  assert.deepEqual([more.rows.length, more.count, more.isCountWhole], [200, 100_000, false])
  const few = answerOf(await database.ask('SELECT x FROM big', [BIG], { shown: 3 }))
  assert.deepEqual([few.rows, few.count], [[[0], [1], [2]], 1_000])
})

test('the day is the session clock’s, in the person’s zone', async () => {
  const said = answerOf(await database.ask("SELECT date('now'), CURRENT_TIME", []))
  assert.deepEqual(said.rows, [['2026-11-29', '00:30:09']])
})

test('units are converted as the tool does', async () => {
  const sql =
    "SELECT convert(hours, 'h', 'min'), convert(NULL, 'km', 'mi'), convert('5', 'mi', 'km') FROM timesheet"
  const said = answerOf(await database.ask(`${sql} WHERE n = 2`, [TIMESHEET]))
  assert.deepEqual(said.rows, [[210, null, 8.04672]])
  assert.deepEqual(await database.ask("SELECT convert(1, 'h', 'kg')", []), {
    type: 'failed',
    reason: '`h` measures time and `kg` measures mass, so neither can be turned into the other.',
  })
  assert.deepEqual(await database.ask("SELECT convert('ten', 'h', 'min')", []), {
    type: 'failed',
    reason: '`convert` takes a number first, not `ten`.',
  })
})

test('a change comes back through the process with what was not said as undefined', async () => {
  const said = await database.change(["INSERT INTO timesheet (client) VALUES ('New')"], [TIMESHEET])
  assert.deepEqual(said, {
    type: 'changed',
    changes: new Map([
      ['timesheet', { updated: [], removed: [], added: [['New', undefined, undefined, undefined]] }],
    ]),
    counts: new Map([['timesheet', { met: 1, updated: 0, removed: 0, added: 1, of: 4 }]]),
  })
})

test('none and nine statements are no change', async () => {
  assert.deepEqual(await database.change([], [TIMESHEET]), {
    type: 'failed',
    reason: 'There is no statement.',
  })
  const nine = Array<string>(9).fill('DELETE FROM timesheet')
  assert.match(
    ((await database.change(nine, [TIMESHEET])) as Failed).reason,
    /^There are 9 statements, and 8 are the most/,
  )
})

test('a database that was closed starts again', async () => {
  const own = openDatabase()
  assert.deepEqual(answerOf(await own.ask('SELECT count(*) FROM timesheet', [TIMESHEET])).rows, [[4]])
  await own.close()
  assert.deepEqual(answerOf(await own.ask('SELECT count(*) FROM timesheet', [TIMESHEET])).rows, [[4]])
  await own.close()
})

test('100,000 rows of 10 columns are loaded in 1.2 seconds', async () => {
  const columns = Array.from({ length: 10 }, (_, at) => column(`c${at}`, at % 2 === 0 ? 'number' : 'text'))
  const rows = Array.from({ length: 100_000 }, (_, row) =>
    columns.map((_, at) => (at % 2 === 0 ? row * 1.5 : `text ${row} ${at}`)),
  )
  let bestMs = Number.POSITIVE_INFINITY
  // A busy machine is slow now and then: the best of some tries counts.
  for (let version = 0; version < 8 && bestMs > 1_200; version++) {
    const began = performance.now()
    const large = table('large', columns, rows, { version: String(version) })
    const said = answerOf(await database.ask('SELECT count(*), sum(c0) FROM large', [large]))
    bestMs = Math.min(bestMs, performance.now() - began)
    assert.deepEqual(said.rows, [[100_000, 7_499_925_000]])
  }
  assert.ok(bestMs <= 1_200, `${bestMs} ms`)
})
