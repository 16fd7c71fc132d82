import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { timePhrases } from '../../source/governor/change-time.ts'
import { withLeftTime } from '../../source/governor/left-time.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string', 'x-timed': '\\bremind\\b' }, tag: { type: 'string' } },
}

describe('a time that was left out', () => {
  for (const [request, text, kept] of [
    ['remind me about the first one tomorrow', 'call the dentist', 'call the dentist tomorrow'],
    ['remind me at six pm to take the bread out', 'take the bread out', undefined],
    ['remind me at 6 pm to take the bread out', 'take the bread out', 'take the bread out at 6 pm'],
    ['remind me in 20 minutes about it', 'the oven', 'the oven in 20 minutes'],
    ['remind me on Friday at 5 of the second', 'buy stamps', 'buy stamps on Friday at 5'],
    ['remind me tomorrow to call Jo', 'call Jo tomorrow', undefined],
    ['remind me on Friday, or on Monday, to call', 'call', undefined],
    ['I leave on Friday. Remind me to pack', 'pack', undefined],
    ['note that he comes on Friday', 'he comes', undefined],
  ] as const)
    test(request, () =>
      assert.deepEqual(withLeftTime({ text, tag: 'x' }, SCHEMA, request), { text: kept ?? text, tag: 'x' }),
    )

  test('phrases', () => {
    assert.deepEqual(timePhrases('on Friday at 5, in 20 minutes, next Monday morning, tomorrow'), [
      'on Friday at 5',
      'in 20 minutes',
      'next Monday morning',
      'tomorrow',
    ])
    assert.deepEqual(timePhrases('buy 6 eggs for 3 euros and 12 rolls'), [])
  })
})
