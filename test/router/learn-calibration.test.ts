import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeRouting, learnCalibration, type UnseenScores } from '../../source/router/learn-calibration.ts'
import { thresholdOf } from '../../source/router/model.ts'

const [TEA, LOCK, NONE] = [0, 1, 2]

/** 100 requests for none, 40 of which look more and more like `LOCK` and 10 like `TEA`; 20 for each tool. */
const unseen: readonly UnseenScores[] = [
  ...Array.from({ length: 100 }, (_, at) =>
    scored(NONE, at < 40 ? LOCK : TEA, at < 50 ? 1 - at / 25 : -3, at),
  ),
  ...Array.from({ length: 20 }, (_, at) => scored(TEA, TEA, 1 + at / 10, at)),
  ...Array.from({ length: 20 }, (_, at) => scored(LOCK, LOCK, 1 + at / 10, at)),
]

function scored(label: number, like: number, lead: number, at: number): UnseenScores {
  const scores = new Float64Array([-5, -5, 0])
  scores[like] = lead
  return { label, scores, unknownWords: 0, unknownParts: 0, fold: at % 2 }
}

/** How many requests for none are called, by tool. */
function called(ofOne: number): readonly number[] {
  const by = learnCalibration(unseen, 0.1, ofOne)
  return [TEA, LOCK].map(
    (tool) =>
      unseen.filter(({ label, scores }) => {
        const lead = ((scores[tool] ?? 0) - (scores[NONE] ?? 0)) * by.sharpness - by.noneBias
        return label === NONE && lead > thresholdOf(by, tool)
      }).length,
  )
}

test('so many requests for none pass as are wanted, and no tool has more of them than its share', () => {
  assert.deepEqual(called(1), [0, 10])
  assert.deepEqual(learnCalibration(unseen, 0.1, 1).raised, [])
  assert.deepEqual(called(0.6), [4, 6])
  const { raised } = learnCalibration(unseen, 0.1, 0.6)
  assert.equal(raised[TEA], 0)
  assert.ok((raised[LOCK] ?? 0) > 0)
})

test('what is judged knows the share of one tool', () => {
  const [all, shared] = [1, 0.6].map((ofOne) => judgeRouting(unseen, 2, 0.1, ofOne))
  assert.notDeepEqual(all, shared)
  for (const figures of [all, shared]) assert.ok(Math.abs((figures?.falseCalls ?? 0) - 0.1) <= 0.03)
})
