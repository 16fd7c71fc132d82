// `/sql`: rows as a person reads them, and changes that are seen before they are made.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ApprovalAnswer } from '../../source/contracts/session.ts'
import { commandContext } from '../../source/session/command-context.ts'
import { completeAt } from '../../source/session/complete.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const TODO = '# To do\n\n- [ ] Call the dentist\n- [x] Water the plants\n'

async function openFolder(
  files: Readonly<Record<string, string>>,
  approve: 'ask' | 'read' | 'write' = 'write',
) {
  const workspace = temporaryFolder('workspace')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text)
  const opened = await openCommands({ workspace, flags: { approve } })
  return { ...opened, text: (name: string) => readFileSync(join(workspace, name), 'utf8') }
}

test('rows stand in columns, numbers to the right, what is empty as a dash', async () => {
  const { run, done } = await openFolder({ 'a.csv': 'who,hours\nAnna,3.5\nBjörn Å.,12\n,0.25\n' })
  const { ok, text, data } = await run('/sql SELECT who, hours FROM a')
  assert.ok(ok)
  assert.equal(text, 'who       hours\n--------  -----\nAnna        3.5\nBjörn Å.     12\n–          0.25')
  assert.deepEqual(Object(data).rows, [
    ['Anna', 3.5],
    ['Björn Å.', 12],
    [null, 0.25],
  ])
  await done()
})

test('of more rows than are handed out the rest is counted', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => `item ${at},${at}`)
  const { run, done } = await openFolder({ 'a.csv': `what,much\n${rows.join('\n')}\n` })
  const { text } = await run('/sql SELECT what FROM a')
  const lines = text.split('\n')
  assert.equal(lines.length, 2 + 200 + 1)
  assert.equal(lines.at(-1), '… and 50 more')
  await done()
})

test('what cannot be asked is one sentence, and no rows are told with what is near', async () => {
  const { run, done } = await openFolder({ 'a.csv': 'who,hours\nAnna,3.5\nBen,12\n' })
  for (const [line, said] of [
    ['SELECT wages FROM a', 'There is no column `wages` in `a`; there are `who`, `hours`, `n`.'],
    ['SELECT * FROM b', /^There is no table `b`[^\n]*$/],
    ['PRAGMA table_info(a)', /begins with SELECT, INSERT, UPDATE or DELETE, not with `PRAGMA`\.$/],
    ['SELECT 1; SELECT 2', /^[^\n]+\.$/],
  ] as const) {
    const { ok, text } = await run(`/sql ${line}`)
    assert.equal(ok, false, line)
    if (typeof said === 'string') assert.equal(text, said)
    else assert.match(text, said)
  }
  const none = await run("/sql SELECT who FROM a WHERE who = 'Bem'")
  assert.deepEqual([none.ok, none.text], [true, 'No who is like `Bem`; near it: `Anna`, `Ben` (a.csv).'])
  await done()
})

test('alone it says how it is used, and names the tables', async () => {
  const { run, done } = await openFolder({ 'todo.md': TODO })
  const { ok, text } = await run('/sql')
  assert.ok(ok)
  assert.match(text, /`\/sql SELECT \* FROM todo LIMIT 5`/)
  assert.match(text, /^Tables: todo, files, memories, reminders, timers\./m)
  await done()
})

test('a change is asked about with its diff, and only a yes writes it; /undo takes it back', async () => {
  const opened = await openFolder({ 'todo.md': TODO }, 'ask')
  const { run, session, events, text, done } = opened
  const seen: string[] = []
  const answers: ApprovalAnswer[] = [{ decision: 'denied' }, { decision: 'once' }]
  const asked = new Set<string>()
  session.subscribe(() => {
    const { pending } = session.view
    // The preview comes a moment after the question.
    if (pending?.preview?.text === undefined || asked.has(pending.call)) return
    asked.add(pending.call)
    seen.push(pending.preview.text)
    const answer = answers.shift()
    if (answer !== undefined) session.decide(pending.call, answer)
  })
  const line = "/sql UPDATE todo SET done = 1 WHERE text LIKE '%dentist%'"
  await run(line)
  assert.equal(text('todo.md'), TODO)
  await run(line)
  assert.equal(text('todo.md'), TODO.replace('[ ]', '[x]'))
  assert.match(
    seen[0] ?? '',
    /^--- todo\.md\n[\s\S]*\n-- \[ \] Call the dentist\n\+- \[x\] Call the dentist\n/,
  )
  assert.equal(seen[1], seen[0])
  const last = events.findLast((event) => event.type === 'answer')
  assert.equal(last?.type === 'answer' && last.text, 'Ticked `Call the dentist` in todo.md.')
  assert.ok((await run('/undo')).ok)
  assert.equal(text('todo.md'), TODO)
  await done()
})

test('a change is not made where writing is not allowed or the tool is off', async () => {
  const { run, text, done } = await openFolder({ 'todo.md': TODO }, 'read')
  await run('/sql DELETE FROM todo')
  assert.equal(text('todo.md'), TODO)
  await run('/tools disable file_change')
  const { ok, text: said } = await run('/sql DELETE FROM todo')
  assert.deepEqual(
    [ok, said],
    [false, 'The tool `file_change` is off; `/tools enable file_change` turns it on.'],
  )
  assert.ok((await run('/sql SELECT text FROM todo')).ok)
  await done()
})

test('first words and, where one stands, tables are offered', async () => {
  const { session, done } = await openFolder({ 'todo.md': TODO, 'time.csv': 'a,b\n1,2\n' })
  const context = commandContext(session, new AbortController().signal)
  const offered = async (line: string) => {
    const found = await completeAt(line, line.length, { context, used: [], files: async () => [] })
    return found?.choices.map(({ text }) => text) ?? []
  }
  assert.deepEqual(await offered('/sql SEL'), ['SELECT'])
  assert.deepEqual(await offered('/sql SELECT * FROM tod'), ['todo'])
  assert.deepEqual(await offered('/sql update tim'), ['time', 'timers'])
  assert.deepEqual(await offered('/sql SELECT te'), [])
  assert.deepEqual(await offered('/tables tod'), ['todo'])
  await done()
})
