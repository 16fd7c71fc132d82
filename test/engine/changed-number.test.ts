import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changedNumber } from '../../source/engine/embedded/changed-number.ts'
import { withBefore } from '../../source/prompt/before.ts'
import percentage from '../../tools/percentage_calculate/tool.ts'
import unitConvert from '../../tools/unit_convert/tool.ts'

const asked = (value: number, share: number, operation: string, said: string) => ({
  message: 'the message before',
  tool: 'percentage_calculate',
  arguments: { value, percentage: share, operation },
  said,
})
const RAISED = asked(640, 12, 'increase', '640 increased by 12 % is 716.8.')
const PART = asked(60, 24, 'is_what_percent', '24 is 40 % of 60.')
const SHARE = asked(250, 8, 'of', '8 % of 250 is 20.')
const SUM = { message: 'a', tool: 'sum', arguments: { expression: '30 * 9' }, said: '30 * 9 = 270.' }
const changed = (latest: string, ...earlier: (typeof RAISED | typeof SUM)[]) =>
  changedNumber(percentage.parameters, { whole: withBefore(latest, earlier), latest })

describe('a number that takes the place of one', () => {
  test('the one of its size, and the rest stays', () => {
    assert.deepEqual(changed('likewise for 1,205.50', RAISED), {
      value: 1205.5,
      percentage: 12,
      operation: 'increase',
    })
    assert.deepEqual(changed('and if it were 31?', PART), {
      value: 60,
      percentage: 31,
      operation: 'is_what_percent',
    })
  })
  for (const [message, why] of [
    ['by how much is 400 off', 'it says what is done'],
    ['and 9 percent?', 'the number has a unit'],
    ['12 of 90', 'there are two'],
    ['the two at 80', 'one stands in letters'],
    ['and for them?', 'there is none'],
  ] as const)
    test(`not where ${why}`, () => assert.deepEqual(changed(message, RAISED), {}))
  test('not behind another call, and not alone', () => {
    assert.deepEqual(changed('likewise for 900', SUM), {})
    assert.deepEqual(changed('likewise for 900'), {})
  })
})

describe('a share of the result', () => {
  test('of a raised number, and of a sum', () => {
    assert.deepEqual(changed('now take 5 % off that', RAISED), { value: 716.8, percentage: 5 })
    assert.deepEqual(changed('68 percent of that is water', RAISED, SUM), { value: 270, percentage: 68 })
  })
  test('not where the base may be meant', () => {
    assert.deepEqual(changed('and 20 % of it?', SHARE), {})
    assert.deepEqual(changed('and at 20 %?', RAISED), {})
  })
})

describe('the result that goes on to the next message', () => {
  const sum = (said: string) => ({ message: 'a', tool: 'sum', arguments: { expression: 'x' }, said })
  const carried = (
    earlier: typeof RAISED | ReturnType<typeof sum>,
    latest = 'how much is that in fahrenheit',
  ) => changedNumber(unitConvert.parameters, { whole: withBefore(latest, [earlier]), latest })

  test('has its sign and its exponent', () => {
    assert.deepEqual(carried(sum('3 - 8 = -5.')), { value: -5 })
    assert.deepEqual(carried(sum('99999^20 ≈ 9.9980001899886e+99.')), { value: 9.9980001899886e99 })
    assert.deepEqual(carried(sum('17 * 23 = 391.')), { value: 391 })
    assert.deepEqual(carried(asked(80, 150, 'decrease', '80 decreased by 150 % is -40.')), { value: -40 })
    assert.deepEqual(carried(asked(3, 5, 'of', '5 % of 3 is about 0.15.')), { value: 0.15 })
  })
  test('is none of the numbers that it was made of', () => {
    assert.deepEqual(carried(PART), {})
    const latest = 'now take 5 % off that'
    assert.deepEqual(changed(latest, asked(80, 150, 'decrease', '80 decreased by 150 % is -40.')), {
      value: -40,
      percentage: 5,
    })
  })
  test('is what an answer of another kind ends with', () => {
    const converted = { ...sum('5 mi is 8.04672 km.'), arguments: { value: 5, from: 'mi', to: 'km' } }
    const latest = 'take 10 % off that'
    assert.deepEqual(
      changedNumber(percentage.parameters, { whole: withBefore(latest, [converted]), latest }),
      { value: 8.04672, percentage: 10 },
    )
  })
})
