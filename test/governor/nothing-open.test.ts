import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, runTestTurn } from './turn-ports.ts'

const parameters = { type: 'object', properties: { zone: { type: 'string', 'x-when': '\\bin\\b' } } }
const options = { tools: [{ ...GET_TIME, parameters }], route: 'get_time' }

test('a request that opens no argument runs at once, and nothing is written', async () => {
  const engine = createFakeEngine()
  const turn = await runTestTurn('what time is it?', { ...options, engine })
  assert.deepEqual(turn.find('tool.called')?.arguments, {})
  assert.equal(engine.written.length, 0)
  await runTestTurn('what time is it in Rome?', { ...options, engine })
  assert.equal(engine.written.length, 1)
})

test('it runs without a model', async () => {
  const { outcome } = await runTestTurn('what time is it?', { ...options, engine: undefined })
  assert.equal(outcome.answer, 'It is 10:24.')
})
