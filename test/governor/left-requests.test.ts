// Requests that are dropped when we ask back, that are too long for a call, or that stand twice in a message.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EngineFailure } from '../../source/contracts/engine.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { readChanges } from '../../source/governor/read-change.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, routed, runTestTurn } from './turn-ports.ts'

const KEEP: Tool = {
  name: 'keep_text',
  description: 'Keeps',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', 'x-from': 'message', 'x-ask': 'What should I keep?' } },
    required: ['text'],
  },
  risk: 'write',
  run: ({ text }) => String(text),
  say: (text) => ({ sentence: `Kept: ${text}.` }),
}

test('whoever takes the request back is not written down as its value', async () => {
  const answer = async (message: string) => {
    const engine = createFakeEngine({
      calls: { [`keep something: ${message}`]: JSON.stringify({ text: message }) },
    })
    const turn = await runTestTurn(message, {
      engine,
      tools: [KEEP],
      route: routed(null, 0.6),
      input: { open: { request: 'keep something', tool: 'keep_text' } },
    })
    return turn.find('tool.called')?.arguments
  }
  const dropped = [
    "don't do it",
    "no, don't",
    'No, leave the file as it is.',
    'Never mind, forget about it.',
    "I've changed my mind.",
    "I don't want that any more.",
    "I don't want to do it any more.",
    'on second thought, no',
  ]
  for (const message of dropped) assert.equal(await answer(message), undefined, message)
  const values = [
    "don't forget the milk",
    'The key is under the mat.',
    'cancel the milk order',
    'leave it at the door',
    "I don't want to forget the milk",
  ]
  for (const message of values) assert.deepEqual(await answer(message), { text: message }, message)
})

test('a message that the window of calls cannot hold is told as such, and the turn goes on', async () => {
  const engine = createFakeEngine()
  const full = {
    ...engine,
    writeCall: async () => {
      throw new EngineFailure('window', '2510 tokens do not fit the window of 2048')
    },
  }
  const turn = await runTestTurn('keep this long text', { engine: full, tools: [KEEP], route: 'keep_text' })
  assert.equal(turn.find('error'), undefined)
  assert.match(
    JSON.stringify(turn.find('tool.finished')),
    /too long for a call of keep_text.*`\/call keep_text/,
  )
})

test('what is asked twice in one message is read once', async () => {
  const engine = createFakeEngine()
  const time = 'what time is it'
  const turn = await runTestTurn('what time is it? '.repeat(5), {
    engine,
    tools: [GET_TIME],
    route: 'get_time',
    split: [time, time, time, time, time],
  })
  assert.equal(turn.outcome.status, 'success')
  assert.equal(turn.events.filter(({ type }) => type === 'tool.called').length, 1)
})

test('a line of thousands of blanks is no correction, and is not taken apart', () => {
  assert.deepEqual(readChanges(`a${' '.repeat(100_000)}b, c`), [])
  assert.equal(readChanges('no, not rent, deposit').length, 1)
})
