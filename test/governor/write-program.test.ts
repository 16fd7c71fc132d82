// A request for the folder's tables: which tool gets the program that the model wrote, and when none is written.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallRequest, Engine } from '../../source/contracts/engine.ts'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { LastOfTables } from '../../source/contracts/table-request.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { LEFT_UNDONE } from '../../source/governor/denied-deed.ts'
import { createFakeEngine, type FakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, NO_FIGURES, readAs, routed, runTestTurn, type TurnOptions } from './turn-ports.ts'

const ASK: Tool = {
  name: 'ask_tables',
  description: 'Asks',
  parameters: {
    type: 'object',
    properties: { sql: { type: 'string', 'x-program': 'ask' } },
    required: ['sql'],
  },
  risk: 'read',
  run: ({ sql }) => String(sql),
  say: (sql) => ({ sentence: `Asked ${sql}.`, key: ['42', 'Oslo'] }),
}
const CHANGE: Tool = {
  ...ASK,
  name: 'change_tables',
  description: 'Changes',
  parameters: {
    type: 'object',
    properties: { sql: { type: 'string', 'x-program': 'change' } },
    required: ['sql'],
  },
  risk: 'write',
  say: (sql) => ({ sentence: `Changed by ${sql}.` }),
}

const QUESTION = 'how much did we spend in February?'
const SELECT = 'SELECT sum(amount) FROM ledger WHERE month = 2'
const ORDER = 'the fence is done'
const UPDATE = "UPDATE jobs SET done = 1 WHERE name = 'fence'"
/** A request is asked of the model so, behind the tables. */
const shown = (request: string) => `Tables: ledger, jobs\n${request}`

interface Heard {
  readonly request: string
  readonly route: RouteDecision
  readonly last: LastOfTables | undefined
}

interface Wish extends Partial<TurnOptions> {
  readonly probability?: number
  /** Default: from one half on. */
  readonly isFor?: boolean
}

/** The turn, what was held against the tables, and what the model was asked. */
async function say(
  message: string,
  { probability = 0.9, isFor = probability >= 0.5, ...options }: Wish = {},
) {
  const heard: Heard[] = []
  const taught: boolean[] = []
  const kinds: string[] = []
  const engine = createFakeEngine({
    calls: { [shown(QUESTION)]: SELECT, [shown(ORDER)]: UPDATE, [shown("don't add milk")]: UPDATE },
  })
  const turn = await runTestTurn(message, {
    engine,
    tools: [ASK, CHANGE, GET_TIME],
    programTools: ['ask_tables', 'change_tables'],
    read: async ({ request }) =>
      readAs(request === ORDER ? { ask: 0, change: probability } : { ask: probability, change: 0 }),
    readTables: (request, route, last) => {
      heard.push({ request, route, last })
      return {
        figures: NO_FIGURES,
        sure: (kind, weakest) => (kind === 'change' ? 0.6 : weakest),
        findsAny: async () => true,
        lookUp: () => undefined,
        isFor: (isTaught, share) => isFor || (isTaught && share >= 0.15),
        tables: ['ledger', 'jobs'],
        request: (isTaught, acts): CallRequest => {
          taught.push(isTaught)
          kinds.push(acts)
          return {
            state: { name: 'sql', messages: [{ role: 'system', text: 'Write SQL.' }] },
            examples: [{ role: 'user', text: 'an example' }],
            message: shown(request),
            opening: '',
            parameters: { type: 'object', properties: { sql: { type: 'string' } } },
            maxTokens: 200,
          }
        },
      }
    },
    ...options,
    input: { answers: 'tool', ...options.input },
  })
  const called = turn.find('tool.called')
  return { turn, heard, taught, kinds, written: engine.written, called }
}

const LEARNED: Partial<Engine['info']> = { writesSql: true, callAdapter: { type: 'used', file: 'a.gguf' } }

/** The same engine, whose calls come back with `change`. */
function withCall(
  engine: FakeEngine,
  change: Partial<Awaited<ReturnType<Engine['writeCall']>>>,
  info: Partial<Engine['info']> = {},
): Engine {
  return {
    ...engine,
    info: { ...engine.info, ...info },
    writeCall: async (request, signal) => ({ ...(await engine.writeCall(request, signal)), ...change }),
  }
}

describe('a message that is for the tables', () => {
  test('what surely only asks may change nothing, and what surely changes something is no question', async () => {
    const kinds = async (message: string, acts: Parameters<typeof readAs>[0], isMeant = true) =>
      (await say(message, { read: async () => ({ ...readAs(acts), isMeant }) })).kinds
    assert.deepEqual(await kinds(QUESTION, { ask: 0.95, change: 0.02 }), ['ask'])
    assert.deepEqual(await kinds(ORDER, { ask: 0.02, change: 0.95 }), ['change'])
    assert.deepEqual(await kinds(QUESTION, { ask: 0.6, change: 0.3 }), ['both'])
    assert.deepEqual(await kinds(QUESTION, { ask: 0.95, change: 0.02 }, false), ['both'])
  })

  test("becomes a call of the tool that asks, with the model's program", async () => {
    const { turn, called, written, heard } = await say(QUESTION)
    assert.equal(called?.name, 'ask_tables')
    assert.deepEqual(called?.arguments, { sql: SELECT })
    assert.equal(turn.outcome.answer, `Asked ${SELECT}.`)
    const route = turn.find('route')
    assert.deepEqual([route?.tool, route?.by, route?.confidence], ['ask_tables', 'folder', 0.9])
    assert.deepEqual([written.length, heard.length], [1, 1])
    assert.deepEqual([heard[0]?.request, heard[0]?.last], [QUESTION, undefined])
  })

  test('what the model was asked and wrote is known of the turn', async () => {
    const { turn } = await say(QUESTION)
    const { callText, callMessages, call, evidence, program } = turn.outcome
    assert.equal(callText, SELECT)
    assert.deepEqual(program, { tables: ['ledger', 'jobs'], rows: undefined })
    assert.deepEqual(
      callMessages?.map(({ text }) => text),
      ['Write SQL.', 'an example', shown(QUESTION)],
    )
    assert.deepEqual(call, { evaluated: 10, reused: 100, generated: 5 })
    assert.deepEqual([evidence[0]?.by, evidence[0]?.weakest], ['folder', 0.9])
  })

  test('and its rows are counted where the tool counts them', async () => {
    const counts: Tool = { ...ASK, run: () => ({ count: 3 }), say: () => ({ sentence: 'Three.' }) }
    const { turn } = await say(QUESTION, { tools: [counts, CHANGE] })
    assert.equal(turn.outcome.program?.rows, 3)
    assert.equal((await say('hello', { isFor: false })).turn.outcome.program, undefined)
  })

  test('is one although the router knows of another tool, or a pattern of one for programs', async () => {
    for (const route of [
      'get_time',
      { ...routed('ask_tables'), by: 'pattern' },
      { ...routed('change_tables'), by: 'pattern' },
    ] as const)
      assert.equal((await say(QUESTION, { route })).called?.name, 'ask_tables')
  })

  test('although that is hardly likely is called as if one half spoke for it', async () => {
    const route = (await say(QUESTION, { probability: 0.2, isFor: true })).turn.find('route')
    assert.deepEqual([route?.tool, route?.confidence], ['ask_tables', 0.5])
  })

  test('of a model that has learned SQL is as sure as its kind, its least sure token and what was read make it', async () => {
    const info = { writesSql: true, callAdapter: { type: 'used', file: 'a.gguf' } } as const
    const engine = createFakeEngine({ calls: { [shown(QUESTION)]: SELECT, [shown(ORDER)]: UPDATE } })
    const sure = async (message: string, weakest: number | undefined) =>
      (await say(message, { engine: withCall(engine, { weakest }, info), probability: 1 })).turn.find('route')
        ?.confidence
    assert.equal(await sure(QUESTION, 0.7), 0.7)
    assert.equal(await sure(ORDER, 0.7), 0.6)
    assert.equal(await sure(QUESTION, undefined), 1, 'nobody tells how sure its tokens were')
    const half = await say(ORDER, { engine: withCall(engine, { weakest: 0.7 }, info), probability: 0.5 })
    const is = half.turn.find('route')?.confidence ?? 0
    assert.ok(is >= 0.3 && is < 0.5, String(is))
  })

  test('that begins with UPDATE calls the tool that changes', async () => {
    const { turn, called } = await say(ORDER)
    assert.equal(called?.name, 'change_tables')
    assert.deepEqual(called?.arguments, { sql: UPDATE })
    assert.equal(turn.outcome.answer, `Changed by ${UPDATE}.`)
  })

  test('in a program that begins otherwise than SELECT changes; in lower case it asks', async () => {
    for (const [text, name] of [
      ['select 1', 'ask_tables'],
      ["INSERT INTO jobs (name) VALUES ('gate')", 'change_tables'],
      ['DELETE FROM jobs', 'change_tables'],
    ] as const) {
      const engine = createFakeEngine({ calls: { [shown(ORDER)]: `${text}\n` } })
      const { called } = await say(ORDER, { engine })
      assert.deepEqual([called?.name, called?.arguments], [name, { sql: text }])
    }
  })

  test('is asked in the form that the model has learned, only where it has', async () => {
    const adapter = { type: 'used', file: 'a.gguf' } as const
    const engine = createFakeEngine({ calls: { [shown(QUESTION)]: SELECT } })
    for (const [info, expected] of [
      [{}, false],
      [{ callAdapter: adapter }, false],
      [{ writesSql: true, callAdapter: { type: 'refused', reason: 'it is broken' } }, false],
      [{ writesSql: true, callAdapter: adapter }, true],
    ] as const)
      assert.deepEqual((await say(QUESTION, { engine: withCall(engine, {}, info) })).taught, [expected])
  })

  test('each of several requests may be', async () => {
    const split = [QUESTION, 'how late is it']
    const { turn } = await say(split.join(' and '), {
      split,
      route: (request) => routed(request === 'how late is it' ? 'get_time' : null),
      readTables: (part) => {
        if (part !== QUESTION) return undefined
        const state = { name: 'sql', messages: [] }
        const message = shown(part)
        const asked = { state, message, opening: '', parameters: {}, maxTokens: 200 }
        const request = () => asked
        const isFor = () => true
        const findsAny = async () => true
        const tables = ['ledger']
        return {
          figures: NO_FIGURES,
          isFor,
          findsAny,
          lookUp: () => undefined,
          tables,
          sure: () => 0.9,
          request,
        }
      },
    })
    assert.deepEqual(
      turn.events.flatMap((event) => (event.type === 'route' ? [event.tool] : [])),
      ['ask_tables', 'get_time'],
    )
    assert.equal(turn.outcome.answer, `Asked ${SELECT}.\nIt is 10:24.`)
  })
})

describe('no program', () => {
  test('is asked of the model below one half', async () => {
    const { called, written, heard } = await say(QUESTION, { probability: 0.49 })
    assert.deepEqual([called, written.length, heard.length], [undefined, 0, 1])
    assert.equal((await say(QUESTION, { probability: 0.5 })).called?.name, 'ask_tables')
  })

  test('is asked of the model for what is not for the tables, however likely', async () => {
    const { called, written } = await say(QUESTION, { isFor: false })
    assert.deepEqual([called, written.length], [undefined, 0])
  })

  test('is asked of the model where there are no tables', async () => {
    const { turn, called, written } = await say(QUESTION, { readTables: () => undefined })
    assert.deepEqual([called, written.length], [undefined, 0])
    assert.equal(turn.outcome.answer, 'I see.')
  })

  test('is what a model says that has learned to decline: the message goes its way', async () => {
    const engine = createFakeEngine({ calls: { [shown('hello')]: 'NONE' } })
    const { turn, called } = await say('hello', { engine: withCall(engine, {}, LEARNED), probability: 0.2 })
    assert.equal(called, undefined)
    assert.equal(engine.written.length, 1)
    assert.equal(turn.outcome.answer, 'I see.')
  })

  test('is asked of a model that has not learned to decline where only one that has is asked', async () => {
    const engine = createFakeEngine({ calls: { [shown(QUESTION)]: SELECT } })
    const asked = async (info: Partial<Engine['info']>) =>
      (await say(QUESTION, { engine: withCall(engine, {}, info), probability: 0.3 })).called?.name
    assert.deepEqual([await asked({}), await asked(LEARNED)], [undefined, 'ask_tables'])
  })

  test('that was cut, or is empty, is a call', async () => {
    const engine = createFakeEngine({ calls: { [shown(QUESTION)]: SELECT } })
    for (const change of [{ cut: true }, { text: ' \n' }]) {
      const { turn, called } = await say(QUESTION, { engine: withCall(engine, change) })
      assert.equal(called, undefined)
      assert.equal(turn.find('route')?.by, 'none')
      assert.equal(turn.outcome.answer, 'I see.')
    }
  })

  test('is wanted without the tools for one: the router decides', async () => {
    const { called, written, heard } = await say(QUESTION, { programTools: undefined, route: 'get_time' })
    assert.equal(called?.name, 'get_time')
    assert.deepEqual([written.length, heard.length], [0, 0])
  })

  test('is wanted without a model', async () => {
    const { called, heard } = await say(QUESTION, { engine: undefined, route: 'get_time' })
    assert.deepEqual([called?.name, heard.length], ['get_time', 0])
  })

  test('that changes is a call where the tool that changes is off', async () => {
    const programTools = ['ask_tables', undefined] as const
    assert.equal((await say(ORDER, { programTools })).called, undefined)
    assert.equal((await say(QUESTION, { programTools })).called?.name, 'ask_tables')
  })

  test('is written for a taught request, or one that the pattern of another tool is for', async () => {
    for (const by of ['taught', 'pattern'] as const) {
      const { called, written, heard } = await say(QUESTION, { route: { ...routed('get_time'), by } })
      assert.equal(called?.name, 'get_time')
      assert.deepEqual([written.length, heard.length], [0, 0])
    }
  })

  test('is written for the answer to a question of ours', async () => {
    const open = { request: 'ring at', tool: 'get_time' }
    const { heard } = await say(QUESTION, { input: { open } })
    assert.equal(heard.length, 0)
  })
})

test('what is not to be done is not done', async () => {
  const { turn, called } = await say("don't add milk")
  assert.equal(called, undefined)
  assert.equal(turn.outcome.ownFacts, LEFT_UNDONE.not)
})

describe('behind a program', () => {
  const before: EarlierCall = {
    message: 'what did the rides cost?',
    tool: 'ask_tables',
    arguments: { sql: 'SELECT sum(price), city FROM rides' },
    said: 'It is 42, in Oslo.',
  }

  test('the next message is given it with its result', async () => {
    const { heard } = await say(QUESTION, { input: { earlier: [before] } })
    const last = { message: before.message, sql: before.arguments.sql }
    assert.deepEqual(heard[0]?.last, { ...last, result: 'It is 42, in Oslo.', values: [] })
    const shows = ['42', '-1.5', 'Oslo', '3 rides']
    const more = await say(QUESTION, { input: { earlier: [{ ...before, shows }] } })
    assert.deepEqual(more.heard[0]?.last, {
      ...last,
      result: '42, -1.5, Oslo, 3 rides',
      values: [42, -1.5, 'Oslo', '3 rides'],
    })
  })

  test('that was made in the turn before, the next message has its values', async () => {
    const { outcome } = (await say(QUESTION)).turn
    const { heard } = await say(QUESTION, { input: { earlier: outcome.calls } })
    assert.deepEqual(heard[0]?.last, {
      message: QUESTION,
      sql: SELECT,
      result: '42, Oslo',
      values: [42, 'Oslo'],
    })
  })

  test('a value that is corrected becomes another program, not this one with that value', async () => {
    const message = 'not Oslo, Rome'
    const oslo = { ...before, arguments: { sql: "SELECT sum(price) FROM rides WHERE city = 'Oslo'" } }
    const sql = "SELECT sum(cost) FROM trips WHERE place = 'Rome'"
    const engine = createFakeEngine({ calls: { [shown(message)]: sql } })
    const { called } = await say(message, { engine, input: { earlier: [oslo] } })
    assert.deepEqual(called?.arguments, { sql })
    assert.equal(engine.written.length, 1)
  })

  test('only the last call counts', async () => {
    const other = { message: 'how late is it?', tool: 'get_time', arguments: {}, said: 'It is 10:24.' }
    const { heard } = await say(QUESTION, { input: { earlier: [before, other] } })
    assert.equal(heard[0]?.last, undefined)
  })
})
