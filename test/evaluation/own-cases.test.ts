import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadOwnCases } from '../../source/evaluation/own-cases.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

test('every tool of ours brings cases, and none of their ids stands twice', () => {
  const cases = loadOwnCases(findProgram().toolsDir)
  assert.ok(cases.length >= 50)
  assert.equal(new Set(cases.map((one) => one.id)).size, cases.length)
  assert.ok(cases.some(({ turns: [turn] }) => turn?.tool === 'file_read' && turn.gold.length > 0))
})

test('of a request for a neighbour only the tool is judged, unless its arguments are given', () => {
  const tools = temporaryFolder('own-cases')
  mkdirSync(join(tools, 'odd'))
  const tests = [
    '- { id: own, input: a }',
    '- { id: near, input: b, tool: even }',
    '- { id: none, input: c, tool: null }',
    '- { id: exact, input: d, tool: even, arguments: { number: [2] } }',
  ]
  writeFileSync(
    join(tools, 'odd', 'config.yaml'),
    `one_liner: x\ngroup: g\nexamples: [y]\ntests:\n${tests.join('\n')}\n`,
  )
  const judged = new Map(loadOwnCases(tools).map(({ id, turns: [turn] }) => [id, turn]))
  assert.equal(judged.get('own')?.anyOf, undefined)
  assert.deepEqual(judged.get('near')?.anyOf, ['even'])
  assert.equal(judged.get('none')?.anyOf, undefined)
  assert.equal(judged.get('exact')?.anyOf, undefined)
  assert.deepEqual(judged.get('exact')?.arguments, { number: [2] })
})

test('a broken file is named with its line', () => {
  const tools = temporaryFolder('own-cases')
  mkdirSync(join(tools, 'odd'))
  writeFileSync(join(tools, 'odd', 'config.yaml'), 'one_liner: x\ntests:\n  - input: y\n')
  assert.throws(() => loadOwnCases(tools), /config\.yaml/)
})
