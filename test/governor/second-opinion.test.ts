import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { unsureTool, weighPreference } from '../../source/governor/second-opinion.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { routed, runTestTurn } from './turn-ports.ts'

const by = { weight: 0.5, shift: 1 }
const usage = { evaluated: 7, reused: 100, generated: 0 }

function decision(logOdds: number, threshold = 0.5): RouteDecision {
  const chosen = logOdds > threshold
  const probability = 1 / (1 + Math.exp(-logOdds))
  return {
    tool: chosen ? 'get_time' : null,
    confidence: chosen ? probability : 1 - probability,
    by: chosen ? 'classifier' : 'none',
    candidates: [{ tool: 'get_time', score: probability }],
    border: { tool: 'get_time', logOdds, threshold },
  }
}

describe('who is asked', () => {
  test('near the threshold the best tool, chosen or not', () => {
    assert.equal(unsureTool(decision(0.4)), 'get_time')
    assert.equal(unsureTool(decision(2)), 'get_time')
    assert.equal(unsureTool(decision(-2.9)), 'get_time')
  })

  test('nobody where the classifier is sure, or did not decide', () => {
    assert.equal(unsureTool(decision(4.1)), undefined)
    assert.equal(unsureTool(decision(-3.1)), undefined)
    assert.equal(unsureTool(routed('get_time')), undefined)
  })
})

describe('what the preference does', () => {
  test('it turns a near no into a call, and says who did', () => {
    const decided = weighPreference(decision(0), 3, by)
    assert.deepEqual([decided.tool, decided.by], ['get_time', 'model'])
    assert.ok(Math.abs(decided.confidence - 1 / (1 + Math.exp(-2))) < 1e-9)
    assert.deepEqual(decided.border, { tool: 'get_time', logOdds: 2, threshold: 0.5, preference: 3 })
    assert.equal(decided.candidates[0]?.score, decided.confidence)
  })

  test('it turns a weak call into none', () => {
    const decided = weighPreference(decision(1), -4, by)
    assert.deepEqual([decided.tool, decided.by], [null, 'model'])
    assert.ok(decided.confidence > 0.5)
  })

  test('a preference that turns nothing leaves the rule that decided', () => {
    assert.equal(weighPreference(decision(1), 1, by).by, 'classifier')
    assert.equal(weighPreference(decision(-1), -2, by).by, 'none')
  })

  test('without a border the decision stays', () => {
    const sure = routed('get_time')
    assert.equal(weighPreference(sure, -9, by), sure)
  })
})

describe('in a turn', () => {
  test('the call follows the model, and its tokens are counted', async () => {
    const engine = createFakeEngine()
    const asked = { preference: 3, by, usage }
    const { find } = await runTestTurn('how late?', { engine, route: decision(0), asked })
    assert.deepEqual([find('route')?.tool, find('route')?.by], ['get_time', 'model'])
    assert.equal(find('tool.finished')?.ok, true)
    assert.ok((find('turn.finished')?.tokens.evaluated ?? 0) >= 7)
  })

  test('nobody answers: the router alone decides', async () => {
    const { find } = await runTestTurn('how late?', { engine: createFakeEngine(), route: decision(0) })
    assert.equal(find('route')?.tool, null)
  })
})

test('where the model cannot be asked, the router decides alone and it is said', async () => {
  const turn = await runTestTurn('what time is it', {
    engine: createFakeEngine(),
    route: decision(0.6),
    asked: new Error('the state is gone'),
  })
  assert.equal(turn.find('tool.finished')?.name, 'get_time')
  assert.equal(turn.outcome.status, 'success')
  assert.match(
    turn.find('notice')?.message ?? '',
    /get_time is meant \(the state is gone\); the router decided alone/,
  )
})
