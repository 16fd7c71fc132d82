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
    ['own-ac10de60', 'timer_create', {}, ['timer_create']],
    ['b', 'file_read', { path: ['x'] }, undefined],
  ])
})

test('every entry with an error is named and the others work; where none is left that is an error', () => {
  const home = homePaths(temporaryFolder('home'), {})
  mkdirSync(home.teaching)
  const path = join(home.teaching, 'cases.yaml')
  writeFileSync(
    path,
    '- request: bell\n- {id: b, request: open x, tool: file_read}\n- {request: y, tol: none}\n',
  )
  const told: string[] = []
  const cases = taughtCases(home, (sentence) => told.push(sentence))
  assert.deepEqual(
    cases.map(({ id }) => id),
    ['b'],
  )
  assert.equal(told.length, 2)
  assert.match(told[0] ?? '', /cases\.yaml` line 1, column \d+: `tool` must be/)
  assert.match(told[1] ?? '', /cases\.yaml` line 3, column \d+: `tol` is not known/)
  writeFileSync(path, '- request: bell\n- request: boil\n')
  assert.throws(() => taughtCases(home), /line 1, column .*\n.*line 2, column /)
})
