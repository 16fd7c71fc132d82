import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../source/contracts/json.ts'
import { type AcceptedArguments, loadCases } from '../../source/evaluation/cases.ts'
import { looselyMatch } from '../../source/evaluation/match-loosely.ts'
import { readIntentMap } from '../../source/evaluation/public-records.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { publicData } from '../helpers/public-data.ts'

const MAP = fileURLToPath(new URL('../cases/clinc-tools.yaml', import.meta.url))
const folder = temporaryFolder('records')
let files = 0
const write = (...rows: readonly unknown[]) => {
  const path = join(folder, `rows-${files++}.jsonl`)
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  return path
}
const area = { name: 'area.of', description: 'Area', parameters: { type: 'object', properties: { r: {} } } }
const call = { name: 'area.of', arguments: { r: [5] } }
const bfcl = (changes: object = {}) => ({
  id: 'b1',
  suite: 'bfcl_simple',
  kind: 'call',
  messages: [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'area of a circle of radius 5' },
  ],
  tools: [area],
  expect: [call],
  ...changes,
})

describe('a BFCL record', () => {
  test('is a case with its own tools, whose calls must be exactly these', () => {
    const [one] = loadCases([write(bfcl())], 'all')
    assert.deepEqual(one?.tools, [area])
    assert.equal(one?.suite, 'bfcl_simple')
    const [turn] = one?.turns ?? []
    assert.deepEqual(
      [turn?.input, turn?.tool, turn?.isLoose],
      ['area of a circle of radius 5', 'area.of', true],
    )
    assert.deepEqual(turn?.calls, [{ tool: 'area.of', arguments: { r: [5] } }])
  })

  test('without an expected call needs none', () => {
    const [one] = loadCases([write(bfcl({ kind: 'no_call', expect: [] }))], 'all')
    assert.deepEqual([one?.turns[0]?.tool, one?.turns[0]?.calls], [null, undefined])
  })

  for (const changes of [
    { messages: [{ role: 'system', content: 'x' }] },
    { expect: [{ name: 'x', arguments: { r: 5 } }] },
    { tools: [{ name: '../x', parameters: {} }] },
    { tools: [{ name: 'x' }] },
  ])
    test(`is told when it is none: ${JSON.stringify(changes)}`, () =>
      assert.throws(() => loadCases([write(bfcl(changes))], 'all'), /rows-\d+\.jsonl:1 is no BFCL record/))
})

describe('arguments as BFCL compares them', () => {
  const rows: readonly (readonly [AcceptedArguments, JsonObject, boolean])[] = [
    [{ unit: ['units', ''] }, {}, true],
    [{ unit: ['units'] }, {}, false],
    [{}, { unit: 'units' }, false],
    [{ base: [10] }, { base: 10.0 }, true],
    [{ base: [10] }, { base: '10' }, false],
    [{ city: ['San Francisco, CA'] }, { city: 'san francisco ca' }, true],
    [{ city: ["O'Hare"] }, { city: 'O"Hare' }, true],
    [{ city: ['Oslo'] }, { city: 'Oslo!' }, false],
    [{ on: [true] }, { on: true }, true],
    [{ list: [['A b', 2]] }, { list: ['a-b', 2] }, true],
    [{ list: [[1, 2]] }, { list: [2, 1] }, false],
    [{ p: [{ size: ['large', 'big'], hot: [true, ''] }] }, { p: { size: 'Large' } }, true],
    [{ p: [{ size: ['large'] }] }, { p: { size: 'large', extra: 1 } }, false],
    [{ p: [{ size: ['large'] }] }, { p: {} }, false],
    [{ p: [[{ id: ['a'], n: [5] }]] }, { p: [{ id: 'A', n: 5 }] }, true],
    [{ p: [{ pair: [1, 2] }] }, { p: { pair: [1, 2] } }, true],
  ]
  for (const [accepted, args, isRight] of rows)
    test(`${JSON.stringify(args)} for ${JSON.stringify(accepted)} are ${isRight ? 'right' : 'wrong'}`, () =>
      assert.equal(looselyMatch(accepted, args), isRight))
})

describe('a CLINC150 record', () => {
  const rows = write(
    { id: 'c1', text: 'meet me tomorrow in spanish', intent: 'translate', domain: 'travel' },
    { id: 'c2', text: 'what is 2 plus 3', intent: 'calculator', domain: 'utility' },
    { id: 'c3', text: 'put milk on the list', intent: 'shopping_list', domain: 'home' },
  )

  test('needs no tool, if no map says otherwise', () => {
    assert.deepEqual(
      loadCases([rows], 'all').map((one) => one.turns[0]?.tool),
      [null, null, null],
    )
  })

  test('with the map needs one of several tools, or is left out', () => {
    const cases = loadCases([rows], 'all', readIntentMap(MAP))
    assert.deepEqual(
      cases.map((one) => [one.id, one.turns[0]?.tool, one.turns[0]?.anyOf?.length, one.suite]),
      [
        ['c1', null, undefined, 'clinc150'],
        ['c2', 'calculator_compute', 2, 'clinc150'],
      ],
    )
  })

  test('the map names intents and tools that there are', (t) => {
    const { fits, unclear } = readIntentMap(MAP)
    assert.ok([...fits.keys()].every((intent) => !unclear.has(intent)))
    const file = publicData('clinc150/val.jsonl')
    if (file === undefined) return t.skip('`ETHERVOX_DATA` is not set')
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const intents = new Set(lines.map((line) => JSON.parse(line).intent))
    assert.deepEqual(
      [...fits.keys(), ...unclear].filter((intent) => !intents.has(intent)),
      [],
    )
    const tools = new Set(readdirSync(findProgram().toolsDir))
    assert.deepEqual(
      [...fits.values()].flat().filter((tool) => !tools.has(tool)),
      [],
    )
  })

  test('a broken map is told with line and column', () => {
    const path = join(folder, 'map.yaml')
    for (const text of ['fits: [a]', 'fits: {a: b}', 'unclear: a', 'fits: {']) {
      writeFileSync(path, text)
      assert.throws(() => readIntentMap(path), /map\.yaml` line 1/, text)
    }
    assert.throws(() => readIntentMap(join(folder, 'absent.yaml')), /cannot be read/)
  })
})
