import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Memory } from '../../source/contracts/memory.ts'
import { writeJson } from '../../source/memory/export-format.ts'
import { daysOn, openTestMemory } from './open-memory.ts'

function fill(memory: Memory): void {
  memory.store({ text: 'the garage code is 4471', kind: 'fact', tags: ['home', 'codes'], importance: 0.9 })
  memory.store({ text: 'gone', kind: 'fact' })
  memory.store({ text: 'call the dentist', kind: 'reminder', due: daysOn(1), tags: ['reminder'] })
  memory.store({ text: 'it takes\n55 minutes', kind: 'correction', context: 'the ferry' })
  memory.store({ text: 'écrire d’abord 🙂', kind: 'pattern', source: 'command' })
  memory.complete(3)
  memory.remove([2], 'delete')
}

const read = (path: string) => readFileSync(path, 'utf8')
const withoutTime = (text: string) => text.replace(/"exported": ".*"/, '')

test('what is exported, imported into an empty memory and exported again has the same bytes but for the time', async () => {
  using one = await openTestMemory()
  fill(one.memory)
  const first = join(one.folder, 'first.json')
  const done = await one.memory.exportTo(first, 'json')
  assert.deepEqual(done, { entries: 4, bytes: Buffer.byteLength(read(first)) })
  using other = await openTestMemory()
  other.time.now = daysOn(3)
  assert.equal((await other.memory.importFrom(first, 'merge')).imported, 4)
  const second = join(one.folder, 'second.json')
  await other.memory.exportTo(second, 'json')
  assert.notEqual(read(first), read(second))
  assert.equal(withoutTime(read(first)), withoutTime(read(second)))
})

test('an open reminder whose text was done before comes back by a merge, and both by an export', async () => {
  using one = await openTestMemory()
  const { memory, folder, time } = one
  const milk = () => memory.store({ text: 'buy milk', kind: 'reminder' }).entry.id
  for (let day = 0; day < 2; day++) {
    time.now = daysOn(day)
    memory.complete(milk())
  }
  const open = milk()
  const first = join(folder, 'first.json')
  await memory.exportTo(first, 'json')
  memory.remove([open], 'delete')
  assert.deepEqual(await memory.importFrom(first, 'merge'), {
    imported: 1,
    duplicates: [1, 2],
    renumbered: 0,
    replaced: 0,
  })
  assert.deepEqual(
    memory.openReminders().map(({ id }) => id),
    [open],
  )
  memory.remove([2], 'delete')
  assert.equal((await memory.importFrom(first, 'merge')).imported, 1, 'done on another day it is another')
  using other = await openTestMemory()
  await other.memory.importFrom(first, 'merge')
  const second = join(folder, 'second.json')
  await other.memory.exportTo(second, 'json')
  assert.equal(withoutTime(read(first)), withoutTime(read(second)))
  assert.equal((await other.memory.importFrom(first, 'merge')).imported, 0)
})

test('a reminder that was done since the export is not opened again by a merge', async () => {
  using opened = await openTestMemory()
  const { memory, folder } = opened
  memory.store({ text: 'buy milk', kind: 'reminder', due: daysOn(1) })
  const place = join(folder, 'a.json')
  await memory.exportTo(place, 'json')
  memory.complete(1)
  assert.deepEqual((await memory.importFrom(place, 'merge')).duplicates, [1])
  assert.deepEqual(memory.openReminders(), [])
})

test('the entries stand one a line, behind the sum of their content', async () => {
  using opened = await openTestMemory()
  opened.memory.store({ text: 'the cat eats at 7', kind: 'fact' })
  const place = join(opened.folder, 'a.json')
  await opened.memory.exportTo(place, 'json')
  const lines = read(place).split('\n')
  assert.match(lines[4] ?? '', /^ {2}"sha256": "[0-9a-f]{64}",$/)
  assert.match(lines[7] ?? '', /^ {4}\{"id":1,"text":"the cat eats at 7",.*\}$/)
  assert.equal(JSON.parse(read(place)).version, 1)
})

test('Markdown has the entries under their kinds, for people', async () => {
  using opened = await openTestMemory()
  fill(opened.memory)
  const place = join(opened.folder, 'a.md')
  await opened.memory.exportTo(place, 'markdown')
  assert.equal(
    read(place),
    [
      '# What ethervox remembers\n\nExported 2026-03-12T09:24:00.000Z.',
      '## Facts\n\n- 1: the garage code is 4471 (2026-03-12; codes; home)',
      '## Reminders\n\n- 3: call the dentist (done 2026-03-12)',
      '## Corrections\n\n- 4: it takes\n  55 minutes (the ferry; 2026-03-12)',
      '## What works\n\n- 5: écrire d’abord 🙂 (2026-03-12)\n',
    ].join('\n\n'),
  )
  await assert.rejects(
    opened.memory.importFrom(place, 'merge'),
    /an export in Markdown, which is for reading/,
  )
})

test('an export is for its owner alone, unless one was there that is not', {
  skip: process.platform === 'win32' && 'no modes there',
}, async () => {
  using opened = await openTestMemory()
  fill(opened.memory)
  for (const [name, format] of [
    ['a.json', 'json'],
    ['a.md', 'markdown'],
  ] as const) {
    const place = join(opened.folder, name)
    await opened.memory.exportTo(place, format)
    assert.equal(statSync(place).mode & 0o777, 0o600, name)
    chmodSync(place, 0o640)
    await opened.memory.exportTo(place, format)
    assert.equal(statSync(place).mode & 0o777, 0o640, name)
  }
})

test('duplicates are told and left out, and a taken id is replaced by a new one', async () => {
  using one = await openTestMemory()
  fill(one.memory)
  const place = join(one.folder, 'a.json')
  await one.memory.exportTo(place, 'json')
  using other = await openTestMemory()
  other.memory.store({ text: 'mine', kind: 'fact' })
  other.memory.store({ text: 'IT TAKES 55 minutes', kind: 'correction' })
  assert.deepEqual(await other.memory.importFrom(place, 'merge'), {
    imported: 3,
    duplicates: [4],
    renumbered: 1,
    replaced: 0,
  })
  assert.equal(other.memory.search({ words: 'garage', limit: 1, tag: 'codes' })[0]?.id, 6)
  assert.deepEqual((await other.memory.importFrom(place, 'merge')).duplicates, [1, 3, 4, 5])
})

for (const [title, change, why] of [
  [
    'changed',
    (text: string) => text.replace('4471', '9999'),
    /its SHA-256 does not fit. Nothing was imported/,
  ],
  ['cut', (text: string) => text.slice(0, -20), /is not JSON; import a file that `\/memory export` wrote/],
  ['of a newer format', (text: string) => text.replace('"version": 1', '"version": 7'), /format version `7`/],
  ['other JSON', () => '{"name": "x"}', /is no export of a memory/],
  ['no object', () => 'null', /is no export of a memory/],
] as const) {
  test(`an export that is ${title} is refused, and everything stays`, async () => {
    using opened = await openTestMemory()
    fill(opened.memory)
    const place = join(opened.folder, 'a.json')
    await opened.memory.exportTo(place, 'json')
    writeFileSync(place, change(read(place)))
    await assert.rejects(opened.memory.importFrom(place, 'replace'), why)
    assert.equal(opened.memory.overview().total, 4)
  })
}

for (const [title, more, why] of [
  [
    'an id that no memory could count on from',
    { id: 9007199254740991 },
    /with the id `9007199254740991`, and ids go up to 1000000000000\. Nothing was imported\.$/,
  ],
  [
    'a repetition due in 275760',
    { due: '+275760-09-12T00:00:00.000Z' },
    /the entry 1 with the time `\+275760-09-12T00:00:00\.000Z`, and times are of the years 1970 to 9999\. Nothing/,
  ],
  [
    'a time before 1970',
    { created: '1969-12-31T23:59:59.000Z' },
    /with the time `1969-12-31T23:59:59\.000Z`/,
  ],
] as const) {
  test(`an export with ${title} is refused, and the memory goes on`, async () => {
    using opened = await openTestMemory()
    const { memory, folder } = opened
    const repeats = { unit: 'day', every: 1, at: '10:00' } as const
    const { entry } = memory.store({ text: 'take out the bins', kind: 'reminder', due: daysOn(1), repeats })
    const place = join(folder, 'a.json')
    writeFileSync(place, writeJson([{ ...entry, text: 'feed the cat', ...more }], 'now'))
    await assert.rejects(memory.importFrom(place, 'merge'), why)
    assert.equal(memory.store({ text: 'goes on', kind: 'fact' }).entry.id, 2)
    assert.equal(memory.search({ words: '', limit: 5 }).length, 2)
    assert.notEqual(memory.complete(1)?.occurrence, undefined)
  })
}

test('an export takes the place of an export, and of no other file', async () => {
  using opened = await openTestMemory()
  const { memory, folder } = opened
  const place = join(folder, 'a.json')
  await memory.exportTo(place, 'json')
  await memory.exportTo(place, 'markdown')
  await memory.exportTo(place, 'json')
  writeFileSync(place, '{"recipes": []}')
  await assert.rejects(memory.exportTo(place, 'json'), { code: 'exists' })
  mkdirSync(join(folder, 'sub'))
  await assert.rejects(memory.exportTo(join(folder, 'sub'), 'json'), { code: 'exists' })
  await assert.rejects(
    memory.exportTo(join(folder, 'none', 'a.json'), 'json'),
    /cannot be written: there is no such file or folder/,
  )
  assert.equal(read(place), '{"recipes": []}')
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    [],
  )
})

test('the last export is noted', async () => {
  using opened = await openTestMemory()
  const place = join(opened.folder, 'a.json')
  await opened.memory.exportTo(place, 'json')
  assert.deepEqual(opened.memory.overview().lastExport, { at: '2026-03-12T09:24:00.000Z', place })
})

test('while the memory is paused it keeps no word of where an export went', async () => {
  using opened = await openTestMemory()
  opened.memory.store({ text: 'the cat eats at 7', kind: 'fact' })
  opened.book.pause(true)
  assert.equal((await opened.memory.exportTo(join(opened.folder, 'xyzzy.json'), 'json')).entries, 1)
  assert.equal(opened.memory.overview().lastExport, undefined)
})

test('a pipe, a device and a file without end are refused, not waited for', {
  skip: process.platform === 'win32',
}, async () => {
  using opened = await openTestMemory()
  const { memory, folder } = opened
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await assert.rejects(memory.exportTo(pipe, 'json'), { code: 'exists' })
  await assert.rejects(memory.importFrom(pipe, 'merge'), /`.*pipe` cannot be read: it is no plain file\.$/)
  await assert.rejects(memory.importFrom('/dev/zero', 'merge'), /it is no plain file/)
  const huge = join(folder, 'huge.json')
  writeFileSync(huge, '')
  truncateSync(huge, 3 * 1024 ** 3)
  await assert.rejects(memory.importFrom(huge, 'merge'), /it has more than 256 MB, which no export has\.$/)
  await assert.rejects(memory.importFrom(folder, 'merge'), /it is a folder\.$/)
})
