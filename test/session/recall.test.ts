import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { withoutFacts } from '../../source/prompt/head.ts'
import { RECALL_BUDGET_TOKENS, Recall } from '../../source/session/recall.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { fakeMeaning } from '../helpers/fake-meaning.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'
import { openTestMemory } from '../memory/open-memory.ts'

test('a message is told the corrections that fit it, and /why names them', async () => {
  const home = temporaryFolder('home')
  const { memory, book } = await openTestMemory(home)
  memory.store({ text: 'the lake is 63 m deep', kind: 'correction' })
  memory.store({ text: 'the lake is cold', kind: 'fact' })
  book.close()
  const { session, engine, events, done } = await openTestSession({ home })
  await session.submit('how deep is that lake of yours?')
  assert.equal(
    engine.asked.at(-1)?.messages.at(-1)?.text,
    'how deep is that lake of yours?\nFacts: Remembered: the lake is 63 m deep.',
  )
  await session.submit('/why')
  const shown = events.findLast((event) => event.type === 'command')
  assert.match(shown?.text ?? '', /^remembered memory 1: the lake is 63 m deep$/m)
  assert.deepEqual(Object(shown?.data).remembered, ['memory 1: the lake is 63 m deep'])
  await session.submit('hello')
  assert.equal(engine.asked.at(-1)?.messages.at(-1)?.text, 'hello')
  await done()
})

test('a session that remembers nothing makes no file', async () => {
  const { session, home, done } = await openTestSession({ home: temporaryFolder('home') })
  await session.submit('hello')
  await done()
  assert.equal(existsSync(join(home, 'memory.sqlite')), false)
})

test('a damaged memory is told once, and the turn goes on', async () => {
  const home = temporaryFolder('home')
  writeFileSync(join(home, 'memory.sqlite'), 'no database'.repeat(500))
  const { session, events, done } = await openTestSession({ home })
  await session.submit('hello')
  await session.submit('hello again')
  const notices = events.filter((event) => event.type === 'notice' && event.code === 'memory_moved')
  assert.equal(notices.length, 1)
  assert.equal(events.findLast((event) => event.type === 'answer')?.status, 'success')
  assert.ok(readdirSync(home).some((name) => name.startsWith('memory.sqlite.damaged-')))
  await done()
})

test('a damaged memory is told where no message is sent: at the start, before anything says that nothing is remembered', async () => {
  const home = temporaryFolder('home')
  writeFileSync(join(home, 'memory.sqlite'), 'no database'.repeat(500))
  const { session, events, done } = await openTestSession({ home })
  await session.submit('/memory list')
  const told = events.filter((event) => event.type === 'command' || 'code' in event)
  assert.deepEqual(
    told.map((event) => ('code' in event ? event.code : event.text)),
    ['memory_moved', 'Nothing is remembered yet.'],
  )
  await done()
})

test('what a question about the person asks for is known, said here, or told by nobody', async () => {
  const { memory, book } = await openTestMemory(temporaryFolder('home'))
  const recall = new Recall(book, () => {}, withoutFacts)
  const say = (...texts: readonly string[]) =>
    texts.flatMap((text) => [
      { role: 'user', text } as const,
      { role: 'assistant', text: 'My landlord is yours.' } as const,
    ])
  const question = 'who is my landlord?'
  const untold = { type: 'untold' }
  assert.deepEqual(await recall.ofOwn(question, []), untold, 'the memory is empty')
  memory.store({ text: 'my wifi password is tulip-88', kind: 'fact' })
  assert.deepEqual(await recall.ofOwn(question, say('hello')), untold)
  const asked = say(`${question}\nFacts: nobody told me.`)
  assert.deepEqual(await recall.ofOwn(question, asked), untold, 'it was only asked')
  const general = say('What is a landlord?', 'landlord?', 'How do I find a landlord? And where?')
  assert.deepEqual(await recall.ofOwn(question, general), untold, 'nothing was told')
  const statements = [
    'My landlord is Mr Berg.',
    'No, the landlord is Ms Berg.',
    `the landlord ${'x'.repeat(200)}`,
  ]
  assert.deepEqual(await recall.ofOwn(question, say(...statements.slice(0, 2))), {
    type: 'said',
    said: statements.slice(0, 2),
  })
  const long = await recall.ofOwn(question, say(...statements))
  assert.deepEqual(long?.type === 'said' && long.said.map((text) => text.length), [28, 160], 'the last two')
  assert.deepEqual(await recall.ofOwn("what's my name", say("hi, i'm tim")), {
    type: 'said',
    said: ["hi, i'm tim"],
  })
  assert.deepEqual(
    await recall.ofOwn('whats my name', say("the guy who cuts my hair, what's his name")),
    untold,
  )
  const near = say('the landlord of the red house in Hamm')
  assert.equal((await recall.ofOwn('how old is my landlord', near))?.type, 'said')
  assert.equal(
    await recall.ofOwn('what is my landlord paying the council', near),
    undefined,
    'one word of three',
  )
  const search = 'who is my landlord, do you remember?'
  assert.equal(await recall.ofOwn(search, say('My landlord is Ms Berg.')), undefined, 'the memory is meant')
  assert.deepEqual(await recall.ofOwn('what is my wifi password', []), { type: 'known' })
  assert.deepEqual(await recall.ofOwn('what is my email password', []), { type: 'near' })
  assert.deepEqual(await recall.ofOwn('what is a landlord?', []), { type: 'absent' })
  assert.deepEqual(await recall.ofOwn('what is the wifi password?', []), { type: 'there' })
  assert.deepEqual(await recall.ofOwn('my wifi password is new', []), { type: 'absent' }, 'told, not asked')
  assert.equal(await recall.ofOwn('is anything saved about Bergen', []), undefined, 'the memory is meant')
  assert.equal(await new Recall(undefined, () => {}, withoutFacts).ofOwn(question, []), undefined)
  book.close()
})

test('no more is told than the budget holds', async () => {
  using opened = await openTestMemory()
  // The fake engine counts four characters as a token.
  const long = `the lake of ${'very '.repeat(RECALL_BUDGET_TOKENS)}deep water`
  opened.memory.store({ text: long, kind: 'correction' })
  opened.memory.store({ text: 'the lake is 63 m deep', kind: 'correction' })
  const events: SessionEvent[] = []
  const recall = new Recall(opened.book, (event) => events.push(event), withoutFacts)
  const engine = createFakeEngine()
  const told = await recall.about('how deep is the lake?', engine)
  assert.deepEqual(
    told.map(({ id }) => id),
    [2],
  )
  assert.deepEqual(await recall.about('how deep is the lake?', undefined), [])
  assert.deepEqual(await new Recall(undefined, () => undefined, withoutFacts).about('lake', engine), [])
  assert.deepEqual(events, [])
})

test('what is near a question in meaning is known of it; of what is told, or speaks of the memory, nothing is', async () => {
  const home = temporaryFolder('home')
  const meaning = fakeMeaning([
    ['hairdresser', 'fringe', 'trims', 'hair', 'luigi'],
    ['swim', 'swimming', 'pool', 'lesson'],
  ])
  const clock = { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' }
  const book = memoryBook(join(home, 'memory.sqlite'), clock, '', meaning)
  const memory = await book.open()
  memory.store({ text: 'my hairdresser is called Luigi.', kind: 'fact' })
  memory.store({ text: 'the swimming lesson of Lena is at 10', kind: 'fact' })
  memory.store({ text: 'hair grows 1 cm a month', kind: 'correction' })
  const recall = new Recall(book, () => {}, withoutFacts)
  const own = (message: string) => recall.ofOwn(message, [])
  assert.deepEqual(await own('who trims my fringe?'), {
    type: 'meant',
    texts: ['my hairdresser is called Luigi'],
    isOwn: true,
  })
  assert.deepEqual(await own('when does Lena go to the pool?'), {
    type: 'meant',
    texts: ['the swimming lesson of Lena is at 10'],
    isOwn: false,
  })
  // Near, and without a word of the entry: that may be about anybody's.
  assert.notEqual((await own('who trims a fringe?'))?.type, 'meant')
  assert.notEqual((await own('I trim my fringe on Mondays'))?.type, 'meant')
  assert.notEqual((await own('what did I save in memory about my fringe?'))?.type, 'meant')
  assert.deepEqual(await own('what is my shoe size?'), { type: 'untold' })
  book.close()
})
