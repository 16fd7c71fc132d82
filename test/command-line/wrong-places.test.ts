import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkEnvironment } from '../../source/command-line/doctor-checks.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')

/** The program in a folder, with an output of its own where one is given. */
function run(args: readonly string[], cwd: string, stdout: number | 'pipe' = 'pipe', before = '') {
  const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ')
  const {
    status,
    stdout: out,
    stderr: err,
  } = spawnSync('/bin/sh', ['-c', `${before}${command}`], {
    ...{ cwd, stdio: ['ignore', stdout, 'pipe'], encoding: 'utf8', timeout: 60_000 },
    env: { ...process.env, ETHERVOX_HOME: join(cwd, 'home'), ETHERVOX_MODELS: join(cwd, 'no-models') },
  })
  return { status, out, err }
}

const skip = process.platform === 'win32' && 'a folder that is in use cannot be removed there'

test('in a folder that was removed the program says so', { skip, timeout: 120_000 }, () => {
  for (const args of [
    ['-p', 'hi'],
    ['route', 'hi'],
    ['tool', 'check', 'x.md'],
  ]) {
    const folder = temporaryFolder('gone')
    const { status, err } = run(args, folder, 'pipe', `rmdir '${folder}'; `)
    assert.match(
      err,
      /^The folder that this was started in is not there any more.*`cd` into one that is\.\n$/,
    )
    assert.equal(status, 2)
  }
})

test('words behind `warm` are refused, and `--version` beside other flags prints the version alone', {
  skip,
  timeout: 120_000,
}, () => {
  const folder = temporaryFolder('words')
  const warm = run(['warm', 'foo', 'bar'], folder)
  assert.deepEqual([warm.status, warm.err], [2, '`ethervox warm` takes nothing behind it, not `foo bar`.\n'])
  const version = run(['--json', '--version'], folder)
  assert.match(version.out, /^\d+\.\d+\.\d+\S*\n$/)
  assert.equal(version.status, 0)
  rmSync(folder, { recursive: true })
})

test('a list that could not be written is no success', {
  skip: !existsSync('/dev/full') && 'this system has no full device',
  timeout: 120_000,
}, () => {
  const folder = temporaryFolder('full')
  assert.equal(run(['model', 'list'], folder, openSync('/dev/full', 'w')).status, 1)
  rmSync(folder, { recursive: true })
})

test('the doctor says that a time of the environment is none', () => {
  const check = checkEnvironment({ ETHERVOX_NOW: 'garbage' })
  assert.deepEqual(
    [check.status, check.text],
    ['fail', '`ETHERVOX_NOW=garbage` is not a time; write it like 2026-03-12T10:24:30.'],
  )
})
