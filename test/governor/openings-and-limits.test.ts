import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Engine, EngineFailure } from '../../source/contracts/engine.ts'
import type { Approval } from '../../source/governor/execute.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, routed, runTestTurn } from './turn-ports.ts'

/** No tool by the router, but with this score for one. */
const unsure = (tool: string, score: number) => ({ ...routed(null), candidates: [{ tool, score }] })
const OPENS = '<tool_call name="get_time" />'

describe('a call that the talk lane opens', () => {
  for (const opening of [
    OPENS,
    '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    '{"name": "get_time", "parameters": {}}',
    '```json\n{"name": "get-time"}\n```',
    '<function=getTime>{}</function>',
  ]) {
    test(`is run when the router gives the tool the floor: ${opening.replaceAll('\n', '⏎')}`, async () => {
      const engine = createFakeEngine({
        answers: { now: opening, 'now\nFacts: It is 10:24.': 'It is 10:24.' },
      })
      const turn = await runTestTurn('now', { engine, route: unsure('get_time', 0.06) })
      assert.equal(turn.outcome.answer, 'It is 10:24.')
      assert.deepEqual(
        turn.events.flatMap((event) => (event.type === 'route' ? [[event.round, event.tool, event.by]] : [])),
        [
          [1, null, 'none'],
          [2, 'get_time', 'model'],
        ],
      )
      assert.ok(!turn.events.some((event) => event.type === 'answer.delta' && event.text.includes('get')))
    })
  }

  test('is text below the floor', async () => {
    const engine = createFakeEngine({ answers: { now: OPENS } })
    const { outcome, find } = await runTestTurn('now', { engine, route: unsure('get_time', 0.04) })
    assert.equal(find('tool.called'), undefined)
    assert.equal(outcome.answer, OPENS)
  })

  test('is text with a name that the router never gave, even if the floor is 0', async () => {
    const answer = '{"name": "Anna", "age": 7}'
    const engine = createFakeEngine({ answers: { 'a person as JSON': answer } })
    const { outcome, find } = await runTestTurn('a person as JSON', { engine, input: { openingFloor: 0 } })
    assert.equal(find('tool.finished'), undefined)
    assert.equal(outcome.answer, answer)
  })

  test('does not run because its name is mentioned', async () => {
    const answer = 'You could call get_time with <tool_call name="get_time" />.'
    const engine = createFakeEngine({ answers: { now: answer } })
    const { outcome, find } = await runTestTurn('now', { engine, route: unsure('get_time', 0.9) })
    assert.equal(find('tool.called'), undefined)
    assert.equal(outcome.answer, answer)
  })
})

describe('markers of chat templates', () => {
  test('are neither shown nor in the answer', async () => {
    const engine = createFakeEngine({
      answers: { hello: 'Hello, List<int> <b>!<|im_end|>\n<|im_start|>user', now: 'It is 10:24.</s>' },
    })
    for (const [message, route, answer] of [
      ['hello', undefined, 'Hello, List<int> <b>!'],
      ['now', 'get_time', 'It is 10:24.'],
    ] as const) {
      const { outcome, events } = await runTestTurn(message, { engine, route })
      assert.equal(outcome.answer, answer)
      assert.equal(outcome.source, 'model')
      const shown = events.flatMap((event) => (event.type === 'answer.delta' ? [event.text] : [])).join('')
      assert.equal(shown.trim(), answer)
    }
  })

  test('do not hide a call that stands behind one', async () => {
    const engine = createFakeEngine({
      answers: {
        now: '<|python_tag|>{"name": "get_time", "parameters": {}}',
        'now\nFacts: It is 10:24.': 'It is 10:24.',
      },
    })
    const { outcome } = await runTestTurn('now', { engine, route: unsure('get_time', 0.06) })
    assert.equal(outcome.answer, 'It is 10:24.')
  })

  test('a bracket that an answer ends with is shown', async () => {
    const engine = createFakeEngine({ answers: { hello: 'a < b and x <' } })
    const { outcome, events } = await runTestTurn('hello', { engine })
    assert.equal(outcome.answer, 'a < b and x <')
    assert.equal(events.findLast((event) => event.type === 'answer.delta')?.text, '<')
  })
})

describe('limits', () => {
  test('a model that only opens calls is stopped, and says so in the answer and in history', async () => {
    const engine = createFakeEngine({
      answers: {
        now: OPENS,
        'now\nFacts: It is 10:24.': OPENS,
        'now\nFacts: 1. It is 10:24.\n2. It is 10:24.': OPENS,
      },
    })
    const { outcome, find } = await runTestTurn('now', {
      engine,
      route: unsure('get_time', 0.9),
      input: { maxRounds: 2 },
    })
    assert.equal(outcome.status, 'limit')
    assert.match(outcome.answer, /stopped after 2 rounds/)
    assert.equal(find('turn.finished')?.status, 'limit')
    assert.equal(outcome.messages[1]?.text, outcome.answer)
  })

  test('the same tool is not called more than three times', async () => {
    let runs = 0
    const tool = { ...GET_TIME, run: () => ++runs }
    const engine = { ...createFakeEngine(), talk: createFakeEngine({ answers: { now: OPENS } }).talk }
    const always = {
      ...engine,
      talk: ((request, signal) =>
        engine.talk({ ...request, messages: [{ role: 'user', text: 'now' }] }, signal)) as typeof engine.talk,
    }
    const { outcome } = await runTestTurn('now', {
      engine: always,
      tools: [tool],
      route: unsure('get_time', 0.9),
      input: { maxRounds: 9 },
    })
    assert.equal(runs, 3)
    assert.equal(outcome.status, 'limit')
    assert.match(outcome.answer, /after 3 rounds/)
  })
})

describe('an abort ends the turn as cancelled, whatever runs', () => {
  const cancelled = (turn: Awaited<ReturnType<typeof runTestTurn>>) => {
    assert.equal(turn.outcome.status, 'cancelled')
    assert.deepEqual(turn.order.slice(-2), ['answer', 'turn.finished'])
    assert.equal(turn.find('error'), undefined)
  }

  test('before the turn began', async () => {
    const signal = AbortSignal.abort()
    cancelled(await runTestTurn('hello', { engine: createFakeEngine(), signal }))
  })

  test('while the router waits for what it has to know', { timeout: 10_000 }, async () => {
    const stop = new AbortController()
    const prepareRoute = () => {
      setTimeout(() => stop.abort(), 5)
      return new Promise<void>(() => undefined)
    }
    const engine = createFakeEngine()
    cancelled(await runTestTurn('hello', { engine, prepareRoute, signal: stop.signal }))
  })

  test('while the model answers', async () => {
    const stop = new AbortController()
    const engine = createFakeEngine({ gate: async () => stop.abort() })
    const turn = await runTestTurn('hello', { engine, signal: stop.signal })
    cancelled(turn)
    assert.deepEqual(turn.outcome.messages, [])
  })

  test('in the middle of an answer: what was shown is the answer, and stands in history', async () => {
    const stop = new AbortController()
    const fake = createFakeEngine()
    const engine: Engine = {
      ...fake,
      talk: async ({ onText }, signal) => {
        onText?.('One, two, ')
        stop.abort()
        throw signal.reason
      },
    }
    const turn = await runTestTurn('count', { engine, signal: stop.signal })
    cancelled(turn)
    assert.equal(turn.find('answer')?.text, 'One, two,')
    assert.deepEqual(turn.outcome.messages.at(-1), { role: 'assistant', text: 'One, two,' })
  })

  test('in the middle of an answer from a result: the words that were shown are the model’s', async () => {
    const stop = new AbortController()
    const engine: Engine = {
      ...createFakeEngine(),
      talk: async ({ onText }, signal) => {
        onText?.('It is 10:24. And ')
        stop.abort()
        throw signal.reason
      },
    }
    const turn = await runTestTurn('time', { engine, route: 'get_time', signal: stop.signal })
    cancelled(turn)
    const answer = turn.find('answer')
    assert.deepEqual([answer?.text, answer?.source], ['It is 10:24.', 'model'])
  })

  test('while arguments are written', async () => {
    const stop = new AbortController()
    const engine = {
      ...createFakeEngine(),
      writeCall: async () => {
        stop.abort()
        throw new EngineFailure('failed', 'aborted')
      },
    }
    cancelled(await runTestTurn('add', { engine, route: 'add_numbers', signal: stop.signal }))
  })

  test('while a person is asked', async () => {
    const stop = new AbortController()
    const approve = (signal: AbortSignal) =>
      new Promise<Approval>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        stop.abort()
      })
    const turn = await runTestTurn('time', {
      engine: createFakeEngine(),
      route: 'get_time',
      approve,
      signal: stop.signal,
    })
    cancelled(turn)
    assert.equal(turn.find('tool.finished'), undefined)
  })

  test('while a tool runs, also one that never looks at the signal', async () => {
    const stop = new AbortController()
    const tool = {
      ...GET_TIME,
      run: () => {
        stop.abort()
        return new Promise<never>(() => {})
      },
    }
    cancelled(
      await runTestTurn('time', {
        engine: createFakeEngine(),
        tools: [tool],
        route: 'get_time',
        signal: stop.signal,
      }),
    )
  })
})
