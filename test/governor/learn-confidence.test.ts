import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Evidence } from '../../source/contracts/confidence.ts'
import { turnConfidence } from '../../source/governor/turn-confidence.ts'
import {
  crossValidate,
  type JudgedTurn,
  learnWeights,
  NEUTRAL,
  worthOf,
} from '../benchmarks/learn-confidence.ts'

const evidence = (probability: number, weakest?: number): Evidence => ({
  tool: 'a',
  by: 'classifier',
  probability,
  margin: probability,
  ...(weakest === undefined ? {} : { weakest }),
  repaired: false,
  leans: false,
  failed: false,
  asks: false,
})

/** Turns of a router that is always 90 % sure; of `of`, so many are right with each weakest token. */
const turns: readonly JudgedTurn[] = [
  { weakest: 0.3, right: 20 },
  { weakest: 0.6, right: 30 },
  { weakest: 0.99, right: 38 },
].flatMap(({ weakest, right }) =>
  Array.from({ length: 40 }, (_, at) => ({
    group: `${weakest} ${at}`,
    evidence: [evidence(0.9, weakest)],
    right: at < right,
  })),
)

describe('coefficients that are learned', () => {
  const weights = learnWeights(turns, 0.1)

  test('say how often such turns were right', () => {
    for (const [weakest, right] of [
      [0.3, 0.5],
      [0.6, 0.75],
      [0.99, 0.95],
    ] as const) {
      const said = turnConfidence([evidence(0.9, weakest)], weights)
      assert.ok(Math.abs(said - right) < 0.08, `${weakest}: ${said}`)
    }
  })

  test('are better than the router alone on turns that they have not seen', () => {
    const before = worthOf(
      turns,
      turns.map((one) => turnConfidence(one.evidence, NEUTRAL)),
    )
    const after = worthOf(turns, crossValidate(turns, 0.1, 10))
    assert.ok(after.loss < before.loss && after.error < before.error, JSON.stringify({ before, after }))
  })

  test('are the same for the same turns', () => assert.deepEqual(learnWeights(turns, 0.1), weights))

  test('stay neutral where nothing is known of them', () => {
    assert.deepEqual([weights.byWords, weights.opened, weights.noTool], [0, 0, 0])
    assert.deepEqual(learnWeights([], 1), NEUTRAL)
    assert.ok(Math.abs(learnWeights(turns, 1e9).logit - 1) < 1e-3)
  })

  test('never make the surer turn the less sure one', () => {
    const reversed = turns.map((one) => ({ ...one, right: !one.right }))
    const { logit, margin, weakest } = learnWeights(reversed, 0.1)
    assert.ok(logit >= 0 && margin >= 0 && weakest >= 0, JSON.stringify({ logit, margin, weakest }))
  })
})
