import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerReserve, type ContextInput, factRoom, planContext } from '../../source/session/context-plan.ts'

const WINDOWS = [1_024, 2_048, 4_096, 8_192, 16_384, 32_768]
const HEAD = 295

const plan = (windowTokens: number, turnTokens: readonly number[], more: Partial<ContextInput> = {}) =>
  planContext({
    windowTokens,
    headTokens: HEAD,
    summaryTokens: 0,
    turnTokens,
    maxAnswerTokens: 768,
    ...more,
  })

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Turns of `each` tokens that bring the whole conversation to just `share` of the window. */
function fill(windowTokens: number, share: number, each: number): readonly number[] {
  return Array.from({ length: Math.ceil((windowTokens * share - HEAD) / each) }, () => each)
}

describe('the plan of a window', () => {
  test('keeps free for an answer what the longest one takes, and at most an eighth of the window', () => {
    assert.deepEqual(
      WINDOWS.map((window) => answerReserve(window, 768)),
      [128, 256, 512, 768, 768, 768],
    )
    assert.equal(answerReserve(8_192, 100), 100)
  })

  test('an empty conversation is not high, and nothing leaves it', () => {
    for (const window of WINDOWS) {
      const { usedTokens, reserveTokens, freeTokens, isHigh, compacts, pushed } = plan(window, [])
      assert.equal(usedTokens + reserveTokens + freeTokens, window)
      assert.deepEqual(
        { usedTokens, isHigh, compacts, pushed },
        { usedTokens: HEAD, isHigh: false, compacts: false, pushed: 0 },
      )
    }
  })

  test('is high from 60 % and compacts from 80 % of the real window, whatever its size', () => {
    for (const window of WINDOWS) {
      const at = (share: number) => {
        const { isHigh, compacts } = plan(window, [20, 20, 20, Math.ceil(window * share) - HEAD - 60])
        return { isHigh, compacts }
      }
      assert.deepEqual(at(0.59), { isHigh: false, compacts: false }, `59 % of ${window}`)
      assert.deepEqual(at(0.6), { isHigh: true, compacts: false }, `60 % of ${window}`)
      assert.deepEqual(at(0.79), { isHigh: true, compacts: false }, `79 % of ${window}`)
      assert.deepEqual(at(0.8), { isHigh: true, compacts: true }, `80 % of ${window}`)
    }
  })

  test('after a compaction the conversation is no longer high, from windows of 2,048 on', () => {
    for (const window of WINDOWS) {
      for (const each of [30, 70, 130]) {
        const turns = fill(window, 0.8, each)
        const { compacts, pushed, summaryBudgetTokens } = plan(window, turns)
        assert.equal(compacts, true)
        assert.ok(turns.length - pushed >= 2)
        const after = plan(window, turns.slice(pushed), { summaryTokens: summaryBudgetTokens + 32 })
        assert.equal(after.compacts, false)
        assert.ok(after.share < (window < 2_048 ? 0.7 : 0.6), `${after.share} of ${window}`)
      }
    }
  })

  test('the last two turns stay even where they take more than a third', () => {
    assert.equal(plan(8_192, [3_000, 1_500, 2_000]).pushed, 1)
  })

  test('of two turns that leave no room the older one leaves, and the last one stays', () => {
    assert.deepEqual(plan(4_096, [1_800, 1_800]).pushed, 1)
    const alone = plan(4_096, [3_500])
    assert.deepEqual({ compacts: alone.compacts, pushed: alone.pushed }, { compacts: false, pushed: 0 })
  })

  test('a message that does not fit pushes out what it needs, below 80 % too', () => {
    for (const window of WINDOWS) {
      const turns = fill(window, 0.5, 60)
      const free = window - HEAD - sum(turns) - answerReserve(window, 768)
      assert.equal(plan(window, turns, { messageTokens: free - 133 }).compacts, false)
      const { compacts, pushed, summaryBudgetTokens } = plan(window, turns, { messageTokens: free })
      assert.equal(compacts, true)
      const after = plan(window, turns.slice(pushed), {
        summaryTokens: summaryBudgetTokens === 0 ? 0 : summaryBudgetTokens + 32,
        messageTokens: free,
      })
      assert.equal(after.compacts, false, `a window of ${window} has room now`)
    }
  })

  test('a message that takes nearly all of the window leaves no turn and no summary', () => {
    const messageTokens = 4_096 - HEAD - 512
    const { compacts, pushed, summaryBudgetTokens } = plan(4_096, [50, 50, 50], { messageTokens })
    assert.deepEqual(
      { compacts, pushed, summaryBudgetTokens },
      { compacts: true, pushed: 3, summaryBudgetTokens: 0 },
    )
    assert.equal(plan(4_096, [], { messageTokens, summaryTokens: 90 }).compacts, true)
    assert.equal(plan(4_096, [], { messageTokens }).compacts, false)
  })

  test('a summary takes part, and leaves with the turns', () => {
    assert.equal(plan(1_024, [], { summaryTokens: 90 }).usedTokens, HEAD + 90)
    assert.equal(plan(8_192, fill(8_192, 0.78, 200), { summaryTokens: 200 }).compacts, true)
  })

  test('a wish leaves the last two turns, however empty the window is', () => {
    const wish = plan(32_768, [40, 40, 40, 40], { isWanted: true })
    assert.deepEqual({ compacts: wish.compacts, pushed: wish.pushed }, { compacts: true, pushed: 2 })
    assert.equal(plan(32_768, [40, 40], { isWanted: true }).compacts, false)
  })

  test('summaries have 64 to 256 tokens by the window', () => {
    assert.deepEqual(
      WINDOWS.map((window) => plan(window, []).summaryBudgetTokens),
      [64, 128, 256, 256, 256, 256],
    )
  })
})

describe('the room for facts', () => {
  const input = {
    windowTokens: 1_024,
    headTokens: HEAD,
    summaryTokens: 0,
    turnTokens: [],
    maxAnswerTokens: 768,
  }

  test('is all that may be where the window is empty', () => {
    assert.equal(factRoom(600, { ...input, messageTokens: 20 }), 600)
  })

  test('is what history and message leave, and never nothing', () => {
    assert.equal(
      factRoom(600, { ...input, turnTokens: [440], messageTokens: 20 }),
      (1_024 - 295 - 440 - 128 - 20) * 3,
    )
    assert.equal(factRoom(600, { ...input, turnTokens: [600], messageTokens: 20 }), 399)
  })
})
