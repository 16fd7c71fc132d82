import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  buildIndex,
  type IndexedTool,
  isTooManyToName,
  LINE_PRIORITY,
} from '../../source/prompt/index-tiers.ts'

/** A token for every four characters or part of them in a word. */
const count = (text: string) =>
  (text.match(/\w+|[^\w\s]/g) ?? []).reduce((sum, word) => sum + Math.ceil(word.length / 4), 0)
const countTokens = async (texts: readonly string[]) => texts.map(count)

const GROUPS = ['time', 'files', 'math', 'mail', 'web', 'music', 'notes', 'maps', 'photos', 'home']
const tools = (amount: number, groups = GROUPS.length): readonly IndexedTool[] =>
  Array.from({ length: amount }, (_, at) => ({
    name: `${GROUPS[(at % groups) % 10]}${at % groups > 9 ? at % groups : ''}_action_${at}`,
    oneLiner: `Does the thing of number ${at}`,
    group: `${GROUPS[(at % groups) % 10]}${at % groups > 9 ? at % groups : ''}`,
    priority: at % 10 === 0 ? 220 : 128,
  }))

describe('the index stays within its budget and takes the richest form that fits', () => {
  const expected = [
    [0, 'none'],
    [3, 'lines'],
    [11, 'lines'],
    [25, 'mixed'],
    [40, 'mixed'],
    [50, 'mixed'],
    [200, 'groups'],
    [1000, 'groups'],
  ] as const
  for (const [amount, tier] of expected) {
    test(`${amount} tools: ${tier}`, async () => {
      const index = await buildIndex(tools(amount), 200, countTokens)
      assert.equal(index.tier, tier)
      assert.ok(index.tokens <= 200, String(index.tokens))
      assert.equal(index.tokens, count(index.text))
    })
  }

  test('whatever the budget, it is kept', async () => {
    for (const amount of [0, 1, 11, 50, 200, 1000])
      for (let budget = 0; budget <= 400; budget += 7) {
        const index = await buildIndex(tools(amount, 40), budget, countTokens)
        assert.ok(count(index.text) <= budget, `${amount} tools in ${budget}`)
        if (index.tier === 'none') assert.equal(index.text, '')
      }
  })

  test('the budget may be met to the token', async () => {
    const whole = await buildIndex(tools(5), 10_000, countTokens)
    assert.equal((await buildIndex(tools(5), whole.tokens, countTokens)).tier, 'lines')
    assert.notEqual((await buildIndex(tools(5), whole.tokens - 1, countTokens)).tier, 'lines')
  })

  test('a thousand tools in hundreds of groups still fit', async () => {
    const index = await buildIndex(tools(1000, 300), 200, countTokens)
    assert.equal(index.tier, 'groups')
    assert.match(index.text, /\d+ more$/)
    const sum = [...index.text.matchAll(/\((\d+)\)|(\d+) more/g)].reduce(
      (all, one) => all + Number(one[1] ?? one[2]),
      0,
    )
    assert.equal(sum, 1000)
  })

  test('a tokenizer that counts nothing gives no index rather than one of unknown size', async () => {
    assert.equal((await buildIndex(tools(3), 200, async () => [])).tier, 'none')
  })
})

describe('the tool that finds the others', () => {
  test('is named where they are not, within the budget, and nowhere else', async () => {
    for (const amount of [1, 11, 50, 200, 1000])
      for (let budget = 30; budget <= 400; budget += 10) {
        const { tier, text, tokens } = await buildIndex(tools(amount, 40), budget, countTokens, 'tool_search')
        assert.ok(tokens <= budget, `${amount} tools in ${budget}`)
        assert.equal(text.includes('<tool_call name="tool_search"'), tier === 'groups')
        if (tier === 'groups') continue
        const without = await buildIndex(tools(amount, 40), budget, countTokens)
        if (tier !== 'none') assert.equal(text, without.text)
      }
  })

  test('is needed when the names alone may not fit', () => {
    for (const [amount, isNeeded] of [
      [0, false],
      [11, false],
      [200, true],
    ] as const)
      assert.equal(isTooManyToName(tools(amount), 200), isNeeded)
  })
})

describe('what stands in the index', () => {
  const few: readonly IndexedTool[] = [
    { name: 'memory_list', oneLiner: 'What is remembered', group: 'memory', priority: 128 },
    { name: 'memory_forget', oneLiner: 'Forget something', group: 'memory', priority: 128 },
    { name: 'memory', oneLiner: 'About memory', group: 'memory', priority: 128 },
    { name: 'get_time', oneLiner: 'Current time', group: 'time', priority: 230 },
    { name: 'calculator', oneLiner: 'Computes', group: 'math', priority: 200 },
  ]

  test('all lines: the most important first, then by name', async () => {
    const { text } = await buildIndex(few, 1_000, countTokens)
    assert.equal(
      text,
      'Tools:\nget_time: Current time\ncalculator: Computes\nmemory: About memory\nmemory_forget: Forget something\nmemory_list: What is remembered',
    )
  })

  test('mixed: important tools with a line, the others by name, factored by their first word', async () => {
    const all = (await buildIndex(few, 1_000, countTokens)).tokens
    const { text, tier } = await buildIndex(few, all - 1, countTokens)
    assert.equal(tier, 'mixed')
    assert.equal(
      text,
      'Tools:\nget_time: Current time\ncalculator: Computes\nalso memory: memory forget list',
    )
  })

  test('of more pinned tools than fit as many have a line as do fit, and the others keep their names', async () => {
    const pinned = tools(60).map((tool, at) => ({
      ...tool,
      priority: at % 2 === 0 ? LINE_PRIORITY + 1 : 128,
    }))
    const { text, tier, tokens } = await buildIndex(pinned, 330, countTokens)
    assert.equal(tier, 'mixed')
    assert.ok(tokens <= 330, String(tokens))
    const lines = text.match(/^\w+: Does/gm)?.length ?? 0
    const more = await buildIndex(pinned, 330 + 12, countTokens)
    assert.ok(lines >= 1 && (more.text.match(/^\w+: Does/gm)?.length ?? 0) > lines, String(lines))
  })

  test('names: one line', async () => {
    const plain = few.map((tool) => ({ ...tool, priority: 128, oneLiner: tool.oneLiner.repeat(50) }))
    const { text, tier } = await buildIndex(plain, 60, countTokens)
    assert.equal(tier, 'names')
    assert.equal(text, 'Tools: calculator; get_time; memory: memory forget list')
  })

  test('every tool is named exactly once in a form with names', async () => {
    const all = tools(30)
    for (const budget of [2_000, 250, 210]) {
      const { text, tier } = await buildIndex(all, budget, countTokens)
      if (tier === 'groups') continue
      for (const { name } of all) {
        const number = name.split('_').at(-1)
        assert.equal(
          text.match(new RegExp(`action_${number}\\b(?!:? [A-Z])|action_${number}: Does`, 'g'))?.length,
          1,
          name,
        )
      }
    }
  })

  test('the order in which tools come does not matter', async () => {
    for (const budget of [2_000, 200, 60]) {
      const there = await buildIndex(tools(60), budget, countTokens)
      const back = await buildIndex([...tools(60)].reverse(), budget, countTokens)
      assert.deepEqual(there, back)
    }
  })
})
