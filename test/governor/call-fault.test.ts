import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject, JsonSchema } from '../../source/contracts/json.ts'
import { callFault } from '../../source/governor/call-fault.ts'

const parameters: JsonSchema = {
  type: 'object',
  properties: {
    value: { type: 'number' },
    percentage: { type: 'number' },
    operation: { type: 'string', enum: ['of', 'increase'] },
    places: { type: 'object', properties: { from: { type: 'string' } }, required: ['from'] },
  },
  required: ['value', 'percentage', 'operation'],
}
const arguments_ = { value: 240, percentage: 15, operation: 'of' }
const long = { user: 'a long one', arguments: { ...arguments_, operation: 'x'.repeat(500) } }
const shot = { user: 'what is 15% of 240?', arguments: arguments_ }
const fault = (args: JsonObject, isTyped = true, fewShots = [long, shot]) =>
  callFault('share', args, { parameters, fewShots }, isTyped)

test('all that a call lacks is said at once, with a call as it should be', () => {
  assert.equal(
    fault({}),
    'share was not called: it needs `value`, `percentage` and `operation`, as in `{"value":240,"percentage":15,"operation":"of"}`.',
  )
  assert.match(
    fault({ value: 5 }) ?? '',
    /^share was not called: it needs `percentage` and `operation`, as in /,
  )
  assert.match(
    fault({ value: 5, percentage: 2 }) ?? '',
    /^share was not called: it needs `operation`, as in /,
  )
  assert.equal(fault(arguments_), undefined)
})

test('a tool without a short example leads to what it takes', () => {
  assert.equal(
    fault({}, true, [long]),
    'share was not called: it needs `value`, `percentage` and `operation`; `/tools info share` shows what it takes.',
  )
})

test('a call of the model is told without an example, whose values it would take for real ones', () => {
  assert.equal(fault({}, false), 'share was not called: it needs `value`, `percentage` and `operation`.')
})

test('what is wrong stands behind what is missing, and what is missing inside a value is of that value', () => {
  assert.equal(
    fault({ value: 'five', percentage: 2 }, false),
    'share was not called: it needs `operation`. `value` must be a number, but it is `"five"`.',
  )
  assert.equal(
    fault({ ...arguments_, places: {} }),
    'share was not called: `places` needs `from`, which is missing.',
  )
})
