import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SessionEvent } from '../../source/contracts/event.ts'
import type { Session } from '../../source/contracts/session.ts'
import { baselineHead, type DeclaredTool, runBaseline } from '../../source/evaluation/baseline.ts'
import type { EvalCase } from '../../source/evaluation/cases.ts'
import { runCase } from '../../source/evaluation/run.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'

const caseOf = (changes: Partial<EvalCase> = {}): EvalCase => ({
  id: 'a',
  input: 'add 2 and 3',
  tool: 'add',
  arguments: { a: [2], b: [3] },
  gold: [['5']],
  fails: false,
  tags: ['sum'],
  difficulty: 'easy',
  ...changes,
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

async function runWith(one: EvalCase, events: readonly SessionEvent[]) {
  const submitted: string[] = []
  const listeners = new Set<(event: SessionEvent) => void>()
  const session = {
    submit: async (line: string) => {
      submitted.push(line)
      if (line !== '/clear') for (const event of events) for (const listen of listeners) listen(event)
    },
    subscribe: (listen: (event: SessionEvent) => void) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
  const result = await runCase(session as unknown as Session, one, never, (tool) => tool === 'add')
  return { result, submitted, listeners }
}

describe('a case', () => {
  test('runs in a fresh conversation, and its events become its result', async () => {
    const { result, submitted, listeners } = await runWith(caseOf(), TURN)
    assert.deepEqual(submitted, ['/clear', 'add 2 and 3'])
    assert.equal(listeners.size, 0)
    const { rightTool, rightArguments, faithful, called, source, hasParameters, timings } = result
    assert.deepEqual(
      { rightTool, rightArguments, faithful, called, source, hasParameters },
      {
        rightTool: true,
        rightArguments: true,
        faithful: true,
        called: 'add',
        source: 'model',
        hasParameters: true,
      },
    )
    assert.equal(timings?.callMs, 2)
  })

  test('with other arguments is wrong, and its answer is not judged', async () => {
    const { result } = await runWith(caseOf({ arguments: { a: [2], b: [4] } }), TURN)
    assert.deepEqual([result.rightTool, result.rightArguments, result.faithful], [true, false, undefined])
  })

  test('with a false answer is told', async () => {
    const { result } = await runWith(caseOf({ gold: [['6']] }), TURN)
    assert.deepEqual([result.faithful, result.unfaithfulBecause], [false, 'lacks 6'])
  })

  test('that needs no tool is right without a call, wrong with one', async () => {
    const none = caseOf({ tool: null, arguments: {}, gold: [] })
    const plain = TURN.filter((event) => !event.type.startsWith('tool.'))
    assert.equal((await runWith(none, plain)).result.rightTool, true)
    assert.equal((await runWith(none, TURN)).result.rightTool, false)
  })

  test('whose call had bad arguments counts as a call', async () => {
    const failed = TURN.filter((event) => event.type !== 'tool.called')
    assert.equal((await runWith(caseOf(), failed)).result.called, 'add')
  })

  test('that begins with a slash is sent as a message', async () => {
    const { submitted } = await runWith(caseOf({ input: '/etc/hosts, read it' }), TURN)
    assert.equal(submitted[1], '//etc/hosts, read it')
  })

  test('without any event is a failed one', async () => {
    const { result } = await runWith(caseOf(), [])
    assert.deepEqual(
      [result.rightTool, result.called, result.source, result.timings],
      [false, null, null, null],
    )
  })
})

describe('the baseline', () => {
  const tools: readonly DeclaredTool[] = [
    { name: 'add', description: 'Adds', parameters: { type: 'object', properties: { a: {}, b: {} } } },
    { name: 'get_time', description: 'Time', parameters: { type: 'object', properties: {} } },
  ]
  const run = (answer: string, one = caseOf()) =>
    runBaseline(
      createFakeEngine({ answers: { [one.input]: answer } }),
      baselineHead(tools),
      one,
      tools,
      never,
    )

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
      assert.deepEqual((await run(answer)).called, null, answer)
    }
  })

  test('no call is right where none is needed', async () => {
    const none = caseOf({ input: 'hello', tool: null, arguments: {} })
    assert.deepEqual(
      [(await run('Hello!', none)).rightArguments, (await run('{"name": "add"}', none)).rightTool],
      [true, false],
    )
  })

  test('wrong arguments are wrong', async () => {
    assert.equal((await run('{"name": "add", "arguments": {"a": 2, "b": 4}}')).rightArguments, false)
  })
})
