import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import context from '../../commands/context.ts'
import type { CommandContext, ContextUse } from '../../source/contracts/command.ts'
import type { FinishedTurn } from '../../source/session/compaction.ts'
import { contextUse, countMessages } from '../../source/session/context-use.ts'
import { drawingOf } from '../../source/session/drawing.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'

const turns: readonly FinishedTurn[] = [300, 400, 200].map((tokens, at) => ({
  number: at + 1,
  message: `a message ${'that goes on '.repeat(20)}`,
  messages: [],
  tokens,
}))

function takenOf(windowTokens: number): ContextUse {
  const input = {
    windowTokens,
    headTokens: 295,
    summaryTokens: 80,
    turnTokens: turns.map((turn) => turn.tokens),
    maxAnswerTokens: 768,
  }
  const side = { engine: undefined, head: [], headTokens: 295, indexTokens: 99 }
  return contextUse(input, { mode: 'continue', side, turns, summary: 'Anna has a boat.' })
}

const show = async (use: ContextUse | undefined) =>
  context.run('', {
    contextUse: () => use,
    view: { modelReason: undefined },
    reading: { draw: drawingOf(false) },
  } as unknown as CommandContext)

describe('the parts of the window', () => {
  test('add up to it, whether it is half empty or overfull', () => {
    for (const window of [1_024, 1_400, 2_048, 8_192]) {
      const use = takenOf(window)
      const head = use.systemTokens + use.indexTokens
      const used = head + use.memoryTokens + use.historyTokens + use.turnTokens
      assert.equal(used, use.usedTokens)
      assert.equal(used + use.reserveTokens + use.freeTokens, Math.max(window, used))
    }
  })

  test('name the turns that leave next by their first words', () => {
    assert.deepEqual(
      takenOf(2_048).next.map(({ turn }) => turn),
      [1],
    )
    assert.ok((takenOf(2_048).next[0]?.begins.length ?? 99) <= 40)
  })
})

describe('the bar', () => {
  test('its letters and each part fit a terminal of 40 columns, with a bar of their own behind each', async () => {
    for (const window of [1_024, 8_192, 131_072]) {
      const { text } = await show(takenOf(window))
      const [letters = '', ...rows] = text.split('\n').slice(0, 8)
      assert.equal(letters.length, 20)
      for (const row of rows) assert.match(row, /^.{20} {2}[#.]{18}$/)
    }
  })

  test('has a letter for each twentieth of the window', async () => {
    const { text } = await show(takenOf(2_048))
    assert.match(
      text,
      /^ssimhhhhhhttrrr\.{5}\nsystem {6}196 10 % {2}##\.{16}\nindex {8}99 {2}5 % {2}#\.{17}\nmemory/,
    )
    assert.match(text, /\nIn memory: Anna has a boat\.\nNext to leave:\n {2}1 {2}a message that/)
  })

  test('needs a model', async () => {
    assert.equal((await show(undefined)).ok, false)
  })
})

test('messages are counted with the markers that the head shows', async () => {
  const head = ['system', 'user', 'assistant'].map((role) => ({ role: role as 'user', text: 'xxxx' }))
  const side = { engine: createFakeEngine(), head, headTokens: 3 + 3 * 5, indexTokens: 0 }
  const pair = [
    { role: 'user', text: 'xxxxxxxx' },
    { role: 'assistant', text: 'xxxx' },
  ] as const
  assert.equal(await countMessages(side, pair), 2 + 1 + 2 * 5)
  assert.equal(await countMessages(side, []), 0)
})
