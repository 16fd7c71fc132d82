import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '../../source/contracts/tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { ADD, GET_TIME, runTestTurn } from './turn-ports.ts'

const SEARCH: Tool = {
  name: 'tool_search',
  description: 'Find tools',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  risk: 'read',
  run: () => ({ found: ['get_time'] }),
  say: () => ({ sentence: 'These tools fit:', detail: 'get_time: Current time of day' }),
  finds: () => ['get_time'],
}
const MESSAGE = 'how late is it'
const LIST = `${MESSAGE}\nFacts: These tools fit:\nget_time: Current time of day`
const OPENS_SEARCH = '<tool_call name="tool_search" query="time" />'
const calls = { [MESSAGE]: '{"query": "time"}' }
const tools = [SEARCH, GET_TIME, ADD]
const input = { search: 'tool_search' }

test('a search that the model opens is run, and the tool that it found is called next', async () => {
  const engine = createFakeEngine({
    answers: {
      [MESSAGE]: OPENS_SEARCH,
      [LIST]: '<tool_call name="get_time" />',
      [`${MESSAGE}\nFacts: It is 10:24.`]: 'It is 10:24.',
    },
    calls,
  })
  const turn = await runTestTurn(MESSAGE, { engine, tools, input })
  assert.deepEqual(
    turn.events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : [])),
    ['tool_search', 'get_time'],
  )
  assert.equal(turn.outcome.status, 'success')
  assert.equal(turn.outcome.source, 'model')
  assert.equal(turn.outcome.answer, 'It is 10:24.')
  assert.deepEqual(
    turn.outcome.messages.map((one) => one.text),
    [`${MESSAGE}\nFacts: It is 10:24.`, 'It is 10:24.'],
  )
})

test('a tool that the search did not find is text, whatever the model writes', async () => {
  const opens = '<tool_call name="add_numbers" a="1" b="2" />'
  const engine = createFakeEngine({ answers: { [MESSAGE]: OPENS_SEARCH, [LIST]: opens }, calls })
  const turn = await runTestTurn(MESSAGE, { engine, tools, input })
  assert.deepEqual(
    turn.events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : [])),
    ['tool_search'],
  )
})

test('a found tool is no guess that acts: it is asked about with what the router gave it', async () => {
  const seen: [string, number][] = []
  const engine = createFakeEngine({
    answers: {
      [MESSAGE]: OPENS_SEARCH,
      [LIST]: '<tool_call name="get_time" />',
      [`${MESSAGE}\nFacts: It is 10:24.`]: 'It is 10:24.',
    },
    calls,
  })
  await runTestTurn(MESSAGE, {
    engine,
    tools,
    input,
    approve: async (_signal, call) => {
      seen.push([call.tool.name, call.confidence])
      return { allowed: true, decision: 'policy', reason: 'read tools run' }
    },
  })
  assert.deepEqual(seen, [
    ['tool_search', 0.0001],
    ['get_time', 0.0001],
  ])
})

test('without a search its opening is text like that of any tool the router did not give', async () => {
  const engine = createFakeEngine({ answers: { [MESSAGE]: OPENS_SEARCH }, calls })
  const turn = await runTestTurn(MESSAGE, { engine, tools })
  assert.equal(turn.find('tool.called'), undefined)
})

test('a search that goes on and on ends at the limit of equal calls', async () => {
  const engine = createFakeEngine({ answers: { [MESSAGE]: OPENS_SEARCH }, calls })
  const { outcome } = await runTestTurn(MESSAGE, { engine, tools, input })
  assert.equal(outcome.status, 'limit')
})
