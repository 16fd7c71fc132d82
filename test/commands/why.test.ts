// `/why` of a turn whose call was a program.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import command from '../../commands/why.ts'
import type { CommandContext, TurnRecord } from '../../source/contracts/command.ts'

const SQL = "SELECT sum(hours) FROM timesheet WHERE client = 'Anna'"
const USAGE = { reused: 100, evaluated: 10, generated: 12 }
const RECORD: TurnRecord = {
  turn: 1,
  message: 'how many hours for Anna?',
  route: { tool: 'file_query', confidence: 0.97, by: 'folder', candidates: [] },
  off: [],
  remembered: [],
  confidence: 0.9,
  evidence: [],
  talkPrompt: '',
  callPrompt: undefined,
  callText: SQL,
  program: { tables: ['timesheet', 'config'], rows: 1 },
  talk: undefined,
  call: USAGE,
  answerSource: 'tool',
  unfaithful: undefined,
  modelAnswer: undefined,
  status: 'success',
}

async function why(record: TurnRecord) {
  const context = { lastTurn: async () => record } as unknown as CommandContext
  return command.run('', context)
}

test('a program is shown as SQL, with the tables that the model saw and the rows that came', async () => {
  const { text, data } = await why(RECORD)
  assert.deepEqual(text.split('\n').slice(3, 7), [
    `SQL        ${SQL}`,
    'tables     timesheet, config',
    'rows       1',
    'call lane  100 tokens reused, 10 evaluated, 12 written',
  ])
  assert.deepEqual(Object(data).program, { tables: ['timesheet', 'config'], rows: 1 })
})

test('a change has no rows, and other calls have arguments', async () => {
  const changed = { ...RECORD, program: { tables: ['timesheet'], rows: undefined } }
  assert.doesNotMatch((await why(changed)).text, /^rows/m)
  const call = { ...RECORD, callText: '{"a":1}', program: undefined }
  assert.match((await why(call)).text, /^arguments {2}\{"a":1\}$/m)
})
