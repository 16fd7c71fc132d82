// Files that an older program took an import with an id near the end of all numbers into.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { insertEntry } from '../../source/memory/rows.ts'
import { fileWith, fill, ofAllShapes } from './damaged-file.ts'
import { openTestMemory } from './open-memory.ts'

const [first, second] = ofAllShapes(2)
assert.ok(first && second)

const add = (db: DatabaseSync, text: string, id?: number) => insertEntry(db, { ...first, text }, id)

test('a memory that such an import made unusable is saved: what was too high has the next ids', async () => {
  const { folder } = fileWith([first, second], undefined, (db) => {
    add(db, 'imported', Number.MAX_SAFE_INTEGER)
    for (const text of ['behind it', 'the last one']) add(db, text)
  })
  using opened = await openTestMemory(folder)
  const { memory } = opened
  const texts = memory.forgettable({ importanceBelow: 2 }).map(({ id, text }) => `${id} ${text.slice(0, 14)}`)
  assert.deepEqual(texts, [
    '1 Entry number 1',
    '2 Entry number 2',
    '3 imported',
    '4 behind it',
    '5 the last one',
  ])
  assert.match(
    memory.notices[0] ?? '',
    /it was moved to `memory\.sqlite\.damaged-\d+`, and 5 memories were saved/,
  )
  assert.equal(memory.store({ text: 'goes on', kind: 'fact' }).entry.id, 6)
  assert.equal(memory.find(4)?.text, 'behind it')
})

test('the same where the import was taken back, and where the file is damaged besides', async () => {
  const { folder } = fileWith([first], undefined, (db) => {
    add(db, 'imported', Number.MAX_SAFE_INTEGER)
    db.exec('DELETE FROM entries WHERE id > 1')
  })
  using opened = await openTestMemory(folder)
  assert.equal(opened.memory.store({ text: 'goes on', kind: 'fact' }).entry.id, 2)
  const bad = fileWith([first], undefined, (db) => add(db, 'imported', Number.MAX_SAFE_INTEGER))
  fill(bad.path, [1])
  using other = await openTestMemory(bad.folder)
  assert.equal(other.memory.find(2)?.text, 'imported')
})

test('an id that an import may have makes no damage, nor do those behind it', async () => {
  const { folder } = fileWith([{ ...first, id: 1e12 }])
  for (const id of [1e12 + 1, 1e12 + 2]) {
    const { memory, book } = await openTestMemory(folder)
    assert.equal(memory.store({ text: `note ${id}`, kind: 'fact' }).entry.id, id)
    book.close()
  }
  assert.deepEqual(readdirSync(folder), ['memory.sqlite'])
})

test('a repeating reminder that is due behind the year 9999 can be done, and none such is stored', async () => {
  const repeats = { unit: 'day', every: 1, at: '10:00' } as const
  const due = '+275760-09-12T00:00:00.000Z'
  const { folder } = fileWith([{ ...first, kind: 'reminder', due, repeats }])
  using opened = await openTestMemory(folder)
  const { memory } = opened
  assert.notEqual(memory.complete(1)?.entry.completed ?? null, null)
  assert.throws(() => memory.store({ text: 'far', kind: 'reminder', due: new Date(due) }), {
    message: 'A reminder can be due until the year 9999; name a nearer time.',
  })
})
