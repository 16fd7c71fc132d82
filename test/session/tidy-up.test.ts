import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Engine } from '../../source/contracts/engine.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { tidyUp } from '../../source/session/tidy-up.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { fakeMeaning } from '../helpers/fake-meaning.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('tidy')
after(() => rmSync(folder, { recursive: true, force: true }))
const clock = { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' }

function setUp(name: string) {
  const meaning = fakeMeaning([['loan'], ['boat']])
  const memory = memoryBook(join(folder, `${name}.sqlite`), clock, 'test', meaning)
  const done: string[] = []
  const session = {
    ground: { router: { prepare: async (message: string) => void done.push(`router ${message}`) } },
    role: { tools: { enabled: [{ name: 'a' }] } },
    conversation: { tidy: async () => void done.push('conversation') },
    slot: { engine: undefined as Engine | undefined },
    ports: {
      meaning,
      readFolder: async () => void done.push('folder'),
      tablesState: (isTaught: boolean) => ({ name: isTaught ? 'taught' : 'shown', messages: [] }),
      services: { memory },
    },
  }
  return { meaning, memory, done, session }
}

test('meanings of all memories are made while nobody waits, and no more once somebody does', async () => {
  const { meaning, memory, done, session } = setUp('all')
  const opened = await memory.open()
  for (let at = 0; at < 100; at += 1) opened.store({ text: `loan ${at}`, kind: 'fact' })
  await tidyUp(session, AbortSignal.abort())
  assert.deepEqual([done, meaning.made], [['router ', 'conversation'], []])
  await tidyUp(session, new AbortController().signal)
  assert.equal(meaning.made.filter((text) => text.startsWith('loan')).length, 100)
  memory.close()
})

test('without a memory none is made, and one that cannot be opened stops nothing', async () => {
  const { memory, session, done } = setUp('none')
  await tidyUp(session, new AbortController().signal)
  assert.equal(memory.exists(), false)
  Object.assign(memory, { exists: () => true, open: () => Promise.reject(new Error('in the way')) })
  await tidyUp(session, new AbortController().signal)
  assert.deepEqual(done, ['router ', 'conversation', 'folder', 'router ', 'conversation', 'folder'])
})

test('what every program about tables is written behind is made ahead, as the model has learned it', async () => {
  const { session } = setUp('programs')
  const engine = createFakeEngine()
  await tidyUp({ ...session, slot: { engine } }, new AbortController().signal)
  const info = { ...engine.info, writesSql: true, callAdapter: { type: 'used', file: 'a.gguf' } } as const
  await tidyUp({ ...session, slot: { engine: { ...engine, info } } }, new AbortController().signal)
  assert.deepEqual(engine.prepared, ['shown', 'taught'])
})
