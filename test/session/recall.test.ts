import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { RECALL_BUDGET_TOKENS, Recall } from '../../source/session/recall.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
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

test('no more is told than the budget holds', async () => {
  using opened = await openTestMemory()
  // The fake engine counts four characters as a token.
  const long = `the lake of ${'very '.repeat(RECALL_BUDGET_TOKENS)}deep water`
  opened.memory.store({ text: long, kind: 'correction' })
  opened.memory.store({ text: 'the lake is 63 m deep', kind: 'correction' })
  const events: SessionEvent[] = []
  const recall = new Recall(opened.book, (event) => events.push(event))
  const engine = createFakeEngine()
  const told = await recall.about('how deep is the lake?', engine)
  assert.deepEqual(
    told.map(({ id }) => id),
    [2],
  )
  assert.deepEqual(await recall.about('how deep is the lake?', undefined), [])
  assert.deepEqual(await new Recall(undefined, () => undefined).about('lake', engine), [])
  assert.deepEqual(events, [])
})
