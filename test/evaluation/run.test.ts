import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import type { JsonObject } from '../../source/contracts/json.ts'
import { baselineHead, type DeclaredTool, runBaseline } from '../../source/evaluation/baseline.ts'
import type { EvalCase, EvalTurn } from '../../source/evaluation/cases.ts'
import { runCase } from '../../source/evaluation/run.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'

const turnOf = (changes: Partial<EvalTurn> = {}): EvalTurn => ({
  input: 'add 2 and 3',
  tool: 'add',
  arguments: { a: [2], b: [3] },
  gold: [['5']],
  fails: false,
  ...changes,
})
const caseOf = (...turns: readonly EvalTurn[]): EvalCase => ({
  id: 'a',
  turns,
  tags: ['sum'],
  difficulty: 'easy',
})
const never = async () => assert.fail('no result is compared')

const TURN: readonly SessionEvent[] = [
  { type: 'turn.started', turn: 1, text: 'add 2 and 3', origin: 'message' },
  { type: 'route', turn: 1, round: 1, tool: 'add', confidence: 0.9, by: 'classifier', candidates: [] },
  { type: 'tool.called', turn: 1, round: 1, call: '1.1', name: 'add', arguments: { a: 2, b: 3 } },
  { type: 'tool.finished', turn: 1, call: '1.1', name: 'add', ok: true, result: 5, say: '2 + 3 = 5.', ms: 1 },
  { type: 'answer', turn: 1, text: '2 + 3 is 5.', status: 'success', confidence: 0.9, source: 'model' },
  {
    type: 'turn.finished',
    turn: 1,
    status: 'success',
    timings: { routeMs: 1, callMs: 2, firstTokenMs: 3, totalMs: 4 },
    tokens: { evaluated: 1, reused: 2, generated: 3, context: 4 },
  },
]

const kinds = (...types: string[]) => TURN.filter((event) => !types.includes(event.type))

const SURE = {
  tool: 'add',
  by: 'classifier',
  probability: 0.9,
  margin: 0.8,
  weakest: 0.7,
  repaired: false,
  leans: false,
  failed: false,
  asks: false,
} as const

/** Runs a case; every message is answered with the next list of events. */
async function runAll(one: EvalCase, ...answers: readonly (readonly SessionEvent[])[]) {
  const sent: string[] = []
  const results = await runCase(
    {
      takeTools: async () => {},
      clear: async () => {
        sent.push('clear')
      },
      ask: async (message) => {
        sent.push(message)
        return answers[sent.length - 2] ?? []
      },
      dropped: () => ({ modelAnswer: 'It is 7.', unfaithful: 'a number from nowhere' }),
      evidence: () => [SURE],
      sameResult: never,
      hasParameters: (tool) => tool === 'add',
    },
    one,
  )
  return { results, sent }
}

async function runTurn(turn: EvalTurn, events: readonly SessionEvent[]) {
  const { results } = await runAll(caseOf(turn), events)
  return results[0] ?? assert.fail('no result')
}

describe('a case', () => {
  test('runs in a fresh conversation, and its events become its result', async () => {
    const { results, sent } = await runAll(caseOf(turnOf()), TURN)
    assert.deepEqual(sent, ['clear', 'add 2 and 3'])
    const [result] = results
    assert.deepEqual([result?.id, result?.conversation, result?.tags], ['a', undefined, ['sum']])
    assert.deepEqual([result?.rightTool, result?.rightArguments, result?.faithful], [true, true, true])
    assert.deepEqual([result?.called, result?.expected, result?.source], ['add', 'add', 'model'])
    assert.deepEqual([result?.hasParameters, result?.timings?.callMs, result?.gate], [true, 2, undefined])
    assert.deepEqual(result?.evidence, [SURE])
    assert.deepEqual(result?.dropped, { modelAnswer: 'It is 7.', unfaithful: 'a number from nowhere' })
  })

  test('with other arguments is wrong, and its answer is not judged', async () => {
    const result = await runTurn(turnOf({ arguments: { a: [2], b: [4] } }), TURN)
    assert.deepEqual([result.rightTool, result.rightArguments, result.faithful], [true, false, undefined])
    assert.equal(result.gate, 'arguments')
  })

  test('with a false answer is told', async () => {
    const result = await runTurn(turnOf({ gold: [['6']] }), TURN)
    assert.deepEqual([result.faithful, result.unfaithfulBecause], [false, 'lacks 6'])
  })

  test('that needs no tool is right without a call, wrong with one', async () => {
    const none = turnOf({ tool: null, arguments: {}, gold: [] })
    const plain = kinds('tool.called', 'tool.finished')
    assert.equal((await runTurn(none, plain)).rightTool, true)
    assert.equal((await runTurn(none, TURN)).rightTool, false)
  })

  test('whose call had bad arguments counts as a call', async () => {
    assert.equal((await runTurn(turnOf(), kinds('tool.called'))).called, 'add')
  })

  test('without any event is a failed one', async () => {
    const { rightTool, called, source, timings } = await runTurn(turnOf(), [])
    assert.deepEqual([rightTool, called, source, timings], [false, null, null, null])
  })

  for (const [code, gate, unwritten] of [
    ['denied', 'approval', false],
    ['not_found', 'execution', false],
    ['bad_arguments', 'execution', true],
  ] as const)
    test(`says at which gate it failed: ${code}`, async () => {
      const failed = { type: 'tool.finished', turn: 1, call: '1.1', name: 'add', ok: false } as const
      const error = { code, message: 'No.' }
      const events = TURN.map((event) =>
        event.type === 'tool.finished' ? { ...failed, error, say: 'No.', ms: 1 } : event,
      )
      const result = await runTurn(turnOf(), events)
      assert.deepEqual([result.gate, result.unwritten], [gate, unwritten])
    })
})

describe('a conversation', () => {
  test('is cleared once, and each of its messages is judged', async () => {
    const one = caseOf(turnOf(), turnOf({ input: 'and 3 and 4?', arguments: { a: [3], b: [4] } }))
    const { results, sent } = await runAll(one, TURN, TURN)
    assert.deepEqual(sent, ['clear', 'add 2 and 3', 'and 3 and 4?'])
    assert.deepEqual(
      results.map(({ id, conversation, rightArguments }) => [id, conversation, rightArguments]),
      [
        ['a', 'a', true],
        ['a#2', 'a', false],
      ],
    )
  })
})

describe('several calls', () => {
  const called = (name: string, args: JsonObject): SessionEvent => ({
    type: 'tool.called',
    turn: 1,
    round: 1,
    call: '1.1',
    name,
    arguments: args,
  })
  const add = { tool: 'add', arguments: { a: [2], b: [3] } }
  const time = { tool: 'get_time', arguments: {} }
  const both = turnOf({ ...add, calls: [add, time], gold: [] })

  test('are right in any order', async () => {
    const result = await runTurn(both, [called('get_time', {}), called('add', { a: 2, b: 3 })])
    assert.deepEqual(
      [result.expected, result.called, result.rightTool, result.rightArguments],
      ['add + get_time', 'add + get_time', true, true],
    )
    assert.deepEqual(result.wanted, ['add', 'get_time'])
  })

  test('are wrong when one is missing, one more came, or an argument differs', async () => {
    const one = called('add', { a: 2, b: 3 })
    assert.equal((await runTurn(both, [one])).rightTool, false)
    assert.equal((await runTurn(both, [one, called('get_time', {}), one])).rightTool, false)
    const other = await runTurn(both, [called('add', { a: 2, b: 2 }), called('get_time', {})])
    assert.deepEqual([other.rightTool, other.rightArguments, other.gate], [true, false, 'arguments'])
  })
})

test('any of several tools is right, whatever its arguments', async () => {
  const result = await runTurn(turnOf({ tool: 'sum', anyOf: ['sum', 'add'], arguments: {} }), TURN)
  assert.deepEqual([result.rightTool, result.rightArguments, result.argumentsJudged], [true, true, false])
  const other = await runTurn(turnOf({ tool: 'sum', anyOf: ['sum', 'total'], arguments: {} }), TURN)
  assert.equal(other.rightTool, false)
})

describe('a message that leaves something open', () => {
  const open = turnOf({ input: 'add', arguments: {}, missing: ['a', 'b'], gold: [] })
  const asks = (events: readonly SessionEvent[]) =>
    events.map((event) =>
      event.type === 'answer' ? { ...event, status: 'need_clarification' as const } : event,
    )

  test('is right when the program asks and calls nothing', async () => {
    const result = await runTurn(open, asks(kinds('tool.called')))
    assert.deepEqual([result.isOpen, result.askedBack, result.rightTool], [true, true, true])
    assert.deepEqual([result.gate, result.faithful], [undefined, undefined])
  })

  test('is wrong when a tool was called, or nothing was asked', async () => {
    assert.deepEqual((await runTurn(open, asks(TURN))).gate, 'clarify')
    const answered = await runTurn(open, kinds('tool.called', 'tool.finished'))
    assert.deepEqual([answered.rightTool, answered.gate], [false, 'clarify'])
  })

  test('a question where nothing is open is the wrong gate', async () => {
    const result = await runTurn(turnOf(), asks(kinds('tool.called')))
    assert.deepEqual(
      [result.rightTool, result.called, result.askedBack, result.gate],
      [false, null, true, 'clarify'],
    )
  })
})

describe('the baseline', () => {
  const tools: readonly DeclaredTool[] = [
    { name: 'add', description: 'Adds', parameters: { type: 'object', properties: { a: {}, b: {} } } },
    { name: 'get_time', description: 'Time', parameters: { type: 'object', properties: {} } },
  ]
  const run = (answer: string, turn = turnOf()) => {
    const one = { id: 'a', ...turn }
    return runBaseline(
      createFakeEngine({ answers: { [one.input]: answer } }),
      baselineHead(tools),
      one,
      tools,
      never,
    )
  }

  test('has every schema in its head, a line each', () => {
    const [head] = baselineHead(tools)
    for (const tool of tools)
      assert.ok(head?.text.includes(`\n${JSON.stringify({ type: 'function', function: tool })}\n`))
  })

  for (const answer of [
    '<tool_call>\n{"name": "add", "arguments": {"a": 2, "b": 3}}\n</tool_call>',
    '{"name": "add", "parameters": {"a": 2, "b": 3}}',
    'Sure! {"function": "add", "arguments": {"a": 2, "b": 3}} done',
    'First {x} then {"name": "add", "arguments": {"a": 2, "b": 3}}',
  ]) {
    test(`reads the call in: ${answer.replaceAll('\n', '⏎')}`, async () => {
      const { called, rightTool, rightArguments, hasParameters } = await run(answer)
      assert.deepEqual(
        { called, rightTool, rightArguments, hasParameters },
        { called: 'add', rightTool: true, rightArguments: true, hasParameters: true },
      )
    })
  }

  test('an unknown tool, broken JSON or prose is no call', async () => {
    for (const answer of [
      '{"name": "other", "arguments": {}}',
      '{"name": "add", "arguments": {"a": 2',
      'I would add them.',
      '{}',
    ]) {
      const { called, unread } = await run(answer)
      assert.deepEqual([called, unread], [null, answer.startsWith('{"')], answer)
    }
  })

  test('no call is right where none is needed', async () => {
    const none = turnOf({ input: 'hello', tool: null, arguments: {} })
    assert.deepEqual(
      [(await run('Hello!', none)).rightArguments, (await run('{"name": "add"}', none)).rightTool],
      [true, false],
    )
  })

  test('wrong arguments are wrong', async () => {
    assert.equal((await run('{"name": "add", "arguments": {"a": 2, "b": 4}}')).rightArguments, false)
  })

  test('several calls are read to the end', async () => {
    const add = { tool: 'add', arguments: { a: [2], b: [3] } }
    const calls = [add, { tool: 'get_time', arguments: {} }]
    const text = '{"name": "add", "arguments": {"a": 2, "b": 3}}'
    const all = await run(`${text} {"name": "get_time", "arguments": {}}`, turnOf({ ...add, calls }))
    assert.deepEqual([all.called, all.rightArguments], ['add + get_time', true])
    const half = await run(text, turnOf({ ...add, calls }))
    assert.deepEqual([half.called, half.rightTool], ['add', false])
  })
})
