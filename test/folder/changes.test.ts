// What a change of rows would do to files: bytes, diffs, sentences and warnings.
import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { RowChanges } from '../../source/contracts/folder.ts'
import { READERS } from '../../source/folder/all-readers.ts'
import { planChanges } from '../../source/folder/changes/plan-changes.ts'
import { openFolder, refusalOf } from './changes-folder.ts'

const EXPENSES =
  'date,what,amount,currency,who\n2026-11-20,"train, night",42,EUR,Ruth\n2026-11-21,hostel,18.5,EUR,Sam\n'
const TODO = '# Todo\n\n- [ ] respect EXIF rotation\n- [x] strip metadata\n- [ ] write docs\n'
const CONFIG = '{\n  "backend": "pillow",\n  "quality": 80, \n  "sizes": [128, 320]\n}\n'

test('a ticked item is a diff of its line and a sentence', async (t) => {
  const { plan } = openFolder(t, { 'TODO.md': TODO })
  const { plan: made } = await plan("UPDATE todo SET done = 1 WHERE text LIKE '%exif%'")
  assert.equal(made.said.sentence, 'Ticked `respect EXIF rotation` in TODO.md.')
  assert.deepEqual(made.said.key, ['TODO.md', 'respect EXIF rotation'])
  assert.equal(
    made.preview,
    [
      '--- TODO.md',
      '+++ TODO.md',
      '@@ -1,5 +1,5 @@',
      ' # Todo',
      ' ',
      '-- [ ] respect EXIF rotation',
      '+- [x] respect EXIF rotation',
      ' - [x] strip metadata',
      ' - [ ] write docs',
    ].join('\n'),
  )
  assert.deepEqual(made.warnings, [])
  assert.deepEqual(
    made.files.map(({ path, after }) => [path, after]),
    [['TODO.md', TODO.replace('[ ] respect', '[x] respect')]],
  )
})

test('rows that come and go are told with what stands in them', async (t) => {
  const { plan } = openFolder(t, {
    'expenses.csv': EXPENSES,
    'shopping.md': '- milk\n- bread\n- tea\n- salt\n- rice\n',
  })
  const sentence = async (sql: string) => (await plan(sql)).plan.said.sentence
  assert.equal(
    await sentence("INSERT INTO expenses VALUES ('2026-11-28', 'e-visas', 50, 'USD', 'Ruth')"),
    'Added a row to expenses.csv: 2026-11-28, e-visas, 50, USD, Ruth.',
  )
  assert.equal(
    await sentence("INSERT INTO expenses (what, amount) VALUES ('a', 1), ('b', 2), ('c', 3), ('d', 4)"),
    'Added 4 rows to expenses.csv: (a, 1), (b, 2), (c, 3) and 1 more.',
  )
  assert.equal(
    await sentence("DELETE FROM shopping WHERE text IN ('milk', 'bread')"),
    'Removed 2 lines from shopping.md: milk, bread.',
  )
  assert.equal(
    await sentence("DELETE FROM shopping WHERE text <> 'rice'"),
    'Removed 4 lines from shopping.md: milk, bread, tea and 1 more.',
  )
  assert.equal(
    await sentence("INSERT INTO shopping (text) VALUES ('plums')"),
    'Added a line to shopping.md: plums.',
  )
  assert.equal(
    await sentence("DELETE FROM expenses WHERE what = 'hostel'"),
    'Removed a row from expenses.csv: hostel.',
  )
})

test('values that are set are told by their names', async (t) => {
  const { plan } = openFolder(t, {
    'config.json': CONFIG,
    'expenses.csv': EXPENSES,
    'todo.md': TODO,
    'a.txt': 'one\ntwo\n',
  })
  const sentence = async (...sql: readonly string[]) => (await plan(...sql)).plan.said.sentence
  assert.equal(
    await sentence("UPDATE config SET backend = 'vips', quality = 85"),
    'Changed config.json: backend is now vips, quality 85.',
  )
  assert.equal(
    await sentence("UPDATE expenses SET amount = 20.125 WHERE what = 'hostel'"),
    'Changed row 2 of expenses.csv (hostel): amount is now 20.125.',
  )
  assert.equal(
    await sentence("UPDATE expenses SET currency = 'USD'"),
    'Changed 2 rows of expenses.csv (`train, night`, `hostel`): currency is now USD.',
  )
  assert.equal(
    await sentence('UPDATE expenses SET amount = amount + 1'),
    'Changed 2 rows of expenses.csv: train, night (amount 43), hostel (amount 19.5).',
  )
  assert.equal(
    await sentence("UPDATE expenses SET who = NULL WHERE what = 'hostel'"),
    'Changed row 2 of expenses.csv (hostel): who is now empty.',
  )
  assert.equal(
    await sentence(
      'UPDATE todo SET done = 0 WHERE done = 1',
      "UPDATE todo SET text = 'write the docs' WHERE n = 3",
    ),
    'Unticked `strip metadata` in todo.md; changed `write docs`: it is now `write the docs`.',
  )
  assert.equal(
    await sentence("UPDATE a SET text = 'zwei' WHERE n = 2"),
    'Changed line 2 of a.txt: it is now `zwei`.',
  )
  assert.equal(
    await sentence('UPDATE todo SET done = 1'),
    'Ticked 2 items in todo.md: respect EXIF rotation, write docs.',
  )
})

test('rows that are called the same are told by their numbers', async (t) => {
  const { plan } = openFolder(t, { 'bench.csv': 'backend,ms\npillow,1\npillow,2\nvips,3\n' })
  const sentence = async (sql: string) => (await plan(sql)).plan.said.sentence
  assert.equal(
    await sentence("UPDATE bench SET ms = ms * 2 WHERE backend = 'pillow'"),
    'Changed 2 rows of bench.csv: row 1 (ms 2), row 2 (ms 4).',
  )
  assert.equal(
    await sentence("DELETE FROM bench WHERE backend = 'pillow'"),
    'Removed 2 rows from bench.csv: row 1, row 2.',
  )
})

test('several files are one plan, in order of their paths, one diff after the other', async (t) => {
  const { plan } = openFolder(t, { 'todo.md': TODO, 'expenses.csv': EXPENSES })
  const { plan: made } = await plan(
    "UPDATE todo SET done = 1 WHERE text = 'write docs'",
    "DELETE FROM expenses WHERE what = 'hostel'",
  )
  assert.deepEqual(
    made.files.map(({ path }) => path),
    ['expenses.csv', 'todo.md'],
  )
  assert.match(made.preview, /^--- expenses\.csv\n[\s\S]*\n-2026-11-21,hostel,18\.5,EUR,Sam\n--- todo\.md\n/)
  assert.equal(made.said.sentence, 'Removed a row from expenses.csv: hostel. Ticked `write docs` in todo.md.')
})

test('several tables of one file are one edit of it', async (t) => {
  const { plan } = openFolder(t, {
    'plan.md': '# Plan\n\n| who | days |\n|---|---|\n| Ruth | 3 |\n\n- [ ] book\n\nSome words.\n',
  })
  const { plan: made } = await plan(
    'UPDATE plan SET days = 4',
    'UPDATE plan_list SET done = 1',
    "INSERT INTO plan_text (text) VALUES ('More words.')",
  )
  assert.equal(made.files.length, 1)
  assert.equal(
    made.files[0]?.after,
    '# Plan\n\n| who | days |\n|---|---|\n| Ruth | 4 |\n\n- [x] book\n\nSome words.\n\nMore words.\n',
  )
  assert.equal(
    made.said.sentence,
    'Changed row 1 of plan.md (Ruth): days is now 4; ticked `book`; added a line: More words.',
  )
})

test('a byte order mark and the line ends of a file stay', async (t) => {
  const content = '\ufeffname;amount\r\nplum;1,50\r\npear;2,25\r\n'
  const { plan } = openFolder(t, { 'fruit.csv': content })
  const { plan: made } = await plan("UPDATE fruit SET amount = 3 WHERE name = 'pear'")
  const [file] = made.files
  assert.equal(file?.before, content)
  assert.equal(file?.after, content.replace('2,25', '3,00'))
  assert.deepEqual(Buffer.from(file?.bytesAfter ?? []), Buffer.from(content.replace('2,25', '3,00')))
  assert.doesNotMatch(made.preview, /\ufeff/)
})

test('what is so already, and rows that do not fit, are said', async (t) => {
  const { plan, planWith } = openFolder(t, { 'bench.csv': 'name,ms\na,1\nb,2\n', 'todo.md': TODO })
  const same = await plan("UPDATE bench SET ms = 1 WHERE name = 'a'")
  assert.equal(same.plan.said.sentence, 'Nothing in bench.csv is another after that: it says so already.')
  assert.deepEqual([same.plan.files, same.plan.preview], [[], ''])
  const none = await planWith(
    ["UPDATE todo SET done = 1 WHERE text LIKE '%exit%'"],
    [{ column: 'text', operator: 'like', values: ['%exit%'], sql: '' }],
  )
  assert.equal(none.plan.said.sentence, 'No row of todo fits: text like `exit`.')
  const both = await plan(
    "UPDATE todo SET done = 1 WHERE text = 'x'",
    "UPDATE bench SET ms = 5 WHERE name = 'b'",
  )
  assert.equal(both.plan.said.sentence, 'Changed row 2 of bench.csv (b): ms is now 5. No row of todo fits.')
})

test('a change of most rows, and a value that was never there, are warned of', async (t) => {
  const rows = ['open', 'closed', 'open', 'open', 'closed', 'open', 'open', 'open']
  const { plan } = openFolder(t, {
    'issues.csv': `title,status\n${rows.map((status, at) => `issue ${at},${status}\n`).join('')}`,
    'config.json': CONFIG,
  })
  const warnings = async (...sql: readonly string[]) => (await plan(...sql)).plan.warnings
  assert.deepEqual(await warnings("UPDATE issues SET status = 'opne' WHERE n = 2"), [
    '`status` was never `opne` before: it is one of `open`, `closed`.',
  ])
  assert.deepEqual(await warnings("INSERT INTO issues VALUES ('issue 9', 'wip')"), [
    '`status` was never `wip` before: it is one of `open`, `closed`.',
  ])
  assert.deepEqual(await warnings("UPDATE issues SET title = 'another' WHERE n <= 4"), [])
  assert.deepEqual(await warnings("UPDATE issues SET title = 'another' WHERE n <= 5"), [
    '5 of the 8 rows of issues.csv would become others.',
  ])
  assert.deepEqual(await warnings('DELETE FROM issues'), ['All of the 8 rows of issues.csv would go.'])
  assert.deepEqual(
    await warnings('DELETE FROM issues WHERE n < 5', "UPDATE issues SET title = 'x' WHERE n = 8"),
    ['4 of the 8 rows of issues.csv would go, and 1 would become others.'],
  )
  assert.deepEqual(await warnings("UPDATE config SET backend = 'vips'"), [])
})

test('a value that breaks the kind of its column is refused with a sentence', async (t) => {
  const { plan } = openFolder(t, { 'expenses.csv': EXPENSES, 'config.json': CONFIG })
  assert.equal(
    await refusalOf(plan("UPDATE expenses SET amount = 'a lot'")),
    'The column `amount` holds numbers and `a lot` is none: give a number such as 12.5.',
  )
})

test('what cannot be written is refused before anybody is asked', async (t) => {
  const { plan, settings, workspace } = openFolder(t, {
    'a.csv': 'x,y\nb,2\n',
    'app.log':
      '2026-03-12 10:00:00 INFO started\n2026-03-12 10:00:01 INFO ready\n2026-03-12 10:00:02 WARN slow\n',
  })
  chmodSync(join(workspace, 'a.csv'), 0o444)
  assert.equal(
    await refusalOf(plan('UPDATE a SET y = 3')),
    '`a.csv` was not written: it is write-protected; take that away first if you want it changed.',
  )
  chmodSync(join(workspace, 'a.csv'), 0o644)
  settings.set('safeMode', true)
  assert.equal(
    await refusalOf(plan('UPDATE a SET y = 3')),
    '`a.csv` was not written: safe mode is on, so files are read-only; `/settings safeMode false` turns it off.',
  )
})

test('a file that is another than what was read is refused; one with other words around its rows is changed as it is now', async (t) => {
  const { look, workspace, context } = openFolder(t, { 'todo.md': TODO })
  const view = await look()
  const changes: RowChanges = { updated: [{ row: 0, column: 2, value: 1 }], removed: [], added: [] }
  const counts = new Map([['todo', { met: 1, updated: 1, removed: 0, added: 0, of: 3 }]])
  const request = {
    sql: '',
    view,
    changed: { type: 'changed', changes: new Map([['todo', changes]]), counts },
  } as const
  writeFileSync(join(workspace, 'todo.md'), `${TODO}- [ ] one more\n`)
  assert.equal(
    await refusalOf(planChanges(request, { ...context, readers: READERS })),
    '`todo.md` was changed by somebody else after it was read, so nothing was changed; ask again.',
  )
  writeFileSync(join(workspace, 'todo.md'), TODO.replace('# Todo\n', '# Todo\n\n'))
  const plan = await planChanges(request, { ...context, readers: READERS })
  assert.equal(
    plan.files[0]?.after,
    TODO.replace('# Todo\n', '# Todo\n\n').replace('[ ] respect', '[x] respect'),
  )
})
