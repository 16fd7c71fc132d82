import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readManifestFile } from '../../source/manifest/file.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { testCoreJourney } from './core-journey.ts'
import { answerOf, hasModel, only, runLines, runProgram, SMALL, turnOf } from './program.ts'

const home = temporaryFolder('real-small')
after(() => rmSync(home, { recursive: true, force: true }))

testCoreJourney(SMALL, () => home)

test('optimized prompts of this model make it start at level 1', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const manifest = readManifestFile(join(home, 'tools/tools.bin'))
  assert.ok('entries' in manifest)
  const row = manifest.entries.find(({ name }) => name === 'get_time')
  mkdirSync(join(home, 'tools/optimized'), { recursive: true })
  const overlay = join(home, 'tools/optimized', `${SMALL}.json`)
  writeFileSync(
    overlay,
    JSON.stringify({
      tools: { get_time: { contentHash: row?.contentHash, oneLiner: 'The time of day, now' } },
    }),
  )
  const run = await runLines(SMALL, home, ['/status'])
  rmSync(overlay)
  assert.equal(only(run, 'session.started')[0]?.level, 1)
  assert.deepEqual(only(run, 'command')[0]?.data, {
    ...(only(run, 'command')[0]?.data as object),
    level: 1,
    reasons: [],
  })
  assert.equal(run.code, 0)
})

test('an interrupt ends a script that waits for its next line', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const run = await runProgram({
    args: ['--json', '-m', SMALL],
    home,
    on: (event, child) => {
      if (event.type === 'model.ready') child.kill('SIGINT')
    },
  })
  assert.equal(run.code, 130)
  assert.deepEqual(run.events.at(-1), { type: 'session.finished', exitCode: 130 })
})

test('an interrupt ends a script while the model is still loading', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const run = await runLines(SMALL, home, ['hello'], {
    on: (event, child) => {
      if (event.type === 'session.started') child.kill('SIGINT')
    },
  })
  assert.equal(run.code, 130)
  assert.deepEqual(only(run, 'turn.started'), [])
})

test('the debug log holds every event', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const log = join(home, 'debug.log')
  const run = await runLines(SMALL, home, ['/status'], { args: ['--debug', log] })
  const types = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ') + 1))
    .map((line) => (JSON.parse(line) as { type: string }).type)
  assert.deepEqual(
    types.filter((type) => type !== 'progress'),
    run.events.map(({ type }) => type),
  )
})

test('without any model a message ends with exit code 3 and the command that fetches one', async () => {
  const models = temporaryFolder('no-models')
  const run = await runProgram({ args: ['-p', 'hello'], input: '', home, models })
  rmSync(models, { recursive: true, force: true })
  assert.equal(run.code, 3)
  assert.match(run.stderr, /`ethervox model pull [\w.-]+`/)
  assert.equal(run.stdout, '')
})

test('what was stored is looked up when it is asked for, whatever else that question looks like', async (t) => {
  if (!(await hasModel(t, SMALL))) return
  const lines = [
    'remember that my wifi password is tulip-88',
    'what is my wifi password',
    'who walked on the moon?',
  ]
  const run = await runLines(SMALL, home, lines, { args: ['--approve', 'write', '--max-tokens', '48'] })
  const called = (turn: number) => only(turnOf(run, turn), 'tool.called').map(({ name }) => name)
  assert.deepEqual([1, 2, 3].map(called), [['memory_store'], ['memory_search'], []])
  assert.match(answerOf(run, 2), /tulip-88/)
  assert.equal(run.code, 0)
})
