// Changes of what the program keeps itself go through the services that the tools use.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { makeChange } from '../../source/folder/changes/write-changes.ts'
import { openFolder, refusalOf } from './changes-folder.ts'

/** A Thursday, 10:24 in Berlin. */
async function open(t: TestContext, files: Readonly<Record<string, string>> = {}) {
  const place = openFolder(t, files)
  const memory = await place.memory.open()
  memory.store({ text: 'The wifi is called Plum.', kind: 'fact', tags: ['home', 'wifi'] })
  memory.store({ text: 'call the dentist', kind: 'reminder', due: new Date('2026-03-13T09:00:00Z') })
  memory.store({ text: 'buy ink', kind: 'reminder' })
  const repeats = { unit: 'week', every: 1, days: [1], at: '19:00' } as const
  memory.store({ text: 'bins out', kind: 'reminder', due: new Date('2026-03-16T18:00:00Z'), repeats })
  await place.rings.add({
    kind: 'timer',
    label: 'tea',
    dueMs: Date.parse('2026-03-12T09:34:00Z'),
    setMs: Date.parse('2026-03-12T09:24:00Z'),
  })
  const rows = async (name: string) => (await place.look()).tables.find((table) => table.name === name)?.rows
  return { ...place, open: memory, rows }
}

test('what is remembered, reminders and timers are rows, moments on the clock of the person', async (t) => {
  const { rows } = await open(t)
  assert.deepEqual(await rows('memories'), [
    [1, 'The wifi is called Plum.', 'home, wifi', '2026-03-12 10:24'],
  ])
  assert.deepEqual(await rows('reminders'), [
    [2, 'call the dentist', '2026-03-13 10:00', 0],
    [3, 'buy ink', null, 0],
    [4, 'bins out', '2026-03-16 19:00', 0],
  ])
  assert.deepEqual(await rows('timers'), [[1, 'tea', '2026-03-12 10:34']])
})

test('where nothing is remembered yet there are three tables without rows, and no file is made', async (t) => {
  const { look, memory, plan } = openFolder(t)
  const own = (await look()).tables.filter(({ name }) => name !== 'files')
  assert.deepEqual(
    own.map(({ name, rows }) => [name, rows.length]),
    [
      ['memories', 0],
      ['reminders', 0],
      ['timers', 0],
    ],
  )
  const { plan: made } = await plan(
    "INSERT INTO reminders (text, due) VALUES ('call Ida', '2026-03-13 09:00')",
  )
  assert.equal(made.preview, '+ reminder: call Ida (due 2026-03-13 09:00)')
  assert.ok(!existsSync(memory.path), 'planning made a file')
})

test('a deleted memory goes to the bin and can be brought back', async (t) => {
  const { make, rows, open: memory } = await open(t)
  const { plan } = await make('DELETE FROM memories WHERE id = 1')
  assert.equal(plan.preview, '- 1: The wifi is called Plum. (2026-03-12; home; wifi)')
  assert.equal(
    plan.said.sentence,
    'Memory 1 was deleted (The wifi is called Plum.); `/memory undo` brings it back.',
  )
  assert.deepEqual(await rows('memories'), [])
  assert.equal(memory.undo()?.entries[0]?.text, 'The wifi is called Plum.')
})

test('several that go are one step back', async (t) => {
  const { make, rows, open: memory } = await open(t)
  const { plan } = await make("DELETE FROM reminders WHERE text <> 'buy ink'")
  assert.equal(
    plan.said.sentence,
    'Reminders 2 and 4 were deleted (call the dentist; bins out); `/memory undo` brings them back.',
  )
  assert.deepEqual(plan.warnings, ['2 of the 3 rows of reminders would go.'])
  assert.equal((await rows('reminders'))?.length, 1)
  memory.undo()
  assert.equal((await rows('reminders'))?.length, 3)
})

test('texts and tags are changed', async (t) => {
  const { make, open: memory } = await open(t)
  const { plan } = await make(
    "UPDATE memories SET text = 'The wifi is called Pear', tags = 'wifi, home office' WHERE id = 1",
  )
  assert.equal(
    plan.preview,
    'memory 1: The wifi is called Plum. → The wifi is called Pear\n' +
      'memory 1 (The wifi is called Plum.), tags: home, wifi → wifi, home office',
  )
  assert.equal(
    plan.said.sentence,
    'Memory 1 is now: The wifi is called Pear. Memory 1 has these tags now: wifi, home office.',
  )
  assert.deepEqual(memory.find(1)?.tags, ['home office', 'wifi'])
  assert.equal(memory.find(1)?.text, 'The wifi is called Pear')
})

test('a reminder is moved, and one that comes again is told to come once', async (t) => {
  const { make, open: memory } = await open(t)
  const moved = await make("UPDATE reminders SET due = '2026-03-14 09:30' WHERE id = 2")
  assert.equal(moved.plan.preview, 'reminder 2 (call the dentist), due: 2026-03-13 10:00 → 2026-03-14 09:30')
  assert.equal(
    moved.plan.said.sentence,
    'Reminder 2 (call the dentist) is due Saturday, 14 March 2026, 09:30.',
  )
  assert.equal(memory.find(2)?.due, '2026-03-14T08:30:00.000Z')
  const once = await make("UPDATE reminders SET due = '2026-03-17' WHERE id = 4")
  assert.deepEqual(once.plan.warnings, [
    'Reminder 4 comes again every Monday at 19:00; with another time it comes once.',
  ])
  assert.equal(memory.find(4)?.due, '2026-03-17T08:00:00.000Z')
  await make('UPDATE reminders SET due = NULL WHERE id = 2')
  assert.equal(memory.find(2)?.due, null)
})

test('a reminder with another text is due at the time that the text says', async (t) => {
  const { make, open: memory } = await open(t)
  await make("UPDATE reminders SET text = 'call the dentist on 20 March 2026 at 11:00' WHERE id = 2")
  assert.equal(memory.find(2)?.due, '2026-03-20T10:00:00.000Z')
})

test('a reminder is done; one that comes again for this time', async (t) => {
  const { make, rows, open: memory, plan } = await open(t)
  const { plan: made } = await make('UPDATE reminders SET done = 1 WHERE id IN (3, 4)')
  assert.equal(
    made.said.sentence,
    'Reminder 3 is done: buy ink. Reminder 4 is done for this time: bins out; it comes again every Monday at 19:00.',
  )
  assert.deepEqual(await rows('reminders'), [
    [2, 'call the dentist', '2026-03-13 10:00', 0],
    [3, 'buy ink', null, 1],
    [4, 'bins out', '2026-03-23 19:00', 0],
  ])
  assert.equal(
    await refusalOf(plan("UPDATE reminders SET text = 'x' WHERE id = 3")),
    'Reminder `3` is done already; the nearest open ones are 2 (call the dentist) and 4 (bins out).',
  )
  assert.equal(
    await refusalOf(plan('UPDATE reminders SET done = 0 WHERE id = 3')),
    'Reminder `3` (buy ink) is done and stays so; `/memory undo` takes the last change back, or add it anew.',
  )
  assert.equal(memory.undo()?.action, 'complete')
})

test('new reminders and memories are stored, their numbers told behind', async (t) => {
  const { make, open: memory, plan } = await open(t)
  const { plan: made, made: done } = await make(
    "INSERT INTO reminders (text, due, done) VALUES ('call Ida', '2026-11-28 14:05', 0)",
    "INSERT INTO memories (text, tags) VALUES ('Ida likes plums', 'ida')",
  )
  assert.equal(
    made.said.sentence,
    'Saved as a memory: Ida likes plums (ida). Saved as a reminder: call Ida (due Saturday, 28 November 2026, 14:05).',
  )
  assert.equal(done.note, ' New: memory 5, reminder 6.')
  assert.deepEqual(
    [memory.find(5)?.kind, memory.find(6)?.kind, memory.find(6)?.due],
    ['fact', 'reminder', '2026-11-28T13:05:00.000Z'],
  )
  const again = await make("INSERT INTO memories (text) VALUES ('Ida likes plums')")
  assert.equal(again.made.note, ' That was saved already: memory 5.')
  const timed = await make("INSERT INTO reminders (text) VALUES ('water the plants every day at 8')")
  assert.equal(
    timed.plan.said.sentence,
    'Saved as a reminder: water the plants every day at 8 (due Friday, 13 March 2026, 08:00, every day at 08:00).',
  )
  assert.equal(
    await refusalOf(plan("INSERT INTO reminders (text, due) VALUES ('late', '2026-03-12 09:00')")),
    '`2026-03-12 09:00` is over; name a time that is still to come.',
  )
  assert.equal(
    await refusalOf(plan("INSERT INTO reminders (text, due) VALUES ('odd', 'soonish')")),
    '`soonish` is no time that can be read; give it like `2026-11-28 14:05`.',
  )
  assert.equal(
    await refusalOf(plan("INSERT INTO reminders (text, done) VALUES ('x', 1)")),
    'A new reminder is not done yet; leave `done` out, or set it to 0.',
  )
  assert.equal(
    await refusalOf(plan("INSERT INTO memories (tags) VALUES ('x')")),
    'A new memory needs a `text`; say what it is.',
  )
})

test('timers and alarms are set, moved and cancelled', async (t) => {
  const { make, rings, plan } = await open(t)
  const set = await make(
    "INSERT INTO timers (label, rings) VALUES ('the eggs', '2026-03-12 10:30:09'), ('gym', '2026-03-13 07:00')",
  )
  assert.equal(set.plan.preview, '+ timer, eggs: 2026-03-12 10:30\n+ alarm, gym: 2026-03-13 07:00')
  assert.equal(
    set.plan.said.sentence,
    'The timer (eggs) rings on Thursday, 12 March 2026, 10:30, in 6 minutes. The alarm (gym) rings on Friday, 13 March 2026, 07:00, in 20 hours and 36 minutes.',
  )
  assert.equal(set.made.note, ' New: timer 2, alarm 3.')
  const ms = (time: string) => Date.parse(time)
  assert.deepEqual(
    (await rings.list()).map(({ kind, label, dueMs }) => [kind, label, dueMs]),
    [
      ['timer', 'eggs', ms('2026-03-12T09:30:09Z')],
      ['timer', 'tea', ms('2026-03-12T09:34:00Z')],
      ['alarm', 'gym', ms('2026-03-13T06:00:00Z')],
    ],
  )
  const moved = await make("UPDATE timers SET rings = '2026-03-13 07:30' WHERE label = 'gym'")
  assert.equal(moved.plan.preview, 'alarm 3, gym: 2026-03-13 07:00 → alarm 3, gym: 2026-03-13 07:30')
  const gone = await make("DELETE FROM timers WHERE label = 'tea'")
  assert.equal(gone.plan.said.sentence, 'Cancelled: timer 1, tea: 10:34 (in 10 minutes).')
  assert.deepEqual(
    (await rings.list()).map(({ label }) => label),
    ['eggs', 'gym'],
  )
  assert.equal(
    await refusalOf(plan("INSERT INTO timers (label) VALUES ('x')")),
    'A new timer needs a time in `rings`; give it like `2026-11-28 14:05`.',
  )
  assert.equal(
    await refusalOf(plan("INSERT INTO timers (rings) VALUES ('2046-01-01 08:00')")),
    '`2046-01-01 08:00` is more than ten years away; name an earlier time.',
  )
})

test('what a service refuses undoes the whole change, files too', async (t) => {
  const { plan, context, memory, rows, text, fileHistory } = await open(t, {
    'todo.md': '- [ ] one\n- [ ] two\n',
  })
  const { plan: made, view } = await plan(
    "UPDATE todo SET done = 1 WHERE text = 'one'",
    'DELETE FROM memories WHERE id = 1',
    "UPDATE reminders SET text = 'buy black ink' WHERE id = 3",
    "INSERT INTO reminders (text) VALUES ('is it on?')",
  )
  assert.match(made.said.sentence, /^Ticked `one` in todo\.md\. Memory 1 was deleted/)
  const before = [await rows('memories'), await rows('reminders')]
  await assert.rejects(makeChange(made, view.tables, context), (error) => {
    assert.ok(error instanceof ToolFailure && error.code === 'question')
    assert.equal(
      error.message,
      '`is it on?` is a question; say what is to be remembered about it. `todo.md` is what it was.',
    )
    return true
  })
  assert.deepEqual([await rows('memories'), await rows('reminders')], before)
  assert.equal(text('todo.md'), '- [ ] one\n- [ ] two\n')
  assert.deepEqual(await fileHistory.list(), [])
  memory.pause(true)
  await assert.rejects(makeChange(made, view.tables, context), { code: 'memory_paused' })
  assert.equal(text('todo.md'), '- [ ] one\n- [ ] two\n')
})

test('without services a change of these tables is refused', async (t) => {
  const { plan } = openFolder(
    t,
    {},
    { services: ({ fileHistory }) => ({ ...(fileHistory && { fileHistory }) }) },
  )
  assert.equal(
    await refusalOf(plan("INSERT INTO timers (rings) VALUES ('2026-11-28 14:05')")),
    'Timers and alarms cannot be kept here; start the program with a home that can be written.',
  )
})

test('the table of files cannot be changed', async (t) => {
  const { look, context } = openFolder(t, { 'a.csv': 'x,y\n1,2\n' })
  const { planChanges } = await import('../../source/folder/changes/plan-changes.ts')
  const changes = new Map([['files', { updated: [], removed: [0], added: [] }]])
  const changed = { type: 'changed', changes, counts: new Map() } as const
  assert.equal(
    await refusalOf(planChanges({ sql: '', view: await look(), changed }, { ...context, readers: [] })),
    'The table `files` is what stands in the folder: it is changed by changing files.',
  )
})

test('a memory that cannot be read leaves its tables empty, with the reason, and files can be asked', async (t) => {
  const { look, memory } = openFolder(t, { 'a.csv': 'x,y\n1,2\n' })
  mkdirSync(memory.path)
  const { tables } = await look()
  const broken = tables.filter(({ readOnly, name }) => readOnly !== undefined && name !== 'files')
  assert.deepEqual(
    broken.map(({ name, rows, notes }) => [name, rows.length, notes.length]),
    [
      ['memories', 0, 1],
      ['reminders', 0, 1],
    ],
  )
  assert.ok(tables.some(({ name }) => name === 'a'))
})
