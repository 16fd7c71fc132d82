import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { READERS } from '../../source/folder/all-readers.ts'
import { FolderTables } from '../../source/folder/folder-tables.ts'
import { findProgram } from '../../source/paths.ts'

const clock = {
  now: () => new Date('2026-11-28T10:00:00Z'),
  monotonicMs: () => performance.now(),
  timeZone: 'UTC',
}
const { signal } = new AbortController()
const opened: FolderTables[] = []
const folders: string[] = []

after(async () => {
  for (const one of opened) await one.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function open(files: { readonly [path: string]: string | Uint8Array }) {
  const workspace = mkdtempSync(join(tmpdir(), 'ethervox-tables-'))
  folders.push(workspace)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(workspace, path, '..'), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  const tables = new FolderTables({
    workspace,
    clock,
    readers: READERS,
    child: findProgram().databaseChild,
    own: {},
  })
  opened.push(tables)
  return { workspace, tables }
}

async function told(tables: FolderTables, sql: string): Promise<string> {
  const answer = await tables.ask(sql, signal)
  if (answer.type === 'failed') return answer.reason
  const { sentence, detail } = await tables.say(sql, answer, signal)
  return detail === undefined ? sentence : `${sentence}\n${detail}`
}

const TODO = '# Now\n- [x] vips backend\n- [ ] respect EXIF rotation\n\n# Later\n- [ ] AVIF output\n'
const BENCH = 'run,backend,seconds\n1,pillow,61.4\n2,pillow,34.8\n3,vips,9.7\n'

test('ticks, numbers, names and their order are told as they stand', async () => {
  const { tables } = open({ 'TODO.md': TODO, 'bench.csv': BENCH })
  assert.equal(
    await told(tables, 'SELECT text, done FROM todo'),
    '3 in TODO.md:\ntext                   done\nvips backend           yes\nrespect EXIF rotation  no\nAVIF output            no',
  )
  assert.equal(
    await told(tables, 'SELECT text FROM todo WHERE done = 0'),
    '2 in TODO.md (not done):\n- respect EXIF rotation\n- AVIF output',
  )
  assert.equal(
    await told(tables, "SELECT avg(seconds) FROM bench WHERE backend = 'pillow'"),
    '48.1: average seconds, backend pillow (bench.csv).',
  )
  assert.equal(
    await told(tables, 'SELECT run, seconds FROM bench ORDER BY seconds LIMIT 1'),
    'run: 3, seconds: 9.7 (bench.csv).',
  )
})

test('where nothing fits, it says which condition, and what is nearest', async () => {
  const { tables } = open({ 'clients.csv': 'client,hours\nKessler & Sohn,3\nBrannock Legal,4\n' })
  assert.equal(
    await told(tables, "SELECT hours FROM clients WHERE client = 'brannok'"),
    'No client is like `brannok`; near it: `Brannock Legal` (clients.csv).',
  )
})

test('a file is read again when it changed, and gone when it is gone', async () => {
  const { workspace, tables } = open({ 'a.csv': 'x,y\n1,2\n' })
  assert.equal(await told(tables, 'SELECT x FROM a'), '1 (a.csv).')
  writeFileSync(join(workspace, 'a.csv'), 'x,y\n7,2\n8,3\n')
  assert.equal(await told(tables, 'SELECT max(x) FROM a'), '8: highest x (a.csv).')
  rmSync(join(workspace, 'a.csv'))
  assert.match(await told(tables, 'SELECT x FROM a'), /^There is no table `a`/)
})

test('files of one name are told apart, and so are words of SQL', async () => {
  const { tables } = open({
    'todo.md': TODO,
    'todo.csv': BENCH,
    'order.csv': BENCH,
    '2026.csv': BENCH,
    'x/a.csv': BENCH,
    'y/a.csv': BENCH,
  })
  const { tables: all } = await tables.look(signal)
  assert.deepEqual(all.map(({ name }) => name).sort(), [
    '_2026',
    'files',
    'memories',
    'order_',
    'reminders',
    'timers',
    'todo_csv',
    'todo_md',
    'x_a_csv',
    'y_a_csv',
  ])
})

test('what is no text, too large, or ignored is named or left out, and the rest works', async () => {
  const { tables } = open({
    'photo.jpg': new Uint8Array([0xff, 0xd8, 0, 1]),
    'big.log': 'x'.repeat(11 * 1024 * 1024),
    '.gitignore': 'out/\n',
    'out/made.csv': BENCH,
    'bench.csv': BENCH,
  })
  const { unread, tables: all } = await tables.look(signal)
  assert.deepEqual(
    unread.map(({ path, reason }) => [path, reason]),
    [
      ['big.log', '`big.log` was left out: it has 11 MB, and files over 10 MB are not read.'],
      ['photo.jpg', '`photo.jpg` was left out: it is no text and no kind of file that can be read.'],
    ],
  )
  assert.ok(!all.some(({ path }) => path.startsWith('out/')))
  assert.equal(await told(tables, 'SELECT count(*) FROM bench'), '3: number (bench.csv).')
})

test('a link out of the folder is not followed', async () => {
  const { workspace, tables } = open({ 'bench.csv': BENCH })
  const outside = mkdtempSync(join(tmpdir(), 'ethervox-outside-'))
  folders.push(outside)
  writeFileSync(join(outside, 'secret.csv'), BENCH)
  symlinkSync(join(outside, 'secret.csv'), join(workspace, 'secret.csv'))
  const { tables: all } = await tables.look(signal)
  assert.ok(!all.some(({ path }) => path === 'secret.csv'))
})

test('a file that may not be read is named, and the rest works', {
  skip: process.getuid?.() === 0 && 'root reads everything',
}, async () => {
  const { workspace, tables } = open({ 'a.csv': BENCH, 'b.csv': BENCH })
  chmodSync(join(workspace, 'a.csv'), 0)
  const { unread } = await tables.look(signal)
  assert.deepEqual(
    unread.map(({ path }) => path),
    ['a.csv'],
  )
})

test('500 files are looked at, and one that changed is the only one that is read again', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`notes/n${at}.md`, `# Note ${at}\n- [ ] item ${at}\n`]),
  )
  const { workspace, tables } = open(files)
  const first = await tables.look(signal)
  assert.equal(await tables.look(signal), first)
  writeFileSync(join(workspace, 'notes/n7.md'), '# Note 7\n- [x] another item\n')
  const next = await tables.look(signal)
  const rowsOf = (name: string, view: typeof first) => view.tables.find((table) => table.name === name)?.rows
  assert.notEqual(rowsOf('n7', next), rowsOf('n7', first))
  assert.equal(rowsOf('n8', next), rowsOf('n8', first))
})

test('whether anything comes of a program is known before it is done', async () => {
  const { tables, workspace } = open({ 'bench.csv': BENCH })
  const found = async (sql: string) => tables.findsAny(sql, signal)
  assert.equal(await found("SELECT run FROM bench WHERE backend = 'vips'"), true)
  assert.equal(await found("SELECT run FROM bench WHERE backend = 'gimp'"), false)
  assert.equal(await found("SELECT sum(seconds) FROM bench WHERE backend = 'gimp'"), false)
  assert.equal(await found('SELECT nothing FROM bench'), false)
  assert.equal(await found("UPDATE bench SET seconds = 9 WHERE backend = 'vips'"), true)
  assert.equal(await found("UPDATE bench SET seconds = 9 WHERE backend = 'gimp'"), false)
  assert.equal(readFileSync(join(workspace, 'bench.csv'), 'utf8'), BENCH)
})
