import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findUnfaithful } from '../../source/governor/faithful.ts'
import { withBefore } from '../../source/prompt/before.ts'
import { buildCallState } from '../../source/prompt/call-state.ts'
import {
  buildBareHead,
  buildHead,
  buildPlainHead,
  withFacts,
  withoutFacts,
} from '../../source/prompt/head.ts'
import { spacedJson } from '../../source/prompt/spaced-json.ts'

describe('the head of the talk lane', () => {
  test('has the system text with the index, two turns that answer from facts, and three without', () => {
    const [system, ...turns] = buildHead('You are ethervox.\n', 'Tools: get_time')
    assert.deepEqual(system, { role: 'system', text: 'You are ethervox.\nTools: get_time' })
    assert.deepEqual(
      turns.filter((one) => one.role === 'user').map((one) => one.text.includes('\nFacts: ')),
      [true, true, false, false, false],
    )
    assert.ok(turns.every((one, at) => one.role === (at % 2 === 0 ? 'user' : 'assistant')))
  })

  test('where there are no tools nothing is answered from facts, and a persona keeps its own turns', () => {
    const direct = buildHead('x', 'Tools: a').slice(-6)
    assert.deepEqual(buildPlainHead(' x '), [{ role: 'system', text: 'x' }, ...direct])
    const shots = [
      { user: 'open a.txt', facts: 'There is none.', assistant: 'There is no a.txt.' },
      { user: 'hello', facts: undefined, assistant: 'Hello! What grows?' },
    ]
    assert.deepEqual(
      buildPlainHead('x', shots).map((one) => one.text),
      ['x', 'hello', 'Hello! What grows?'],
    )
    assert.deepEqual(buildBareHead(' x '), [{ role: 'system', text: 'x' }])
  })

  test('without tools the system text stands alone', () => {
    assert.equal(buildHead(' You are ethervox. \n\n', '')[0]?.text, 'You are ethervox.')
  })

  test('is the same bytes every time', () => {
    const [one, two] = [
      buildHead('You are ethervox.', 'Tools: a'),
      buildHead('You are ethervox.', 'Tools: a'),
    ]
    assert.equal(JSON.stringify(one), JSON.stringify(two))
  })

  test('its example turns do what is asked for: no value of their own, and a failure is called one', () => {
    const [, missing, refusal, found, reading] = buildHead('x', '')
    for (const [user, answer, failed] of [
      [missing, refusal, true],
      [found, reading, false],
    ] as const) {
      const [message = '', facts = ''] = user?.text.split('\nFacts: ') ?? []
      const input = { answer: answer?.text ?? '', facts, keys: [[]], message, failed }
      assert.equal(findUnfaithful(input), undefined)
    }
  })

  test('facts stand behind the message on a line of their own', () => {
    assert.equal(withFacts('time?', 'It is 10:24.'), 'time?\nFacts: It is 10:24.')
    assert.equal(withoutFacts(withFacts('time?\nnow', 'It is 10:24.\nFacts: none')), 'time?\nnow')
    assert.equal(withoutFacts('time?'), 'time?')
  })
})

describe('the state of a tool in the call lane', () => {
  test('shows the model a parameter whose name begins with `x-`, and none of our keywords', () => {
    const parameters = {
      type: 'object',
      properties: { 'x-rate': { type: 'number', 'x-from': 'message' } },
      required: ['x-rate'],
    }
    const [system] = buildCallState('rate', { ...detail, parameters }).messages
    assert.ok(
      system?.text.endsWith(
        '{"type":"object","properties":{"x-rate":{"type":"number"}},"required":["x-rate"]}',
      ),
      system?.text,
    )
  })

  const detail = {
    description: 'Adds two numbers',
    parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
    examples: ['add'],
    fewShots: Array.from({ length: 8 }, (_, at) => ({
      user: `add ${at} and 1`,
      arguments: { b: 1, a: at, surplus: 1 },
    })),
    triggers: [],
  }

  test('has examples that lean on a turn before first, in the form of a message that does', () => {
    const before = { message: 'add 1 and 2', tool: 'add', arguments: { a: 1, b: 2 }, said: '1 + 2 = 3.' }
    const leaning = { user: 'and 5?', arguments: { a: 1, b: 5 }, before }
    const { messages } = buildCallState('add', { ...detail, fewShots: [...detail.fewShots, leaning] })
    assert.equal(messages[1]?.text, 'Before: add 1 and 2 -> {"a": 1, "b": 2} -> 1 + 2 = 3.\nNow: and 5?')
    assert.equal(messages[1]?.text, withBefore('and 5?', [before]))
    assert.equal(messages[2]?.text, '{"a": 1, "b": 5}')
    assert.equal(messages[3]?.text, 'add 0 and 1')
  })

  test('a turn before is cut to a line, and only the last two are shown', () => {
    const call = (message: string) => ({ message, tool: 't', arguments: {}, said: `x\n${'y'.repeat(900)}` })
    const text = withBefore('now', [call('a'), call('b'), call('c')])
    const lines = text.split('\n')
    assert.equal(lines.length, 3)
    assert.ok(lines[0]?.startsWith('Before: b -> {} -> x y'))
    assert.ok(text.length < 700)
  })

  test('is a system text with name, description and schema, then five examples as turns', () => {
    const { name, messages } = buildCallState('add', detail)
    assert.equal(name, 'add')
    assert.equal(messages.length, 1 + 5 * 2)
    assert.ok(messages[0]?.text.endsWith(`add: Adds two numbers\n${JSON.stringify(detail.parameters)}`))
    assert.deepEqual(messages.slice(1, 3), [
      { role: 'user', text: 'add 0 and 1' },
      { role: 'assistant', text: '{"a": 0, "b": 1}' },
    ])
  })

  test('has the number of examples that was asked for, and none where there are none', () => {
    assert.equal(buildCallState('add', detail, { shots: 2 }).messages.length, 5)
    assert.equal(buildCallState('add', { ...detail, fewShots: [] }).messages.length, 1)
  })

  test('depends on nothing but the tool', () => {
    assert.equal(
      JSON.stringify(buildCallState('add', detail)),
      JSON.stringify(buildCallState('add', structuredClone(detail))),
    )
  })

  test('an optional argument that an example leaves out is left out', () => {
    const shot = { user: 'add 5', arguments: { a: 5 } }
    assert.equal(buildCallState('add', { ...detail, fewShots: [shot] }).messages[2]?.text, '{"a": 5}')
  })

  test('JSON is spaced as models write it, and still JSON', () => {
    const value = { a: [1, 'x, y: z'], b: { c: null, d: true }, e: [], f: {}, 'g"h': 'é"\n' }
    assert.equal(
      spacedJson(value),
      '{"a": [1, "x, y: z"], "b": {"c": null, "d": true}, "e": [], "f": {}, "g\\"h": "é\\"\\n"}',
    )
    assert.deepEqual(JSON.parse(spacedJson(value)), value)
  })
})
