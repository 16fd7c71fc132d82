import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Memory, MemoryEntry } from '../../source/contracts/memory.ts'
import { migrate } from '../../source/lib/sqlite.ts'
import { MIGRATIONS } from '../../source/memory/migrations.ts'
import { ROOT_PAGE, salvageEntries } from '../../source/memory/salvage.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { AMOUNT, fileWith, fill, ids, ofAllShapes, PAGE_BYTES, upTo } from './damaged-file.ts'
import { openTestMemory } from './open-memory.ts'

/** Leaves of the table of entries, in their order. */
function leavesOf(path: string): readonly number[] {
  const db = new DatabaseSync(path)
  const query = "SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY path"
  const pages = db.prepare(query).all()
  db.close()
  return pages.map(({ pageno }) => Number(pageno))
}

/** What a page holds, by id. */
function idsOn(path: string, page: number): readonly number[] {
  const text = readFileSync(path).toString('latin1', (page - 1) * PAGE_BYTES, page * PAGE_BYTES)
  return [...text.matchAll(/Entry number (\d+) /g)].map(([, id]) => Number(id))
}

/** All of it, as it was. */
function all(memory: Memory): readonly MemoryEntry[] {
  // The first look shows the damage, the second is at what was saved.
  memory.overview()
  return memory.forgettable({ importanceBelow: 2 }).concat(memory.openReminders())
}

const byId = (entries: readonly MemoryEntry[]) =>
  [...new Map(entries.map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id)

test('the table of entries begins where the first step of the migrations puts it', () => {
  for (const pageBytes of [512, PAGE_BYTES, 65_536]) {
    const { path } = fileWith([], pageBytes)
    const db = new DatabaseSync(path)
    assert.equal(
      db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").get()?.rootpage,
      ROOT_PAGE,
    )
    db.close()
  }
})

for (const [what, byte] of [
  ['zeroed', 0],
  ['overwritten', 0x61],
] as const)
  test(`of a file whose first page was ${what} every entry comes back as it was, and the notice says how many`, async () => {
    const entries = ofAllShapes()
    const { folder, path } = fileWith(entries)
    const damaged = fill(path, [1], byte)
    using opened = await openTestMemory(folder)
    assert.deepEqual(byId(all(opened.memory)), entries)
    assert.match(
      opened.memory.notices.join(),
      /^The memory file was damaged; .*, and 405 memories were saved/,
    )
    const aside = readdirSync(folder).find((name) => name.includes('.damaged-')) ?? ''
    assert.deepEqual(readFileSync(join(folder, aside)), damaged)
    assert.equal(opened.memory.store({ text: 'goes on', kind: 'fact' }).entry.id, 70_001)
  })

test('every length of a page is tried, and the right one found', () => {
  const entries = ofAllShapes(120)
  for (const pageBytes of [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]) {
    const { path } = fileWith(entries, pageBytes)
    assert.deepEqual(salvageEntries(readFileSync(path).fill(0, 0, pageBytes)), entries, String(pageBytes))
  }
})

test('what was deleted or changed does not come back with the others', async () => {
  const folder = temporaryFolder('memory')
  const { memory, book, path } = await openTestMemory(folder)
  for (const { text } of ofAllShapes().slice(0, AMOUNT)) memory.store({ text, kind: 'fact' })
  memory.remove(upTo(150, 20), 'delete')
  memory.change(7, { text: 'Entry seven is another one now' })
  book.close()
  fill(path, [1])
  using opened = await openTestMemory(folder)
  const saved = byId(all(opened.memory))
  assert.deepEqual(ids(saved), [...upTo(19), ...upTo(AMOUNT, 151)])
  assert.equal(saved[6]?.text, 'Entry seven is another one now')
})

test('what an older program let stand on freed pages does not come back either, also where the root is lost', () => {
  const { path } = fileWith(ofAllShapes().slice(0, AMOUNT), PAGE_BYTES, (db) => {
    db.exec('DELETE FROM entries WHERE id BETWEEN 20 AND 150')
    db.exec('DELETE FROM entries WHERE id BETWEEN 300 AND 310')
  })
  const kept = [...upTo(19), ...upTo(299, 151), ...upTo(AMOUNT, 311)]
  assert.ok(readFileSync(path).includes('Entry number 100 '), 'the page still holds it')
  assert.deepEqual(ids(salvageEntries(fill(path, [1]))), kept)
  assert.deepEqual(ids(salvageEntries(fill(path, [1, ROOT_PAGE]))), kept)
})

test('this program overwrites what is deleted', async () => {
  const folder = temporaryFolder('memory')
  const { memory, book, path } = await openTestMemory(folder)
  for (const { text } of ofAllShapes().slice(0, AMOUNT)) memory.store({ text, kind: 'fact' })
  const [leaf = 0] = leavesOf(path).slice(3)
  const gone = idsOn(path, leaf)
  memory.remove(upTo(Math.max(...gone) + 60, Math.min(...gone) - 60), 'delete')
  book.close()
  assert.ok(gone.length > 3)
  assert.deepEqual(
    idsOn(path, leaf).filter((id) => gone.includes(id)),
    [],
  )
})

test('of a file whose root is lost all is saved, though its header is whole', async () => {
  const entries = ofAllShapes()
  const { folder, path } = fileWith(entries)
  fill(path, [ROOT_PAGE])
  using opened = await openTestMemory(folder)
  assert.deepEqual(byId(all(opened.memory)), entries)
})

test('of a file with more bad pages than the first one what stands on the others is saved', () => {
  const { path } = fileWith(ofAllShapes())
  const leaves = leavesOf(path)
  const bad = [leaves[1] ?? 0, leaves[4] ?? 0, leaves.at(-3) ?? 0]
  const lost = new Set(bad.flatMap((page) => idsOn(path, page)))
  assert.ok(lost.size > 10)
  const left = ofAllShapes().filter(({ id }) => !lost.has(id))
  assert.deepEqual(salvageEntries(fill(path, [1, ...bad])), left)
  assert.deepEqual(salvageEntries(fill(path, [ROOT_PAGE])), left)
})

test('of a file that was cut as well what is still there is saved', () => {
  const { path } = fileWith(ofAllShapes())
  const leaves = leavesOf(path)
  const end = Math.floor(statSync(path).size / PAGE_BYTES / 2)
  const there = leaves.filter((page) => page <= end).flatMap((page) => idsOn(path, page))
  truncateSync(path, end * PAGE_BYTES + 1000)
  const saved = ids(salvageEntries(fill(path, [1])))
  assert.ok(there.length > 100)
  assert.deepEqual(
    there.filter((id) => !saved.includes(id)),
    [],
  )
  assert.ok(saved.every((id) => id <= AMOUNT + 4 || id === 70_000))
})

test('an entry that goes on upon a bad page is not taken in part', () => {
  const entries = ofAllShapes()
  const { path } = fileWith(entries)
  const bytes = readFileSync(path).fill(0, 0, PAGE_BYTES)
  const pages = upTo(bytes.length / PAGE_BYTES, 5).filter((page) =>
    bytes.subarray((page - 1) * PAGE_BYTES, page * PAGE_BYTES).includes('x'.repeat(3000)),
  )
  // Some of them belong to the index.
  const amounts = pages.map((page) => {
    const damaged = Buffer.from(bytes).fill(0, (page - 1) * PAGE_BYTES, page * PAGE_BYTES)
    const saved = salvageEntries(damaged)
    assert.deepEqual(saved, entries.slice(0, saved.length))
    return saved.length
  })
  assert.deepEqual([...new Set(amounts)].sort(), [entries.length - 1, entries.length])
})

test('what stood in the log of a file without its first page counts', async () => {
  const { folder, path } = fileWith(ofAllShapes())
  const db = new DatabaseSync(path)
  db.exec('UPDATE entries SET importance = 0.9 WHERE id = 7')
  const crashed = temporaryFolder('memory')
  cpSync(folder, crashed, { recursive: true })
  db.close()
  fill(join(crashed, 'memory.sqlite'), [1])
  assert.ok(existsSync(join(crashed, 'memory.sqlite-wal')))
  using opened = await openTestMemory(crashed)
  const saved = byId(all(opened.memory))
  assert.equal(saved.length, AMOUNT + 5)
  assert.equal(saved[6]?.importance, 0.9)
})

test('entries from before the last steps are read, too', () => {
  const folder = temporaryFolder('memory')
  const path = join(folder, 'memory.sqlite')
  const db = new DatabaseSync(path)
  migrate(db, MIGRATIONS.slice(0, 3), 1)
  db.exec(
    "INSERT INTO entries (text, folded, kind, tags, context, importance, created, updated, source, session) VALUES ('Soup', 'soup', 'fact', '[]', '', 0.5, 1, 1, '', '')",
  )
  migrate(db, MIGRATIONS, 1)
  db.close()
  assert.deepEqual(
    salvageEntries(fill(path, [1])).map(({ text, repeats }) => [text, repeats]),
    [['Soup', null]],
  )
})
