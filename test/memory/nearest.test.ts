import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { memoryBook } from '../../source/memory/book.ts'
import { fakeMeaning } from '../helpers/fake-meaning.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { NOW } from './open-memory.ts'

const TOPICS = [
  ['hairdresser', 'fringe', 'trims', 'barber'],
  ['boiler', 'heating', 'cold'],
  ['mortgage', 'loan', 'house'],
]
const folder = temporaryFolder('nearest')
after(() => rmSync(folder, { recursive: true, force: true }))

async function open(name: string, meaning = fakeMeaning(TOPICS)) {
  const path = join(folder, `${name}.sqlite`)
  const book = memoryBook(path, { now: () => NOW, monotonicMs: () => 0, timeZone: 'UTC' }, 'test', meaning)
  const memory = await book.open()
  const texts = async (words: string, limit = 3) =>
    (await memory.nearest({ words, limit })).map(({ entry }) => entry.text)
  return { path, book, memory, meaning, texts }
}

const vectorsIn = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  const { n } = db.prepare('SELECT count(*) AS n FROM meanings').get() ?? {}
  db.close()
  return n
}

test('an entry is found by what it means, and it is told that no word of it was said', async () => {
  const { memory, book, texts } = await open('means')
  memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact' })
  memory.store({ text: 'the boiler needs a service', kind: 'fact' })
  assert.deepEqual(memory.search({ words: 'who trims my fringe', limit: 3 }), [])
  const [best] = await memory.nearest({ words: 'who trims my fringe', limit: 3 })
  assert.deepEqual([best?.entry.text, best?.hasWords], ['my hairdresser is called Luigi', false])
  assert.ok((best?.likeness ?? 0) > 0.9)
  assert.deepEqual(await texts('what is a capital of Peru'), [], 'what is about nothing finds nothing')
  book.close()
})

test('what has all of the words comes first, whatever is nearer; what has some is not lost', async () => {
  const { memory, book, texts } = await open('words')
  memory.store({ text: 'my barber trims a fringe on Mondays', kind: 'fact' })
  memory.store({ text: 'loan of the drill: Pieter has it', kind: 'fact' })
  memory.store({ text: 'mortgage: 1.85 percent', kind: 'fact' })
  assert.equal((await texts('loan drill'))[0], 'loan of the drill: Pieter has it')
  assert.ok((await texts('fringe of the house loan')).includes('my barber trims a fringe on Mondays'))
  book.close()
})

test('filters hold for both ways, and words may be missing', async () => {
  const { memory, book } = await open('filters')
  memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact', tags: ['people'] })
  memory.store({ text: 'ring the hairdresser', kind: 'reminder' })
  const found = await memory.nearest({ words: 'who trims my fringe', tag: 'people', limit: 5 })
  assert.deepEqual(
    found.map(({ entry }) => entry.kind),
    ['fact'],
  )
  assert.equal((await memory.nearest({ words: '', kind: 'reminder', limit: 5 })).length, 1)
  book.close()
})

test('a vector is made once, and goes with its entry and with its text', async () => {
  const first = await open('once')
  const { entry } = first.memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact' })
  await first.texts('fringe')
  assert.equal(vectorsIn(first.path), 1)
  first.book.close()
  const next = await open('once')
  await next.texts('fringe')
  assert.deepEqual(next.meaning.made, ['fringe'], 'the entry’s stands in the file')
  next.memory.change(entry.id, { text: 'the boiler is ten years old' })
  assert.deepEqual(await next.texts('heating'), ['the boiler is ten years old'])
  assert.deepEqual(await next.texts('fringe'), [])
  next.memory.remove([entry.id], 'delete')
  assert.equal(vectorsIn(next.path), 0)
  next.book.close()
})

test('what another program changed or removed is found as it is now', async () => {
  const here = await open('shared')
  const { entry } = here.memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact' })
  assert.deepEqual(await here.texts('fringe'), ['my hairdresser is called Luigi'])
  const there = await open('shared')
  there.memory.change(entry.id, { text: 'the boiler is ten years old' })
  assert.deepEqual(await here.texts('fringe'), [])
  assert.deepEqual(await here.texts('heating'), ['the boiler is ten years old'])
  there.memory.remove([entry.id], 'delete')
  assert.deepEqual(await here.texts('heating'), [])
  there.book.close()
  here.book.close()
})

test('where an answer waits only some vectors are made, the newest first, and the others by and by', async () => {
  const { memory, book, path } = await open('many')
  for (let at = 0; at < 100; at += 1) memory.store({ text: `loan number ${at}`, kind: 'fact' })
  await memory.nearest({ words: 'mortgage', limit: 1, isQuick: true })
  assert.equal(vectorsIn(path), 40)
  await memory.nearest({ words: 'mortgage', limit: 1 })
  assert.equal(vectorsIn(path), 100)
  book.close()
})

test('while nobody waits they are made little by little, until none is missing', async () => {
  const { memory, book, path } = await open('idle')
  for (let at = 0; at < 70; at += 1) memory.store({ text: `loan number ${at}`, kind: 'fact' })
  const made: number[] = []
  do made.push(await memory.prepareNearest())
  while (made.at(-1) !== 0)
  assert.deepEqual(made, [32, 32, 6, 0])
  assert.equal(vectorsIn(path), 70)
  book.close()
  const without = memoryBook(path, { now: () => NOW, monotonicMs: () => 0, timeZone: 'UTC' }, 'test')
  assert.equal(await (await without.open()).prepareNearest(), 0)
  without.close()
})

test('while nothing is to be kept no vector is written', async () => {
  const { memory, book, path, texts } = await open('paused')
  memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact' })
  book.pause(true)
  assert.deepEqual(await texts('fringe'), ['my hairdresser is called Luigi'])
  assert.equal(vectorsIn(path), 0)
  book.close()
})

test('a vector that is damaged in the file is made anew', async () => {
  const first = await open('damaged')
  first.memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact' })
  await first.texts('fringe')
  first.book.close()
  for (const damaged of ["x'0102030405'", "x''", "'text'"]) {
    const db = new DatabaseSync(first.path)
    db.exec(`UPDATE meanings SET vector = ${damaged}`)
    db.close()
    const { texts, book } = await open('damaged')
    assert.deepEqual(await texts('fringe'), ['my hairdresser is called Luigi'], damaged)
    book.close()
  }
})

test('without a sentence model it is the search by words', async () => {
  const silent = { ...fakeMeaning(TOPICS), vectorOf: () => undefined }
  const { memory, book } = await open('silent', silent)
  memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact' })
  assert.deepEqual(await memory.nearest({ words: 'fringe', limit: 3 }), [])
  const [found] = await memory.nearest({ words: 'hairdresser', limit: 3 })
  assert.deepEqual([found?.hasWords, found?.likeness], [true, undefined])
  book.close()
})

test('a file of a program before is searched, by what it means too', async () => {
  const older = await open('older')
  older.memory.store({ text: 'my hairdresser is called Luigi', kind: 'fact' })
  older.book.close()
  const db = new DatabaseSync(older.path)
  db.exec(
    "DROP TRIGGER meanings_delete; DROP TRIGGER meanings_update; DROP TABLE meanings; DELETE FROM migrations WHERE name = 'meanings'",
  )
  db.close()
  const { texts, book } = await open('older')
  assert.deepEqual(await texts('fringe'), ['my hairdresser is called Luigi'])
  book.close()
})
