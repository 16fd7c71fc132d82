import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/open-session.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')

test('a word that `ethervox plugin` does not know is wrong usage; what it knows and cannot do is a failure', () => {
  const home = temporaryFolder('home')
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [CLI, 'plugin', ...words, '--home', home], { encoding: 'utf8' })
  for (const more of [[], ['--json']]) {
    const { status, stdout, stderr } = run('nope', ...more)
    assert.deepEqual([status, stdout], [2, ''])
    assert.equal(
      stderr,
      '`ethervox plugin nope` is not known; it takes list, install, verify, update, rollback, pin, unpin, remove, resume, seal.\n',
    )
  }
  assert.equal(run('remove', 'nope').status, 1)
  assert.equal(run('list').status, 0)
})
