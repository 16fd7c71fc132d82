// `ethervox sql`: rows on stdout in three forms, sentences on stderr, and no change without leave.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { changesOf, runStatement, type SqlOptions } from '../../source/command-line/sql-command.ts'
import { UserError } from '../../source/contracts/errors.ts'
import { READERS } from '../../source/folder/all-readers.ts'
import { FolderTables } from '../../source/folder/folder-tables.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { runProgramLines } from '../helpers/run-program.ts'
import { openToolHome } from '../tools/tool-home.ts'

const CHILD = join(import.meta.dirname, '../../source/folder/sql/database-child.ts')
const TIME = 'client,hours,note\n"Kessler, Sohn",3.50,"He said ""no"""\nCafé Ole,2.00,\n'
const TODO = '- [ ] Call the dentist\n- [x] Water the plants\n'

function openFolder(
  t: TestContext,
  files: Readonly<Record<string, string>> = { 'time.csv': TIME, 'todo.md': TODO },
) {
  const { workspace, context, settings } = openToolHome(t, files)
  const tables = new FolderTables({
    ...{ workspace, clock: context.clock, readers: READERS, child: CHILD },
    own: {},
  })
  t.after(() => tables.close())
  const place = { ...context, services: { ...context.services, tables } }
  const run = async (sql: string, more: Partial<SqlOptions> = {}) => {
    let [out, err] = ['', '']
    const code = await runStatement(sql, place, {
      ...{ json: false, csv: false, changes: 'refused' },
      write: (text) => {
        out += text
      },
      warn: (text) => {
        err += `${text}\n`
      },
      ...more,
    })
    return { code, out, err }
  }
  return { run, settings, text: (name: string) => readFileSync(join(workspace, name), 'utf8') }
}

test('rows are a table, an array of objects, or CSV', async (t) => {
  const { run } = openFolder(t)
  const sql = 'SELECT client, hours, note FROM time'
  assert.deepEqual(await run(sql), {
    code: 0,
    out: 'client         hours  note\n-------------  -----  ----\nKessler, Sohn    3.5  He said "no"\nCafé Ole           2  –\n',
    err: '',
  })
  assert.deepEqual(JSON.parse((await run(sql, { json: true })).out), [
    { client: 'Kessler, Sohn', hours: 3.5, note: 'He said "no"' },
    { client: 'Café Ole', hours: 2, note: null },
  ])
  assert.equal(
    (await run(sql, { csv: true })).out,
    'client,hours,note\r\n"Kessler, Sohn",3.5,"He said ""no"""\r\nCafé Ole,2,\r\n',
  )
})

test('two columns of one name are two fields, and no rows are an empty array, a line of names or a sentence', async (t) => {
  const { run } = openFolder(t)
  const [row] = JSON.parse((await run('SELECT client, client FROM time', { json: true })).out)
  assert.deepEqual(row, { client: 'Kessler, Sohn', client_2: 'Kessler, Sohn' })
  const none = 'SELECT client FROM time WHERE hours > 100'
  assert.equal((await run(none, { json: true })).out, '[]\n')
  assert.equal((await run(none, { csv: true })).out, 'client\r\n')
  assert.match((await run(none)).out, /^[^\n]+\.\n$/)
})

test('a person is shown 200 rows and told of the others, a program gets them all', async (t) => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `item ${at}`)
  const { run } = openFolder(t, { 'a.csv': `what,much\n${rows.map((row) => `${row},1\n`).join('')}` })
  const plain = (await run('SELECT what FROM a')).out.trimEnd().split('\n')
  assert.deepEqual([plain.length, plain.at(-1)], [203, '… and 1000 more'])
  assert.equal(JSON.parse((await run('SELECT what FROM a', { json: true })).out).length, 1_200)
  const csv = await run('SELECT what FROM a', { csv: true })
  assert.deepEqual([csv.out.trimEnd().split('\r\n').length, csv.err], [1_201, ''])
})

test('a statement that fails is one sentence and 1, wrong usage is 2', async (t) => {
  const { run } = openFolder(t)
  const { code, out, err } = await run('SELECT wages FROM time')
  assert.deepEqual([code, out], [1, ''])
  assert.equal(err, 'There is no column `wages` in `time`; there are `client`, `hours`, `note`, `n`.\n')
  for (const [sql, more] of [
    ['', {}],
    ['PRAGMA user_version', {}],
    ['SELECT 1', { json: true, csv: true }],
    ['DELETE FROM time', {}],
    ['DELETE FROM time', { csv: true, changes: 'made' }],
  ] as const)
    await assert.rejects(run(sql, more), (error) => error instanceof UserError && error.exitCode === 2, sql)
})

test('a change is refused, shown or made, and what nothing fits is told', async (t) => {
  const { run, text } = openFolder(t)
  const sql = "UPDATE todo SET done = 1 WHERE text LIKE '%dentist%'"
  await assert.rejects(run(sql), { message: /^Nothing was changed: `--approve write` lets/ })
  const shown = await run(sql, { changes: 'shown' })
  assert.match(shown.out, /^--- todo\.md\n[\s\S]*\n\+- \[x\] Call the dentist\n/)
  assert.match(shown.out, /\nNothing was changed \(--dry-run\)\.\n$/)
  assert.equal(text('todo.md'), TODO)
  const made = await run(sql, { changes: 'made' })
  assert.match(made.out, /\n\+- \[x\] Call the dentist\n[\s\S]*\nTicked `Call the dentist` in todo\.md\.\n$/)
  assert.equal(text('todo.md'), TODO.replace('[ ]', '[x]'))
  const none = await run("DELETE FROM todo WHERE text = 'Sleep'", { changes: 'made' })
  assert.deepEqual([none.code, none.out], [1, ''])
  assert.match(none.err, /^No row of todo fits[^\n]*\n$/)
})

test('a change as JSON says what was done to which files', async (t) => {
  const { run } = openFolder(t)
  const { out } = await run('DELETE FROM time WHERE n = 2', { json: true, changes: 'made' })
  const { isDone, files, diff, said } = JSON.parse(out)
  assert.deepEqual([isDone, files], [true, ['time.csv']])
  assert.match(diff, /^--- time\.csv\n/)
  assert.match(said, /^Removed a row from time\.csv/)
})

test('only `--approve write` and `all` let it change files, and a dry run never does', () => {
  for (const approve of [undefined, 'ask', 'none', 'read'])
    assert.equal(changesOf(approve === undefined ? {} : { approve }), 'refused')
  for (const approve of ['write', 'all']) {
    assert.equal(changesOf({ approve }), 'made')
    assert.equal(changesOf({ approve, dryRun: true }), 'shown')
  }
})

test('safe mode holds here, too', async (t) => {
  const { run, settings, text } = openFolder(t)
  settings.set('safeMode', true)
  const { code, err } = await run('DELETE FROM time WHERE n = 2', { changes: 'made' })
  assert.equal(code, 1)
  assert.match(err, /safe mode is on/)
  assert.equal(text('time.csv'), TIME)
})

test('the program runs it without a model and ends, and /undo of the next session takes it back', async () => {
  const [home, workspace] = [temporaryFolder('home'), temporaryFolder('work')]
  writeFileSync(join(workspace, 'todo.md'), TODO)
  const run = (...args: readonly string[]) => runProgramLines(home, [], { workspace, args: ['sql', ...args] })
  const asked = await run('SELECT text FROM todo WHERE NOT done', '--csv')
  assert.deepEqual(asked, { code: 0, out: 'text\r\nCall the dentist\r\n', err: '' })
  const wrong = await run('SELECT txt FROM todo')
  assert.deepEqual([wrong.code, wrong.out], [1, ''])
  const made = await run('DELETE FROM todo WHERE done')
  assert.equal(made.code, 0, made.err)
  assert.equal(readFileSync(join(workspace, 'todo.md'), 'utf8'), '- [ ] Call the dentist\n')
  assert.equal(existsSync(join(home, 'memory.sqlite')), false)
  await runProgramLines(home, ['/undo'], { workspace })
  assert.equal(readFileSync(join(workspace, 'todo.md'), 'utf8'), TODO)
})
