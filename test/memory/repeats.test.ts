import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Repeat } from '../../source/contracts/memory.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { MIGRATIONS } from '../../source/memory/migrations.ts'
import { reminderRings } from '../../source/memory/reminder-rings.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { NOW, type OpenedMemory, openTestMemory } from './open-memory.ts'

const MONDAYS: Repeat = { unit: 'week', every: 1, days: [1], at: '09:00' }
/** Mondays, 9:00 in Berlin; its clocks change on 29 March. */
const [FIRST, SECOND, THIRD, FOURTH] = [
  '2026-03-16T08:00',
  '2026-03-23T08:00',
  '2026-03-30T07:00',
  '2026-04-06T07:00',
].map((moment) => new Date(`${moment}:00.000Z`)) as [Date, Date, Date, Date]

function withMondays(opened: OpenedMemory) {
  opened.memory.store({ text: 'bins', kind: 'reminder', due: FIRST, repeats: MONDAYS })
  const rings = reminderRings(opened.book)
  return {
    ...opened,
    rung: async () => (await rings.claimDue(opened.time.now.getTime())).map(({ dueMs }) => new Date(dueMs)),
    due: () => opened.memory.find(1)?.due,
  }
}

test('it rings every time, once, and stays open', async () => {
  using opened = await openTestMemory()
  const { memory, time, rung, due } = withMondays(opened)
  assert.deepEqual(await rung(), [])
  time.now = FIRST
  assert.deepEqual(await rung(), [FIRST])
  assert.deepEqual(await rung(), [], 'once')
  assert.equal(due(), SECOND.toISOString())
  time.now = SECOND
  assert.equal(memory.markRung(1), true)
  assert.equal(memory.markRung(1), false, 'another program has rung it')
  assert.deepEqual(
    memory.openReminders().map(({ text }) => text),
    ['bins'],
  )
})

test('what was missed rings once, then the next time, across a change of the clocks', async () => {
  using opened = await openTestMemory()
  const { time, rung, due } = withMondays(opened)
  time.now = new Date(SECOND.getTime() + 60_000)
  assert.deepEqual(await rung(), [FIRST])
  assert.deepEqual(await rung(), [])
  assert.equal(due(), THIRD.toISOString())
})

test('done ends the time that rang, or the next one, and never the reminder', async () => {
  using opened = await openTestMemory()
  const { memory, time, rung, due } = withMondays(opened)
  assert.deepEqual(memory.complete(1)?.occurrence, { at: FIRST.toISOString(), rang: false })
  assert.equal(due(), SECOND.toISOString())
  time.now = SECOND
  await rung()
  assert.deepEqual(memory.complete(1)?.occurrence, { at: SECOND.toISOString(), rang: true })
  assert.equal(due(), THIRD.toISOString(), 'the next stands')
  memory.complete(1)
  assert.equal(due(), FOURTH.toISOString())
  assert.equal(memory.find(1)?.completed, null)
})

test('done before it could ring is done for that time', async () => {
  using opened = await openTestMemory()
  const { memory, time, rung, due } = withMondays(opened)
  time.now = new Date(SECOND.getTime() + 60_000)
  assert.deepEqual(memory.complete(1)?.occurrence, { at: FIRST.toISOString(), rang: false })
  assert.equal(due(), THIRD.toISOString())
  assert.deepEqual(await rung(), [])
})

test('done is taken back, and what rang since does not ring again', async () => {
  using opened = await openTestMemory()
  const { memory, time, rung, due } = withMondays(opened)
  memory.complete(1)
  memory.undo()
  assert.equal(due(), FIRST.toISOString())
  memory.change(1, { text: 'bins out' })
  time.now = FIRST
  await rung()
  memory.undo()
  assert.equal(memory.find(1)?.text, 'bins')
  assert.deepEqual(await rung(), [])
  assert.equal(due(), SECOND.toISOString())
})

test('one time in its place ends the repetition; deleting ends it, too', async () => {
  using opened = await openTestMemory()
  const { memory, time, rung } = withMondays(opened)
  assert.deepEqual(memory.change(1, { text: 'bins!' })?.repeats, MONDAYS)
  assert.equal(memory.change(1, { due: SECOND })?.repeats, null)
  memory.undo()
  memory.remove([1], 'delete')
  time.now = FIRST
  assert.deepEqual(await rung(), [])
  memory.undo()
  assert.deepEqual(await rung(), [FIRST])
})

test('the same repetition is not stored twice, whenever it comes next', async () => {
  using opened = await openTestMemory()
  const { memory } = withMondays(opened)
  const again = { text: 'Bins', kind: 'reminder', due: SECOND } as const
  assert.equal(memory.store({ ...again, repeats: MONDAYS }).isNew, false)
  assert.equal(memory.store(again).isNew, true)
})

test('its lines say how it comes again and when next', async () => {
  using opened = await openTestMemory()
  const { memory } = withMondays(opened)
  const [entry] = memory.openReminders()
  assert.ok(entry)
  assert.equal(memory.line(entry), '1: bins (every Monday at 09:00, next 2026-03-16 09:00)')
  assert.equal(memory.dueText(entry), 'every Monday at 09:00, next Monday, 16 March 2026, 09:00')
})

test('it goes out and in with an export; an older export has none', async () => {
  using opened = await openTestMemory()
  const { memory, folder } = withMondays(opened)
  const place = join(folder, 'a.json')
  await memory.exportTo(place, 'json')
  memory.change(1, { due: SECOND, repeats: MONDAYS })
  assert.deepEqual((await memory.importFrom(place, 'merge')).duplicates, [1])
  await memory.importFrom(place, 'replace')
  assert.deepEqual(memory.find(1)?.repeats, MONDAYS)
  assert.equal(memory.find(1)?.due, FIRST.toISOString())

  const { entries, ...head } = JSON.parse(readFileSync(place, 'utf8')) as {
    entries: object[]
    sha256: string
  }
  const { sha256Hex } = await import('../../source/lib/checksum.ts')
  const write = (changed: object) => {
    const body = [{ ...entries[0], ...changed }]
    const sha256 = sha256Hex(Buffer.from(JSON.stringify(body)))
    writeFileSync(place, JSON.stringify({ ...head, sha256, entries: body }))
  }
  write({ repeats: undefined })
  await memory.importFrom(place, 'replace')
  assert.equal(memory.find(1)?.repeats, null)
  write({ repeats: { unit: 'week', every: 1, days: [9], at: '09:00' } })
  await assert.rejects(memory.importFrom(place, 'merge'), { code: 'bad_export' })
})

test('a file from before repetitions keeps what it has', async () => {
  const path = join(temporaryFolder('memory'), 'memory.sqlite')
  const old = new DatabaseSync(path)
  old.exec('CREATE TABLE migrations (name TEXT PRIMARY KEY, applied INTEGER NOT NULL)')
  for (const { name, sql } of MIGRATIONS.filter((one) => one.name !== 'repeats')) {
    old.exec(sql)
    old.prepare('INSERT INTO migrations VALUES (?, 0)').run(name)
  }
  old.exec(
    `INSERT INTO entries VALUES (1, 'bins', 'bins', 'reminder', '[]', '', 0.5, 0, 0, NULL, ${FIRST.getTime()}, NULL, '', '')`,
  )
  old.close()
  const book = memoryBook(path, { now: () => NOW, monotonicMs: () => 0, timeZone: 'UTC' }, '')
  const memory = await book.open()
  assert.deepEqual(memory.notices, [])
  assert.equal(memory.find(1)?.due, FIRST.toISOString())
  assert.equal(memory.find(1)?.repeats, null)
  book.close()
})
