// A message that wants a tool that is off: the program says so, and no model makes the result up.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { ADD, routed, runTestTurn } from './turn-ports.ts'

const MESSAGE = 'what time is it?'
const SENTENCE = 'The tool `get_time` is off.'
const wants = (tool: string, confidence = 0.97): RouteDecision => ({
  tool: null,
  confidence,
  by: 'classifier',
  candidates: [{ tool: 'add_numbers', score: 0.01 }],
  off: tool,
})

describe('a tool that is off and wanted', () => {
  test('is told of in the program’s words, without the model', async () => {
    const engine = createFakeEngine({ answers: { [MESSAGE]: 'The time is 12:00.' } })
    const turn = await runTestTurn(MESSAGE, { engine, route: wants('get_time'), tools: [ADD] })
    assert.deepEqual(turn.order, ['turn.started', 'route', 'answer', 'turn.finished'])
    assert.equal(engine.asked.length, 0)
    const { text, status, source, confidence } = turn.find('answer') ?? {}
    assert.deepEqual([text, status, source, confidence], [SENTENCE, 'success', 'tool', 0.97])
    const { tool, off } = turn.find('route') ?? {}
    assert.deepEqual([tool, off], [null, 'get_time'])
  })

  test('stands in history as a fact, for the messages behind it', async () => {
    const engine = createFakeEngine()
    const input = { told: `Be short.\n${MESSAGE}` }
    const { outcome } = await runTestTurn(MESSAGE, { engine, route: wants('get_time'), input })
    assert.deepEqual(outcome.messages, [
      { role: 'user', text: `Be short.\n${MESSAGE}\nFacts: ${SENTENCE}` },
      { role: 'assistant', text: SENTENCE },
    ])
    assert.deepEqual(outcome.calls, [])
    assert.deepEqual(
      outcome.off.map((one) => one.name),
      ['get_time'],
    )
  })

  test('is told of whoever answers otherwise', async () => {
    const engine = createFakeEngine({ answers: { [MESSAGE]: 'The time is 12:00.' } })
    const input = { answers: 'model' } as const
    const turn = await runTestTurn(MESSAGE, { engine, route: wants('get_time'), input })
    assert.equal(turn.outcome.answer, SENTENCE)
  })

  test('is a notice where no tools are wanted, and the model answers', async () => {
    const engine = createFakeEngine({ answers: { [MESSAGE]: 'I have no clock.' } })
    const turn = await runTestTurn(MESSAGE, { engine, route: wants('get_time'), isPlainChat: true })
    assert.equal(turn.find('notice')?.message, SENTENCE)
    assert.equal(turn.outcome.answer, 'I have no clock.')
    assert.equal(turn.outcome.source, 'model')
    assert.equal(turn.outcome.messages[0]?.text, MESSAGE)
  })
})

describe('several requests, one for a tool that is off', () => {
  const message = 'how late is it, and add 2 and 3'
  const split = ['how late is it', 'add 2 and 3']
  const route = (request: string) =>
    request.startsWith('add') ? routed('add_numbers') : wants('get_time', 0.9)
  const engineOf = (args: string) =>
    createFakeEngine({ calls: { 'add 2 and 3': args }, answers: { [message]: 'It is noon, and 5.' } })

  test('the others run, and the sentence stands where the request stood', async () => {
    const engine = engineOf('{"a": 2, "b": 3}')
    const turn = await runTestTurn(message, { engine, route, split })
    assert.equal(turn.outcome.answer, `${SENTENCE}\n2 + 3 = 5.`)
    assert.equal(turn.outcome.source, 'tool')
    assert.equal(turn.outcome.confidence, 0.9)
    assert.deepEqual(
      turn.events.flatMap((event) => (event.type === 'route' ? [event.tool ?? event.off] : [])),
      ['get_time', 'add_numbers'],
    )
    assert.equal(turn.find('tool.called')?.call, '1.2')
    assert.equal(turn.outcome.callText, '{"a": 2, "b": 3}')
    assert.equal(turn.outcome.messages[0]?.text, `${message}\nFacts: 1. ${SENTENCE}\n2. 2 + 3 = 5.`)
    assert.deepEqual(
      turn.outcome.calls.map((call) => call.tool),
      ['add_numbers'],
    )
  })

  test('a value that another one lacks is asked for below it', async () => {
    const held = {
      ...ADD,
      parameters: {
        ...ADD.parameters,
        properties: {
          a: { type: 'number' },
          b: { type: 'number', 'x-from': 'message', 'x-ask': 'What is the second number?' },
        },
      },
    }
    const turn = await runTestTurn('how late is it, and add 2', {
      engine: createFakeEngine({ calls: { 'add 2': '{"a": 2, "b": 9}' } }),
      tools: [held],
      split: ['how late is it', 'add 2'],
      route,
    })
    assert.equal(turn.outcome.status, 'need_clarification')
    assert.equal(turn.outcome.answer, `${SENTENCE}\nWhat is the second number?`)
    assert.deepEqual(turn.outcome.open, { request: 'add 2', tool: 'add_numbers' })
  })

  test('one that is wanted twice is told of once', async () => {
    const both = ['what time is it', 'how late is it']
    const turn = await runTestTurn(both.join(', '), { engine: engineOf(''), split: both, route })
    assert.equal(turn.outcome.answer, SENTENCE)
  })
})

describe('behind a question that was asked back', () => {
  const open = { request: 'add 2', tool: 'add_numbers' }
  const ask = async (message: string, confidence: number) => {
    const calls = { [`add 2: ${message}`]: '{"a": 2, "b": 4}' }
    const route = wants('get_time', confidence)
    const turn = await runTestTurn(message, { engine: createFakeEngine({ calls }), route, input: { open } })
    return turn.outcome.answer
  }

  test('a clear request for a tool that is off leaves it', async () => {
    assert.equal(await ask('no, what time is it?', 0.97), SENTENCE)
  })

  test('a value completes it, whatever it looks like', async () => {
    assert.notEqual(await ask('4', 0.97), SENTENCE)
    assert.notEqual(await ask('take the four then', 0.6), SENTENCE)
  })
})
