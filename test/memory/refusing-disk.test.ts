// The memory on a disk that takes nothing: what it still does, and what it says. As root on Linux with a disk of its own; elsewhere
// skipped, and the reason is printed.
import assert from 'node:assert/strict'
import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { reminderRings } from '../../source/memory/reminder-rings.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import { RingBell } from '../../source/session/ring-bell.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'
import { AMOUNT, fileWith, ofAllShapes, PAGE_BYTES } from './damaged-file.ts'
import { daysOn, NOW, openTestMemory } from './open-memory.ts'

const skip = whyNoDisk() ?? false
if (skip !== false) process.stderr.write(`skipped: the memory on full and read-only disks: ${skip}\n`)

/** A memory with a reminder that is due, on a disk that takes nothing any more. */
async function refusing(t: TestContext, how: 'full' | 'read-only') {
  const disk = mountDisk(t, 4)
  const before = await openTestMemory(disk.path)
  before.memory.store({ text: 'the cat eats at seven', kind: 'fact' })
  before.memory.store({ text: 'call mum', kind: 'reminder', due: daysOn(-1) })
  before.book.close()
  if (how === 'full') disk.fill()
  else disk.makeReadOnly()
  const opened = await openTestMemory(disk.path)
  t.after(() => opened.book.close())
  return opened
}

for (const how of ['full', 'read-only'] as const) {
  test(`on a disk that is ${how} a reminder rings once in a session, and again in a later one`, {
    skip,
  }, async (t) => {
    const { book } = await refusing(t, how)
    const rings = reminderRings(book)
    const claimed = async () => (await rings.claimDue(NOW.getTime())).map(({ label }) => label)
    assert.deepEqual(await claimed(), ['call mum'])
    assert.deepEqual(await claimed(), [])
    assert.deepEqual(await rings.list(), [])
    assert.equal((await reminderRings(book).claimDue(NOW.getTime())).length, 1)
  })
}

test('a reminder that cannot be marked makes no timer late', { skip }, async (t) => {
  const { book } = await refusing(t, 'read-only')
  const rings = openRings(join(temporaryFolder('rings'), 'rings'))
  rings.join(reminderRings(book))
  await rings.add({ kind: 'timer', label: 'tea', dueMs: NOW.getTime() + 2_000, setMs: NOW.getTime() })
  const waits: number[] = []
  const said: string[] = []
  const bell = new RingBell({
    rings,
    clock: { now: () => NOW, monotonicMs: () => 0, timeZone: 'UTC' },
    emit: (event) => event.type === 'ring' && said.push(event.message),
    isBusy: () => false,
    wait: (_, ms) => {
      waits.push(ms)
      return () => undefined
    },
  })
  await bell.start()
  assert.match(said.join('\n'), /^The reminder `call mum` rang on .*, while I was away\.$/)
  assert.deepEqual(waits, [2_000])
})

test('what rang without being marked is marked in silence once the disk takes it, and rings at its next time', async () => {
  using opened = await openTestMemory()
  const { memory, book, time } = opened
  const at = '09:00'
  memory.store({ text: 'bins', kind: 'reminder', due: daysOn(-1), repeats: { unit: 'day', every: 1, at } })
  const rings = reminderRings(book)
  const claimed = async () => (await rings.claimDue(time.now.getTime())).length
  const { markRung } = memory
  memory.markRung = () => {
    const cause = Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open' })
    throw new ToolFailure('memory_unavailable', 'The memory cannot be written.', { cause })
  }
  assert.deepEqual([await claimed(), await claimed()], [1, 0])
  memory.markRung = markRung
  assert.equal(await claimed(), 0)
  assert.equal(memory.find(1)?.rung, NOW.toISOString())
  time.now = daysOn(1)
  assert.deepEqual([await claimed(), await claimed()], [1, 0])
})

test('an export is written from a memory that cannot note it', { skip }, async (t) => {
  const { memory } = await refusing(t, 'read-only')
  const place = join(temporaryFolder('export'), 'ro.json')
  assert.deepEqual((await memory.exportTo(place, 'json')).entries, 2)
  assert.equal(JSON.parse(readFileSync(place, 'utf8')).entries.length, 2)
  assert.equal(memory.overview().lastExport, undefined)
})

test('a disk that can only be read is named as the reason', { skip }, async (t) => {
  const { memory, path } = await refusing(t, 'read-only')
  assert.throws(() => memory.store({ text: 'the dog eats at eight', kind: 'fact' }), {
    code: 'memory_unavailable',
    message: `Nothing was stored or changed: the memory \`${path}\` cannot be written (the disk can only be read). What it holds can be read.`,
  })
})

test('damage that shows while the disk is full is handled once there is room, without a new start', {
  skip,
}, async (t) => {
  const disk = mountDisk(t, 4)
  const made = fileWith(ofAllShapes())
  copyFileSync(made.path, join(disk.path, 'memory.sqlite'))
  const { memory, book, path } = await openTestMemory(disk.path)
  t.after(() => book.close())
  memory.find(1)
  const page = Math.floor(readFileSync(path).indexOf('Entry number 200 ') / PAGE_BYTES)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, page * PAGE_BYTES)
  closeSync(file)
  disk.fill()
  const readAll = () => memory.forgettable({ importanceBelow: 1 }).length
  for (let at = 0; at < 2; at++)
    assert.throws(readAll, { code: 'memory_unavailable', message: /the disk is full; make room/ })
  assert.equal(memory.find(1)?.id, 1, 'what lies on good pages can be read')
  disk.free()
  assert.ok(readAll() > AMOUNT - 30)
  assert.equal(memory.store({ text: 'the dog eats at eight', kind: 'fact' }).isNew, true)
  assert.match(memory.notices.join(), /^The memory file was damaged/)
})
