// Arguments that a person taught are neither written anew nor held to the words of the message.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { runTestTurn } from './turn-ports.ts'

const READ: Tool = {
  name: 'read',
  description: 'Reads',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-from': 'message' },
      lines: { type: 'integer' },
    },
    required: ['path'],
  },
  risk: 'read',
  run: ({ path, lines }) => `${path} ${lines}`,
  say: (found) => ({ sentence: `All of ${found}.` }),
}
const decided = (by: RouteDecision['by']): RouteDecision => ({
  tool: 'read',
  confidence: 0.97,
  by,
  candidates: [{ tool: 'read', score: 0.97 }],
  arguments: { path: 'notes.txt', lines: 7 },
})

test('a taught request is called with what was taught, though nothing of it stands there', async () => {
  const taught = await runTestTurn('show me the ledger', {
    engine: createFakeEngine({}),
    tools: [READ],
    route: () => decided('taught'),
    input: { answers: 'tool' },
  })
  assert.equal(taught.outcome.answer, 'All of notes.txt 7.')
  const other = await runTestTurn('show me the ledger', {
    engine: createFakeEngine({}),
    tools: [READ],
    route: () => decided('classifier'),
    input: { answers: 'tool' },
  })
  assert.notEqual(other.outcome.answer, 'All of notes.txt 7.', 'what nobody stated is left out of others')
})
