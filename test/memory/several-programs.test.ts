// Several programs with one memory: what one does to the file, another sees at its next call.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Memory } from '../../source/contracts/memory.ts'
import { takeFileLock } from '../../source/lib/file-lock.ts'
import { AMOUNT, fileWith, fill, ofAllShapes, PAGE_BYTES } from './damaged-file.ts'
import { openTestMemory } from './open-memory.ts'

const KEY = 'the spare key lies under the blue pot'

/** A bad page in the middle, which shows when it is read. */
function damage(path: string): void {
  fill(path, [Math.floor(readFileSync(path).indexOf('Entry number 200 ') / PAGE_BYTES) + 1], 0xff)
}

/** Reads every page of entries. */
const readAll = (memory: Memory) => memory.forgettable({ importanceBelow: 1 }).length

const movedFrom = (path: string) =>
  readdirSync(dirname(path)).filter((name) => /\.(?:damaged|newer)-\d+(?:-\d+)?$/.test(name))

async function foundAtNextStart(folder: string): Promise<readonly string[]> {
  using again = await openTestMemory(folder)
  return again.memory.search({ words: 'spare key', limit: 5 }).map(({ text }) => text)
}

test('what a program stores after another one has moved the damaged file aside is not lost', async () => {
  const { folder, path } = fileWith(ofAllShapes())
  const first = await openTestMemory(folder)
  first.memory.find(1)
  damage(path)
  const second = await openTestMemory(folder)
  readAll(second.memory)
  assert.equal(second.memory.notices.length, 1)
  first.memory.store({ text: KEY, kind: 'fact' })
  assert.equal(second.memory.search({ words: 'spare key', limit: 1 }).length, 1)
  second.memory.store({ text: 'the ferry leaves at 7', kind: 'fact' })
  assert.equal(first.memory.search({ words: 'ferry', limit: 1 }).length, 1)
  assert.deepEqual([movedFrom(path).length, first.memory.notices], [1, []])
  first.book.close()
  second.book.close()
  assert.deepEqual(await foundAtNextStart(folder), [KEY])
})

test('what a program stores after an older one has moved its file aside is not lost', async () => {
  const { folder, path } = fileWith(ofAllShapes(3))
  const first = await openTestMemory(folder)
  const db = new DatabaseSync(path)
  db.exec("INSERT INTO migrations VALUES ('future', 1)")
  db.close()
  const second = await openTestMemory(folder)
  assert.match(second.memory.notices.join(), /from a newer version/)
  first.memory.store({ text: KEY, kind: 'fact' })
  assert.equal(first.memory.find(1)?.id, 1)
  assert.equal(movedFrom(path).length, 1)
  first.book.close()
  second.book.close()
  assert.deepEqual(await foundAtNextStart(folder), [KEY])
})

test('a file that was taken away is made anew, and one that was put back is used', async () => {
  const { folder, path } = fileWith(ofAllShapes(3))
  using opened = await openTestMemory(folder)
  opened.memory.find(1)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  renameSync(path, `${path}.mine`)
  assert.equal(opened.memory.find(1), undefined)
  assert.equal(existsSync(path), true)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  renameSync(`${path}.mine`, path)
  assert.equal(opened.memory.find(1)?.id, 1)
})

test('a memory that was closed stays closed', async () => {
  const { memory, book, folder, path } = await openTestMemory()
  book.close()
  rmSync(folder, { recursive: true })
  assert.throws(() => memory.find(1), { code: 'memory_unavailable' })
  assert.equal(existsSync(path), false)
})

test('while another program moves the damaged file aside the memory is busy, and works at the next call', async () => {
  const { folder, path } = fileWith(ofAllShapes())
  using opened = await openTestMemory(folder)
  const { memory } = opened
  memory.find(1)
  damage(path)
  const lock = takeFileLock(`${path}.lock`)
  assert.ok(lock.ok)
  assert.throws(() => readAll(memory), {
    code: 'memory_busy',
    message: 'Another program writes to the memory; try again.',
  })
  lock.release()
  assert.ok(readAll(memory) > AMOUNT - 30)
  memory.store({ text: KEY, kind: 'fact' })
  assert.equal(movedFrom(path).length, 1)
})
