// What changes something in a file that nobody names, and a reminder that is moved by its words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileChange, RowWish } from '../../source/contracts/file-change.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { runTestTurn, type TurnOptions } from './turn-ports.ts'

const EDIT: Tool = {
  name: 'edit',
  description: 'Edits',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-looks': 'file' },
      old: { type: 'string', 'x-passage': 'path' },
      new: { type: 'string', 'x-instead': true },
    },
    required: ['path', 'old', 'new'],
  },
  risk: 'read',
  run: ({ path, old, new: now }) => `${path}: ${old} → ${now}`,
  say: (done) => ({ sentence: `Done: ${done}.` }),
}
const tool = (name: string, properties: Tool['parameters']['properties']): Tool => ({
  ...EDIT,
  name,
  parameters: { type: 'object', properties },
  run: () => name,
  say: () => ({ sentence: `The ${name}.` }),
})
const STORE = tool('store', { text: { type: 'string', 'x-timed': 'at' } })
const COMPLETE = tool('complete', { about: { type: 'string' }, id: { type: 'integer', 'x-unless': 'about' } })
const RING = tool('ring', {})

const TICK: FileChange = { path: 'jobs.md', old: '- [ ] fence', new: '- [x] fence' }

const scores = (name: string | null, confidence: number): RouteDecision => ({
  tool: name,
  confidence,
  by: name === null ? 'none' : 'classifier',
  candidates: name === null ? [] : [{ tool: name, score: confidence }],
})

async function say(
  message: string,
  plain: RouteDecision,
  options: Partial<TurnOptions> & { change?: (message: string) => FileChange | undefined } = {},
) {
  const turn = await runTestTurn(message, {
    engine: createFakeEngine({ calls: { 'the fence is done': '{"about": "fence"}' } }),
    tools: [EDIT, STORE, COMPLETE, RING],
    route: (request) => (request.startsWith('replace "a" by "b" in') ? scores('edit', 0.9) : plain),
    change: () => TICK,
    ...options,
    input: { answers: 'tool', ...options.input },
  })
  return turn.find('tool.finished')?.name
}

test('what a file of the folder has is changed there, with the passage as it stands', async () => {
  const turn = await runTestTurn('the fence is done', {
    engine: createFakeEngine({}),
    tools: [EDIT],
    route: (request) =>
      request.startsWith('replace "a" by "b" in') ? scores('edit', 0.9) : scores(null, 0.9),
    change: () => TICK,
    input: { answers: 'tool' },
  })
  assert.equal(turn.outcome.answer, 'Done: jobs.md: - [ ] fence → - [x] fence.')
  assert.equal(turn.find('route')?.by, 'folder')
})

test('what surely needs no tool changes nothing', async () => {
  assert.equal(await say('the fence is done', scores(null, 0.99)), 'edit')
  assert.equal(await say('a rhyme of a fence that is done', scores(null, 0.9999)), undefined)
})

const ROW: RowWish = {
  columns: [
    { name: 'who', choices: ['', 'Jens', 'Jens Holt'] },
    { name: 'paid', choices: ['no'] },
  ],
  rows: [['Ute', 'yes']],
  said: 'Jens Holt, not paid',
  changeWith: ([who, paid]) =>
    who === '' ? undefined : { path: 'members.csv', old: 'Ute;yes', new: `Ute;yes ${who};${paid}` },
}

const ASKED = 'Table: who | paid\nUte | yes\nMessage: Jens Holt, not paid'

async function tellRow(row: RowWish, calls: { readonly [message: string]: string }) {
  const engine = createFakeEngine({ calls, answers: { 'a new member': 'I see.' } })
  const turn = await runTestTurn('a new member', {
    engine,
    tools: [EDIT],
    route: (request) => (request.startsWith('replace') ? scores('edit', 0.9) : scores(null, 0.9)),
    change: () => row,
    input: { answers: 'tool' },
  })
  return { answer: turn.outcome.answer, written: engine.written }
}

test('the model chooses what is still open of a row, among what may come there', async () => {
  const { answer, written } = await tellRow(ROW, { [ASKED]: '{"who": "Jens Holt", "paid": "no"}' })
  assert.equal(answer, 'Done: members.csv: Ute;yes → Ute;yes Jens Holt;no.')
  const [asked] = written
  assert.deepEqual(asked?.parameters.properties, {
    who: { type: 'string', enum: ['', 'Jens', 'Jens Holt'] },
    paid: { type: 'string', enum: ['no'] },
  })
  assert.equal(asked?.message, ASKED)
})

test('a row with nothing open is not asked about; one that is too wide, or has no name, is none', async () => {
  const decided = {
    ...ROW,
    columns: ROW.columns.map(({ name, choices }) => ({ name, choices: choices.slice(-1) })),
  }
  const whole = await tellRow(decided, {})
  assert.equal(whole.answer, 'Done: members.csv: Ute;yes → Ute;yes Jens Holt;no.')
  assert.equal(whole.written.length, 0)
  const wide = await tellRow({ ...ROW, rows: [['Ute', 'x'.repeat(2_000)]] }, {})
  assert.equal(wide.answer, 'I see.')
  assert.equal(wide.written.length, 0)
  const nameless = await tellRow(ROW, { [ASKED]: '{"who": "", "paid": "no"}' })
  assert.equal(nameless.answer, 'I see.')
})

test('a line that is added is less sure than a change', async () => {
  const confidenceOf = async (change: FileChange) => {
    const turn = await runTestTurn('the fence is done', {
      engine: createFakeEngine({}),
      tools: [EDIT],
      route: (request) => (request.startsWith('replace') ? scores('edit', 0.9) : scores(null, 0.9)),
      change: () => change,
      input: { answers: 'tool' },
    })
    return turn.find('route')?.confidence
  }
  assert.equal(await confidenceOf(TICK), 0.8)
  assert.equal(await confidenceOf({ ...TICK, new: `${TICK.old}\n- [ ] gate` }), 0.5)
})

test('another tool that is sure stays, one that files or the memory share does not', async () => {
  const message = 'the fence is done'
  assert.equal(await say(message, scores('ring', 0.95)), 'ring')
  assert.equal(await say(message, scores('ring', 0.6)), 'edit')
  assert.equal(await say(message, scores('store', 0.99)), 'edit')
  assert.equal(await say(message, scores('complete', 0.99)), 'edit')
  assert.equal(await say(message, scores('complete', 0.99), { told: ['paint the fence'] }), 'complete')
  assert.equal(await say(message, { ...scores('ring', 0.5), by: 'pattern' }), 'ring')
})

test('what is to be remembered, names a file or says too little changes no other file', async () => {
  const none = scores(null, 0.9)
  assert.equal(await say('remember that the fence is done', none), undefined)
  assert.equal(await say('the fence is done, write that down for me', none), undefined)
  assert.equal(await say('the fence of jobs.md is done', none), undefined)
  assert.equal(await say('fence', none), undefined)
  assert.equal(await say('the fence is done', none, { change: () => undefined }), undefined)
})

test('the memory of a program is no memory of what was told', async () => {
  const none = scores(null, 0.9)
  assert.equal(await say('the memory leak is fixed', none), 'edit')
  assert.equal(await say('the fence is done, put that in your memory', none), undefined)
})

test('a reminder that is moved by its words is changed by its number', async () => {
  const asked: string[] = []
  const turn = await runTestTurn('push the dentist to Monday at 9', {
    engine: createFakeEngine({}),
    tools: [RING, STORE],
    route: (request) => {
      asked.push(request)
      return request.startsWith('change reminder 4') ? scores('ring', 1) : scores('store', 0.99)
    },
    moved: () => ({ id: 4, text: 'call the dentist on Monday at 9' }),
    input: { answers: 'tool' },
  })
  assert.equal(turn.find('tool.finished')?.name, 'ring')
  assert.ok(asked.includes('change reminder 4 to say call the dentist on Monday at 9'))
  const route = turn.find('route')
  assert.deepEqual([route?.by, route?.confidence], ['memory', 0.9])
})
