// Turns that put something in the place of what the turn before set, or take it back.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import { type Tool, ToolFailure } from '../../source/contracts/tool.ts'
import { withBefore } from '../../source/prompt/before.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { runTestTurn } from './turn-ports.ts'

const TEXT: JsonSchema = { type: 'string', 'x-from': 'message' }
const SET: Tool = {
  name: 'set_it',
  description: 'Sets',
  parameters: { type: 'object', properties: { time: TEXT }, required: ['time'] },
  risk: 'read',
  run: ({ time }) => ({ id: 2, time: String(time) }),
  say: (set) => ({ sentence: `Set: ${JSON.stringify(set)}.` }),
  undoneBy: (set) => ({ tool: 'unset_it', arguments: { id: (set as { id: number }).id } }),
}
const UNSET: Tool = {
  name: 'unset_it',
  description: 'Unsets',
  parameters: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
  risk: 'write',
  run: ({ id }) => Number(id),
  say: (id) => ({ sentence: `${id} is off.` }),
}
const WAS_SET: EarlierCall = {
  message: 'wake me at 7 am',
  tool: 'set_it',
  arguments: { time: '7 am' },
  said: 'Set: 1.',
  undo: { tool: 'unset_it', arguments: { id: 1 } },
}

describe('a correction of what was set', () => {
  const run = async (message: string, earlier = WAS_SET, setTools: readonly Tool[] = [SET, UNSET]) => {
    const options = {
      engine: createFakeEngine({ calls: { [withBefore(message, [earlier])]: '{"time": "8 am"}' } }),
      tools: setTools,
      route: { tool: 'set_it', confidence: 0.9, by: 'follow-up', candidates: [] } as const,
      input: { earlier: [earlier] },
    }
    return runTestTurn(message, options)
  }
  const called = async (...args: Parameters<typeof run>) => {
    const turn = await run(...args)
    return turn.events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : []))
  }

  test('sets it anew, then takes the old one back, and leaves only the new one to lean on', async () => {
    const turn = await run('no, at 8')
    const calls = turn.events.flatMap((event) => (event.type === 'tool.called' ? [event] : []))
    assert.deepEqual(
      calls.map(({ name, arguments: args }) => [name, args]),
      [
        ['set_it', { time: '8 am' }],
        ['unset_it', { id: 1 }],
      ],
    )
    assert.deepEqual(
      turn.outcome.calls.map(({ tool, undo }) => [tool, undo?.arguments]),
      [['set_it', { id: 2 }]],
    )
  })

  test('undo, or cancel that, takes it back and sets nothing', async () => {
    for (const message of ['undo', 'ugh never mind, cancel that', 'please undo that', 'scrap it again'])
      assert.deepEqual(await called(message), ['unset_it'], message)
  })

  test('a text that the model would write anew takes nothing back', async () => {
    const properties = { time: { ...TEXT, 'x-free': true } }
    const free: Tool = { ...SET, parameters: { type: 'object', properties, required: ['time'] } }
    assert.deepEqual(await called('no, it has to be earlier', WAS_SET, [free, UNSET]), ['set_it'])
    assert.deepEqual(await called('no, at 8', WAS_SET, [free, UNSET]), ['set_it', 'unset_it'])
  })

  test('another one beside it takes nothing back', async () => {
    for (const message of ['also one at 8', 'and at 8', 'make it two, one more at 8', 'at 8'])
      assert.deepEqual(await called(message), ['set_it'], message)
  })

  test('nor does a whole wish that has a "not" in it, or begins with "oh"', async () => {
    const wishes = [
      'set an alarm for 9:30 so that I am not late',
      'one at 8 so I do not miss the bus',
      'oh, set a second alarm at 8 for the tea',
      'better wake me at 8',
      'actually set an alarm for 8 for Anna',
    ]
    for (const message of wishes) assert.deepEqual(await called(message), ['set_it'], message)
    for (const message of ['8, not 7', 'oh, at 8', 'actually make it 8', 'better at 8'])
      assert.deepEqual(await called(message), ['set_it', 'unset_it'], message)
  })

  test('nothing is taken back of what failed, without a new one, or with a tool that is off', async () => {
    assert.deepEqual(await called('no, at 8', { ...WAS_SET, failed: true }), ['set_it'])
    assert.deepEqual(await called('no, at 8', WAS_SET, [SET]), ['set_it'])
    const failing: Tool = {
      ...SET,
      run: () => {
        throw new ToolFailure('past', 'That is over.')
      },
    }
    assert.deepEqual(await called('no, at 8', WAS_SET, [failing, UNSET]), ['set_it'])
  })
})
