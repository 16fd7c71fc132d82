// After a conversation was brought back from disk, what is said next must do what it does where the program never ended.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import {
  copyWorkspace,
  type OpenedSession,
  type OpenOptions,
  openTestSession,
  temporaryFolder,
} from '../helpers/open-session.ts'

const CODE = 'remember that my locker code is 4417'
const SCRIPT: OpenOptions['script'] = {
  calls: {
    [CODE]: '{"text":"my locker code is 4417"}',
    'no, 4418': '{"text":"my locker code is 4418"}',
    'read long.txt': '{"path":"long.txt"}',
  },
  answers: { hello: 'Hello!', 'Plan my week': 'Monday: rest.' },
}

function folders(t: TestContext) {
  const made = { home: temporaryFolder('home'), workspace: copyWorkspace() }
  t.after(() => {
    for (const folder of Object.values(made)) rmSync(folder, { recursive: true, force: true })
  })
  return made
}

/** Runs the lines as a session of its own; `copied` is what its terminal took. */
async function run(lines: readonly string[], options: OpenOptions, change?: (opened: OpenedSession) => void) {
  const opened = await openTestSession({ script: SCRIPT, ...options })
  const copied: string[] = []
  opened.session.clipboard = (text) => {
    copied.push(text)
    return undefined
  }
  change?.(opened)
  for (const line of lines) await opened.session.submit(line)
  const history = opened.session.conversation.messages.map(({ text }) => text)
  await opened.done()
  return { events: opened.events, copied, history }
}

/** Every message goes to the model. */
function callNothing({ session }: OpenedSession): void {
  const route = () => ({ tool: null, confidence: 1, by: 'none', candidates: [] })
  Object.assign(session.ground, { router: { route, split: (message: string) => [message] } })
}

const done = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === 'tool.finished' && event.ok ? [event.name] : []))
const goesOn = { continue: true } as const

test('a call that was refused or only shown is made once it may be', async (t) => {
  for (const flags of [{ approve: 'read' }, { approve: 'write', dryRun: true }] as const) {
    const places = folders(t)
    assert.deepEqual(done((await run([CODE], { ...places, flags })).events), [])
    const { events } = await run([CODE], { ...places, flags: { approve: 'write', ...goesOn } })
    assert.deepEqual(done(events), ['memory_store'])
  }
})

test('“yes” takes what a failed call offered', async (t) => {
  const places = folders(t)
  await run(['read the file note.txt'], places)
  const { events } = await run(['yes'], { ...places, flags: goesOn })
  assert.deepEqual(done(events), ['file_read'])
})

test('a correction takes the call before back, and “undo” too', async (t) => {
  for (const [line, calls] of [
    ['no, 4418', ['memory_store', 'memory_delete']],
    ['undo', ['memory_delete']],
  ] as const) {
    const places = { ...folders(t), flags: { approve: 'all' } as const }
    await run([CODE], places)
    const { events } = await run([line], { ...places, flags: { approve: 'all', ...goesOn } })
    assert.deepEqual(done(events), calls)
  }
})

test('a message that a command sent is one like any other: the model knows it, and it can be sent again', async (t) => {
  const places = folders(t)
  mkdirSync(join(places.home, 'commands'))
  writeFileSync(join(places.home, 'commands', 'plan.md'), '---\ndescription: plan\n---\nPlan my week\n')
  const live = await run(['hello', '/plan', '/call get_time {}', '/btw hello'], places, callNothing)
  const back = await run(['/copy', '/retry'], { ...places, flags: goesOn }, callNothing)
  assert.deepEqual(back.copied, ['Monday: rest.'])
  assert.deepEqual(back.history, live.history)
  const started = back.events.findLast((event) => event.type === 'turn.started')
  assert.equal(started?.type === 'turn.started' && started.text, 'Plan my week')
})

test('the last answer is copied whole, though the model is told it cut: after `/undo turn`, and when it came back', async (t) => {
  const places = folders(t)
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of the long file`)
  writeFileSync(join(places.workspace, 'long.txt'), lines.join('\n'))
  const live = await run(['read long.txt', '/copy', 'hello', '/undo turn', '/copy'], places)
  const [whole = ''] = live.copied
  assert.ok(whole.includes('line 90 of the long file'))
  assert.ok(!live.history.join().includes('line 90 of the long file'), 'the model is told it cut')
  const back = await run(['/copy'], { ...places, flags: goesOn })
  assert.deepEqual([...live.copied, ...back.copied], [whole, whole, whole])
})
