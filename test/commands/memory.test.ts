import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import command from '../../commands/memory.ts'
import type { CommandContext } from '../../source/contracts/command.ts'
import { exportPlace } from '../../source/lib/export-place.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { daysOn, NOW, type OpenedMemory, openTestMemory } from '../memory/open-memory.ts'

const USE = {
  processBytes: 120e6,
  engineBytes: 0,
  talkTokens: 300,
  talkWindow: 4096,
  callWindow: 2048,
  statesBytes: 0,
  statesBudgetBytes: 1e9,
  modelsBytes: 0,
}

/** Runs `/memory …` on one memory, in a folder of its own. */
function commandOn(opened: Pick<OpenedMemory, 'book'>, workspace = insideOf(temporaryFolder('workspace'))) {
  const context = {
    memory: opened.book,
    workspace,
    memoryUse: async () => USE,
    exportPlace: (typed: string) => exportPlace(workspace, typed),
  } as unknown as CommandContext
  const run = async (input: string) => command.run(input, context)
  return { run, workspace, text: async (input: string) => (await run(input)).text }
}

/** A folder of its own in it. */
function insideOf(folder: string): string {
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  return inner
}

function fill({ memory }: OpenedMemory): void {
  memory.store({ text: 'the garage code is 4471', kind: 'fact', tags: ['home'], importance: 0.9 })
  memory.store({ text: 'call the dentist', kind: 'reminder', due: daysOn(1) })
  memory.store({ text: 'the lake is 63 m deep', kind: 'correction', context: 'holiday' })
}

test('the status has memory use, and makes no memory where there is none', async () => {
  const path = join(temporaryFolder('memory'), 'memory.sqlite')
  const clock = { now: () => NOW, monotonicMs: () => 0, timeZone: 'UTC' }
  const { run } = commandOn({ book: memoryBook(path, clock, '') })
  const { text, data } = await run('')
  assert.match(text, /^program {2}120 MB\n[\s\S]*\nmemories nothing is remembered yet$/)
  assert.equal(Object(data).memories, null)
  assert.equal(existsSync(path), false)
})

test('the status counts entries by kind, with the file, the last export and the pause', async () => {
  using opened = await openTestMemory()
  fill(opened)
  const { text, workspace } = commandOn(opened)
  const status = await text('status')
  assert.match(status, /^memories 3: 1 fact, 1 reminder, 1 correction, 0 patterns; 1 open; 0 in the bin$/m)
  assert.match(status, /^file {5}\d\.\d MB$/m)
  assert.match(status, /^exported never$/m)
  await text('export a.json')
  opened.book.pause(true)
  assert.match(await text('status'), new RegExp(`^exported 2026-03-12 10:24 to ${workspace}/a\\.json$`, 'm'))
  assert.match(await text('status'), /paused: nothing is stored$/m)
})

test('entries are searched by words, tag, kind and date', async () => {
  using opened = await openTestMemory()
  fill(opened)
  const { text } = commandOn(opened)
  assert.equal(await text('search garage'), '1: the garage code is 4471 (2026-03-12; home)')
  assert.equal(await text('search kind:reminder'), '2: call the dentist (due 2026-03-13 10:24) [reminder]')
  assert.equal(await text('search garage tag:work'), 'No memory for `garage tag:work`.')
  assert.equal(await text('search lake since:2026-03-13'), 'No memory for `lake since:2026-03-13`.')
  assert.match(await text('search lake until:2026-03-13'), /^3: the lake/)
  assert.equal(await text('search lake until:2026-03-11'), 'No memory for `lake until:2026-03-11`.')
  assert.match(await text('search lake since:2026-03-12 until:2026-03-12'), /^3: the lake/)
  assert.match(await text('search lake since:2026-02-31'), /^`2026-02-31` is no date/)
  assert.match(await text('search lake since:monday'), /^`monday` is no date/)
  assert.match(await text('search kind:notes'), /^There is no kind `notes`; there are fact, /)
  assert.match(await text('search'), /^Say what to look for/)
})

test('days of a search are those of the time zone, and the last one is in it', async () => {
  using opened = await openTestMemory()
  // Half past midnight of the 13th in Berlin.
  opened.time.now = new Date('2026-03-12T23:30:00Z')
  opened.memory.store({ text: 'the lake froze', kind: 'fact' })
  const { text } = commandOn(opened)
  const line = '1: the lake froze (2026-03-13)'
  assert.equal(await text('search since:2026-03-13'), line)
  assert.equal(await text('search until:2026-03-13'), line)
  assert.equal(await text('search until:2026-03-12'), 'No memory for `until:2026-03-12`.')
  // The day on which the clocks change has 23 hours.
  opened.time.now = new Date('2026-03-29T21:59:59Z')
  opened.memory.store({ text: 'the lake thawed', kind: 'fact' })
  assert.equal(await text('search since:2026-03-29 until:2026-03-29'), '2: the lake thawed (2026-03-29)')
  assert.equal(await text('search since:2026-03-30'), 'No memory for `since:2026-03-30`.')
})

test('entries are listed, shown, edited and deleted by id', async () => {
  using opened = await openTestMemory()
  fill(opened)
  const { text, run } = commandOn(opened)
  assert.equal((await text('list')).split('\n').length, 3)
  assert.equal(await text('list home'), '1: the garage code is 4471 (2026-03-12; home)')
  assert.equal(await text('list garden'), 'No memory has the tag `garden`.')
  assert.equal(
    await text('show 3'),
    'correction 3, importance 0.5, from chat\nabout    holiday\nstored   2026-03-12 10:24\nthe lake is 63 m deep',
  )
  assert.match(await text('show 2'), /^due {6}Friday, 13 March 2026, 10:24$/m)
  assert.equal(await text('edit 3 the lake is 64 m deep'), 'Memory 3 is now: the lake is 64 m deep')
  assert.equal(await text('edit 3'), 'Say the new text: `/memory edit 3 TEXT`.')
  assert.equal(
    await text('delete 1 99'),
    'There is no memory `99`; `/memory list` shows the newest. Nothing was deleted.',
  )
  assert.equal(await text('delete 1, #2'), '2 memories were deleted; `/memory undo` brings them back.')
  assert.equal((await run('show 1')).ok, false)
  assert.equal(await text('show one'), '`one` is no id; ids are numbers.')
})

test('an edited reminder moves to the time that its new text holds, and keeps its time where it holds none', async () => {
  using opened = await openTestMemory()
  const { text, run } = commandOn(opened)
  opened.memory.store({ text: 'call mum', kind: 'reminder', due: daysOn(5) })
  assert.equal(
    await text('edit 1 call mum on friday at 5'),
    'Reminder 1 is now: call mum on friday at 5 (due Friday, 13 March 2026, 17:00)',
  )
  assert.equal(
    await text('edit 1 call mum and dad'),
    'Reminder 1 is now: call mum and dad (still due Friday, 13 March 2026, 17:00)',
  )
  assert.equal(
    await text('edit 1 call mum every monday at 9'),
    'Reminder 1 is now: call mum every monday at 9 (due every Monday at 09:00, next Monday, 16 March 2026, 09:00)',
  )
  const { data } = await run('edit 1 call mum tomorrow at 10')
  assert.equal(Object(data).repeats, null, 'a single time ends what repeated')
  assert.equal(Object(data).isMoved, true)
  await text('undo')
  assert.match(await text('show 1'), /^due {6}every Monday at 09:00, next Monday, 16 March 2026, 09:00$/m)
})

test('an edited reminder that is done, or not due, has no time', async () => {
  using opened = await openTestMemory()
  const { text } = commandOn(opened)
  opened.memory.store({ text: 'call mum', kind: 'reminder', due: daysOn(5) })
  opened.memory.store({ text: 'buy ink', kind: 'reminder' })
  opened.memory.complete(1)
  assert.equal(await text('edit 1 called mum on friday at 5'), 'Reminder 1 is now: called mum on friday at 5')
  assert.equal(await text('edit 2 buy paper'), 'Reminder 2 is now: buy paper')
})

test('what was deleted or edited is taken back, the last change first', async () => {
  using opened = await openTestMemory()
  fill(opened)
  const { text, run } = commandOn(opened)
  await text('edit 3 wrong')
  await text('delete 1')
  assert.equal(
    await text('undo'),
    '1 memory was brought back.\n1: the garage code is 4471 (2026-03-12; home)',
  )
  assert.match(await text('undo'), /^1 memory was put back as it was\.\n3: the lake is 63 m deep/)
  const { ok, text: said } = await run('undo')
  assert.deepEqual([ok, said], [false, 'There is nothing to take back: no change in the last 30 days.'])
})

test('what stands behind the name of an export and is no format is refused, and only quotes make it a part of the name', async () => {
  using opened = await openTestMemory()
  fill(opened)
  const { text, run, workspace } = commandOn(opened)
  assert.equal(
    await text('export x.json yaml'),
    'Behind the file\'s name goes `json` or `markdown`, not `yaml`; a name with spaces goes in quotation marks: `/memory export "x.json yaml"`.',
  )
  assert.equal(
    await text('export my notes csv'),
    'Behind the file\'s name goes `json` or `markdown`, not `notes csv`; a name with spaces goes in quotation marks: `/memory export "my notes csv"`.',
  )
  assert.equal(
    await text('export "my notes.json" yaml'),
    "Behind the file's name goes `json` or `markdown`, not `yaml`; leave that out.",
  )
  for (const typed of ['out.xml xml', 'my notes', 'my notes.md json', '"a" "b"', 'x.json json md'])
    assert.equal((await run(`export ${typed}`)).ok, false, typed)
  assert.deepEqual(readdirSync(workspace), [])
  for (const typed of ['"x.json yaml"', "'my notes' JSON", 'x.json markdown', '"my notes.md"'])
    assert.equal((await run(`export ${typed}`)).ok, true, typed)
  assert.deepEqual(readdirSync(workspace).sort(), ['my notes', 'my notes.md', 'x.json', 'x.json yaml'])
})

test('a quotation mark in front of a name that has none behind it is refused', async () => {
  using opened = await openTestMemory()
  const { text, run, workspace } = commandOn(opened)
  assert.equal(
    await text('export "x.json'),
    'The quotation mark in front of `x.json` has no end; put one behind the name.',
  )
  for (const typed of ['"my notes.json', '"my notes.json json', '"', "'x.json", '"my notes".json'])
    assert.match((await run(`export ${typed}`)).text, /^The quotation mark in front of /, typed)
  assert.deepEqual(readdirSync(workspace), [])
})

test('an export is written beside the person’s files, by its ending or by name, and imported with a report', async () => {
  using opened = await openTestMemory()
  fill(opened)
  const { text, workspace } = commandOn(opened)
  assert.equal(await text('export "my notes.md"'), `3 memories were written to \`my notes.md\`.`)
  assert.match(readFileSync(join(workspace, 'my notes.md'), 'utf8'), /^# What ethervox remembers/)
  assert.equal(await text('export ./all.txt JSON'), `3 memories were written to \`all.txt\`.`)
  assert.equal(
    await text('import all.txt'),
    '0 memories were imported.\n3 were there already: 1, 2, 3 of the file.',
  )
  await text('delete 2')
  assert.equal(
    await text('import all.txt --replace'),
    '3 memories were imported.\n2 went into the bin; `/memory undo` brings them back.',
  )
  assert.match(
    await text('import none.json'),
    /none\.json` cannot be read: there is no such file or folder\.$/,
  )
  assert.match(await text('import all.txt --force'), /^There is no `--force`/)
  assert.match(await text('import all.txt --merge --replace'), /^Choose one/)
  assert.match(await text('import'), /^Say which file/)
  assert.match(await text('export'), /^Say where to/)
  assert.equal(
    await text('export ../elsewhere.json'),
    `3 memories were written to \`${join(dirname(workspace), 'elsewhere.json')}\`.`,
  )
  assert.equal(await text('export nosuch/x.json'), 'There is no folder `nosuch`; make it first.')
})

test('an import is taken back with one word', async () => {
  using one = await openTestMemory()
  fill(one)
  const { text: from, workspace } = commandOn(one)
  await from('export all.json')
  using other = await openTestMemory()
  const { text } = commandOn(other, workspace)
  assert.equal(await text('import all.json'), '3 memories were imported; `/memory undo` takes that back.')
  assert.match(await text('undo'), /^3 memories were put into the bin, because an import had added them\.\n/)
  assert.equal(await text('list'), 'Nothing is remembered yet.')
})

test('words behind what takes none are refused, and nothing is done', async () => {
  using opened = await openTestMemory()
  fill(opened)
  const { text, run } = commandOn(opened)
  await text('delete 1')
  for (const name of ['undo', 'status', 'path']) {
    const { ok, text: said } = await run(`${name} 2`)
    assert.deepEqual(
      [ok, said],
      [false, `\`/memory ${name} 2\` is not known; \`${name}\` takes nothing behind it.`],
    )
  }
  assert.match(await text('undo'), /^1 memory was brought back\./)
})

test('what there is not is told', async () => {
  using opened = await openTestMemory()
  const { text } = commandOn(opened)
  assert.match(await text('constructor'), /^There is no `\/memory constructor`; `\/help memory` shows/)
  assert.equal(await text('path'), opened.path)
  const none = { memoryUse: async () => USE } as unknown as CommandContext
  assert.deepEqual(
    await Promise.all(['list', 'path'].map(async (input) => (await command.run(input, none)).text)),
    ['There is no memory here.', 'There is no memory here.'],
  )
})
