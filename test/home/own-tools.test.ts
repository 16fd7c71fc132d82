import assert from 'node:assert/strict'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { test } from 'node:test'
import type { DeclaredTool } from '../../source/evaluation/baseline.ts'
import type { EvalCase } from '../../source/evaluation/cases.ts'
import { measure } from '../../source/evaluation/measure.ts'
import { composeMeasured } from '../../source/measured/compose-measured.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

const tool = (name: string, description: string, parameter: string): DeclaredTool => ({
  name,
  description,
  parameters: { type: 'object', properties: { [parameter]: { type: 'string' } }, required: [parameter] },
})
const bicycles = tool('shop.find_bicycles', 'Search offers of used bicycles in a city', 'city')
const poems = tool('poem_of', 'Recite famous poems of one poet', 'poet')
const caseOf = (id: string, input: string, tools: readonly DeclaredTool[], city?: string): EvalCase => {
  const calls = city === undefined ? undefined : [{ tool: bicycles.name, arguments: { city: [city] } }]
  const turn = {
    input,
    tool: calls?.[0]?.tool ?? null,
    arguments: calls?.[0]?.arguments ?? {},
    ...(calls && { calls }),
    isLoose: true,
    gold: [],
    fails: false,
  }
  return { id, turns: [turn], tags: ['set'], difficulty: 'easy', suite: 'set', tools }
}
const OFFERS = 'search offers of used bicycles in Oslo'
const CALL = '{"name": "shop.find_bicycles", "arguments": {"city": "Bergen"}}'

async function run(cases: readonly EvalCase[]) {
  const engine = createFakeEngine({ calls: { [OFFERS]: '{"city": "oslo"}' }, answers: { [OFFERS]: CALL } })
  const home = homePaths(temporaryFolder('own-tools'), {})
  const measured = await composeMeasured({
    program: findProgram(),
    home,
    workspace: realpathSync(WORKSPACE),
    clock: { now: () => new Date(0), monotonicMs: () => 0, timeZone: 'UTC' },
    model: undefined,
    answers: 'tool',
    maxTokens: undefined,
    tools: undefined,
    ownTools: true,
    engine: async () => ({ type: 'ready', engine, answers: 'tool' }),
  })
  measured.start()
  await measured.session.settled()
  const usual = measured.tools().length
  const found = await measure(measured, cases, { tools: undefined }, () => {})
  await measured.close()
  return { ...found, usual, engine, home }
}

test('each case is routed among its own tools alone, on one loaded model', async () => {
  const cases = [
    caseOf('a', OFFERS, [poems, bicycles], 'Oslo'),
    caseOf('b', OFFERS, [poems]),
    caseOf('c', 'what time is it?', [bicycles]),
  ]
  const { results, baseline, usual, engine, home } = await run(cases)
  assert.ok(usual > 2)
  assert.deepEqual(
    results.map((one) => [one.id, one.called, one.rightTool, one.rightArguments, one.suite]),
    [
      ['a', 'shop.find_bicycles', true, true, 'set'],
      ['b', null, true, true, 'set'],
      ['c', null, true, true, 'set'],
    ],
  )
  assert.deepEqual(engine.prepared, ['shop.find_bicycles'])
  const heads = engine.asked.map((request) => request.messages[0]?.text ?? '')
  assert.ok(
    heads.at(-3)?.includes('"name":"poem_of"') && heads.at(-3)?.includes('"name":"shop.find_bicycles"'),
  )
  assert.ok(heads.at(-2)?.includes('"name":"poem_of"') && !heads.at(-2)?.includes('shop.find_bicycles'))
  assert.deepEqual(
    baseline?.map((one) => [one.id, one.called, one.rightTool, one.rightArguments]),
    [
      ['a', 'shop.find_bicycles', true, false],
      ['b', null, true, true],
      ['c', null, true, true],
    ],
  )
  assert.deepEqual(existsSync(home.states) ? readdirSync(home.states) : [], [])
})

test('a case without own tools has the usual ones again', async () => {
  const usual: EvalCase = {
    ...caseOf('d', 'what time is it?', []),
    turns: [{ input: 'what time is it?', tool: 'get_time', arguments: {}, gold: [], fails: false }],
  }
  const { tools: _, ...bare } = usual
  const { results } = await run([caseOf('a', OFFERS, [bicycles], 'Oslo'), bare])
  assert.deepEqual(
    results.map((one) => one.called),
    ['shop.find_bicycles', 'get_time'],
  )
})
