// Questions in SQL about a real folder: what is told of the rows, and what is told where there are none.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fileQuery from '../../tools/file_query/tool.ts'
import { tablesOf } from './folder-tables.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'
import { openToolHome } from './tool-home.ts'

const FILES = {
  'costs.csv': `date,kind,shop,amount (EUR),paid
2026-01-03,food,Alder Market,47.85,yes
2026-01-20,health,pharmacy,14.75,no
2026-02-03,food,bakery,6.90,yes
2026-02-14,fun,concert,64.00,yes
`,
  'todo.md': '# Home\n- [ ] call the bank\n- [x] oil the gate\n',
}

function open(t: TestContext, files: Readonly<Record<string, string>> = FILES) {
  const { workspace, context } = openToolHome(t, files)
  const tables = tablesOf(workspace)
  t.after(() => tables.close())
  const asked = { ...context, services: { ...context.services, tables } }
  return {
    workspace,
    ask: (sql: string) => call(fileQuery, { sql }, asked),
    say: (sql: string) => sentenceOf(fileQuery, { sql }, asked),
  }
}

test('a value is told with what it is of and the file in which it stands', async (t) => {
  const { say } = open(t)
  assert.equal(
    await say("SELECT sum(amount_eur) FROM costs WHERE kind = 'food'"),
    '54.75: total amount (EUR), kind food (costs.csv).',
  )
  assert.equal(await say('SELECT count(*) FROM costs WHERE paid = 0'), '1: number, not paid (costs.csv).')
})

test('the time between two days is told in days, or in hours where those were reckoned', async (t) => {
  const { say } = open(t)
  const asked = (of: string) => say(`SELECT ${of} FROM costs WHERE shop = 'bakery'`)
  assert.equal(await asked("julianday('2026-02-14') - julianday(date)"), '11 days: shop bakery (costs.csv).')
  assert.equal(
    await asked("(julianday('2026-02-04') - julianday(date)) * 24"),
    '24 hours: shop bakery (costs.csv).',
  )
  assert.equal(
    await asked("kind, julianday('2026-02-14') - julianday(date)"),
    'kind: food, time: 11 days (costs.csv).',
  )
  assert.doesNotMatch(await asked("julianday('2026-02-04') - julianday(date) * 24"), /hours|days/)
})

test('rows are told as they stand, and given with the names of their columns', async (t) => {
  const { ask } = open(t)
  const outcome = await ask(
    'SELECT shop, amount_eur FROM costs WHERE amount_eur > 40 ORDER BY amount_eur DESC',
  )
  assert.equal(outcome.type, 'said')
  if (outcome.type !== 'said') return
  const { columns, rows, count } = outcome.result as Record<string, unknown>
  assert.deepEqual(columns, ['shop', 'amount_eur'])
  assert.deepEqual(rows, [
    ['concert', 64],
    ['Alder Market', 47.85],
  ])
  assert.equal(count, 2)
  assert.match(outcome.said.sentence, /costs\.csv/)
  assert.match(outcome.said.detail ?? '', /concert +64.*\n.*Alder Market +47\.85/)
  assert.deepEqual(outcome.said.key?.flat().includes('concert'), true)
})

test('lists of a note are a table, and all files of the folder are one', async (t) => {
  const { say, ask } = open(t)
  assert.match(await say('SELECT text FROM todo WHERE done = 0'), /call the bank/)
  const outcome = await ask('SELECT name FROM files ORDER BY name')
  assert.deepEqual(outcome.type === 'said' && (outcome.result as { rows: unknown }).rows, [
    ['costs.csv'],
    ['todo.md'],
  ])
})

test('where no row fits, the cell that is nearest to what was sought is named', async (t) => {
  const { say } = open(t)
  assert.equal(
    await say("SELECT amount_eur FROM costs WHERE shop = 'Alders Markt'"),
    'No shop is like `Alders Markt`; near it: `Alder Market` (costs.csv).',
  )
  assert.equal(
    await say("SELECT sum(amount_eur) FROM costs WHERE kind = 'travel'"),
    'No kind is like `travel`; near it: `food`, `health`, `fun` (costs.csv).',
  )
})

test('a file that changed is read again', async (t) => {
  const { workspace, say } = open(t)
  assert.match(await say('SELECT count(*) FROM costs'), /^4:/)
  writeFileSync(join(workspace, 'costs.csv'), 'date,kind\n2026-03-01,food\n')
  assert.match(await say('SELECT count(*) FROM costs'), /^1:/)
})

test('a table or column that is not there, a broken statement and one that changes are refused with the reason', async (t) => {
  const { say } = open(t)
  assert.match(await say('SELECT price FROM costs'), /^bad_sql: .*price/)
  assert.match(await say('SELECT * FROM nosuch'), /^bad_sql: .*nosuch/)
  assert.match(await say('SELECT FROM WHERE'), /^bad_sql: /)
  assert.equal(
    await say('DELETE FROM costs'),
    'bad_sql: That statement changes something; a question begins with SELECT.',
  )
  assert.equal(await say('SELECT count(*) FROM costs'), '4: number (costs.csv).')
})

test('without tables nothing can be asked, and that is said', async () => {
  assert.equal(
    await sentenceOf(fileQuery, { sql: 'SELECT 1' }, someContext),
    'no_tables: There is no folder here whose files could be asked.',
  )
})
