import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changedExpression } from '../../source/engine/embedded/changed-expression.ts'
import { changedNumber } from '../../source/engine/embedded/changed-number.ts'
import { withBefore } from '../../source/prompt/before.ts'
import calculator from '../../tools/calculator_compute/tool.ts'
import units from '../../tools/unit_convert/tool.ts'

describe('a sum with another number', () => {
  for (const [expression, before, message, wanted] of [
    ['120 * 38.50', '120 guests at 38.50 a head', 'what if only 95 come', '95 * 38.50'],
    ['1000 / 8', '1000 ml over 8 hours', 'doctor said 6 hours after all', '1000 / 6'],
    ['72 / 48', '72 km at 48 km/h', 'and with 96 kmh', '72 / 96'],
    ['7 * 86', '7 x 86', 'sry i meant 68', '7 * 68'],
    ['sqrt(2.4^2 + 3.1^2)', 'sqrt(2.4^2 + 3.1^2)', 'what if the 3.1 is a 3.6', 'sqrt(2.4^2 + 3.6^2)'],
    ['91240 / 4318', '91,240 by 4,318', 'the same with 4,705 in place of 4,318?', '91240 / 4705'],
  ] as const)
    test(message, () => assert.equal(changedExpression(expression, before, message), wanted))
  for (const [expression, message, why] of [
    ['36 * 14', 'plus 9', 'it says what is done with the result'],
    ['36 * 14', 'split that by 4', 'it says what is done with the result'],
    ['36 * 14', 'and for twelve, or 15?', 'one stands in letters'],
    ['36 * 14', '12 by 15', 'there are two'],
    ['36 * 14', 'and if it were 900', 'it is like none of them'],
    ['14 * 14', 'with 15', 'two are the same'],
    ['36 * 14', 'and 14 again', 'it is the same sum'],
  ] as const)
    test(`not "${message}": ${why}`, () =>
      assert.equal(changedExpression(expression, expression, message), undefined))

  test('is written for the calculator behind its own call alone', () => {
    const call = {
      message: '1440 / 90',
      tool: 'calculator_compute',
      arguments: { expression: '1440 / 90' },
      said: '1440 / 90 = 16.',
    }
    const read = (latest: string) =>
      changedNumber(calculator.parameters, { whole: withBefore(latest, [call]), latest })
    assert.deepEqual(read('oops 80'), { expression: '1440 / 80' })
    assert.deepEqual(read('plus 80'), {})
    const other = { ...call, arguments: { path: 'a.txt' } }
    assert.deepEqual(
      changedNumber(calculator.parameters, { whole: withBefore('oops 80', [other]), latest: 'oops 80' }),
      {},
    )
  })
})

describe('a number that nobody says again (`x-carried`)', () => {
  const converted = {
    message: '12 acres in hectares',
    tool: 'unit_convert',
    arguments: { value: 12, from: 'acres', to: 'hectares' },
    said: '12 acres is about 4.856 ha.',
  }
  const summed = {
    message: '60 * 140 grams',
    tool: 'calculator_compute',
    arguments: { expression: '60 * 140' },
    said: '60 * 140 = 8400.',
  }
  const found = { message: 'how long is my boat', tool: 'memory_search', arguments: { query: 'boat' } }
  const carried = (latest: string, earlier: typeof converted | typeof summed) =>
    changedNumber(units.parameters, { whole: withBefore(latest, [earlier]), latest })
  test('is the one that was converted, the result, or the only one of an answer', () => {
    assert.deepEqual(carried('in square miles then', converted), { value: 12 })
    assert.deepEqual(carried('how much is that in pounds', summed), { value: 8400 })
    const one = { ...found, said: 'Found: the boat is 31 feet long.' }
    assert.deepEqual(carried('what is that in metres?', one as never), { value: 31 })
  })
  test('is the only quantity that another tool was asked with, where its answer has several', () => {
    const said = 'Timer 1 rings at 21:53, in 9 minutes.'
    const rings = (args: object) =>
      ({ message: 'wake me', tool: 'timer_create', arguments: args, said }) as never
    assert.deepEqual(carried('how many seconds is that', rings({ duration: '9 minutes', label: 'tea 2' })), {
      value: 9,
    })
    assert.deepEqual(carried('how many seconds is that', rings({ duration: '1 hour 9 minutes' })), {})
    assert.deepEqual(carried('how many seconds is that', rings({ time: '21:53' })), {})
  })
  test('is none where the message has one or asks of one, or several were said', () => {
    assert.deepEqual(carried('and 5 miles', converted), {})
    assert.deepEqual(carried('how many grams in a pound', summed), {})
    const two = { ...found, said: 'Found: 31 feet long, 9 wide.' }
    const cold = { ...found, said: 'Now: snow, -9 °C, wind 22 km/h.' }
    assert.deepEqual(carried('and that in fahrenheit', cold as never), {})
    assert.deepEqual(carried('what is that in metres?', two as never), {})
  })
})
