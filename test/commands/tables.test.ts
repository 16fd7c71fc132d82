// `/tables`: what of a folder is read as what, and what is not.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import command from '../../commands/tables.ts'
import type { CommandContext } from '../../source/contracts/command.ts'
import { READERS } from '../../source/folder/all-readers.ts'
import { FolderTables } from '../../source/folder/folder-tables.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const clock = { now: () => new Date('2026-11-28T10:00:00Z'), monotonicMs: () => 0, timeZone: 'UTC' }

function commandOn(files: Readonly<Record<string, string | Uint8Array>>) {
  const workspace = temporaryFolder('workspace')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), text)
  }
  // Looking needs no database, so none is started.
  const tables = new FolderTables({ workspace, clock, readers: READERS, child: '', own: {} })
  const context = { services: { tables } } as unknown as CommandContext
  return async (input: string) => command.run(input, context)
}

test('each table has a line: its file, kind, rows and columns with their types', async () => {
  const run = commandOn({
    'todo.md': '- [ ] Call the dentist\n- [x] Water the plants\n',
    'time.csv': 'Day,Client,Hours\n02.11.2026,Anna,"3,50 h"\n03.11.2026,Ben,"0,75 h"\n',
  })
  const { ok, text } = await run('')
  assert.ok(ok)
  assert.equal(
    text,
    [
      'table      file      kind       rows  columns',
      '---------  --------  ---------  ----  -------',
      'time       time.csv  csv           2  day date, client text, hours number (h)',
      'todo       todo.md   list          2  heading text, text text, done yes/no',
      'files      –         folder        2  name text, kind text, bytes number, lines number, modified date',
      'memories   –         memories      0  id number, text text, tags text, created date',
      'reminders  –         reminders     0  id number, text text, due date, done yes/no',
      'timers     –         timers        0  id number, label text, rings date',
    ].join('\n'),
  )
})

test('files without a table are named below with the reason, and so is what was odd', async () => {
  const run = commandOn({
    'broken.json': '{"name": "boat",\n',
    'photo.jpg': new Uint8Array([0xff, 0xd8, 0, 0, 1]),
    'odd.csv': 'a,b\n1,2\n3,4,5\n',
  })
  const { text, data } = await run('')
  assert.match(text, /^odd: .*\b3\b.*\.$/m)
  assert.match(text, /^`broken\.json` is no JSON: [^\n]+\.$/m)
  assert.match(text, /^`photo\.jpg` was left out: [^\n]+\.$/m)
  assert.deepEqual(
    Object(data).unread.map(({ path }: { path: string }) => path),
    ['broken.json', 'photo.jpg'],
  )
  assert.match((await run('photo.jpg')).text, /^`photo\.jpg` was left out/)
})

test('a table in full has units, ranges, first values and the names of the file', async () => {
  const run = commandOn({
    'time.csv':
      'Day,Client name,Hours,Paid\n2026-11-02,Anna,3.50 h,yes\n2026-11-03,Ben,0.75 h,no\n2026-11-04,Anna,,no\n',
  })
  const { text, data } = await run('TIME')
  assert.equal(
    text,
    [
      'time: time.csv, csv, 3 rows',
      'column       type           unit  in the file  values',
      '-----------  -------------  ----  -----------  ------',
      'n            number, fixed  –     –            1 to 3',
      'day          date           –     –            2026-11-02 to 2026-11-04',
      'client_name  text           –     Client name  Anna, Ben',
      'hours        number         h     –            0.75 to 3.5',
      'paid         yes/no         –     –            1 yes, 2 no',
    ].join('\n'),
  )
  assert.deepEqual(Object(data).columns[2], { name: 'hours', type: 'number', title: 'Hours', unit: 'h' })
  assert.equal((await run('time.csv')).text, text)
})

test('why a table is read only stands below it, and many columns or values are counted', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `column${at}`)
  const run = commandOn({
    'wide.csv': `${names.join(',')}\n${names.join(',')}\n`,
    'long.txt': Array.from({ length: 40 }, (_, at) => `This is line ${at} of a text\n`).join(''),
  })
  assert.match((await run('files')).text, /\nThe table `files` is what stands in the folder[^\n]+$/)
  assert.match((await run('')).text, /^wide .*column0 text, .*, … 2\d more$/m)
  assert.match((await run('long')).text, /^text +text +This is line 0 of a text, .*, … 3\d more$/m)
})

test('a file with several tables lists them, and a name that none has is told', async () => {
  const run = commandOn({ 'todo.md': 'Remember the milk.\n\n- [ ] Call the dentist\n' })
  const { text } = await run('todo.md')
  assert.deepEqual(
    text.split('\n').map((line) => line.split(' ')[0]),
    ['table', '---------', 'todo', 'todo_text'],
  )
  const { ok, text: said } = await run('shopping')
  assert.deepEqual([ok, said], [false, 'There is no table `shopping`; `/tables` lists them.'])
})

test('of very many tables the first are listed, and always those of the program', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `list${at}.md`)
  const run = commandOn(Object.fromEntries(names.map((name) => [name, '- [ ] Something\n'])))
  const { text, data } = await run('')
  const lines = text.split('\n')
  assert.equal(lines.filter((line) => line.startsWith('list')).length, 100)
  assert.match(text, /^timers /m)
  assert.equal(lines.at(-1), '… and 20 more tables; `/sql SELECT name FROM files` lists the files')
  assert.equal(Object(data).tables.length, 124)
})
