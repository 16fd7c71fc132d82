// What multiplies a number belongs to it: "10% of 50k" is 5,000 and never 5.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import { numbersOf } from '../../source/engine/embedded/number-choices.ts'
import percentage from '../../tools/percentage_calculate/tool.ts'
import unitConvert from '../../tools/unit_convert/tool.ts'

const { value: BASE = {}, percentage: SHARE = {} } = percentage.parameters.properties ?? {}
const MEASURE: JsonSchema = unitConvert.parameters.properties?.value ?? {}
const base = (message: string) => choicesFor(BASE, { whole: message }, [], [SHARE])
const share = (message: string) => choicesFor(SHARE, { whole: message }, [], [BASE])
const measure = (message: string) => choicesFor(MEASURE, { whole: message }, [], [])
const values = (message: string) => numbersOf(message).map(({ value }) => value)

describe('the number that a percentage is of', () => {
  for (const [message, expected] of [
    ['10% of 50k', [50_000]],
    ['what is 20% of 1.5k', [1_500]],
    ['increase 80K by 5%', [80_000]],
    ['10% of 50 k please', [50_000]],
    ['15% of $2M', [2_000_000]],
    ['15% of $2m', [2_000_000]],
    ['15% of €2 m', [2_000_000]],
    ['12% of 3.5m euros', [3_500_000]],
    ['12% of 1.1M', [1_100_000]],
    ['5% of $3B', [3_000_000_000]],
    ['5% of 3bn', [3_000_000_000]],
    ['7% of 2 million', [2_000_000]],
    ['7% of 2.5 billion dollars', [2_500_000_000]],
    ['7% of 3 thousand', [3_000]],
    ['7% of 5 grand', [5_000]],
    ['7% of 4 lakh', [400_000]],
    ['5 % of 1e6', [1_000_000]],
    ['5 % of 2.5e-3', [0.0025]],
    ['20% of 1 500', [1_500]],
    ['20% of 1\u202f500', [1_500]],
    ['8% of 1’500', [1_500]],
    ["8% of 1'234'500", [1_234_500]],
  ] as const)
    test(message, () => assert.deepEqual(base(message), expected))

  test('no unit is taken for what multiplies', () => {
    assert.deepEqual(base('10% of 5 km'), [5])
    assert.deepEqual(base('10% of 5km'), [5])
    assert.deepEqual(base('10% of 3 m'), [3])
    assert.deepEqual(base('10% of 12 min'), [12])
    assert.deepEqual(base('10% of 2 mg'), [2])
    assert.deepEqual(base('10% of 2 bags'), [2])
    assert.deepEqual(base('10% of 2 t'), [2])
    assert.deepEqual(base('10% off 2 grand pianos'), [2])
    assert.deepEqual(base('10% off 2 k-cups'), [2])
  })

  test('where a letter may be metres or millions, both are open', () => {
    assert.deepEqual(base('12% of 3.5m'), [3.5, 3_500_000])
    assert.deepEqual(base('12% of 4t'), [4, 4_000_000_000_000])
  })

  test('the model is free where more of it stands in words', () => {
    for (const message of ['7% of 2 thousand million', '7% of 1 million 500 thousand', '7% of 3 lakh crore'])
      assert.equal(base(message), undefined, message)
  })

  test('a part of a whole has both', () => {
    assert.deepEqual(base('300 is what percent of 2k'), [300, 2_000])
    assert.deepEqual(share('what percent of 2k is 300'), [2_000, 300])
    assert.deepEqual(share('10% of 50k'), [10])
  })
})

describe('a quantity', () => {
  test('has letters that are its unit', () => {
    assert.deepEqual(measure('300K in C, and not 20'), [300])
    assert.deepEqual(measure('500m of the 3 laps in km'), [500])
  })

  test('in millions is left to the model, whose unit may say the million', () => {
    assert.equal(measure('3 million km for 7 friends, in miles'), undefined)
  })
})

test('numbers that stand beside each other stay two', () => {
  assert.deepEqual(values('rooms 12 and 134'), [12, 134])
  assert.deepEqual(values('12 34'), [12, 34])
  assert.deepEqual(values('in 2026 500 of them'), [2026, 500])
  assert.deepEqual(values('1 5000'), [1, 5000])
})
