// Changes in SQL to a real folder: what a person is shown before, what is written, and what is refused.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ToolServices } from '../../source/contracts/lent.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import fileChange from '../../tools/file_change/tool.ts'
import { tablesOf } from './folder-tables.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'
import { openToolHome } from './tool-home.ts'

const TODO = '# Home\n- [ ] call the bank\n- [ ] oil the gate\n'
const COSTS = 'date;what;amount\n27.11.2026;paint;12,00\n28.11.2026;tape;3,50\n'
const FILES = { 'todo.md': TODO, 'costs.csv': COSTS }

function open(t: TestContext, more: ToolServices = {}) {
  const place = openToolHome(t, FILES)
  const tables = tablesOf(place.workspace)
  t.after(() => tables.close())
  const context = { ...place.context, services: { ...place.context.services, ...more, tables } }
  return {
    ...place,
    preview: async (sql: string) => {
      try {
        return await fileChange.preview?.({ sql }, context)
      } catch (error) {
        if (error instanceof ToolFailure) return `${error.code}: ${error.message}`
        throw error
      }
    },
    run: (sql: string) => call(fileChange, { sql }, context),
    say: (sql: string) => sentenceOf(fileChange, { sql }, context),
    text: (path: string) => readFileSync(join(place.workspace, path), 'utf8'),
  }
}

test('what would become of the file is shown as a diff, and nothing is written for it', async (t) => {
  const { preview, text, fileHistory } = open(t)
  const shown = (await preview("UPDATE todo SET done = 1 WHERE text = 'call the bank'")) ?? ''
  assert.match(shown, /todo\.md/)
  assert.match(shown, /^-.*- \[ \] call the bank$/m)
  assert.match(shown, /^\+.*- \[x\] call the bank$/m)
  assert.doesNotMatch(shown, /^[-+].*oil the gate/m)
  assert.equal(text('todo.md'), TODO)
  assert.deepEqual(await fileHistory.list(), [])
})

test('a change is written in the manner of its file, told, and the earlier version is kept', async (t) => {
  const { run, text, workspace, fileHistory } = open(t)
  const added = await run("INSERT INTO costs (date, what, amount) VALUES ('2026-11-29', 'glue', 18.5)")
  assert.equal(text('costs.csv'), `${COSTS}29.11.2026;glue;18,50\n`)
  assert.equal(added.type, 'said')
  if (added.type !== 'said') return
  assert.match(added.said.sentence, /costs\.csv/)
  assert.deepEqual((added.result as { paths: unknown }).paths, ['costs.csv'])
  const [kept] = await fileHistory.list()
  assert.equal(kept?.path, join(workspace, 'costs.csv'))
})

test('several statements change several files together', async (t) => {
  const { run, text, fileHistory } = open(t)
  const made = await run("UPDATE todo SET done = 1; DELETE FROM costs WHERE what = 'tape'")
  assert.deepEqual(made.type === 'said' && (made.result as { paths: unknown }).paths, [
    'costs.csv',
    'todo.md',
  ])
  assert.equal(text('todo.md'), TODO.replaceAll('[ ]', '[x]'))
  assert.equal(text('costs.csv'), 'date;what;amount\n27.11.2026;paint;12,00\n')
  const groups = (await fileHistory.list()).map(({ group }) => group)
  assert.equal(groups.length, 2)
  assert.notEqual(groups[0], undefined)
  assert.equal(groups[0], groups[1])
})

test('in safe mode nothing is written', async (t) => {
  const { say, text } = open(t, { safeMode: { isOn: true, turnOn: () => {} } })
  assert.match(await say('UPDATE todo SET done = 1'), /`todo\.md` was not written: safe mode is on/)
  assert.equal(text('todo.md'), TODO)
})

test('where no row fits, or it is so already, that is said and nothing is asked or written', async (t) => {
  const { say, preview, text } = open(t)
  const nothing = "UPDATE todo SET done = 1 WHERE text = 'feed the cat'"
  assert.match(await say(nothing), /^no_change: /)
  assert.match((await preview(nothing)) ?? '', /^no_change: /)
  assert.match(await say("UPDATE costs SET amount = 12 WHERE what = 'paint'"), /^no_change: /)
  assert.equal(text('todo.md'), TODO)
  assert.equal(text('costs.csv'), COSTS)
})

test('more than half of the rows are warned of before', async (t) => {
  const { preview } = open(t)
  const [warning = ''] = ((await preview('DELETE FROM todo')) ?? '').split('\n')
  assert.match(warning, /all|2 of 2/i)
})

test('a question, a table that is read only and a broken statement are refused with the reason', async (t) => {
  const { say, text } = open(t)
  assert.equal(await say('SELECT * FROM todo'), 'bad_sql: That statement asks and changes nothing.')
  assert.match(await say("DELETE FROM files WHERE name = 'todo.md'"), /^bad_sql: .*files/)
  assert.match(await say('UPDATE todo SET nosuch = 1'), /^bad_sql: .*nosuch/)
  assert.equal(text('todo.md'), TODO)
})

test('without tables nothing can be changed, and that is said', async () => {
  assert.equal(
    await sentenceOf(fileChange, { sql: 'DELETE FROM todo' }, someContext),
    'no_tables: There is no folder here whose files could be changed.',
  )
})
