import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { taughtCases } from '../../source/measured/taught-cases.ts'
import { homePaths } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('what was taught becomes cases; without arguments only the tool is judged', () => {
  const home = homePaths(temporaryFolder('home'), {})
  assert.deepEqual(taughtCases(home), [])
  mkdirSync(home.teaching)
  const path = join(home.teaching, 'cases.yaml')
  writeFileSync(
    path,
    '- {request: bell the eggs, tool: timer_create}\n- {id: b, request: open x, tool: file_read, arguments: {path: x}}\n',
  )
  const turns = taughtCases(home).map(({ id, turns: [turn] }) => [
    id,
    turn?.tool,
    turn?.arguments,
    turn?.anyOf,
  ])
  assert.deepEqual(turns, [
    ['line-1', 'timer_create', {}, ['timer_create']],
    ['b', 'file_read', { path: ['x'] }, undefined],
  ])
  writeFileSync(path, '- request: bell\n')
  assert.throws(() => taughtCases(home), /cases\.yaml` line 1, column \d+: `tool` must be/)
})
