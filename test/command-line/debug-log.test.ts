import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/open-session.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the log of `--debug` has every event with its time when the program has ended', () => {
  const home = temporaryFolder('home')
  const log = join(home, 'events.log')
  const jsx = join(ROOT, 'test/helpers/jsx.mjs')
  const flags = ['--home', home, '--model', 'nosuch', '--approve', 'none', '--json', '--debug', log]
  const { stdout } = spawnSync(process.execPath, ['--import', jsx, join(ROOT, 'source/cli.ts'), ...flags], {
    input: '/call get_time\n',
    encoding: 'utf8',
  })
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  rmSync(home, { recursive: true })
  const events = lines.flatMap((line) => {
    const [, time = '', json = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    assert.ok(!Number.isNaN(Date.parse(time)), line)
    return JSON.parse(json).type === 'progress' ? [] : [json]
  })
  assert.deepEqual(events, stdout.trim().split('\n'))
  assert.ok(events.some((event) => event.includes('"type":"approval"')))
  assert.ok(events.at(-1)?.includes('session.finished'))
})
