// Messages that correct the last call, as a turn plans them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject, JsonSchema } from '../../source/contracts/json.ts'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import type { TurnInput } from '../../source/governor/ports.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { routed, runTestTurn } from './turn-ports.ts'

const TEXT: JsonSchema = { type: 'string', 'x-from': 'message' }

function tool(name: string, description: string, properties: NonNullable<JsonSchema['properties']>): Tool {
  return {
    name,
    description,
    parameters: { type: 'object', properties, required: [] },
    risk: 'write',
    run: (args) => args,
    say: (args) => ({ sentence: `Done: ${JSON.stringify(args)}.` }),
  }
}

const KEEP = tool('keep_it', 'Saves a fact', { text: TEXT })
const DROP = tool('drop_it', 'Delete notes for good', {
  ids: { type: 'array', items: { type: 'integer' } },
})
const CHANGE = tool('change_it', 'Replace a passage of a file', {
  path: { ...TEXT, 'x-looks': 'file' },
  old: { ...TEXT, 'x-looks': 'quoted', 'x-passage': 'path' },
  new: { ...TEXT, 'x-instead': true },
})
const BACK: Tool = {
  ...tool('bring_back', 'Brings it back', {}),
  parameters: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
}

interface Before {
  readonly of: Tool
  readonly args: JsonObject
  readonly said?: string
  readonly more?: Partial<EarlierCall>
  readonly input?: Partial<TurnInput>
}

/** The calls that a message makes behind another one, and what was told of it. */
async function behind(message: string, { of, args, said = 'Done.', more, input }: Before) {
  const earlier: EarlierCall = { message: 'do it', tool: of.name, arguments: args, said, ...more }
  const lasts: (string | undefined)[] = []
  const turn = await runTestTurn(message, {
    engine: createFakeEngine({}),
    tools: [of, BACK],
    route: (_, last) => {
      lasts.push(last)
      return routed(null)
    },
    input: { earlier: [earlier], ...input },
  })
  const calls = turn.events.flatMap((event) => (event.type === 'tool.called' ? [event.arguments] : []))
  return { calls, told: turn.outcome.ownFacts, lasts }
}

const kept: Before = { of: KEEP, args: { text: 'the garage code is 4471' } }

describe('a correction', () => {
  test('is of the call that the last turn made', async () => {
    assert.deepEqual((await behind('no, 1989', kept)).calls, [{ text: 'the garage code is 1989' }])
  })

  test('behind an answer without a call is of that answer, not of an older call', async () => {
    const { calls, lasts } = await behind('no, 1989', { ...kept, input: { isCallOld: true } })
    assert.deepEqual(calls, [])
    assert.deepEqual([...new Set(lasts)], [undefined])
  })

  test('an answer between leaves what else leans on the call', async () => {
    const { lasts } = await behind('and what is that one for?', { ...kept, input: { isCallOld: true } })
    assert.ok(lasts.includes('keep_it'))
  })
})

test('"wait a minute" asks for nothing, whatever the router makes of it', async () => {
  const timer = tool('ring_it', 'Sets a timer', { duration: TEXT })
  for (const message of ['wait a minute', 'oh, hang on a sec!', 'Hold on, just a moment please']) {
    const turn = await runTestTurn(message, {
      engine: createFakeEngine({}),
      tools: [timer],
      route: { ...routed('ring_it'), by: 'follow-up' },
      input: {
        earlier: [
          { message: 'ring in 10', tool: 'ring_it', arguments: { duration: '10 minutes' }, said: 'Set.' },
        ],
      },
    })
    assert.equal(turn.find('tool.called'), undefined, message)
  }
})

describe('a correction of what was changed in a file', () => {
  const args = { path: 'app.conf', old: 'port: 80', new: 'port: 8080' }

  test('changes what stands there now', async () => {
    const { calls } = await behind('not 8080, 8081', { of: CHANGE, args })
    assert.deepEqual(calls, [{ path: 'app.conf', old: 'port: 8080', new: 'port: 8081' }])
  })

  test('of a change that was not made is that change, corrected', async () => {
    const { calls } = await behind('not 8080, 8081', { of: CHANGE, args, more: { failed: true } })
    assert.deepEqual(calls, [{ ...args, new: 'port: 8081' }])
  })

  test('that names another file changes the same passage there', async () => {
    const { calls } = await behind('not app.conf, web.conf', { of: CHANGE, args })
    assert.deepEqual(calls, [{ ...args, path: 'web.conf' }])
  })
})

describe('a correction of what was deleted', () => {
  const gone: Before = {
    of: DROP,
    args: { ids: [12] },
    said: 'Memory 12 was deleted; `/undo` brings it back.',
  }

  test('deletes nothing more where nothing brings the first one back, and says so', async () => {
    const { calls, told } = await behind('no, 13', gone)
    assert.deepEqual(calls, [])
    assert.match(told ?? '', /Memory 12 was deleted; `\/undo` brings it back\./)
    assert.match(told ?? '', /nothing (?:more|else)/)
  })

  test('deletes the other one where nothing was deleted', async () => {
    const { calls } = await behind('no, 13', { ...gone, more: { failed: true } })
    assert.deepEqual(calls, [{ ids: [13] }])
  })

  test('is not claimed by an answer: why it is not made is told in its place', async () => {
    const turn = await runTestTurn('no, 13', {
      engine: createFakeEngine({ answers: { 'no, 13': 'I deleted memory 13.' } }),
      tools: [DROP],
      route: routed(null),
      input: {
        earlier: [{ message: 'drop 12', tool: DROP.name, arguments: gone.args, said: gone.said ?? '' }],
      },
    })
    assert.match(turn.outcome.answer, /^Nothing more was done for this message, because no call brings back/)
  })

  test('deletes the other one where nothing was there to delete', async () => {
    const { calls } = await behind('no, 13', { ...gone, said: 'No memory fits that.' })
    assert.deepEqual(calls, [{ ids: [13] }])
  })

  test('deletes the other one where a call brings the first one back', async () => {
    const { calls } = await behind('no, 13', {
      ...gone,
      more: { undo: { tool: 'bring_back', arguments: { id: 12 } } },
    })
    assert.deepEqual(calls, [{ ids: [13] }, { id: 12 }])
  })
})

describe('what asks for the last call once more', () => {
  test('makes it again as it was', async () => {
    for (const message of ['once more please', 'Refresh that, I scrolled it away.'])
      assert.deepEqual((await behind(message, kept)).calls, [kept.args])
  })

  test('behind an answer without a call makes none', async () => {
    const { calls } = await behind('once more please', { ...kept, input: { isCallOld: true } })
    assert.deepEqual(calls, [])
  })
})
