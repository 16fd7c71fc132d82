// What a turn leaves of a program that the model wrote: the tables that it was shown, and how many rows came.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineInfo } from '../../source/contracts/engine.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, NO_FIGURES, readAs, runTestTurn } from './turn-ports.ts'

const SELECT = 'SELECT client FROM ledger'
const UPDATE = 'UPDATE ledger SET paid = 1'

const ASK: Tool = {
  name: 'ask_tables',
  description: 'Asks',
  parameters: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] },
  risk: 'read',
  run: () => ({ rows: [['Anna'], ['Ben']], count: 250 }),
  say: () => ({ sentence: 'Anna, Ben and others.' }),
}
const CHANGE: Tool = {
  ...ASK,
  name: 'change_tables',
  description: 'Changes',
  run: () => ({ said: 'Done.' }),
  say: () => ({ sentence: 'Done.' }),
}

const LEARNED: Partial<EngineInfo> = { writesSql: true, callAdapter: { type: 'used', file: 'a.gguf' } }

function say(message: string, isFor = true, sure = 0.9, info: Partial<EngineInfo> = LEARNED) {
  const engine = createFakeEngine({ calls: { 'which clients?': SELECT, 'all is paid': UPDATE } })
  return runTestTurn(message, {
    // It has learned SQL, and tells how sure its tokens were.
    engine: {
      ...engine,
      info: { ...engine.info, ...info },
      writeCall: async (request, signal) => ({ ...(await engine.writeCall(request, signal)), weakest: 0.5 }),
    },
    tools: [ASK, CHANGE, GET_TIME],
    programTools: ['ask_tables', 'change_tables'],
    read: async () => readAs({ [message === 'all is paid' ? 'change' : 'ask']: 1 }),
    readTables: (request) => ({
      figures: NO_FIGURES,
      sure: () => sure,
      isFor: () => isFor,
      findsAny: async () => true,
      lookUp: () => (message === 'which clients?' ? SELECT : undefined),
      tables: ['ledger', 'jobs'],
      request: () => ({
        state: { name: 'sql', messages: [] },
        message: request,
        opening: '',
        parameters: { type: 'object', properties: { sql: { type: 'string' } } },
        maxTokens: 200,
      }),
    }),
    input: { answers: 'tool' },
  })
}

test('the tables that were shown and the rows that came are known of a question', async () => {
  const { outcome } = await say('which clients?')
  assert.equal(outcome.callText, SELECT)
  assert.deepEqual(outcome.program, { tables: ['ledger', 'jobs'], rows: 250 })
})

test('of a change there are no rows', async () => {
  const { outcome } = await say('all is paid')
  assert.equal(outcome.callText, UPDATE)
  assert.deepEqual(outcome.program, { tables: ['ledger', 'jobs'], rows: undefined })
})

test('a call that is no program leaves nothing of it', async () => {
  assert.equal((await say('which clients?', false)).outcome.program, undefined)
})

test('what is likelier not the one that was meant is answered with a notice', async () => {
  const notices = async (sure: number) =>
    (await say('which clients?', true, sure)).events.flatMap((event) =>
      event.type === 'notice' ? [event.code] : [],
    )
  assert.deepEqual(await notices(0.49), ['unsure_reading'])
  assert.deepEqual(await notices(0.5), [])
})

test('a model that is too small for SQL looks up what stands there, and says that it did no more', async () => {
  const small = { sizeBytes: 98_000_000 }
  const { outcome, events } = await say('which clients?', true, 0.9, small)
  assert.equal(outcome.callText, SELECT)
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'notice' ? [event.code] : [])),
    ['only_looked_up'],
  )
  assert.equal((await say('all is paid', true, 0.9, small)).outcome.program, undefined)
  assert.equal((await say('all is paid', true, 0.9, { ...LEARNED, ...small })).outcome.callText, UPDATE)
})
