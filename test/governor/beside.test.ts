// A message that asks the model something beside a request for a tool.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Beside } from '../../source/governor/beside.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { ADD, routed, runTestTurn } from './turn-ports.ts'

const QUESTION = 'Who wrote Faust?'
const TIME: Beside = { question: QUESTION, request: 'what time is it', isFirst: true }
const answers = { [QUESTION]: 'Goethe did.' }
const route = (request: string) =>
  routed(/time/.test(request) ? 'get_time' : /add/.test(request) ? 'add_numbers' : null)
const deltasOf = (events: readonly { type: string }[]) =>
  events.flatMap((event) => ('text' in event && event.type === 'answer.delta' ? event.text : [])).join('')

test('is answered in its order, and the tool says the rest', async () => {
  for (const isFirst of [true, false]) {
    const engine = createFakeEngine({ answers })
    const message = isFirst ? `${QUESTION} And what time is it` : `what time is it and ${QUESTION}`
    const turn = await runTestTurn(message, {
      engine,
      route,
      beside: { ...TIME, isFirst },
      input: { answers: 'tool' },
    })
    const both = ['Goethe did.', 'It is 10:24.']
    const said = (isFirst ? both : both.toReversed()).join('\n')
    assert.equal(turn.outcome.answer, said)
    assert.equal(turn.find('tool.finished')?.name, 'get_time')
    assert.ok(said.startsWith(deltasOf(turn.events).trim()), deltasOf(turn.events))
    const pairs = turn.outcome.messages.map(({ text }) => text.split('\n')[0])
    const asked = [QUESTION, 'Goethe did.']
    const told = ['what time is it', 'It is 10:24.']
    assert.deepEqual(pairs, isFirst ? [...asked, ...told] : [...told, ...asked])
    assert.equal(engine.asked[0]?.messages.at(-1)?.text, QUESTION)
  }
})

test('what the model is asked behind a call stands behind what the call said', async () => {
  const engine = createFakeEngine({ answers })
  const beside = { ...TIME, isFirst: false }
  await runTestTurn('x', { engine, route, beside, input: { answers: 'tool' } })
  const before = engine.asked[0]?.messages.slice(-3).map(({ role }) => role)
  assert.deepEqual(before, ['user', 'assistant', 'user'])
})

test('an answer that claims what nobody did is not shown there, either', async () => {
  const engine = createFakeEngine({ answers: { [QUESTION]: 'I saved it as memory 4.' } })
  const turn = await runTestTurn('x', { engine, route, beside: TIME, input: { answers: 'tool' } })
  assert.doesNotMatch(turn.outcome.answer, /memory 4/)
  assert.match(turn.outcome.answer, /It is 10:24\.$/)
})

test('a question of ours stands last', async () => {
  const held = {
    ...ADD,
    parameters: {
      ...ADD.parameters,
      properties: { a: { type: 'number', 'x-from': 'message', 'x-ask': 'What is the first number?' } },
      required: ['a'],
    },
  } as const
  const engine = createFakeEngine({ answers, calls: { 'add it': '{"a": 7}' } })
  const beside = { ...TIME, request: 'add it', isFirst: false }
  const turn = await runTestTurn('x', { engine, route, tools: [held], beside })
  assert.equal(turn.outcome.status, 'need_clarification')
  assert.equal(turn.outcome.answer, 'Goethe did.\nWhat is the first number?')
})

test('of two questions that no tool is for the model is asked at once, with what is known', async () => {
  const engine = createFakeEngine({ answers })
  const own = { type: 'meant', texts: ['the key is under the pot'], isOwn: true } as const
  const beside = { ...TIME, request: 'where did I put my key', isFirst: false }
  await runTestTurn('my key? and who wrote Faust?', {
    engine,
    route: () => routed(null),
    beside,
    input: { own },
  })
  assert.match(engine.asked[0]?.messages.at(-1)?.text ?? '', /my key\? and who wrote Faust\?.*under the pot/s)
  assert.equal(engine.asked.length, 1)
})
