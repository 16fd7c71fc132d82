// Messages that lean on turns before, ask for several things, or lack a value.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { ADD, GET_TIME, readAs, routed, runTestTurn } from './turn-ports.ts'

const BEFORE: EarlierCall = {
  message: 'add 2 and 3',
  tool: 'add_numbers',
  arguments: { a: 2, b: 3 },
  said: '2 + 3 = 5.',
}
const leaning: RouteDecision = { ...routed('add_numbers', 0.9), by: 'follow-up' }
/** Numbers of the message, as the built-in tools declare them. */
const HELD: Tool = {
  ...ADD,
  parameters: {
    ...ADD.parameters,
    properties: {
      a: { type: 'number', 'x-from': 'message', 'x-ask': 'What is the first number?' },
      b: { type: 'number', 'x-from': 'message', description: 'the second' },
    },
  },
}

describe('an expression', () => {
  test('is written from digits, whatever the message has', async () => {
    const calculate: Tool = {
      ...ADD,
      name: 'calculate',
      parameters: {
        type: 'object',
        properties: { expression: { type: 'string', 'x-names': ['sqrt'] } },
        required: ['expression'],
      },
    }
    const engine = createFakeEngine({ calls: { '712 minus 398': '{"expression": "712 - 398"}' } })
    const message = 'seven hundred and twelve minus three hundred and ninety-eight'
    await runTestTurn(message, { engine, tools: [calculate], route: routed('calculate') })
    assert.equal(engine.written[0]?.message, '712 minus 398')
  })

  test('a list of texts keeps its words', async () => {
    const tag: Tool = {
      ...ADD,
      name: 'tag',
      parameters: {
        type: 'object',
        properties: { tags: { type: 'array', items: { type: 'string' } } },
        required: ['tags'],
      },
    }
    const engine = createFakeEngine({ calls: { 'tag it twenty two': '{"tags": ["twenty two"]}' } })
    await runTestTurn('tag it twenty two', { engine, tools: [tag], route: routed('tag') })
    assert.equal(engine.written[0]?.message, 'tag it twenty two')
  })
})

describe('a message that leans on the turn before', () => {
  test('is written behind the call that it leans on, and what it says itself comes first', async () => {
    const engine = createFakeEngine({
      calls: { 'and 2 with 7?': '{"a": 2, "b": 7}' },
      answers: { 'and 2 with 7?': '2 + 7 is 9.' },
    })
    const turn = await runTestTurn('and 2 with 7?', { engine, route: leaning, input: { earlier: [BEFORE] } })
    assert.equal(
      engine.written[0]?.message,
      'Before: add 2 and 3 -> {"a": 2, "b": 3} -> 2 + 3 = 5.\nNow: and 2 with 7?',
    )
    assert.equal(engine.written[0]?.latest, 'and 2 with 7?')
    assert.equal(turn.outcome.answer, '2 + 7 is 9.')
    assert.equal(turn.find('route')?.by, 'follow-up')
  })

  test('the router is told the tool of the last call, and the turn gives its own call on', async () => {
    const engine = createFakeEngine({ calls: { 'add 4 and 5': '{"a": 4, "b": 5}' } })
    const asked: (string | undefined)[] = []
    const route = (_: string, last: string | undefined) => {
      asked.push(last)
      return routed('add_numbers')
    }
    const turn = await runTestTurn('add 4 and 5', { engine, route, input: { earlier: [BEFORE] } })
    assert.deepEqual(asked, ['add_numbers'])
    assert.equal(engine.written[0]?.message, 'add 4 and 5')
    assert.deepEqual(turn.outcome.calls, [
      {
        message: 'add 4 and 5',
        tool: 'add_numbers',
        arguments: { a: 4, b: 5 },
        said: '4 + 5 = 9.',
        shows: ['9'],
      },
    ])
  })
})

describe('a request that lacks a value', () => {
  const options = (groups: Readonly<Record<string, string>>) => ({
    engine: createFakeEngine({
      calls: {
        'add 9 to it': '{"a": 9, "b": 3}',
        'Before: tell the time -> {"a": 2, "b": 3} -> 2 + 3 = 5.\nNow: add 9 to it': '{"a": 9, "b": 5}',
      },
    }),
    tools: [GET_TIME, HELD],
    route: routed('add_numbers'),
    groups,
    input: { earlier: [{ ...BEFORE, message: 'tell the time', tool: 'get_time' }] },
  })

  test('finds it in a call of the same group', async () => {
    const turn = await runTestTurn('add 9 to it', options({ add_numbers: 'math', get_time: 'math' }))
    assert.deepEqual(turn.find('tool.called')?.arguments, { a: 9, b: 5 })
  })

  test('does not take it from a call of another group', async () => {
    const turn = await runTestTurn('add 9 to it', options({ add_numbers: 'math', get_time: 'time' }))
    assert.equal(turn.outcome.status, 'need_clarification')
    assert.equal(turn.find('tool.called'), undefined)
  })
})

describe('several requests in one message', () => {
  const message = 'how late is it, and add 2 and 3'
  const split = ['how late is it', 'add 2 and 3']
  const route = (request: string) => routed(request.startsWith('add') ? 'add_numbers' : 'get_time')

  test('are routed and called each for itself, and answered together from numbered facts', async () => {
    const engine = createFakeEngine({
      calls: { 'add 2 and 3': '{"a": 2, "b": 3}' },
      answers: { [message]: 'It is 10:24, and 2 + 3 is 5.' },
    })
    const turn = await runTestTurn(message, { engine, route, split })
    const called = turn.events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : []))
    assert.deepEqual(called, ['get_time', 'add_numbers'])
    const rounds = turn.events.flatMap((event) => (event.type === 'route' ? [event.round] : []))
    assert.deepEqual(rounds, [1, 2])
    assert.equal(turn.outcome.messages[0]?.text, `${message}\nFacts: 1. It is 10:24.\n2. 2 + 3 = 5.`)
    assert.equal(turn.outcome.answer, 'It is 10:24, and 2 + 3 is 5.')
  })

  test('one that its threshold left out is for its likeliest tool, where it reads as a request for one', async () => {
    const likely = async (tool: number) => {
      const unsure = { ...routed(null), candidates: [{ tool: 'get_time', score: 0.4 }] }
      const other = (request: string) => (request.startsWith('add') ? routed('add_numbers') : unsure)
      const engine = createFakeEngine({ calls: { 'add 2 and 3': '{"a": 2, "b": 3}' } })
      const read = async () => readAs({ tool, talk: 0.9 - tool })
      const { events } = await runTestTurn(message, { engine, route: other, split, read })
      return events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : []))
    }
    assert.deepEqual(await likely(0.8), ['get_time', 'add_numbers'])
    assert.deepEqual(await likely(0.3), ['add_numbers'])
  })

  test('an answer that brings only one of the results is not believed', async () => {
    const engine = createFakeEngine({
      calls: { 'add 2 and 3': '{"a": 2, "b": 3}' },
      answers: { [message]: 'It is 10:24.' },
    })
    const turn = await runTestTurn(message, { engine, route, split })
    assert.equal(turn.outcome.answer, 'It is 10:24.\n2 + 3 = 5.')
    assert.equal(turn.outcome.source, 'tool')
  })

  test('those that only read run side by side, a writing one waits for its turn', async () => {
    const log: string[] = []
    const slow = (name: string, risk: Tool['risk']): Tool => ({
      ...GET_TIME,
      name,
      risk,
      run: async () => {
        log.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        log.push(`${name} ends`)
        return {}
      },
      say: () => ({ sentence: `${name} is done.` }),
    })
    const tools = [slow('one', 'read'), slow('two', 'read'), slow('three', 'write')]
    await runTestTurn('all', {
      engine: createFakeEngine(),
      tools,
      split: ['one', 'two', 'three'],
      route: (request) => routed(request),
    })
    assert.deepEqual(log, ['one begins', 'two begins', 'one ends', 'two ends', 'three begins', 'three ends'])
  })
})

describe('a request that lacks a value', () => {
  test('is asked back for, nothing runs, and the turn says so', async () => {
    const engine = createFakeEngine({ calls: { 'add 2 please': '{"a": 2, "b": 2}' } })
    const turn = await runTestTurn('add 2 please', { engine, tools: [HELD], route: 'add_numbers' })
    assert.equal(turn.outcome.status, 'need_clarification')
    assert.equal(turn.outcome.answer, 'What is the first number?')
    assert.equal(turn.find('tool.called'), undefined)
    assert.equal(turn.find('answer')?.status, 'need_clarification')
    assert.deepEqual(turn.outcome.open, { request: 'add 2 please', tool: 'add_numbers' })
    assert.deepEqual(turn.outcome.messages, [
      { role: 'user', text: 'add 2 please' },
      { role: 'assistant', text: 'What is the first number?' },
    ])
  })

  test('the answer to the question completes it', async () => {
    const engine = createFakeEngine({ calls: { 'add 2 please: 5': '{"a": 2, "b": 5}' } })
    const open = { request: 'add 2 please', tool: 'add_numbers' }
    const turn = await runTestTurn('5', { engine, tools: [HELD], route: routed(null, 0.6), input: { open } })
    assert.deepEqual(turn.find('tool.called')?.arguments, { a: 2, b: 5 })
    assert.equal(turn.outcome.open, undefined)
  })

  test('a message about something else leaves it', async () => {
    const open = { request: 'add 2 please', tool: 'add_numbers' }
    for (const [message, route] of [
      ['what time is it?', routed('get_time')],
      ['never mind', { ...routed(null), confidence: 0.98 }],
      ['undo', routed(null, 0.6)],
      ['undo that', routed(null, 0.6)],
    ] as const) {
      const engine = createFakeEngine({ calls: { [`add 2 please: ${message}`]: '{"a": 2, "b": 2}' } })
      const turn = await runTestTurn(message, { engine, tools: [HELD], route, input: { open } })
      assert.notEqual(turn.find('tool.called')?.name, 'add_numbers', message)
      assert.equal(turn.outcome.open, undefined)
    }
  })
})

describe('calls that the model writes itself', () => {
  const likely: RouteDecision = {
    ...routed(null),
    candidates: [
      { tool: 'add_numbers', score: 0.3 },
      { tool: 'get_time', score: 0.2 },
    ],
  }
  const two =
    '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>\n<tool_call>{"name": "add_numbers", "arguments": {"a": 2, "b": "3"}}</tool_call>'

  test('several in one answer run in order with the arguments that stand there', async () => {
    const message = 'the hour, and two plus three'
    const engine = createFakeEngine({
      answers: {
        [message]: two,
        [`${message}\nFacts: 1. It is 10:24.\n2. 2 + 3 = 5.`]: 'It is 10:24 and 2 + 3 is 5.',
      },
    })
    const turn = await runTestTurn(message, { engine, route: likely })
    const called = turn.events.flatMap((event) => (event.type === 'tool.called' ? [event] : []))
    assert.deepEqual(
      called.map((event) => [event.round, event.name, event.arguments]),
      [
        [2, 'get_time', {}],
        [3, 'add_numbers', { a: 2, b: 3 }],
      ],
    )
    assert.equal(engine.written.length, 0)
    assert.equal(turn.outcome.answer, 'It is 10:24 and 2 + 3 is 5.')
    const shown = turn.events.flatMap((event) => (event.type === 'answer.delta' ? [event.text] : []))
    assert.ok(!shown.join('').includes('tool_call'))
  })

  for (const unended of [
    '{"name": "get_time", "arguments": {}',
    '[get_time()]',
    '<tool_call name="get_time"',
    '<tool_call>{"name": "get_time"',
  ]) {
    test(`a call that the answer ends with is run, not shown: ${unended}`, async () => {
      const message = 'the hour'
      const engine = createFakeEngine({
        answers: { [message]: unended, [`${message}\nFacts: It is 10:24.`]: 'It is 10:24.' },
      })
      const turn = await runTestTurn(message, { engine, route: likely })
      assert.equal(turn.find('tool.called')?.name, 'get_time')
      assert.equal(turn.outcome.answer, 'It is 10:24.')
    })
  }

  test('a value that they made up is not used', async () => {
    const message = 'the hour, and add something'
    const engine = createFakeEngine({ answers: { [message]: two.replace('"b": "3"', '"b": 4') } })
    const turn = await runTestTurn(message, { engine, tools: [GET_TIME, HELD], route: likely })
    const codes = turn.events.flatMap((event) =>
      event.type === 'tool.finished' ? [[event.name, event.error?.code]] : [],
    )
    assert.deepEqual(Object.fromEntries(codes), { get_time: undefined, add_numbers: 'missing_values' })
  })
})

test('a turn that takes too long ends with what there is', async () => {
  const engine = createFakeEngine({ gate: () => new Promise(() => undefined) })
  const turn = await runTestTurn('what time is it?', { engine, route: 'get_time', input: { maxMs: 20 } })
  assert.equal(turn.outcome.status, 'timeout')
  assert.match(turn.outcome.answer, /^It is 10:24\.\nI stopped after [\d.]+ seconds?\.$/)
})
