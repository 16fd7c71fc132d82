import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { memoryBook } from '../../source/memory/book.ts'
import { isQuestion } from '../../source/memory/questions.ts'
import { daysOn, NOW, openTestMemory } from './open-memory.ts'

const texts = (entries: readonly { readonly text: string }[]) => entries.map(({ text }) => text)

test('a stored entry is found by its id with all that it was given', async () => {
  using opened = await openTestMemory()
  const { entry, isNew } = opened.memory.store({
    text: ' the garage code is 4471\u0007 ',
    kind: 'fact',
    tags: ['#Home', 'home', 'codes '],
    importance: 0.9,
  })
  assert.equal(isNew, true)
  assert.deepEqual(entry, {
    id: 1,
    text: 'the garage code is 4471',
    kind: 'fact',
    tags: ['codes', 'home'],
    context: '',
    importance: 0.9,
    created: NOW.toISOString(),
    updated: NOW.toISOString(),
    completed: null,
    due: null,
    rung: null,
    repeats: null,
    source: 'chat',
    session: 'test',
  })
  assert.deepEqual(opened.memory.find(1), entry)
  assert.equal(opened.memory.find(2), undefined)
})

test('what was stored is there after the memory was closed', async () => {
  using opened = await openTestMemory()
  opened.memory.store({ text: 'the cat eats at 7', kind: 'fact' })
  opened.book.close()
  assert.deepEqual(texts((await opened.book.open()).search({ words: 'cat', limit: 5 })), [
    'the cat eats at 7',
  ])
})

test('no file is made before the memory is opened', async () => {
  using opened = await openTestMemory()
  const path = `${opened.path}.other`
  const clock = { now: () => NOW, monotonicMs: () => 0, timeZone: 'UTC' }
  const book = memoryBook(path, clock, '')
  assert.equal(book.exists(), false)
  await book.open()
  assert.equal(existsSync(path), true)
  book.close()
})

test('the same text is not stored twice, but a reminder at another time is', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'The cat eats at 7', kind: 'fact' })
  const again = memory.store({ text: 'the  cat eats at 7', kind: 'fact' })
  assert.deepEqual([again.isNew, again.entry.id], [false, 1])
  memory.store({ text: 'call mum', kind: 'reminder', due: daysOn(1) })
  assert.equal(memory.store({ text: 'call mum', kind: 'reminder', due: daysOn(1) }).isNew, false)
  assert.equal(memory.store({ text: 'call mum', kind: 'reminder', due: daysOn(2) }).isNew, true)
})

test('a question is never stored as its own answer', async () => {
  using opened = await openTestMemory()
  for (const text of [
    'What is my wifi password?',
    'what is my wifi password',
    'do you know where I parked?',
    'my wifi password?',
    'and the code of the garage?',
    "What's my wifi password",
    'hey, what is my wifi password?',
    'Hello! What is my wifi password?',
    'tell me my wifi password',
    "do you know my sister's birthday",
    'how old is my dog',
    'what time is my flight',
    "who's my dentist",
    'is my passport expired',
    'My shoe size, what is it',
  ])
    assert.throws(() => opened.memory.store({ text, kind: 'fact' }), { code: 'question' })
  assert.equal(opened.memory.overview().total, 0)
  for (const text of [
    'who is coming: Anna and Ben',
    'Can opener is in the top drawer',
    'ask Tom: how was it?',
    'ask Tom about the keys?',
    'my favourite film: Who Framed Roger Rabbit?',
    'the play is called "Why?"',
    "what's done is done",
    'what my dog eats: rice',
    'how old Tim is: 12',
    'do the dishes on Friday',
    'have the car washed',
    'is my passport expired: yes, since May',
    "What's my number is what she always asks",
    'The red house, where the baker is',
  ])
    assert.equal(isQuestion(text), false, text)
})

test('an order not to keep something is not kept', async () => {
  using opened = await openTestMemory()
  for (const text of ["no don't save that", 'Please do not remember this!', 'never store it'])
    assert.throws(() => opened.memory.store({ text, kind: 'fact' }), { code: 'not_wanted' })
  assert.equal(
    opened.memory.store({ text: "don't save the file in the root folder", kind: 'fact' }).isNew,
    true,
  )
})

test('a reminder that rings may be a question, one without a time may not', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  const text = 'is the oven off?'
  assert.equal(memory.store({ text, kind: 'reminder', due: daysOn(1) }).isNew, true)
  assert.throws(() => memory.store({ text, kind: 'reminder' }), { code: 'question' })
  assert.throws(() => memory.change(1, { due: null, text: 'what is my code?' }), { code: 'question' })
})

test('an empty and an endless text are refused with a sentence', async () => {
  using opened = await openTestMemory()
  assert.throws(() => opened.memory.store({ text: ' \u0000 ', kind: 'fact' }), { code: 'empty' })
  assert.throws(() => opened.memory.store({ text: 'x'.repeat(8001), kind: 'fact' }), /8001 characters/)
})

test('a paused memory stores, changes and imports nothing, and still finds', async () => {
  using opened = await openTestMemory()
  const { memory, book } = opened
  memory.store({ text: 'the cat eats at 7', kind: 'fact' })
  book.pause(true)
  assert.throws(() => memory.store({ text: 'secret', kind: 'fact' }), /the memory is paused/)
  assert.throws(() => memory.change(1, { text: 'secret' }), { code: 'memory_paused' })
  assert.throws(() => memory.complete(1), { code: 'memory_paused' })
  await assert.rejects(memory.importFrom('/nowhere.json', 'merge'), { code: 'memory_paused' })
  assert.equal(memory.search({ words: 'cat', limit: 5 }).length, 1)
  book.pause(false)
  assert.equal(memory.store({ text: 'no secret', kind: 'fact' }).isNew, true)
})

test('search knows other forms of a word, tags and contexts, and takes signs as text', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'Anna runs on Mondays', kind: 'fact' })
  memory.store({ text: 'rests 40 minutes', kind: 'fact', tags: ['recipes'] })
  memory.store({ text: 'it takes 55 minutes', kind: 'correction', context: 'the ferry' })
  const found = (words: string) => texts(memory.search({ words, limit: 5 }))
  assert.deepEqual(found('running monday'), ['Anna runs on Mondays'])
  assert.deepEqual(found('recipe'), ['rests 40 minutes'])
  assert.deepEqual(found('ferries'), ['it takes 55 minutes'])
  assert.deepEqual(found('"NEAR(" OR * AND text:x'), [])
  assert.deepEqual(found('correction'), [])
})

test('an entry with all of the words stands before those with some', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'the key of the shed', kind: 'fact', importance: 1 })
  memory.store({
    text: 'the spare key hangs behind the door with the other ones',
    kind: 'fact',
    importance: 0,
  })
  assert.deepEqual(texts(memory.search({ words: 'spare key', limit: 5 })), [
    'the spare key hangs behind the door with the other ones',
    'the key of the shed',
  ])
})

test('search is narrowed by tag, kind and date, and without words gives the newest', async () => {
  using opened = await openTestMemory()
  const { memory, time } = opened
  time.now = daysOn(-40)
  memory.store({ text: 'soup needs nutmeg', kind: 'fact', tags: ['recipes'] })
  time.now = daysOn(-1)
  memory.store({ text: 'soup was bad', kind: 'pattern', tags: ['recipes'] })
  memory.store({ text: 'soup again', kind: 'fact' })
  const found = (filter: object) => texts(memory.search({ words: 'soup', limit: 9, ...filter }))
  assert.deepEqual(found({ tag: '#Recipes' }).sort(), ['soup needs nutmeg', 'soup was bad'])
  assert.deepEqual(found({ kind: 'pattern' }), ['soup was bad'])
  assert.deepEqual(found({ until: daysOn(-30) }), ['soup needs nutmeg'])
  assert.deepEqual(found({ since: daysOn(-30), kind: 'fact' }), ['soup again'])
  assert.deepEqual(texts(memory.search({ words: '', limit: 2 })), ['soup again', 'soup was bad'])
})

test('reminders stand by due time, ring once, and are done once', async () => {
  using opened = await openTestMemory()
  const { memory, time } = opened
  memory.store({ text: 'water the ferns', kind: 'reminder' })
  memory.store({ text: 'dentist', kind: 'reminder', due: daysOn(2) })
  memory.store({ text: 'bins', kind: 'reminder', due: daysOn(1) })
  memory.store({ text: 'a fact', kind: 'fact' })
  assert.deepEqual(texts(memory.openReminders()), ['bins', 'dentist', 'water the ferns'])
  assert.deepEqual(texts(memory.dueBetween(NOW, daysOn(2))), ['bins'])
  assert.deepEqual(texts(memory.dueUnrung(daysOn(2))), ['bins', 'dentist'])
  assert.equal(memory.markRung(3), false, 'another program put it off')
  time.now = daysOn(1)
  assert.equal(memory.markRung(3), true)
  assert.equal(memory.markRung(3), false, 'it rang already')
  assert.equal(memory.markRung(4), false)
  assert.deepEqual(texts(memory.dueUnrung(daysOn(2))), ['dentist'])
  const done = memory.complete(2)
  time.now = daysOn(3)
  assert.equal(memory.complete(2)?.entry.completed, done?.entry.completed)
  assert.deepEqual(texts(memory.openReminders()), ['bins', 'water the ferns'])
  assert.equal(memory.complete(99), undefined)
})

test('a new due time rings again, a new text does not', async () => {
  using opened = await openTestMemory()
  const { memory, time } = opened
  memory.store({ text: 'dentist', kind: 'reminder', due: daysOn(1), tags: ['health'] })
  time.now = daysOn(1)
  memory.markRung(1)
  assert.equal(memory.change(1, { text: 'see the dentist' })?.rung, daysOn(1).toISOString())
  assert.equal(memory.change(1, { due: daysOn(2) })?.rung, null)
  assert.equal(memory.change(1, { due: null })?.due, null)
  assert.equal(memory.change(2, { text: 'x' }), undefined)
  assert.deepEqual(memory.search({ words: 'see dentist', limit: 1, tag: 'health' })[0]?.id, 1)
})

test('forgetting takes what is old and unimportant, and no open reminder', async () => {
  using opened = await openTestMemory()
  const { memory, time } = opened
  time.now = daysOn(-50)
  memory.store({ text: 'old', kind: 'fact', importance: 0.2 })
  memory.store({ text: 'old and important', kind: 'fact', importance: 0.9 })
  memory.store({ text: 'still to do', kind: 'reminder', importance: 0.1 })
  time.now = NOW
  memory.store({ text: 'new', kind: 'fact', importance: 0.2 })
  assert.deepEqual(texts(memory.forgettable({ olderThanDays: 45 })), ['old', 'old and important'])
  assert.deepEqual(texts(memory.forgettable({ importanceBelow: 0.2 })), [])
  assert.deepEqual(texts(memory.forgettable({ importanceBelow: 0.3 })), ['old', 'new'])
  assert.deepEqual(texts(memory.forgettable({ olderThanDays: 45, importanceBelow: 0.3 })), ['old'])
})

test('what fits a message is found among corrections and patterns alone', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'the lake is cold', kind: 'fact' })
  memory.store({ text: 'the lake is 63 m deep', kind: 'correction' })
  memory.store({ text: 'measure the lake with a rope', kind: 'pattern' })
  assert.deepEqual(texts(memory.relevant('how deep is the lake?', 3)), [
    'the lake is 63 m deep',
    'measure the lake with a rope',
  ])
  assert.deepEqual(memory.relevant('how are you?', 3), [])
})

test('the overview counts kinds, open reminders, the bin and the file', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'a fact', kind: 'fact' })
  memory.store({ text: 'a reminder', kind: 'reminder' })
  memory.store({ text: 'another one', kind: 'reminder' })
  memory.complete(2)
  memory.remove([1], 'delete')
  const { bytes, ...rest } = memory.overview()
  assert.ok(bytes > 4096)
  assert.deepEqual(rest, {
    total: 2,
    kinds: { fact: 0, reminder: 2, correction: 0, pattern: 0 },
    openReminders: 1,
    binned: 1,
    lastExport: undefined,
  })
  const summary = memory.summarize({ kind: 'reminder' }, 5)
  assert.deepEqual(
    [summary.total, texts(summary.important), texts(summary.reminders)],
    [2, [], ['another one']],
  )
})

test('a symbol is looked for as it stands, for it is no word', async () => {
  using opened = await openTestMemory()
  const { memory } = opened
  memory.store({ text: 'the 🚗 stands in row 4', kind: 'fact' })
  memory.store({ text: 'milk', kind: 'fact' })
  assert.deepEqual(texts(memory.search({ words: '🚗', limit: 5 })), ['the 🚗 stands in row 4'])
  assert.deepEqual(texts(memory.search({ words: '🐈', limit: 5 })), [])
  assert.equal(memory.search({ words: '?', limit: 5 }).length, 2)
})
