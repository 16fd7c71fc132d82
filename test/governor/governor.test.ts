import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EngineFailure } from '../../source/contracts/engine.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { FIND, GET_TIME, routed, runTestTurn } from './turn-ports.ts'

const WHOLE_CALL = [
  'turn.started',
  'route',
  'tool.called',
  'approval',
  'tool.finished',
  'answer',
  'turn.finished',
]

/** Facts as they stand in the user turn. */
const withTime = (message: string) => `${message}\nFacts: It is 10:24.`

describe('a turn without a tool', () => {
  test('answers from the conversation, and the same bytes stand in history', async () => {
    const engine = createFakeEngine({ answers: { hello: 'Hello! ' } })
    const { outcome, order } = await runTestTurn('hello', { engine })
    assert.equal(outcome.status, 'success')
    assert.equal(outcome.answer, 'Hello!')
    assert.equal(outcome.source, 'model')
    assert.deepEqual(outcome.messages, [
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: 'Hello! ' },
    ])
    assert.deepEqual(order, ['turn.started', 'route', 'answer', 'turn.finished'])
  })

  test('the pieces that are shown add up to the answer', async () => {
    const engine = createFakeEngine({ answers: { hello: 'One, two. Three: four!' } })
    const { events } = await runTestTurn('hello', { engine })
    const shown = events.flatMap((event) => (event.type === 'answer.delta' ? [event.text] : []))
    assert.ok(shown.length > 1)
    assert.equal(shown.join(''), 'One, two. Three: four!')
  })

  test('a thought before the answer is neither shown nor an answer, but stays in history', async () => {
    const engine = createFakeEngine({ answers: { hello: '<think>\nhm, 7\n</think>\n\nHello there.' } })
    const { outcome, events } = await runTestTurn('hello', { engine })
    assert.equal(outcome.answer, 'Hello there.')
    assert.equal(outcome.messages[1]?.text, '<think>\nhm, 7\n</think>\n\nHello there.')
    assert.ok(!events.some((event) => event.type === 'answer.delta' && /think|hm/.test(event.text)))
  })

  test('head, history and message are what the talk lane sees', async () => {
    const engine = createFakeEngine()
    const history = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: 'b' },
    ] as const
    const { outcome } = await runTestTurn('c', { engine, input: { history } })
    const roles = outcome.talkMessages.map((one) => one.role)
    const pairs = Array.from({ length: 6 }, () => ['user', 'assistant'])
    assert.deepEqual(roles, ['system', ...pairs.flat(), 'user'])
    const texts = outcome.talkMessages.map((one) => one.text)
    assert.deepEqual(texts.slice(-3), ['a', 'b', 'c'])
    assert.deepEqual(engine.asked[0]?.messages, outcome.talkMessages)
  })
})

describe('a turn with a tool', () => {
  test('without parameters: runs at once, and the model answers from what the tool said', async () => {
    const engine = createFakeEngine({
      answers: { [withTime('what time is it?')]: 'The current time is 10:24 AM.' },
    })
    const turn = await runTestTurn('what time is it?', { engine, route: 'get_time' })
    assert.deepEqual(turn.order, WHOLE_CALL)
    assert.equal(turn.outcome.answer, 'The current time is 10:24 AM.')
    assert.equal(turn.outcome.source, 'model')
    assert.equal(engine.written.length, 0)
    assert.deepEqual(turn.outcome.messages[0], { role: 'user', text: withTime('what time is it?') })
    assert.equal(turn.find('tool.finished')?.say, 'It is 10:24.')
  })

  test('with parameters: the call lane writes them, and they are in the events', async () => {
    const engine = createFakeEngine({
      calls: { 'add 2 and 3': '{"a": 2, "b": 3}' },
      answers: { 'add 2 and 3': '2 + 3 is 5.' },
    })
    const turn = await runTestTurn('add 2 and 3', { engine, route: 'add_numbers' })
    assert.deepEqual(turn.order, WHOLE_CALL)
    assert.deepEqual(turn.find('tool.called')?.arguments, { a: 2, b: 3 })
    assert.equal(turn.find('tool.finished')?.result, 5)
    assert.equal(turn.outcome.answer, '2 + 3 is 5.')
    assert.equal(turn.outcome.callText, '{"a": 2, "b": 3}')
    assert.equal(turn.outcome.writtenFor, 'add_numbers')
    assert.equal(turn.outcome.callMessages?.at(-1)?.text, 'add 2 and 3')
    assert.deepEqual(turn.find('turn.finished')?.tokens.generated, 5 + 3)
  })

  test('arguments that a pattern fixed are not written by the model', async () => {
    const engine = createFakeEngine({ answers: { '2+3': 'It is 5.' } })
    const route = { ...routed('add_numbers'), by: 'pattern', arguments: { a: 2, b: 3 } } as const
    const turn = await runTestTurn('2+3', { engine, route })
    assert.equal(engine.written.length, 0)
    assert.equal(turn.outcome.answer, 'It is 5.')
  })

  test('a long result is shown whole, and cut to its room in the prompt and in history', async () => {
    const sentence = `It is ${'very '.repeat(400)}late.`
    const late = { ...GET_TIME, say: () => ({ sentence }) }
    const turn = await runTestTurn('what time is it?', {
      engine: createFakeEngine(),
      tools: [late],
      route: 'get_time',
      input: { answers: 'tool', factCharacters: 600 },
    })
    assert.equal(turn.outcome.answer, sentence)
    for (const { text } of turn.outcome.messages) {
      assert.ok(text.length < 640, String(text.length))
      assert.match(text, /\[… \d+ characters left out …\]/)
      assert.ok(text.endsWith('very late.'))
    }
  })

  test('a call that is already decided needs no router and is answered by the tool', async () => {
    const engine = createFakeEngine()
    const turn = await runTestTurn('/call add_numbers', {
      engine,
      input: { call: { name: 'add_numbers', arguments: { a: 1, b: 1 } } },
    })
    assert.deepEqual(
      turn.order,
      WHOLE_CALL.filter((type) => type !== 'route'),
    )
    assert.equal(turn.outcome.answer, '1 + 1 = 2.')
    assert.equal(turn.find('answer')?.confidence, 1)
    assert.equal(engine.asked.length, 0)
  })

  test('a decided call works without a model', async () => {
    const turn = await runTestTurn('/call get_time', {
      engine: undefined,
      input: { call: { name: 'get_time', arguments: {} } },
    })
    assert.equal(turn.outcome.answer, 'It is 10:24.')
    assert.equal(turn.outcome.status, 'success')
  })
})

describe('a call that goes wrong is a result, and the turn still ends', () => {
  const SAYS_NO = 'That did not work.'

  test('arguments that break the schema are not run', async () => {
    const engine = createFakeEngine({ calls: { add: '{"a": "two", "b": 3}' }, answers: { add: SAYS_NO } })
    const turn = await runTestTurn('add', { engine, route: 'add_numbers' })
    assert.equal(turn.find('tool.called'), undefined)
    const finished = turn.find('tool.finished')
    assert.equal(finished?.error?.code, 'bad_arguments')
    assert.match(finished?.say ?? '', /`a` must be a number, but it is `"two"`/)
    assert.equal(turn.outcome.status, 'success')
  })

  for (const text of ['{"a": 1', '[1]', 'null', '']) {
    test(`arguments that are no object (\`${text}\`) are told`, async () => {
      const engine = createFakeEngine({ calls: { add: text }, answers: { add: SAYS_NO } })
      const turn = await runTestTurn('add', { engine, route: 'add_numbers' })
      assert.equal(turn.find('tool.finished')?.error?.code, 'no_arguments')
    })
  }

  test('an unknown tool is told with the nearest name', async () => {
    const engine = createFakeEngine({ answers: { x: SAYS_NO } })
    const turn = await runTestTurn('x', { engine, route: 'get_tim' })
    const finished = turn.find('tool.finished')
    assert.equal(finished?.error?.code, 'unknown_tool')
    assert.match(finished?.say ?? '', /Did you mean get_time\?/)
    assert.equal(turn.find('tool.called'), undefined)
  })

  test("a tool's own refusal is told in its words", async () => {
    const engine = createFakeEngine({ answers: { 'open plan.txt': 'I could not find plan.txt.' } })
    const turn = await runTestTurn('open plan.txt', { engine, route: 'find_file' })
    assert.deepEqual(turn.find('tool.finished')?.error, {
      code: 'not_found',
      message: 'There is no file `plan.txt`.',
    })
    assert.equal(turn.outcome.answer, 'I could not find plan.txt.')
    assert.deepEqual(turn.order, WHOLE_CALL)
  })

  test('a failure that the model hides is answered by the tool', async () => {
    const engine = createFakeEngine({ answers: { 'open plan.txt': 'I opened plan.txt.' } })
    const { outcome } = await runTestTurn('open plan.txt', { engine, route: 'find_file' })
    assert.equal(outcome.answer, 'There is no file `plan.txt`.')
    assert.equal(outcome.source, 'tool')
    assert.equal(outcome.unfaithful, 'it does not say that it failed')
    assert.equal(outcome.modelAnswer, 'I opened plan.txt.')
  })

  test('what the policy refuses is not run, and that is a fact of the turn', async () => {
    let ran = false
    const tool = { ...FIND, run: () => (ran = true) }
    const engine = createFakeEngine({ answers: { go: 'It was not run.' } })
    const approve = async () =>
      ({ allowed: false, decision: 'policy', reason: 'write tools do not run' }) as const
    const turn = await runTestTurn('go', { engine, tools: [tool], route: 'find_file', approve })
    assert.equal(ran, false)
    assert.deepEqual(turn.find('approval')?.decision, 'denied')
    assert.equal(turn.find('tool.finished')?.error?.code, 'denied')
    assert.match(
      engine.asked[0]?.messages.at(-1)?.text ?? '',
      /Facts: find_file was not run: write tools do not run\./,
    )
    assert.equal(turn.outcome.answer, 'It was not run.')
  })
})

describe('an answer that is not true to the facts', () => {
  test("is replaced by the tool's sentence, also in history, and /why can tell", async () => {
    const engine = createFakeEngine({ answers: { 'time?': 'It is 10:42. Anything else?' } })
    const { outcome, find, events } = await runTestTurn('time?', { engine, route: 'get_time' })
    assert.equal(outcome.answer, 'It is 10:24.')
    assert.deepEqual(outcome.messages[1], { role: 'assistant', text: 'It is 10:24.' })
    assert.equal(find('answer')?.source, 'tool')
    assert.match(outcome.unfaithful ?? '', /10:42/)
    assert.equal(find('turn.finished')?.timings.firstTokenMs, 0)
    assert.ok(!events.some((event) => event.type === 'answer.delta' && event.text.includes('10:42')))
  })

  test('is stopped at the end of the clause that invents something', async () => {
    const engine = createFakeEngine({ answers: { 'time?': 'It is 10:42. Then a long story follows.' } })
    const { outcome } = await runTestTurn('time?', { engine, route: 'get_time' })
    assert.equal(outcome.modelAnswer?.includes('story'), false)
  })

  test('is not stopped where only its end makes it true', async () => {
    const late = { ...GET_TIME, say: () => ({ sentence: 'It is 22:24.', key: ['22:24'] }) }
    const engine = createFakeEngine({ answers: { 'time?': 'It is 10:24 PM.' } })
    const { outcome } = await runTestTurn('time?', { engine, tools: [late], route: 'get_time' })
    assert.equal(outcome.answer, 'It is 10:24 PM.')
  })

  test('is shown where the profile lets the model answer, with the reason kept', async () => {
    const engine = createFakeEngine({ answers: { 'time?': 'It is 10:42.' } })
    const { outcome } = await runTestTurn('time?', { engine, route: 'get_time', input: { answers: 'model' } })
    assert.equal(outcome.answer, 'It is 10:42.')
    assert.match(outcome.unfaithful ?? '', /10:42/)
  })

  test('is not even asked for where the profile lets the tool answer', async () => {
    const engine = createFakeEngine()
    const { outcome } = await runTestTurn('time?', { engine, route: 'get_time', input: { answers: 'tool' } })
    assert.equal(outcome.answer, 'It is 10:24.')
    assert.equal(engine.asked.length, 0)
  })
})

describe('an engine that fails', () => {
  const failing = (answers: Record<string, () => string>) => createFakeEngine({ answers })
  const fail = () => {
    throw new EngineFailure('crashed', 'the engine process ended')
  }

  test('while it answers: an error event, an answer event and a finished event', async () => {
    const turn = await runTestTurn('hello', { engine: failing({ hello: fail }) })
    assert.deepEqual(turn.order, ['turn.started', 'route', 'error', 'answer', 'turn.finished'])
    assert.equal(turn.find('error')?.code, 'crashed')
    assert.equal(turn.outcome.status, 'error')
    assert.deepEqual(turn.outcome.messages, [])
  })

  test('after a tool ran: what the tool said is the answer', async () => {
    const { outcome, find } = await runTestTurn('time?', {
      engine: failing({ 'time?': fail }),
      route: 'get_time',
    })
    assert.equal(outcome.status, 'error')
    assert.equal(outcome.answer, 'It is 10:24.')
    assert.equal(find('answer')?.source, 'tool')
  })

  test('while it writes arguments: the turn ends with an error', async () => {
    const turn = await runTestTurn('add', { engine: createFakeEngine(), route: 'add_numbers' })
    assert.deepEqual(turn.order, ['turn.started', 'route', 'error', 'answer', 'turn.finished'])
    assert.equal(turn.find('error')?.code, 'failed')
  })

  test('any other error ends the turn as well and is called internal', async () => {
    const engine = createFakeEngine({ answers: { hello: () => assert.fail('a bug') } })
    const turn = await runTestTurn('hello', { engine })
    assert.equal(turn.find('error')?.code, 'internal')
    assert.equal(turn.find('turn.finished')?.status, 'error')
  })
})
