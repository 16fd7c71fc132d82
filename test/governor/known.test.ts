import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { UNTOLD } from '../../source/governor/own-question.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, runTestTurn } from './turn-ports.ts'

const RECALL: Tool = {
  ...GET_TIME,
  name: 'recall',
  parameters: { type: 'object', properties: { query: { type: 'string', 'x-remembered': true } } },
  run: () => 'tulip-88',
  say: (found) => ({ sentence: `It is ${found}.`, key: ['tulip-88'] }),
}
const candidates = [
  { tool: 'get_time', score: 0.02 },
  { tool: 'recall', score: 0.01 },
]
const none: RouteDecision = { tool: null, confidence: 0.97, by: 'none', candidates }
const ask = (route: RouteDecision, input = {}) =>
  runTestTurn('what is my wifi password', {
    engine: createFakeEngine({ calls: { 'what is my wifi password': '{"query": "wifi"}' } }),
    tools: [GET_TIME, RECALL],
    route,
    input: { answers: 'tool', ...input },
  })

test('what the memory has is looked up there, though no tool is likely', async () => {
  const { find } = await ask(none, { own: { type: 'known' } })
  assert.equal(find('route')?.tool, 'recall')
  assert.equal(find('route')?.by, 'memory')
  assert.equal((await ask(none)).find('route')?.tool, null)
})

test('it is searched for what nobody told only after a question, however likely', async () => {
  const border = { tool: 'recall', logOdds: 2.2, threshold: 3 }
  const route: RouteDecision = { ...none, candidates: [{ tool: 'recall', score: 0.9 }], border }
  assert.equal((await ask(route)).outcome.status, 'need_clarification')
})

test('in place of the question whether the tool is meant', async () => {
  const border = { tool: 'recall', logOdds: 0.9, threshold: 1.5 }
  const likely: RouteDecision = { ...none, candidates: [{ tool: 'recall', score: 0.71 }], border }
  assert.equal((await ask(likely)).outcome.status, 'need_clarification')
  const { find, outcome } = await ask(likely, { own: { type: 'known' } })
  assert.equal(find('route')?.by, 'memory')
  assert.equal(outcome.status, 'success')
  const untold = await ask(likely, { own: { type: 'untold' } })
  assert.equal(untold.find('route')?.tool, null)
  assert.equal(untold.outcome.status, 'success')
})

test('where only some of the words stand in the memory, what is likely enough is looked up', async () => {
  const near = (score: number) =>
    ask({ ...none, candidates: [{ tool: 'recall', score }] }, { own: { type: 'near' } })
  const { find } = await near(0.52)
  assert.equal(find('route')?.tool, 'recall')
  assert.equal(find('route')?.confidence, 0.52)
  assert.equal((await near(0.48)).find('route')?.tool, null)
})

test('whether to search is not asked where the memory has no word of the message', async () => {
  const border = { tool: 'recall', logOdds: 0.9, threshold: 1.5 }
  const likely: RouteDecision = { ...none, candidates: [{ tool: 'recall', score: 0.71 }], border }
  const { find, outcome } = await ask(likely, { own: { type: 'absent' } })
  assert.equal(find('route')?.tool, null)
  assert.equal(outcome.status, 'success')
  const there = await ask(likely, { own: { type: 'there' } })
  assert.deepEqual([there.find('route')?.tool, there.find('route')?.by], ['recall', 'memory'])
  const other = {
    ...likely,
    candidates: [{ tool: 'get_time', score: 0.71 }],
    border: { ...border, tool: 'get_time' },
  }
  for (const type of ['absent', 'there'] as const)
    assert.equal((await ask(other, { own: { type } })).outcome.status, 'need_clarification')
})

test('what is near in meaning is told with the message, in place of a search for some of its words', async () => {
  const meant = (isOwn: boolean) => ({
    own: { type: 'meant', texts: ['the wifi is tulip-89', 'x'], isOwn } as const,
  })
  const told = async (route: RouteDecision, isOwn: boolean) => {
    const { find, outcome } = await ask(route, meant(isOwn))
    const decided = find('route')
    const [, facts] = outcome.messages[0]?.text.split('\nFacts: ') ?? []
    // As sure as such answers are right, not as the router was of a search or of none.
    if (decided?.tool === null && facts !== undefined)
      assert.deepEqual([decided?.by, decided?.confidence], ['memory', 0.69])
    return [decided?.tool, facts]
  }
  const facts = 'Remembered: the wifi is tulip-89; x.'
  assert.deepEqual(await told(none, true), [null, facts])
  const chosen: RouteDecision = {
    tool: 'recall',
    confidence: 0.9,
    by: 'classifier',
    candidates: [{ tool: 'recall', score: 0.9 }],
  }
  assert.deepEqual(await told(chosen, true), [null, facts])
  assert.equal((await told({ ...chosen, by: 'pattern' }, true))[0], 'recall')
  assert.deepEqual(await told(none, false), [null, undefined], 'the router finds the memory unlikely')
  const likely: RouteDecision = { ...none, candidates: [{ tool: 'recall', score: 0.06 }] }
  assert.deepEqual(await told(likely, false), [null, facts])
  const other: RouteDecision = { tool: 'get_time', confidence: 0.99, by: 'classifier', candidates }
  assert.equal((await told(other, true))[0], 'get_time')
})

test('not where another tool is chosen, or a correction is told with the message', async () => {
  const other: RouteDecision = { tool: 'get_time', confidence: 0.99, by: 'classifier', candidates }
  assert.equal((await ask(other, { own: { type: 'known' } })).find('route')?.tool, 'get_time')
  const remembered = [{ id: 1, kind: 'correction', text: 'the wifi password is tulip-89', context: '' }]
  assert.equal((await ask(none, { own: { type: 'known' }, remembered })).find('route')?.tool, null)
})

test('what nobody told is not made up: the model is told so', async () => {
  const likeIt: RouteDecision = { ...none, candidates: [{ tool: 'recall', score: 0.3 }] }
  const told = async (route: RouteDecision, input = {}) =>
    (await ask(route, input)).outcome.messages[0]?.text.split('\nFacts: ').slice(1)
  assert.deepEqual(await told(likeIt, { own: { type: 'untold' } }), [UNTOLD])
  assert.deepEqual(await told(likeIt), [], 'the message is none of these questions')
  assert.deepEqual(
    await told(none, { own: { type: 'untold' } }),
    [],
    'no question about the memory is like it',
  )
})

test('what was said in the conversation is not looked up, nor is the person asked', async () => {
  const chosen: RouteDecision = { ...none, tool: 'recall', by: 'classifier', confidence: 0.95 }
  const border = { tool: 'recall', logOdds: 0.9, threshold: 1.5 }
  const likely: RouteDecision = { ...none, candidates: [{ tool: 'recall', score: 0.71 }], border }
  for (const route of [chosen, likely]) {
    const { find, outcome } = await ask(route, { own: { type: 'said', said: ['it is tulip'] } })
    assert.equal(find('route')?.tool, null)
    assert.equal(outcome.status, 'success')
    assert.equal(outcome.messages[0]?.text, 'what is my wifi password\nFacts: you said here: "it is tulip"')
  }
  const byPattern: RouteDecision = { ...chosen, by: 'pattern' }
  assert.equal(
    (await ask(byPattern, { own: { type: 'said', said: ['it is tulip'] } })).find('route')?.tool,
    'recall',
  )
  assert.equal((await ask(chosen, { own: { type: 'untold' } })).find('route')?.tool, 'recall')
})

test('what the person calls theirs stays theirs while the answer is written', async () => {
  const message = 'what is my wifi password'
  const answers = {
    [`${message}\nFacts: ${UNTOLD}`]: 'I do not know my wifi password: you have not told me my one.',
  }
  const likeIt: RouteDecision = { ...none, candidates: [{ tool: 'recall', score: 0.3 }] }
  const turn = await runTestTurn(message, {
    engine: createFakeEngine({ answers }),
    tools: [GET_TIME, RECALL],
    route: likeIt,
    input: { own: { type: 'untold' } },
  })
  const expected = 'I do not know your wifi password: you have not told me my one.'
  assert.equal(turn.outcome.answer, expected)
  const shown = turn.events.flatMap((event) => (event.type === 'answer.delta' ? [event.text] : []))
  assert.equal(shown.join(''), expected)
})
