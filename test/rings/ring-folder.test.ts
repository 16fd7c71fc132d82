import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import type { Ring, RingSource } from '../../source/contracts/rings.ts'
import { takeEach } from '../../source/lib/take-each.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const NOW = Date.parse('2026-03-12T10:24:00Z')

function folderOf(context: TestContext): string {
  const folder = temporaryFolder('rings')
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'rings')
}

function timer(label: string, dueMs: number) {
  return { kind: 'timer', label, dueMs, setMs: NOW } as const
}

test('what is kept is there after the program was closed, soonest first', async (context) => {
  const folder = folderOf(context)
  const rings = openRings(folder)
  assert.deepEqual(await rings.list(), [])
  assert.deepEqual(await rings.add(timer('pasta', NOW + 2_000)), { id: 1, ...timer('pasta', NOW + 2_000) })
  await rings.add(timer('tea', NOW + 1_000))
  const again = await openRings(folder).list()
  assert.deepEqual(
    again.map(({ id, label }) => [id, label]),
    [
      [2, 'tea'],
      [1, 'pasta'],
    ],
  )
})

test('a ring is claimed once, when it is due, by one of two programs', async (context) => {
  const folder = folderOf(context)
  const [one, other] = [openRings(folder), openRings(folder)]
  await one.add(timer('tea', NOW + 1_000))
  assert.deepEqual(await other.claimDue(NOW), [])
  const claimed = await Promise.all([one.claimDue(NOW + 1_000), other.claimDue(NOW + 1_000)])
  assert.deepEqual(
    claimed.flat().map(({ label }) => label),
    ['tea'],
  )
  assert.deepEqual(await one.list(), [])
})

test('processes that claim at the same time share the rings and lose none', async (context) => {
  const folder = folderOf(context)
  const rings = openRings(folder)
  for (let at = 0; at < 60; at++) await rings.add(timer(`r${at}`, NOW))
  const script = [
    `import { openRings } from ${JSON.stringify(join(import.meta.dirname, '../../source/rings/ring-folder.ts'))}`,
    `const taken = await openRings(${JSON.stringify(folder)}).claimDue(${NOW})`,
    "process.stdout.write(taken.map(({ label }) => label).join(' '))",
  ].join('\n')
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const outputs = await Promise.all([run(), run(), run()])
  const taken = outputs.flatMap(({ stdout }) => stdout.split(' ').filter(Boolean))
  assert.equal(taken.length, 60)
  assert.equal(new Set(taken).size, 60)
})

test('ids are unique over programs, and a cancelled ring never rings', async (context) => {
  const folder = folderOf(context)
  const [one, other] = [openRings(folder), openRings(folder)]
  const made = await Promise.all([
    one.add(timer('a', NOW)),
    other.add(timer('b', NOW)),
    one.add(timer('c', NOW)),
  ])
  assert.deepEqual(made.map(({ id }) => id).toSorted(), [1, 2, 3])
  const gone = made[1]?.id ?? 0
  assert.equal((await one.cancel(gone))?.label, 'b')
  assert.equal(await other.cancel(gone), undefined)
  assert.deepEqual((await other.claimDue(NOW)).map(({ label }) => label).toSorted(), ['a', 'c'])
})

test('a file that cannot be read is no ring and stays as it is', async (context) => {
  const folder = folderOf(context)
  mkdirSync(folder)
  writeFileSync(join(folder, '3.json'), '')
  writeFileSync(join(folder, '4.json'), '{"kind":"bomb","label":"","dueMs":1,"setMs":1}')
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  const rings = openRings(folder)
  assert.deepEqual(await rings.claimDue(NOW), [])
  assert.equal(await rings.cancel(3), undefined)
  assert.equal((await rings.add(timer('tea', NOW))).id, 5)
  assert.deepEqual(readdirSync(folder).sort(), ['3.json', '4.json', '5.json', 'notes.txt'])
})

test('stores that joined ring as well, and one that fails takes nothing along', async (context) => {
  const rings = openRings(folderOf(context))
  await rings.add(timer('tea', NOW))
  const reminder: Ring = { id: 7, kind: 'reminder', label: 'call mum', dueMs: NOW - 1, setMs: NOW - 2 }
  const good: RingSource = { list: async () => [reminder], claimDue: async () => [reminder] }
  const broken: RingSource = {
    list: () => Promise.reject(new Error('no')),
    claimDue: () => Promise.reject(new Error('no')),
  }
  rings.join(broken)
  rings.join(good)
  assert.deepEqual(
    (await rings.all.list()).map(({ label }) => label),
    ['call mum', 'tea'],
  )
  assert.deepEqual(
    (await rings.all.claimDue(NOW)).map(({ label }) => label),
    ['call mum', 'tea'],
  )
  assert.deepEqual(await rings.list(), [])
})

test('what is set while secret is on rings in this program alone, and loses its name when that ends', async (context) => {
  const folder = folderOf(context)
  const secret = openSecretSwitch(false)
  const rings = openRings(folder, () => undefined, secret)
  await rings.add(timer('tea', NOW + 9_000))
  secret.set(true)
  const held = await rings.add(timer('hidden', NOW + 1_000))
  const cancelled = await rings.add(timer('other', NOW + 2_000))
  assert.deepEqual([held.id, cancelled.id], [2, 3])
  assert.deepEqual(readdirSync(folder), ['1.json'])
  assert.deepEqual(
    (await rings.list()).map(({ label }) => label),
    ['hidden', 'other', 'tea'],
  )
  assert.equal((await rings.cancel(3))?.label, 'other')
  secret.set(false)
  assert.equal((await rings.add(timer('eggs', NOW + 8_000))).id, 3)
  assert.deepEqual(await rings.claimDue(NOW + 1_000), [{ ...timer('', NOW + 1_000), id: 2 }])
  assert.deepEqual(await rings.claimDue(NOW + 1_000), [])
})

test('one that cannot be claimed does not take those along that were', () => {
  const take = (one: number) => {
    if (one === 2) throw new Error('no')
    return one !== 4
  }
  assert.deepEqual(takeEach([1, 2, 3, 4], take), [1, 3])
  assert.throws(() => takeEach([2, 4], take), /no/)
  assert.deepEqual(takeEach([4], take), [])
})
