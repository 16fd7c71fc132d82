// Tasks on a disk that takes nothing for a while.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Task } from '../../source/contracts/tasks.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, temporaryFolder } from '../helpers/open-session.ts'

const READ = 'read all of notes.txt'
const WRITE = 'write the word Paint into word.txt'
const CALLS = { [READ]: '{"path": "notes.txt"}', [WRITE]: '{"path": "word.txt", "content": "Paint"}' }

async function opened(steps: readonly string[]) {
  const [home, workspace] = [temporaryFolder('home'), copyWorkspace()]
  const calls = { ...CALLS, 'my goal is this': JSON.stringify(Object.assign({}, ['', ...steps])) }
  const own = await openCommands({ script: { calls }, flags: { approve: 'write' }, home, workspace })
  await own.run('/task my goal is this')
  const file = join(home, 'tasks', '1.json')
  let before = ''
  const refuse = () => {
    before = readFileSync(file, 'utf8')
    rmSync(file)
    mkdirSync(file)
  }
  const done = async () => {
    await own.done()
    for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
  }
  return {
    ...{ run: own.run, events: own.events, done },
    /** What the disk says. */
    kept: (): Task => JSON.parse(readFileSync(file, 'utf8')),
    replace: (task: Task) => writeFileSync(file, JSON.stringify(task)),
    take: () => {
      rmdirSync(file)
      writeFileSync(file, before)
    },
    /** From the end of the next call on the disk takes nothing. */
    refuseBehindCall: () => {
      const leave = own.session.subscribe((event) => {
        if (event.type !== 'tool.finished') return
        leave()
        refuse()
      })
    },
  }
}

test('what was done while the disk took nothing is told, and not done again', async () => {
  const { run, events, kept, refuseBehindCall, take, done } = await opened([READ, WRITE])
  refuseBehindCall()
  const stopped = await run('/task go')
  assert.equal(stopped.ok, false)
  assert.match(stopped.text, /^Task 1, stopped: .*\n1\. read all of notes\.txt\n {3}done \(file_read\): /)
  assert.match(
    stopped.text,
    /Of 2: 1 done by tools, 1 open\.\nIt could not be kept \(.*\): only this program/,
  )
  const shown = await run('/task show 1')
  assert.match(shown.text, /Of 2: 1 done by tools, 1 open\.\nIt could not be kept/)
  assert.match((await run('/task list')).text, /^ {2}1 {2}stopped {4}1 of 2/)
  const turns = () => events.filter(({ type }) => type === 'turn.started').length
  const before = turns()
  assert.match((await run('/task resume')).text, /1 done by tools, 1 open\.\nIt could not be kept/)
  assert.equal(turns(), before, 'no step begins that could not be kept')
  take()
  assert.equal(kept().steps[0]?.state, 'open')
  assert.match((await run('/task show 1')).text, /1 done by tools, 1 open/)
  const ended = await run('/task resume 1')
  assert.match(ended.text, /^Task 1, done: [\s\S]*Of 2: 2 done by tools\.$/)
  assert.equal(turns(), before + 1)
  assert.equal(kept().state, 'done')
  await done()
})

test('a task that is done but for the disk is kept by resume, and nothing runs for it', async () => {
  const { run, events, kept, refuseBehindCall, take, done } = await opened([READ])
  refuseBehindCall()
  assert.match((await run('/task go')).text, /^Task 1, stopped: [\s\S]*Of 1: 1 done by tools\.\nIt could not/)
  take()
  assert.match((await run('/task resume 1')).text, /^Task 1, done: [\s\S]*Of 1: 1 done by tools\.$/)
  assert.equal(events.filter(({ type }) => type === 'turn.started').length, 1)
  assert.equal(kept().state, 'done')
  await done()
})

test('what another program made of the task since is what counts, and not what is held', async () => {
  const { run, kept, refuseBehindCall, take, replace, done } = await opened([READ, WRITE])
  refuseBehindCall()
  await run('/task go')
  take()
  assert.match((await run('/task show 1')).text, /^Task 1, stopped: [\s\S]*could not be kept/)
  const task = kept()
  const steps = task.steps.map((step) => ({ ...step, state: 'done', said: 'Elsewhere.' }) as const)
  replace({ ...task, changed: '2030-01-01T00:00:00.000Z', state: 'done', steps })
  assert.match((await run('/task show 1')).text, /^Task 1, done: [\s\S]*done: Elsewhere\./)
  await done()
})

test('a change that the disk does not take is no success', async () => {
  const { run, refuseBehindCall, done } = await opened([READ, WRITE])
  refuseBehindCall()
  await run('/task go')
  const edited = await run('/task edit 1.2 read todo.md')
  assert.equal(edited.ok, false)
  assert.match(edited.text, /2\. read todo\.md\n[\s\S]*It could not be kept/)
  const cancelled = await run('/task cancel 1')
  assert.equal(cancelled.ok, false)
  assert.match(cancelled.text, /^Task 1, stopped: [\s\S]*It could not be kept/)
  await done()
})
