import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { asRead, heldBack } from '../../source/governor/read-request.ts'
import { cannotDo } from '../../source/language/en/cannot-do.ts'
import { ADD, GET_TIME, readAs, routed, runTestTurn } from './turn-ports.ts'

const guess = (tool: string | null, score = 0.4): RouteDecision => ({
  tool,
  confidence: tool === null ? 1 - score : score,
  by: tool === null ? 'none' : 'classifier',
  candidates: [{ tool: tool ?? 'get_time', score }],
})

describe('a request as it was read', () => {
  test('needs no tool where it surely is talk, whatever the router says', () => {
    assert.equal(asRead(guess('get_time'), readAs({ talk: 0.8 })).tool, null)
    assert.equal(asRead(guess('get_time'), readAs({ talk: 0.5 })).tool, 'get_time')
  })

  test('gets the likeliest tool where it surely is for one and the router was in doubt', () => {
    assert.equal(asRead(guess(null), readAs({ tool: 0.9 })).tool, 'get_time')
    assert.equal(asRead(guess(null, 0.05), readAs({ tool: 0.9 })).tool, null)
    assert.equal(asRead(guess(null), readAs({ tool: 0.5, talk: 0.4 })).tool, null)
  })

  test('is left as it is where a person taught it, or all of its words are a form', () => {
    const taught = { ...guess('get_time'), by: 'taught' as const }
    assert.equal(asRead(taught, readAs({ talk: 0.99 })), taught)
  })
})

test('a tool that changes something is as unsure as the request is to want that', () => {
  const wanted = guess('get_time', 0.9)
  assert.equal(heldBack(wanted, 'write', readAs({ talk: 0.6, ask: 0.2, tool: 0.2 })).confidence, 0.9 * 0.2)
  assert.equal(heldBack(wanted, 'write', readAs({ talk: 0.4, remind: 0.6 })), wanted)
  assert.equal(heldBack(wanted, 'read', readAs({ talk: 0.9, tool: 0.1 })), wanted)
  const taught = { ...wanted, by: 'taught' as const }
  assert.equal(heldBack(taught, 'write', readAs({ talk: 0.9, tool: 0.1 })), taught)
})

describe('what cannot be done', () => {
  test('is said, and neither a tool nor the model is asked', async () => {
    const turn = await runTestTurn('ring the plumber for me', {
      engine: undefined,
      tools: [GET_TIME],
      route: () => routed('get_time'),
      read: async () => readAs({ cannot: 0.9 }, 'call'),
    })
    assert.equal(turn.outcome.answer, cannotDo('call'))
    assert.equal(turn.outcome.status, 'success')
    assert.deepEqual(turn.outcome.calls, [])
    assert.deepEqual(turn.outcome.messages.at(-1), { role: 'assistant', text: cannotDo('call') })
  })

  test('is said behind what was done of the rest', async () => {
    const parts = ['what time is it', 'text mum that I am late']
    const turn = await runTestTurn(parts.join(' and '), {
      engine: undefined,
      tools: [GET_TIME, ADD],
      split: parts,
      route: (request) => routed(request === parts[0] ? 'get_time' : null),
      read: async ({ request }) =>
        request === parts[0] ? readAs({ tool: 0.9 }) : readAs({ cannot: 0.9 }, 'message'),
      input: { answers: 'tool' },
    })
    assert.equal(turn.outcome.answer, `It is 10:24.\n${cannotDo('message')}`)
    assert.equal(turn.outcome.calls.length, 1)
  })
})
