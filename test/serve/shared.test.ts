// What conversations share lasts as long as the service: none of them ends it for the others.
import assert from 'node:assert/strict'
import { realpathSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { servedSessions } from '../../source/command-line/served-sessions.ts'
import { composeSession } from '../../source/compose.ts'
import { createMeaning } from '../../source/meaning/meaning.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

/** The conversations of a home, as the service opens them: the first one only makes the head. */
async function opened(t: TestContext) {
  const folder = temporaryFolder('home')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = homePaths(folder, {})
  const loaded = { type: 'ready', engine: createFakeEngine(), answers: 'auto' } as const
  const base = await composeSession({
    program: findProgram(),
    home,
    workspace: realpathSync(WORKSPACE),
    interactive: false,
    flags: { approve: 'read' },
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    engine: async () => loaded,
  })
  let ended = 0
  const embed = async (texts: readonly string[]) => texts.map(() => new Float32Array(384).fill(0.05))
  const meaning = createMeaning({
    load: async () => ({ id: 'fake', sha256: '0'.repeat(64), file: undefined, embed }),
    close: async () => void ended++,
  })
  Object.assign(base.ports, { meaning })
  const conversations = servedSessions({ base, loaded, say: () => undefined })
  await meaning.prepare(['hello'])
  await (await conversations.open()).close()
  return { base, conversations, home, meaning, ended: () => ended }
}

test('the turns of clients are measured, of one conversation after another', {
  timeout: 60_000,
}, async (t) => {
  const { base, conversations, home } = await opened(t)
  for (let at = 0; at < 2; at++) {
    const one = await conversations.open()
    const { signal } = new AbortController()
    await one.send({ message: 'hello', wishes: {}, hear: () => undefined, signal })
    await one.close()
  }
  await base.close()
  const file = new DatabaseSync(home.analytics, { readOnly: true })
  assert.equal(file.prepare('SELECT count(*) AS turns FROM turns').get()?.turns, 2)
  file.close()
})

test('the sentence model goes on when a conversation is closed, and ends with the service', {
  timeout: 60_000,
}, async (t) => {
  const { base, meaning, ended } = await opened(t)
  assert.deepEqual([meaning.state.type, ended()], ['ready', 0])
  await base.close()
  assert.deepEqual([meaning.state.type, ended()], ['absent', 1])
})
