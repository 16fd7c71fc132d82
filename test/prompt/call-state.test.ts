import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCallState } from '../../source/prompt/call-state.ts'

test('a tool without worked examples is written as the model came', () => {
  const detail = {
    description: 'Read',
    parameters: { type: 'object' },
    examples: [],
    fewShots: [],
    triggers: [],
  } as const
  assert.equal(buildCallState('read', detail).untuned, true)
  const shot = { user: 'read it', arguments: {} }
  assert.equal(buildCallState('read', { ...detail, fewShots: [shot] }).untuned, undefined)
})
