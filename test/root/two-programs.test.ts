// Two programs with one home at the same time: real processes that begin together. Nothing of either is lost.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readManifestFile } from '../../source/manifest/file.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { readConversation, turnsOf } from '../../source/sessions/read.ts'
import { openSettings } from '../../source/settings.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { installPaths, openStore, TIMES } from '../helpers/two-programs.ts'
import { expectManifest } from '../manifest/sample-tools.ts'

const CHILD = join(import.meta.dirname, '../helpers/two-programs.ts')

/** Runs the step in so many processes that begin together; gives the home. */
async function runTogether(t: TestContext, name: string, count = 2): Promise<string> {
  const home = temporaryFolder('together')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const children = Array.from({ length: count }, (_, who) => startChild(name, home, who))
  await Promise.all(children.map(({ ready }) => ready))
  for (const { child } of children) child.stdin?.end('go\n')
  for (const { ended } of children) assert.deepEqual(await ended, [0, ''])
  return home
}

function startChild(name: string, home: string, who: number) {
  const child: ChildProcess = spawn(process.execPath, [CHILD, name, home, String(who)], { stdio: 'pipe' })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const ended = once(child, 'close').then(([code]) => [code, complaint] as const)
  return { child, ended, ready: Promise.race([once(child.stdout ?? child, 'data'), ended]) }
}

test('different settings that are set at the same time are all kept', async (t) => {
  const home = await runTogether(t, 'settings')
  const settings = openSettings(join(home, 'settings.json'))
  assert.ok(settings.ok)
  const { threads, shellSeconds, sessionDays, voiceMinutes } = settings.file.values
  assert.deepEqual(
    { threads, shellSeconds, sessionDays, voiceMinutes },
    { threads: TIMES, shellSeconds: TIMES, sessionDays: 7, voiceMinutes: 7 },
  )
  assert.deepEqual(readdirSync(home), ['settings.json'])
})

test('memories that are stored at the same time, in a file that both make, are all there', async (t) => {
  const home = await runTogether(t, 'memory', 3)
  const clock = { now: () => new Date(), monotonicMs: () => 0, timeZone: 'UTC' }
  const book = memoryBook(join(home, 'memory.sqlite'), clock, 'test')
  const memory = await book.open()
  assert.equal(memory.overview().total, 3 * TIMES)
  assert.deepEqual(memory.notices, [])
  book.close()
})

test('two compilations leave the manifest and the marker of one of them', async (t) => {
  const home = await runTogether(t, 'compile')
  const { manifest, installed, tools } = installPaths(home)
  const { contentHash } = expectManifest(readManifestFile(manifest))
  const marker = JSON.parse(readFileSync(installed, 'utf8')) as { readonly manifestHash: string }
  assert.equal(marker.manifestHash, contentHash)
  assert.deepEqual(readdirSync(tools), ['tools.bin'])
})

test('a conversation that is written is put into the archive by nobody else, and no turn is lost', async (t) => {
  const home = await runTogether(t, 'archive', 3)
  const id = '20260312-102430-01'
  const places = ['sessions', 'sessions/archive'].map((folder) => join(home, folder, `${id}.jsonl`))
  const there = places.filter((place) => existsSync(place))
  assert.equal(there.length, 1, 'it lies in one place')
  const reading = readConversation(id, readFileSync(there[0] ?? '', 'utf8'))
  assert.ok(reading.ok)
  assert.deepEqual(reading.conversation.faults, [])
  assert.deepEqual(
    turnsOf(reading.conversation).map(({ number, answer }) => [number, answer?.text]),
    Array.from({ length: TIMES * 5 }, (_, at) => [at + 1, `said ${at + 1}`]),
  )
  assert.deepEqual(
    readdirSync(join(home, 'sessions')).filter((name) => name.includes('.lock')),
    [],
  )
})

test('a conversation that another program writes is named with that program, and stays', async (t) => {
  const home = temporaryFolder('together')
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const writer = openStore(home)
  writer.hear({ type: 'turn.started', turn: 1, text: 'a', origin: 'message' })
  const script = [
    `import { openStore } from ${JSON.stringify(CHILD)}`,
    `process.stdout.write(openStore(${JSON.stringify(home)}).archive(${JSON.stringify(writer.current)}).text)`,
  ].join('\n')
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await once(child, 'close')
  assert.equal(said, `\`${writer.current}\` is open in process ${process.pid}; end it there first.`)
  writer.hear({ type: 'answer', turn: 1, text: 'b', status: 'success', confidence: 1, source: 'model' })
  assert.deepEqual(readdirSync(join(home, 'sessions')).sort(), [
    `${writer.current}.jsonl`,
    `${writer.current}.lock`,
  ])
})
