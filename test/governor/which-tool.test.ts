import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import {
  findTie,
  isClear,
  isRefusal,
  questionOfChoices,
  readChoice,
} from '../../source/governor/which-tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { ADD, FIND, GET_TIME, type RanTurn, routed, runTestTurn } from './turn-ports.ts'

/** What the classifier says; what is missing to 1 is for none. */
function shared(scores: { readonly [tool: string]: number }): RouteDecision {
  const candidates = Object.entries(scores).map(([tool, score]) => ({ tool, score }))
  const none = 1 - candidates.reduce((sum, one) => sum + one.score, 0)
  const [first = { tool: '', score: 0 }] = candidates
  const border = { tool: first.tool, logOdds: Math.log(first.score / none), threshold: 0.9 }
  const tool = border.logOdds > border.threshold ? first.tool : null
  return {
    tool,
    confidence: tool === null ? none : first.score,
    by: tool === null ? 'none' : 'classifier',
    candidates,
    border,
  }
}

const tie = (decision: RouteDecision) => findTie(decision)?.map((one) => one.tool)

describe('who shares a request', () => {
  test('two tools of which none has half, while hardly anything speaks for none', () => {
    assert.deepEqual(tie(shared({ a: 0.48, b: 0.42, c: 0.02 })), ['a', 'b'])
    assert.deepEqual(tie(shared({ a: 0.34, b: 0.3, c: 0.25, d: 0.05 })), ['a', 'b', 'c'])
  })

  test('nobody where one tool is likely enough, or none may be meant', () => {
    assert.equal(tie(shared({ a: 0.72, b: 0.1 })), undefined)
    assert.equal(tie(shared({ a: 0.4, b: 0.38 })), undefined)
    assert.equal(tie(shared({ a: 0.2, b: 0.2 })), undefined)
  })

  test('one tool that is likely, and left out', () => {
    assert.deepEqual(tie(shared({ a: 0.66, b: 0.03 })), ['a'])
    assert.equal(tie(shared({ a: 0.56, b: 0.03 })), undefined)
    const leansOn = shared({ a: 0.66 })
    assert.equal(tie({ ...leansOn, border: undefined } as unknown as RouteDecision), undefined)
  })

  test('two patterns for one message, and a message that leans on the turn before', () => {
    const both = [
      { tool: 'a', score: 0.495 },
      { tool: 'b', score: 0.495 },
    ]
    assert.deepEqual(tie({ tool: 'a', confidence: 0.495, by: 'pattern', candidates: both }), ['a', 'b'])
    assert.deepEqual(tie({ tool: 'a', confidence: 0.495, by: 'follow-up', candidates: both }), ['a', 'b'])
  })

  test('words alone ask nothing: they know no probability of none', () => {
    const both = [
      { tool: 'a', score: 0.45 },
      { tool: 'b', score: 0.45 },
    ]
    assert.equal(tie({ tool: 'a', confidence: 0.45, by: 'words', candidates: both }), undefined)
    assert.equal(tie({ tool: null, confidence: 0.5, by: 'none', candidates: both }), undefined)
  })
})

const CHOICES = [
  { tool: 'file_search', oneLiner: 'Search text inside files' },
  { tool: 'file_read', oneLiner: 'Read a text file' },
]

test('the question names every choice', () => {
  assert.equal(
    questionOfChoices(CHOICES),
    'Did you mean: 1. search text inside files (file_search), or 2. read a text file (file_read)?',
  )
  const more = [...CHOICES, { tool: 'week', oneLiner: 'ISO week number.' }]
  assert.match(questionOfChoices(more), /\(file_search\), 2\. .*, or 3\. ISO week number \(week\)\?$/)
  assert.match(questionOfChoices([...CHOICES, { tool: 'bare', oneLiner: '' }]), /or 3\. bare\?$/)
})

describe('what an answer chooses', () => {
  const chosen: readonly (readonly [string, string | undefined])[] = [
    ['1', 'file_search'],
    ['2.', 'file_read'],
    ['#2', 'file_read'],
    ['one', 'file_search'],
    ['number one', 'file_search'],
    ['The first, please', 'file_search'],
    ['the second one', 'file_read'],
    ['the last one', 'file_read'],
    ['file_read', 'file_read'],
    ['file search', 'file_search'],
    ['The file_read tool', 'file_read'],
    ['search', 'file_search'],
    ['searching', 'file_search'],
    ['read it', 'file_read'],
    ['I meant read the file', 'file_read'],
    ['3', undefined],
    ['that one', undefined],
    ['the file', undefined],
    ['neither', undefined],
    ['never mind', undefined],
    ['read notes.txt', undefined],
    ['', undefined],
  ]
  for (const [answer, tool] of chosen)
    test(`"${answer}": ${tool ?? 'nothing'}`, () => assert.equal(readChoice(answer, CHOICES), tool))
})

describe('about one tool', () => {
  const [, READ] = CHOICES
  const only = READ === undefined ? [] : [READ]

  test('the question says what it does', () => {
    assert.equal(
      questionOfChoices(only),
      'Shall I use a tool for this: read a text file (file_read)? Yes or no.',
    )
  })
  for (const answer of ['yes', 'Yes, please.', 'ok', 'sure, go ahead', 'y', '1', 'file_read', 'read it'])
    test(`"${answer}" is yes`, () => assert.equal(readChoice(answer, only), 'file_read'))
  for (const answer of ['no', 'No.', 'no thanks', 'nope', 'n', 'not really'])
    test(`"${answer}" is no`, () => {
      assert.equal(readChoice(answer, only), undefined)
      assert.ok(isRefusal(answer, only))
    })
  for (const answer of ['never mind', 'what is the time', 'no idea what you mean by that', 'yes but in docs'])
    test(`"${answer}" is another message`, () => {
      assert.equal(readChoice(answer, only), undefined)
      assert.ok(!isRefusal(answer, only))
    })

  test('a tool that is clearly likelier than none is called without it', async () => {
    const engine = createFakeEngine()
    const turn = await runTestTurn('tell the hour', { engine, route: shared({ get_time: 0.92 }) })
    assert.deepEqual([turn.find('tool.called')?.name, turn.outcome.status], ['get_time', 'success'])
    assert.ok(isClear([{ tool: 'a', score: 0.9 }]))
    assert.ok(!isClear([{ tool: 'a', score: 0.89 }]))
  })

  test('no brings the answer without it', async () => {
    const engine = createFakeEngine({ answers: { 'tell the hour in verse': 'O hour!' } })
    const asked = await runTestTurn('tell the hour in verse', {
      engine,
      route: shared({ get_time: 0.66 }),
    })
    assert.equal(asked.outcome.status, 'need_clarification')
    assert.equal(asked.find('tool.called'), undefined)
    const open = asked.outcome.open
    const no = await runTestTurn('no', { engine, route: routed(null), input: { open } })
    assert.deepEqual([no.outcome.answer, no.find('tool.called')], ['O hour!', undefined])
    const yes = await runTestTurn('yes please', { engine, route: routed(null), input: { open } })
    assert.equal(yes.find('tool.called')?.name, 'get_time')
  })
})

describe('in a turn', () => {
  const split = shared({ get_time: 0.48, add_numbers: 0.45 })
  const open = {
    request: 'the hour and two',
    leans: false,
    choices: [
      { tool: 'get_time', oneLiner: 'Current time of day' },
      { tool: 'add_numbers', oneLiner: 'Adds' },
    ],
  }
  const called = ({ events }: RanTurn) =>
    events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : []))

  test('one question is asked, nothing is called, and no model is needed for it', async () => {
    const engine = createFakeEngine()
    const turn = await runTestTurn('the hour and two', { engine, route: split })
    assert.deepEqual(turn.order, ['turn.started', 'route', 'answer', 'turn.finished'])
    assert.deepEqual([turn.outcome.status, turn.outcome.source], ['need_clarification', 'tool'])
    assert.equal(
      turn.outcome.answer,
      'Did you mean: 1. current time of day (get_time), or 2. adds (add_numbers)?',
    )
    assert.deepEqual(turn.outcome.open, open)
    assert.equal(turn.outcome.confidence, 0.48)
    assert.equal(turn.outcome.evidence[0]?.asks, true)
    assert.deepEqual(turn.outcome.messages, [
      { role: 'user', text: 'the hour and two' },
      { role: 'assistant', text: turn.outcome.answer },
    ])
    assert.equal(engine.asked.length + engine.written.length, 0)
  })

  test('nobody is asked where a correction fits the message: the model answers from it', async () => {
    const asked = 'the hour and two\nFacts: Remembered: the hour is two.'
    const engine = createFakeEngine({ answers: { [asked]: 'It is two.' } })
    const hour = { id: 1, kind: 'correction', text: 'the hour is two', context: '' } as const
    const turn = await runTestTurn('the hour and two', {
      engine,
      route: split,
      input: { remembered: [hour] },
    })
    assert.equal(turn.outcome.answer, 'It is two.')
    assert.deepEqual([turn.outcome.status, turn.find('route')?.tool], ['success', null])
    const worked = { ...hour, kind: 'pattern' } as const
    const other = await runTestTurn('the hour and two', {
      engine,
      route: split,
      input: { remembered: [worked] },
    })
    assert.equal(other.outcome.status, 'need_clarification')
  })

  test('its route is the likeliest tool with the share that it has', async () => {
    const none = shared({ get_time: 0.31, add_numbers: 0.29, find_file: 0.26 })
    assert.equal(none.tool, null)
    const turn = await runTestTurn('the hour and two', { engine: createFakeEngine(), route: none })
    const { tool, confidence = 0, by } = turn.find('route') ?? {}
    assert.deepEqual([tool, confidence.toFixed(2), by], ['get_time', '0.31', 'classifier'])
  })

  test('the answer goes on with the request and the tool that was chosen', async () => {
    const engine = createFakeEngine({ calls: { 'the hour and 2': '{"a": 1, "b": 2}' } })
    const turn = await runTestTurn('the second', { engine, route: routed(null), input: { open } })
    assert.deepEqual(called(turn), ['add_numbers'])
    assert.deepEqual([turn.find('route')?.by, turn.find('route')?.confidence], ['follow-up', 0.85])
    assert.equal(engine.written[0]?.message, 'the hour and 2')
    assert.equal(turn.outcome.open, undefined)
  })

  test('an answer that routes to one of the choices adds its words to the request', async () => {
    const engine = createFakeEngine({ calls: { 'the hour and 2: sum up 2 and 3': '{"a": 2, "b": 3}' } })
    const route = routed('add_numbers', 0.7)
    const turn = await runTestTurn('sum up 2 and 3', { engine, route, input: { open } })
    assert.deepEqual(turn.find('tool.called')?.arguments, { a: 2, b: 3 })
  })

  test('an answer that the same tools share takes the likeliest: nothing is asked twice', async () => {
    const turn = await runTestTurn('the hour', { engine: createFakeEngine(), route: split, input: { open } })
    assert.deepEqual(called(turn), ['get_time'])
  })

  test('anything else leaves the question and is a message of its own', async () => {
    const tools = [GET_TIME, ADD, FIND]
    for (const [message, route, calls] of [
      ['find plan.txt', routed('find_file'), ['find_file']],
      ['never mind', routed(null), []],
    ] as const) {
      const turn = await runTestTurn(message, { engine: createFakeEngine(), tools, route, input: { open } })
      assert.deepEqual(called(turn), calls)
      assert.equal(turn.outcome.open, undefined)
    }
  })

  test('a request that leaned on the turn before still does', async () => {
    const engine = createFakeEngine({ calls: { 'and 2': '{"a": 1, "b": 2}' } })
    const earlier = [{ message: 'add 1 and 1', tool: 'add_numbers', arguments: { a: 1, b: 1 }, said: '2' }]
    const both = [
      { tool: 'get_time', score: 0.46 },
      { tool: 'add_numbers', score: 0.44 },
    ]
    const route: RouteDecision = { tool: 'get_time', confidence: 0.46, by: 'follow-up', candidates: both }
    const first = await runTestTurn('and two', { engine, route, input: { earlier } })
    const asked = first.outcome.open
    assert.equal(first.outcome.status, 'need_clarification')
    const second = await runTestTurn('2', { engine, route: routed(null), input: { earlier, open: asked } })
    assert.deepEqual(called(second), ['add_numbers'])
    assert.match(engine.written[0]?.message ?? '', /add 1 and 1[\s\S]*and 2$/)
  })
})
