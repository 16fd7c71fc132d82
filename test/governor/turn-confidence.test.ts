import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Evidence } from '../../source/contracts/confidence.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { CONFIDENCE_WEIGHTS } from '../../source/governor/confidence-weights.ts'
import {
  type ConfidenceWeights,
  featuresOf,
  openedEvidence,
  routeEvidence,
  turnConfidence,
} from '../../source/governor/turn-confidence.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { ADD, FIND, routed, runTestTurn } from './turn-ports.ts'

const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  tool: 'a',
  by: 'classifier',
  probability: 0.9,
  margin: 0.8,
  repaired: false,
  leans: false,
  failed: false,
  asks: false,
  ...changes,
})
const NEUTRAL: ConfidenceWeights = {
  ...(Object.fromEntries(Object.keys(CONFIDENCE_WEIGHTS).map((name) => [name, 0])) as ConfidenceWeights),
  logit: 1,
}

describe('the confidence of a turn', () => {
  test('is the probability of the router with neutral coefficients', () => {
    for (const probability of [0.05, 0.4999, 0.5, 0.85, 0.93, 0.9999])
      assert.equal(turnConfidence([evidence({ probability, weakest: 0.1 })], NEUTRAL), probability)
    assert.equal(turnConfidence([evidence({ probability: 1 })], NEUTRAL), 0.9999)
  })

  test('is that of the least sure request', () => {
    assert.equal(turnConfidence([evidence(), evidence({ probability: 0.6 })], NEUTRAL), 0.6)
  })

  test('is 0 as long as nothing is decided', () => assert.equal(turnConfidence([]), 0))

  test('never falls where the router or the model is surer, and never rises with a repair', () => {
    const of = (changes: Partial<Evidence>) => turnConfidence([evidence(changes)])
    for (const [low, high] of [
      [{ probability: 0.6 }, { probability: 0.9 }],
      [{ margin: 0.1 }, { margin: 0.9 }],
      [{ weakest: 0.3 }, { weakest: 0.9 }],
      [{ repaired: true }, { repaired: false }],
      [{ failed: true }, { failed: false }],
    ] as const)
      assert.ok(of(low) <= of(high), JSON.stringify([low, high]))
  })

  test('takes the weakest token where the model decided one', () => {
    const weights = { ...NEUTRAL, decided: -0.5, weakest: 2 }
    const of = (weakest?: number) => turnConfidence([evidence({ weakest })], weights)
    assert.equal(of(), 0.9)
    assert.ok(of(0.99) < 0.9 && of(0.5) < of(0.99) && of(0) < of(0.5))
    assert.deepEqual([featuresOf(evidence()).decided, featuresOf(evidence()).weakest], [0, 0])
  })
})

describe('the router’s part', () => {
  const candidates = [
    { tool: 'a', score: 0.75 },
    { tool: 'b', score: 0.25 },
  ]
  const decision: RouteDecision = { tool: 'a', confidence: 0.75, by: 'classifier', candidates }

  test('has the lead over the best other tool', () => {
    assert.deepEqual(routeEvidence(decision), { by: 'classifier', probability: 0.75, margin: 0.5 })
    assert.equal(routeEvidence({ ...decision, tool: null, confidence: 0.5 }).margin, -0.25)
    assert.equal(routeEvidence(routed('a', 0.9)).margin, 0.9)
  })

  test('of a call that the model opened is what the router gave the tool', () => {
    assert.deepEqual(openedEvidence('b', candidates), { by: 'opened', probability: 0.25, margin: -0.5 })
    assert.deepEqual(openedEvidence('c', candidates), { by: 'opened', probability: 0, margin: -0.75 })
  })
})

describe('in a turn', () => {
  test('the evidence has what the call lane left behind', async () => {
    const engine = createFakeEngine({ calls: { 'add 2 and 3': '{"a": 2, "b": 3}' } })
    const { outcome } = await runTestTurn('add 2 and 3', { engine, route: routed('add_numbers', 0.9) })
    assert.deepEqual(outcome.evidence, [
      evidence({ tool: 'add_numbers', margin: 0.9, weakest: 0.9, repaired: false }),
    ])
  })

  test('arguments that were written twice are told', async () => {
    const first = 'add 2 and 3'
    const calls = { [first]: '{"a": 2}' }
    const engine = createFakeEngine({ calls })
    const { outcome } = await runTestTurn(first, { engine, tools: [ADD], route: routed('add_numbers') })
    assert.deepEqual([outcome.evidence[0]?.repaired, outcome.evidence[0]?.asks], [true, true])
  })

  test('what needs no token of the model has no weakest one', async () => {
    const engine = createFakeEngine({ calls: { 'add 2 and 3': '{"a": 2, "b": 3}' } })
    const forced = {
      ...engine,
      writeCall: async (...given: Parameters<typeof engine.writeCall>) => {
        const written = await engine.writeCall(...given)
        return { ...written, weakest: 1, usage: { ...written.usage, generated: 0 } }
      },
    }
    const { outcome } = await runTestTurn('add 2 and 3', { engine: forced, route: routed('add_numbers') })
    assert.ok(outcome.evidence[0] !== undefined && !('weakest' in outcome.evidence[0]))
  })

  test('without a tool it is about none', async () => {
    const route = { ...routed(null), confidence: 0.8 }
    const { outcome, find } = await runTestTurn('hello', { engine: createFakeEngine(), route })
    assert.deepEqual([outcome.evidence[0]?.tool, outcome.evidence[0]?.probability], [null, 0.8])
    assert.equal(find('answer')?.confidence, outcome.confidence)
  })

  test('a call that the model opened takes the place of none', async () => {
    const route = { ...routed(null), confidence: 0.8, candidates: [{ tool: 'get_time', score: 0.15 }] }
    const opening = '<tool_call>{"name": "get_time"}</tool_call>'
    const answers = { 'how late?': opening, 'how late?\nFacts: It is 10:24.': 'It is 10:24.' }
    const engine = createFakeEngine({ answers })
    const { outcome } = await runTestTurn('how late?', { engine, route })
    assert.deepEqual(
      outcome.evidence.map(({ tool, by, probability }) => [tool, by, probability]),
      [['get_time', 'opened', 0.15]],
    )
  })

  test('whoever approves a call sees how sure its arguments are, too', async () => {
    const asked: number[] = []
    const { outcome } = await runTestTurn('find it', {
      engine: createFakeEngine(),
      tools: [FIND],
      route: routed('find_file', 0.9),
      approve: async (_, call) => {
        asked.push(call.confidence)
        return { allowed: false, decision: 'policy', reason: 'no' }
      },
    })
    assert.deepEqual(asked, [outcome.confidence])
  })

  test('a call that the person gave is sure', async () => {
    const input = { call: { name: 'get_time', arguments: {} } }
    const { outcome } = await runTestTurn('/call get_time {}', { engine: undefined, input })
    assert.deepEqual([outcome.confidence, outcome.evidence], [1, []])
  })
})
