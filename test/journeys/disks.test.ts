// The program on a disk that is full, and on one that can only be read: everything says what it could not keep, the chat goes on, what
// was there is whole. As root on Linux with a disk of its own; elsewhere skipped, and the reason is printed.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sha256Hex } from '../../source/lib/checksum.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { type ProgramRun, runProgramLines } from '../helpers/run-program.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'

const skip = whyNoDisk() ?? false
if (skip !== false) process.stderr.write(`skipped: journeys on full and read-only disks: ${skip}\n`)

/** What a home is filled with before. */
const FIRST = [
  '/call memory_store {"text":"the cat eats at seven"}',
  '/settings threads 2',
  '/call timer_create {"duration":"50 minutes"}',
  '/call file_write {"path":"a.txt","content":"first"}',
]

/** Everything that wants to write. */
const WRITING = [
  '/call get_time {}',
  '/call memory_store {"text":"the dog eats at eight"}',
  '/call memory_search {"query":"cat"}',
  '/call file_write {"path":"b.txt","content":"second"}',
  '/settings threads 3',
  '/tools disable get_day',
  '/approvals allow get_time',
  '/call timer_create {"duration":"5 minutes"}',
  '/timers',
  '/call path_set {"label":"stuff","path":"/usr/share"}',
  '/call startup_prompt_update {"prompt_text":"Speak plainly."}',
  '/rename A name',
  '/archive',
  '/undo',
  '/status',
]

/** A full disk takes things away, so these are for one that can only be read. */
const CANCELLING = ['/timers cancel 1', '/timers cancel all', '/call timer_cancel {"which":"1"}']

const FULL = 'the disk is full; make room and try again'
const READ_ONLY = 'the disk can only be read'

/** What every start without room says, `why` in it. */
function assertSaid({ code, out, err }: ProgramRun, home: string, why: string): void {
  const said = `${out}${err}`
  assert.equal(code, 1, said)
  for (const sentence of [
    `This conversation is not kept: \`${home}/sessions\` cannot be written (${why}). The chat goes on.`,
    `\`b.txt\` was not written: its earlier version cannot be kept in \`${home}/undo\` (${why}).`,
    `\`threads\` was not kept: \`${home}/settings.json\` cannot be written (${why}).`,
    'The settings cannot be written, so this holds for this session alone.',
    'get_day is off',
    'Allowed for this session, as the settings cannot be written: every call of get_time.',
    `The timer was not set: it cannot be kept (${why}).`,
    `\`folders\` was not kept: \`${home}/settings.json\` cannot be written (${why}).`,
    `Nothing of this conversation is kept: \`${home}/sessions\` cannot be written (${why}); \`ethervox doctor\` looks at the home.`,
  ])
    assert.ok(said.includes(sentence), `${sentence}\n--- in\n${said}`)
  assert.match(said, /^It is \d\d:\d\d\.$/m)
  assert.match(said, /startup prompt .* cannot be written: /)
  assert.match(said, /^level {4}2/m)
  assert.equal(said.match(/This conversation is not kept/g)?.length, 1, 'once')
  assert.doesNotMatch(said, /\b(?:ENOSPC|EROFS|ENOENT|SQLITE|undefined)\b/)
}

/** A line that writes the memory to the disk itself. */
function exportTo(disk: string): string {
  return `/memory export ${disk}/m.json`
}

/** Every file with its checksum, but for what SQLite puts beside its own. */
function filesOf(home: string): readonly (readonly [string, string])[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:shm|wal)$|^filler$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, sha256Hex(readFileSync(path))] as const)
}

async function filledDisk(t: TestContext) {
  const disk = mountDisk(t, 8)
  const workspace = temporaryFolder('work')
  const first = await runProgramLines(disk.path, FIRST, { workspace })
  assert.equal(first.code, 0, first.err)
  return { disk, workspace }
}

test('a disk that became full: all is said, nothing of what was there is touched, and it goes on where room is made', {
  skip,
}, async (t) => {
  const { disk, workspace } = await filledDisk(t)
  disk.fill()
  const before = filesOf(disk.path)
  const run = await runProgramLines(disk.path, [...WRITING, exportTo(disk.path)], { workspace })
  assertSaid(run, disk.path, FULL)
  assert.ok(run.err.includes(`/m.json\` cannot be written: ${FULL}.`), run.err)
  assert.match(
    run.err + run.out,
    /Nothing was stored or changed: the memory .* cannot be written \(the disk .*\)\. What it holds can be read\./,
  )
  assert.match(run.out, /the cat eats at seven/)
  assert.match(run.out, /^timer 1: /m)
  assert.deepEqual(filesOf(disk.path), before)
  assert.equal(existsSync(join(workspace, 'b.txt')), false)
  disk.free()
  const after = await runProgramLines(disk.path, [...WRITING.slice(0, 6), '/settings'], { workspace })
  assert.equal(after.code, 0, after.err)
  assert.match(after.out, /threads +3/)
  assert.equal(readFileSync(join(workspace, 'b.txt'), 'utf8'), 'second')
})

test('a first start on a full disk: the program’s own tools, and every failure said', { skip }, async (t) => {
  const disk = mountDisk(t, 1)
  disk.fill()
  const run = await runProgramLines(disk.path, WRITING)
  assertSaid(run, disk.path, FULL)
  assert.match(run.err, /The tools cannot be installed in .*; the program's own are used\./)
  disk.free()
})

test('a first start in a home that can only be read', { skip }, async (t) => {
  const disk = mountDisk(t, 1)
  disk.makeReadOnly()
  const run = await runProgramLines(disk.path, WRITING)
  const said = `${run.out}${run.err}`
  assert.equal(run.code, 1, said)
  assert.match(
    run.err,
    /The tools cannot be installed in .* \(no folder can be made there\); the program's own are used\./,
  )
  assert.match(said, /^It is \d\d:\d\d\.$/m)
  assert.match(said, /The memory .* cannot be used: the disk can only be read\./)
  assert.deepEqual(filesOf(disk.path), [])
})

test('a later start in a home that became read-only: what is there is read, what is not kept is said', {
  skip,
}, async (t) => {
  const { disk, workspace } = await filledDisk(t)
  disk.makeReadOnly()
  const before = filesOf(disk.path)
  const lines = [...WRITING, ...CANCELLING, exportTo(disk.path), '/memory export ro.json']
  const run = await runProgramLines(disk.path, lines, { workspace, args: ['--continue'] })
  assertSaid(run, disk.path, READ_ONLY)
  assert.ok(run.err.includes(`/m.json\` cannot be written: ${READ_ONLY}.`), run.err)
  const said = `${run.out}${run.err}`
  assert.match(said, /The conversation `.*` of .* goes on, with 3 turns\./)
  assert.match(
    said,
    /Nothing was stored or changed: the memory .* cannot be written \(the disk can only be read\)\. What it holds can be read\./,
  )
  assert.match(run.out, /the cat eats at seven/)
  assert.match(run.out, /^1 memory was written to `ro\.json`\.$/m)
  assert.ok(existsSync(join(workspace, 'ro.json')))
  assert.match(run.out, /^timer 1: /m)
  const kept = `Timer 1 was not cancelled: its file cannot be removed (${READ_ONLY}).`
  assert.equal(said.split(kept).length - 1, 3, said)
  // What was set before rings, though its file cannot be removed; once in a session.
  const later = await runProgramLines(disk.path, ['/timers', '/timers'], {
    workspace,
    args: ['--now', '2099-01-01T08:00:00'],
  })
  assert.equal(`${later.out}${later.err}`.match(/rang|Timer 1/gi)?.length, 1, `${later.out}${later.err}`)
  assert.deepEqual(filesOf(disk.path), before)
})
