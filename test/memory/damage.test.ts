import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { MIGRATIONS } from '../../source/memory/migrations.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { openTestMemory } from './open-memory.ts'

const PAGE_BYTES = 4096

/** A folder with a memory of `amount` entries, closed, so that all of it stands in one file. */
async function folderWith(amount: number): Promise<{ folder: string; path: string }> {
  const folder = temporaryFolder('memory')
  const { memory, book, path } = await openTestMemory(folder)
  for (let at = 1; at <= amount; at++)
    memory.store({ text: `Entry number ${at} ${'about this and that '.repeat(10)}`, kind: 'fact' })
  book.close()
  return { folder, path }
}

const asideOf = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('memory.sqlite.'))

/** Pages of the rows themselves, from 0, in their order. */
function leavesOf(path: string): readonly number[] {
  const db = new DatabaseSync(path)
  const query = "SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY path"
  const pages = db.prepare(query).all()
  db.close()
  return pages.map(({ pageno }) => Number(pageno) - 1)
}

/** How many of 400 entries SQLite gives one by one. */
function readableOf(path: string): number {
  const db = new DatabaseSync(path, { defensive: false })
  db.exec('PRAGMA writable_schema = ON')
  const one = db.prepare('SELECT * FROM entries NOT INDEXED WHERE id = ?')
  let readable = 0
  for (let id = 1; id <= 400; id++) {
    try {
      if (one.get(id) !== undefined) readable++
    } catch {
      // It lies on a bad page.
    }
  }
  db.close()
  return readable
}

test('a file that is no database is moved aside whole, and a new one begun', async () => {
  const folder = temporaryFolder('memory')
  writeFileSync(join(folder, 'memory.sqlite'), 'my shopping list'.repeat(500))
  using opened = await openTestMemory(folder)
  const [aside = ''] = asideOf(folder)
  assert.match(aside, /^memory\.sqlite\.damaged-20260312092400$/)
  assert.equal(readFileSync(join(folder, aside), 'utf8'), 'my shopping list'.repeat(500))
  assert.deepEqual(opened.memory.notices, [
    `The memory file was damaged; it was moved to \`${aside}\`, and 0 memories were saved from it.`,
  ])
  assert.equal(opened.memory.store({ text: 'goes on', kind: 'fact' }).isNew, true)
})

test('of a file with bad pages in its middle the entries before and behind them are saved', async () => {
  const { folder, path } = await folderWith(400)
  const bytes = readFileSync(path)
  const middle = bytes.indexOf('Entry number 200 ')
  const page = Math.floor(middle / PAGE_BYTES) * PAGE_BYTES
  bytes.fill(0xff, page, page + PAGE_BYTES)
  writeFileSync(path, bytes)
  using opened = await openTestMemory(folder)
  const { memory } = opened
  // The damage shows when the page is read: in the middle of the work, which then goes on.
  assert.ok(memory.forgettable({ importanceBelow: 1 }).length > 300)
  const saved = memory.overview().total
  assert.ok(saved > 300 && saved < 400, `${saved} of 400 entries were saved`)
  assert.equal(memory.find(1)?.text.startsWith('Entry number 1 '), true)
  assert.equal(memory.find(400)?.text.startsWith('Entry number 400 '), true)
  assert.match(memory.notices.join(), new RegExp(`${saved} memories were saved from it`))
  assert.equal(memory.search({ words: 'number 400', limit: 1 })[0]?.id, 400)
})

test('with two bad pages the entries between them are saved as well', async () => {
  const { folder, path } = await folderWith(400)
  const bytes = readFileSync(path)
  const pages = leavesOf(path)
  for (const page of [pages[1], pages.at(-2)])
    bytes.fill(0xff, (page ?? 0) * PAGE_BYTES, ((page ?? 0) + 1) * PAGE_BYTES)
  writeFileSync(path, bytes)
  using opened = await openTestMemory(folder)
  const total = opened.memory.forgettable({ importanceBelow: 1 }).length
  assert.equal(total, readableOf(join(folder, asideOf(folder)[0] ?? '')))
  assert.ok(total > 370, `${total} of 400 entries were saved`)
  assert.match(opened.memory.notices.join(), new RegExp(`${total} memories were saved from it`))
})

test('of a file that was cut in half all is saved that can be read by its id', async () => {
  const { folder, path } = await folderWith(400)
  truncateSync(path, Math.floor(statSync(path).size / 2))
  using opened = await openTestMemory(folder)
  const { total } = opened.memory.overview()
  assert.equal(total, readableOf(join(folder, asideOf(folder)[0] ?? '')))
  assert.ok(total > 100, `${total} of 400 entries were saved`)
})

test('a highest id that damage made is not walked up to for ever', async () => {
  const { folder, path } = await folderWith(400)
  const db = new DatabaseSync(path)
  db.exec(`UPDATE sqlite_sequence SET seq = ${Number.MAX_SAFE_INTEGER}`)
  db.close()
  const bytes = readFileSync(path)
  const last = (leavesOf(path).at(-1) ?? 0) * PAGE_BYTES
  writeFileSync(path, bytes.fill(0xff, last, last + PAGE_BYTES))
  using opened = await openTestMemory(folder)
  const total = opened.memory.forgettable({ importanceBelow: 1 }).length
  assert.ok(total > 380 && total < 400, `${total} of 400 entries were saved`)
  assert.equal(opened.memory.store({ text: 'goes on', kind: 'fact' }).isNew, true)
})

test('a file that ends too early is told as damaged, not as empty', async () => {
  const { folder, path } = await folderWith(100)
  truncateSync(path, 3 * PAGE_BYTES)
  using opened = await openTestMemory(folder)
  opened.memory.overview()
  assert.match(opened.memory.notices.join(), /^The memory file was damaged/)
  assert.equal(asideOf(folder).length, 1)
})

test('a file of a newer program is moved aside, and its entries are read as far as they are known', async () => {
  const { folder, path } = await folderWith(3)
  const db = new DatabaseSync(path)
  db.exec("ALTER TABLE entries ADD COLUMN mood TEXT; INSERT INTO migrations VALUES ('moods', 1)")
  db.close()
  using opened = await openTestMemory(folder)
  assert.match(
    opened.memory.notices.join(),
    /^The memory file is from a newer version of the program; it was moved to `memory\.sqlite\.newer-20260312092400`, and 3 memories were saved from it\.$/,
  )
  assert.equal(opened.memory.overview().total, 3)
})

test('a database of something else is left alone', async () => {
  const folder = temporaryFolder('memory')
  const db = new DatabaseSync(join(folder, 'memory.sqlite'))
  db.exec("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')")
  db.close()
  using opened = await openTestMemory(folder)
  const [aside = ''] = asideOf(folder)
  assert.match(opened.memory.notices.join(), /holds something else; it was moved to .* a new one was begun/)
  const moved = new DatabaseSync(join(folder, aside))
  assert.equal(moved.prepare('SELECT name FROM recipes').get()?.name, 'soup')
  moved.close()
})

test('a second bad file of the same second gets a name of its own', async () => {
  const folder = temporaryFolder('memory')
  for (let at = 0; at < 2; at++) {
    writeFileSync(join(folder, 'memory.sqlite'), 'x'.repeat(5000))
    const { book } = await openTestMemory(folder)
    book.close()
  }
  assert.equal(asideOf(folder).length, 2)
})

test('a file that cannot be opened is told in a sentence, and tried again later', async () => {
  const folder = temporaryFolder('memory')
  mkdirSync(join(folder, 'memory.sqlite'))
  await assert.rejects(openTestMemory(folder), {
    code: 'memory_unavailable',
    message: /^The memory `.*memory\.sqlite` cannot be used: unable to open database file\.$/,
  })
})

test('a file of an earlier step is brought up to date and keeps its entries', async () => {
  const folder = temporaryFolder('memory')
  const db = new DatabaseSync(join(folder, 'memory.sqlite'))
  db.exec('CREATE TABLE migrations (name TEXT PRIMARY KEY, applied INTEGER NOT NULL)')
  for (const { name, sql } of MIGRATIONS.filter(({ name }) => name !== 'bin')) {
    db.exec(sql)
    db.prepare('INSERT INTO migrations VALUES (?, 1)').run(name)
  }
  db.exec(
    "INSERT INTO entries (text, folded, kind, tags, context, importance, created, updated, source, session) VALUES ('soup', 'soup', 'fact', '[]', '', 0.5, 1, 1, '', '')",
  )
  db.close()
  using opened = await openTestMemory(folder)
  assert.deepEqual(opened.memory.notices, [])
  assert.equal(opened.memory.search({ words: 'soup', limit: 1 })[0]?.id, 1)
  opened.memory.remove([1], 'delete')
  assert.equal(opened.memory.undo()?.entries.length, 1)
})

test('two programs with one memory see what the other stores', async () => {
  using first = await openTestMemory()
  const second = await openTestMemory(first.folder)
  first.memory.store({ text: 'the cat eats at 7', kind: 'fact' })
  assert.equal(second.memory.store({ text: 'the dog eats at 8', kind: 'fact' }).entry.id, 2)
  assert.equal(second.memory.search({ words: 'cat', limit: 1 }).length, 1)
  second.book.close()
})

test('a new file that another program has begun in the place of a damaged one is not moved aside', async () => {
  const { folder, path } = await folderWith(400)
  using first = await openTestMemory(folder)
  using second = await openTestMemory(folder)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(7, PAGE_BYTES))
  assert.equal(first.memory.store({ text: 'the cat eats at 7', kind: 'fact' }).isNew, true)
  assert.equal(second.memory.search({ words: 'cat', limit: 1 }).length, 1)
  assert.equal(asideOf(folder).filter((name) => /damaged-\d+(?:-\d+)?$/.test(name)).length, 1)
  second.memory.store({ text: 'the dog eats at 8', kind: 'fact' })
  assert.equal(first.memory.search({ words: 'dog', limit: 1 }).length, 1)
})

test('the file and what stands beside it is for the person alone', {
  skip: process.platform === 'win32',
}, async () => {
  using opened = await openTestMemory()
  opened.memory.store({ text: 'the garage code is 4471', kind: 'fact' })
  for (const name of readdirSync(opened.folder))
    assert.equal(statSync(join(opened.folder, name)).mode & 0o077, 0, name)
})

test('a file that others could read, and what stands beside it, is for its owner alone once it was opened', {
  skip: process.platform === 'win32',
}, async () => {
  using opened = await openTestMemory()
  opened.memory.store({ text: 'x', kind: 'fact' })
  const folder = temporaryFolder('memory')
  for (const name of readdirSync(opened.folder)) {
    writeFileSync(join(folder, name), readFileSync(join(opened.folder, name)))
    chmodSync(join(folder, name), 0o666)
  }
  using again = await openTestMemory(folder)
  assert.equal(again.memory.find(1)?.text, 'x')
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
  assert.deepEqual(
    modes,
    ['', '-shm', '-wal'].map((end) => [`memory.sqlite${end}`, 0o600]),
  )
})
