// A task from its plan to its end: steps as turns, failures, budgets, interrupts, a crash.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Task } from '../../source/contracts/tasks.ts'
import type { FakeScript } from '../helpers/fake-engine.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, type OpenOptions, temporaryFolder } from '../helpers/open-session.ts'

const GOAL = 'look at my notes and keep a word of it'
const READ = 'read all of notes.txt'
const WRITE = 'write the word Paint into word.txt'
const SCRIPT: FakeScript = {
  calls: {
    [GOAL]: JSON.stringify({ 1: READ, 2: WRITE }),
    [READ]: '{"path": "notes.txt"}',
    [WRITE]: '{"path": "word.txt", "content": "Paint"}',
  },
}

async function opened(options: OpenOptions = {}) {
  const home = options.home ?? temporaryFolder('home')
  const workspace = options.workspace ?? copyWorkspace()
  const test = await openCommands({
    script: SCRIPT,
    flags: { approve: 'write' },
    ...options,
    home,
    workspace,
  })
  const kept = (id = 1): Task => JSON.parse(readFileSync(join(home, 'tasks', `${id}.json`), 'utf8'))
  return {
    ...test,
    ...{ workspace, kept },
    done: async (removes = true) => {
      await test.done()
      if (removes) for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a goal becomes a plan that is shown, and nothing runs before it is let go', async () => {
  const { run, events, kept, engine, done } = await opened()
  const planned = await run(`/task "${GOAL}"`)
  assert.equal(planned.ok, true)
  assert.match(
    planned.text,
    /^Task 1, planned: look at my notes.*\n1\. read all of notes\.txt\n2\. write the word Paint into word\.txt\nAt most 12 steps, 20000 tokens and 10 minutes\.\nNothing runs yet: `\/task go`/,
  )
  assert.equal(
    events.some(({ type }) => type === 'turn.started'),
    false,
  )
  assert.match(engine.written[0]?.message ?? '', /^Goal: look at my notes.*\nTools: /)
  assert.equal(kept().state, 'planned')
  await done()
})

test('each step is a turn with its tools, and the end is told by what they said', async () => {
  const { run, events, notices, kept, workspace, done } = await opened()
  await run(`/task ${GOAL}`)
  const ended = await run('/task go')
  assert.equal(ended.ok, true, ended.text)
  assert.equal(readFileSync(join(workspace, 'word.txt'), 'utf8').trim(), 'Paint')
  assert.deepEqual(notices('task'), [
    'Task 1, step 1 of 2: read all of notes.txt',
    'Task 1, step 2 of 2: write the word Paint into word.txt',
  ])
  const origins = events.flatMap((event) => (event.type === 'turn.started' ? [event.origin] : []))
  assert.deepEqual(origins, ['task', 'task'])
  assert.match(ended.text, /^Task 1, done: .*\n1\. read all of notes\.txt\n {3}done \(file_read\): /)
  assert.match(ended.text, /2\. write .*\n {3}done \(file_write\): .*word\.txt/)
  assert.match(ended.text, /\nOf 2: 2 done by tools\.$/)
  assert.equal(kept().state, 'done')
  assert.match((await run('/task resume 1')).text, /Task 1 is done/)
  assert.match((await run('/task go')).text, /no task that waits/)
  assert.match((await run('/task list')).text, /^ {2}1 {2}done {7}2 of 2 {2}look at my notes/)
  await done()
})

test('a step that no tool did is the model’s word alone, and is told as that', async () => {
  const calls = { [GOAL]: '{"1": "tell me a fine rhyme about boats and goats"}' }
  const { run, done } = await opened({
    script: { calls, answers: { 'tell me a fine rhyme about boats and goats': 'I wrote it to rhyme.txt.' } },
  })
  await run(`/task ${GOAL}`)
  const ended = await run('/task go')
  assert.match(
    ended.text,
    /answered: I wrote it to rhyme\.txt\.\nOf 1: 1 answered without a tool, so by the model’s word alone\.$/,
  )
  await done()
})

test('a failing step ends it, is said, and is tried again by resume', async () => {
  const calls = {
    [GOAL]: '{"1": "read later.txt", "2": "read all of notes.txt"}',
    'read later.txt': '{"path":"later.txt"}',
    [READ]: '{"path": "notes.txt"}',
  }
  const { run, kept, workspace, done } = await opened({ script: { calls } })
  await run(`/task ${GOAL}`)
  const stopped = await run('/task go')
  assert.equal(stopped.ok, false)
  assert.match(
    stopped.text,
    /^Task 1, stopped: .*\n1\. read later\.txt\n {3}failed \(file_read\): .*later\.txt/,
  )
  assert.match(
    stopped.text,
    /\n2\. read all of notes\.txt\nOf 2: 1 failed, 1 open\.\nStep 1 failed\.\n`\/task resume 1`/,
  )
  assert.deepEqual(
    kept().steps.map(({ state }) => state),
    ['failed', 'open'],
  )
  writeFileSync(join(workspace, 'later.txt'), 'now it is here')
  const ended = await run('/task resume')
  assert.match(ended.text, /Of 2: 2 done by tools\.$/)
  await done()
})

test('what is refused is a failed step, not a done one', async () => {
  const { run, workspace, done } = await opened({ flags: { approve: 'read' } })
  await run(`/task ${GOAL}`)
  const stopped = await run('/task go')
  assert.match(stopped.text, /2\. write .*\n {3}failed \(file_write\): file_write was not run/)
  assert.match(stopped.text, /Of 2: 1 done by tools, 1 failed\./)
  assert.equal(existsSync(join(workspace, 'word.txt')), false)
  await done()
})

test('a step of which one call was refused is not done', async () => {
  const both = 'add 2 and 3 to word.txt and read all of notes.txt'
  const { run, kept, done } = await opened({
    flags: { approve: 'read' },
    script: {
      calls: {
        [GOAL]: JSON.stringify({ 1: both, 2: READ }),
        'add 2 and 3 to word.txt': '{"path": "word.txt", "content": "2 and 3"}',
        [READ]: '{"path": "notes.txt"}',
      },
    },
  })
  await run(`/task ${GOAL}`)
  await run('/task go')
  assert.deepEqual(
    kept().steps.map(({ state, tools }) => [state, tools.length > 1]),
    [
      ['failed', true],
      ['open', false],
    ],
  )
  await done()
})

test('a plan can be changed before it runs and where it stands still', async () => {
  const { run, kept, done } = await opened()
  await run(`/task ${GOAL}`)
  assert.match((await run('/task edit 2 read todo.md')).text, /2\. read todo\.md/)
  assert.match((await run('/task edit + list the files')).text, /3\. list the files/)
  assert.match((await run('/task edit 1.3 -')).text, /2\. read todo\.md\nAt most/)
  assert.match((await run('/task edit 7 x')).text, /has no step 7; it has 2/)
  assert.match((await run('/task edit 9.1 x')).text, /no task `9`/)
  await run('/task edit 2 -')
  assert.match((await run('/task edit 1 -')).text, /its only step/)
  assert.deepEqual(
    kept().steps.map(({ text }) => text),
    [READ],
  )
  await run('/task go')
  assert.match((await run('/task edit 1.1 x')).text, /what is done cannot be changed/)
  await run(`/task ${GOAL}`)
  assert.match((await run('/task cancel')).text, /^Task 2, cancelled/)
  assert.match((await run('/task show 2')).text, /^Task 2, cancelled/)
  assert.match((await run('/task resume 2')).text, /Task 2 is cancelled/)
  await run('/secret on')
  assert.match((await run('/task edit 1.1 hidden')).text, /Nothing is kept while/)
  await run('/secret off')
  assert.match((await run('/task cancel 1')).text, /is done; there is nothing to cancel/)
  await done()
})

test('a budget ends it between two steps, and a resume has a new one', async () => {
  const { run, kept, done } = await opened()
  await run(`/task --steps 1 --minutes 3 ${GOAL}`)
  assert.deepEqual(kept().budget, { steps: 1, tokens: 20_000, minutes: 3 })
  assert.match(
    (await run('/task go')).text,
    /Of 2: 1 done by tools, 1 open\.\nIts budget of 1 step is used up\./,
  )
  assert.match((await run('/task resume')).text, /^Task 1, done/)
  await run(`/task --tokens 1 ${GOAL}`)
  assert.match((await run('/task go')).text, /Its budget of 1 token is used up/)
  assert.equal((await run(`/task --steps 0 ${GOAL}`)).ok, false)
  assert.match((await run('/task --steps 4')).text, /has no goal/)
  await done()
})

test('an interrupt keeps what was done', async () => {
  const entered = Promise.withResolvers<void>()
  let asked = 0
  const gate = () => {
    asked++
    if (asked < 2) return Promise.resolve()
    entered.resolve()
    return new Promise<void>(() => undefined)
  }
  const calls = {
    [GOAL]: '{"1": "read all of notes.txt", "2": "tell me a fine rhyme about boats"}',
    [READ]: '{"path": "notes.txt"}',
  }
  const { run, session, kept, done } = await opened({ script: { calls, gate } })
  await run(`/task ${GOAL}`)
  const running = run('/task go')
  await entered.promise
  session.interrupt()
  const stopped = await running
  assert.match(stopped.text, /Of 2: 1 done by tools, 1 open\.\nYou stopped it\.\n`\/task resume 1`/)
  assert.deepEqual(
    kept().steps.map(({ state }) => state),
    ['done', 'open'],
  )
  await done()
})

test('a call that was at work when it was stopped is not forgotten', async () => {
  const step = 'run the command sleep 30'
  const calls = { [GOAL]: JSON.stringify({ 1: step }), [step]: '{"command": "sleep 30"}' }
  const { run, session, kept, done } = await opened({ script: { calls }, flags: { approve: 'all' } })
  await run(`/task ${GOAL}`)
  const allowed = Promise.withResolvers<void>()
  session.subscribe((event) => {
    if (event.type === 'approval') allowed.resolve()
  })
  const running = run('/task go')
  await allowed.promise
  session.interrupt()
  await running
  const [only] = kept().steps
  assert.deepEqual([only?.state, only?.tools], ['failed', []])
  assert.match(only?.said ?? '', /A call was at work; how far it came is not known/)
  await done()
})

test('a task that was cut off by a crash is said to be, and goes on where it stood', async () => {
  const first = await opened()
  await first.run(`/task ${GOAL}`)
  const file = join(first.home, 'tasks', '1.json')
  const task = first.kept()
  const [step] = task.steps
  await first.done(false)
  const cut = {
    ...task,
    state: 'running',
    steps: [{ ...step, state: 'done', said: 'It was read.' }, ...task.steps.slice(1)],
  }
  writeFileSync(file, JSON.stringify(cut))
  const { run, events, done } = await opened({ home: first.home, workspace: first.workspace })
  assert.match((await run('/task show')).text, /^Task 1, stopped: [\s\S]*The program ended while it ran\.$/)
  assert.match((await run('/task resume')).text, /^Task 1, done/)
  assert.equal(events.filter(({ type }) => type === 'turn.started').length, 1)
  writeFileSync(file, '{"id": 1')
  assert.match((await run('/task list')).text, /^ {2}1 {2}damaged .*cannot be read/)
  assert.match((await run('/task resume 1')).text, /cannot be read/)
  assert.match((await run('/task go')).text, /no task that waits/)
  assert.equal(readFileSync(file, 'utf8'), '{"id": 1')
  await done()
})

test('what cannot be planned is said: nonsense, an engine that fails, a secret stretch, another workspace', async () => {
  const first = await opened({ script: { calls: { nonsense: '{"1": ""}' } } })
  assert.match((await first.run('/task nonsense')).text, /wrote no plan that can be read/)
  assert.match(
    (await first.run('/task something else')).text,
    /No plan was written: no arguments in the script/,
  )
  assert.match((await first.run(`/task ${'x'.repeat(1_001)}`)).text, /at most 1000 characters/)
  await first.run('/secret on')
  assert.match((await first.run('/task nonsense')).text, /Nothing is kept while/)
  assert.equal(existsSync(join(first.home, 'tasks')), false)
  await first.done()
  const second = await opened()
  await second.run(`/task ${GOAL}`)
  const elsewhere = copyWorkspace()
  await second.done(false)
  const third = await opened({ home: second.home, workspace: elsewhere })
  assert.match((await third.run('/task go')).text, /Task 1 belongs to `.*`; start there/)
  await third.done()
  rmSync(second.workspace, { recursive: true, force: true })
})
