import assert from 'node:assert/strict'
import { test } from 'node:test'
import percentage from '../../tools/percentage_calculate/tool.ts'
import { call, sentenceOf } from './tool-context.ts'

function sentence(value: number, percent: number, operation: string) {
  return sentenceOf(percentage, { value, percentage: percent, operation })
}

test('each operation has its sentence', async () => {
  assert.equal(await sentence(47.5, 15, 'of'), '15 % of 47.5 is 7.125.')
  assert.equal(await sentence(80, 25, 'increase'), '80 increased by 25 % is 100.')
  assert.equal(await sentence(59.99, 30, 'decrease'), '59.99 decreased by 30 % is 41.993.')
  assert.equal(await sentence(180, 45, 'is_what_percent'), '45 is 25 % of 180.')
})

test('decimals are exact', async () => {
  assert.equal(await sentence(0.3, 10, 'of'), '10 % of 0.3 is 0.03.')
  assert.equal(await sentence(1.1, 10, 'increase'), '1.1 increased by 10 % is 1.21.')
  assert.equal(await sentence(0.7, 0.1, 'of'), '0.1 % of 0.7 is 0.0007.')
  assert.equal(await sentence(1e21, 1e-7, 'of'), '0.0000001 % of 1000000000000000000000 is 1000000000000.')
})

test('a rounded result is said to be about', async () => {
  assert.equal(await sentence(3, 1, 'is_what_percent'), '1 is about 33.3333333333333 % of 3.')
})

test('negative values and zero have results', async () => {
  assert.equal(await sentence(-80, 25, 'decrease'), '-80 decreased by 25 % is -60.')
  assert.equal(await sentence(80, -25, 'increase'), '80 increased by -25 % is 60.')
  assert.equal(await sentence(50, 150, 'decrease'), '50 decreased by 150 % is -25.')
  assert.equal(await sentence(0, 19, 'of'), '19 % of 0 is 0.')
  assert.equal(await sentence(60, 0, 'is_what_percent'), '0 is 0 % of 60.')
})

test('the result carries number, text and exactness', async () => {
  const outcome = await call(percentage, { value: 59.99, percentage: 30, operation: 'decrease' })
  assert.ok(outcome.type === 'said')
  assert.deepEqual(outcome.result, {
    value: 59.99,
    percentage: 30,
    operation: 'decrease',
    result: 41.993,
    text: '41.993',
    exact: true,
  })
})

test('nothing is a percentage of zero', async () => {
  const outcome = await call(percentage, { value: 0, percentage: 5, operation: 'is_what_percent' })
  assert.ok(outcome.type === 'failed')
  assert.equal(outcome.code, 'division_by_zero')
})

test('what is no finite number is refused, and so is a result beyond doubles', async () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.match(await sentence(value, 10, 'of'), /^not_a_number: value must be a number/)
    assert.match(await sentence(10, value, 'of'), /^not_a_number: percentage must be a number/)
  }
  assert.match(await sentence(1e308, 1e300, 'of'), /^too_large: /)
})

test('an unknown operation is refused with the known ones', async () => {
  assert.match(await sentence(1, 2, 'minus'), /^bad_operation: .*of, increase, decrease or is_what_percent/)
})
