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
    ['remind me every day at 8 to take my pills', 'take my pills', 'take my pills every day at 8'],
    ['remind me to take my pills at 8 every day', 'take my pills at 8', 'take my pills at 8 every day'],
    ['remind me every Monday and Friday at 7 am to water', 'water', 'water every Monday and Friday at 7 am'],
    ['remind me on Mondays at 7 am to water it', 'water it', 'water it on Mondays at 7 am'],
    ['remind me every 2 hours to drink', 'drink', 'drink every 2 hours'],
    ['remind me daily at 9 pm to lock the door', 'lock the door', 'lock the door daily at 9 pm'],
    ['remind me every month on the 1st to pay', 'pay', 'pay every month on the 1st'],
    ['remind me every other friday at 6 to call', 'call', 'call every other friday at 6'],
    ['remind me at 7 every sunday to wind it', 'wind it', 'wind it at 7 every sunday'],
    ['remind me twice a day to feed them', 'feed them', 'feed them twice a day'],
    ['remind me on weekdays at 7 to stretch', 'stretch', 'stretch on weekdays at 7'],
    [
      'remind me on the last friday of the month to report',
      'report',
      'report on the last friday of the month',
    ],
    ['remind me in a month to renew it', 'renew it', 'renew it in a month'],
    ['remind me in 2 weeks at 9 am to call', 'call', 'call in 2 weeks at 9 am'],
    ['remind me a week from friday to pay', 'pay', 'pay a week from friday'],
    ['remind me next month to book', 'book', 'book next month'],
    ['remind me next month on the 5th to book', 'book', 'book next month on the 5th'],
    ['remind me at the start of next week to call', 'call next week', 'call at the start of next week'],
    ['remind me by the end of the month to pay', 'pay', 'pay by the end of the month'],
    [
      'remind me tomorrow to write the end of the year report',
      'write the report',
      'write the report tomorrow',
    ],
    ['remind me to read the daily news', 'read the daily news', undefined],
    ['remind me every day at 8 to call at 9', 'call at 9', undefined],
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
