import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import type { ApprovalAnswer } from '../../source/contracts/session.ts'
import { addFileWrite } from '../helpers/file-write.ts'
import { copyWorkspace, type OpenOptions, openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const CALL = '/call file_write {"path": "plan.txt", "content": "one\\n"}'
const MESSAGE = 'save the plan'

let workspace = ''
let home = ''

beforeEach(() => {
  workspace = copyWorkspace()
  home = temporaryFolder('home')
})

afterEach(() => {
  for (const folder of [workspace, home]) rmSync(folder, { recursive: true, force: true })
})

/** A terminal session with the writing tool; each question gets the next of `answers`. */
async function open(answers: readonly ApprovalAnswer[], options: OpenOptions = {}) {
  const script = {
    calls: { [MESSAGE]: '{"path": "plan.txt", "content": "one\\n"}' },
    answers: { [MESSAGE]: 'It was not written: not today.' },
  }
  const opened = await openTestSession({ interactive: true, script, workspace, home, ...options })
  addFileWrite(opened.session)
  const left = [...answers]
  let asked = 0
  opened.session.subscribe((event) => {
    const { pending } = opened.session.view
    if (event.type !== 'view' || pending === undefined) return
    asked++
    const answer = left.shift()
    if (answer !== undefined) opened.session.decide(pending.call, answer)
  })
  const events = <T extends SessionEvent['type']>(type: T) =>
    opened.events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
  return { ...opened, events, asked: () => asked }
}

const written = () =>
  existsSync(join(workspace, 'plan.txt')) ? readFileSync(join(workspace, 'plan.txt'), 'utf8') : undefined

describe('a call that writes', () => {
  test('is written once it is allowed, and not before', async () => {
    const { session, events, done } = await open([])
    const running = session.submit(CALL)
    while (session.view.pending === undefined) await new Promise(setImmediate)
    assert.equal(written(), undefined)
    session.decide(session.view.pending.call, { decision: 'once' })
    await running
    assert.equal(written(), 'one\n')
    assert.equal(events('approval')[0]?.decision, 'once')
    assert.equal(await done(), 0)
  })

  test('refused with a reason, it ends as `user_denied` with exit code 1, and the model hears why', async () => {
    const { session, engine, events, done } = await open([{ decision: 'denied', reason: 'not today' }])
    await session.submit(MESSAGE)
    assert.equal(written(), undefined)
    assert.equal(events('turn.finished')[0]?.status, 'user_denied')
    assert.equal(events('answer')[0]?.text, 'It was not written: not today.')
    assert.match(
      engine.asked[0]?.messages.at(-1)?.text ?? '',
      /Facts: file_write was not run: you said: not today\.$/,
    )
    assert.equal(await done(), 1)
  })

  test('with edited arguments writes those, and the events say so', async () => {
    const edit = { decision: 'edited', arguments: '{"path": "plan.txt", "content": "two\\n"}' } as const
    const { session, events, done } = await open([edit, { decision: 'once' }])
    await session.submit(CALL)
    assert.equal(written(), 'two\n')
    assert.deepEqual(
      events('tool.called').map((event) => event.arguments.content),
      ['one\n', 'two\n'],
    )
    assert.equal(await done(), 0)
  })

  test('shows a diff against what is there', async () => {
    const { session, done } = await open([])
    const running = session.submit('/call file_write {"path": "notes.txt", "content": "new\\n"}')
    while (session.view.pending?.preview?.text === undefined) await new Promise(setImmediate)
    const { text } = session.view.pending.preview
    assert.match(text, /^--- notes\.txt\n\+\+\+ notes\.txt\n@@ -1,\d+ \+1,1 @@\n-Meeting[\s\S]*\n\+new$/)
    session.interrupt()
    await running
    assert.equal(session.view.pending, undefined)
    assert.equal(await done(), 1)
  })

  test('allowed for always is asked about no more, in this session and the next, for that path', async () => {
    const first = await open([{ decision: 'always' }, { decision: 'denied' }])
    await first.session.submit(CALL)
    await first.session.submit(CALL)
    assert.equal(first.events('approval')[1]?.reason, 'always allowed: `plan.txt`')
    await first.session.submit('/call file_write {"path": "other.txt", "content": ""}')
    assert.equal(first.events('approval')[2]?.decision, 'denied')
    await first.done()
    const { allowedCalls } = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'))
    assert.deepEqual(allowedCalls, [{ tool: 'file_write', value: 'plan.txt' }])
    const second = await open([])
    await second.session.submit(CALL)
    assert.equal(second.events('approval')[0]?.decision, 'always')
    assert.equal(second.asked(), 0)
    await second.session.submit('/approvals remove file_write')
    await second.done()
    assert.deepEqual(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).allowedCalls, [])
  })

  test('in a script is refused by default and asks nobody, also where the settings say `ask`', async () => {
    const { session, events, done, asked } = await open([], { interactive: false })
    await session.submit('/settings approve ask')
    await session.submit(CALL)
    await done()
    const next = await open([], { interactive: false })
    await next.session.submit(CALL)
    for (const one of [events('approval')[0], next.events('approval')[0]])
      assert.equal(one?.reason, 'write tools do not run (--approve read)')
    assert.equal(asked() + next.asked(), 0)
    assert.equal(written(), undefined)
    assert.equal(await next.done(), 0)
  })
})

describe('a dry run', () => {
  test('writes nothing and asks nothing until it is over', async () => {
    const { session, events, done, asked } = await open([{ decision: 'once' }], { flags: { dryRun: true } })
    assert.equal(session.view.dryRun, true)
    await session.submit(MESSAGE)
    await session.submit('/call file_read {"path": "todo.md"}')
    assert.equal(asked(), 0)
    assert.equal(written(), undefined)
    assert.equal(
      events('answer')[0]?.text,
      'dry run: file_write was not run; it would run with {"path":"plan.txt","content":"one\\n"}.\n' +
        '--- /dev/null\n+++ plan.txt\n@@ -0,0 +1,1 @@\n+one',
    )
    assert.equal(events('tool.finished')[1]?.ok, true)
    await session.submit('/dryrun off')
    assert.equal(session.view.dryRun, false)
    await session.submit(CALL)
    assert.equal(asked() > 0, true)
    assert.equal(written(), 'one\n')
    assert.equal(await done(), 0)
  })
})

describe('before a question', () => {
  test('a call that is bound to fail says so, and nobody is asked', async () => {
    const { session, events, asked, done } = await open([{ decision: 'once' }])
    await session.submit('/call file_edit {"path": "notes.txt", "old": "no such passage", "new": "x"}')
    assert.equal(events('tool.finished')[0]?.error?.code, 'no_passage')
    await session.submit('/call file_edit {"path": "nosuch.txt", "old": "a", "new": "b"}')
    assert.equal(events('tool.finished')[1]?.error?.code, 'not_found')
    assert.equal(asked(), 0)
    assert.deepEqual(
      events('approval').map(({ decision, by, reason }) => [decision, by, reason]),
      [1, 2].map(() => ['denied', 'policy', 'not asked about, as it would fail']),
    )
    await done()
  })

  test('naming a folder outside the workspace is one, though writing is allowed; in a script it is refused', async () => {
    const outside = temporaryFolder('outside')
    const inside = `/call path_set {"path": "drafts", "label": "Drafts"}`
    const line = `/call path_set {"path": ${JSON.stringify(outside)}, "label": "Data"}`
    const person = await open([{ decision: 'once' }], { flags: { approve: 'write' } })
    await person.session.submit(line)
    assert.equal(person.asked(), 1)
    assert.equal(person.events('tool.finished')[0]?.ok, true)
    await person.session.submit(line)
    await person.session.submit(inside)
    assert.equal(person.asked(), 1, 'it is open by now, and the workspace always was')
    await person.done()

    rmSync(join(home, 'settings.json'))
    const script = await open([], { interactive: false, flags: { approve: 'write' } })
    await script.session.submit(line)
    assert.equal(
      script.events('tool.finished')[0]?.error?.message,
      `path_set was not run: it opens \`${outside}\` to every tool that reads files, which needs a yes of yours or \`--approve all\`; \`--approve write\` is not enough.`,
    )
    await script.session.submit(inside)
    assert.equal(script.events('tool.finished')[1]?.ok, true)
    await script.done()
    const all = await open([], { interactive: false, flags: { approve: 'all' } })
    await all.session.submit(line)
    assert.equal(all.events('tool.finished')[0]?.ok, true)
    await all.done()
    rmSync(outside, { recursive: true, force: true })
  })
})
