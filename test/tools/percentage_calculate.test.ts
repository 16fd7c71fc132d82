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

test('what there was before a percentage was put on or taken off', async () => {
  assert.equal(await sentence(240, 20, 'before_increase'), 'Before 20 % were added, 240 was 200.')
  assert.equal(await sentence(80, 20, 'before_decrease'), 'Before 20 % were taken off, 80 was 100.')
  assert.equal(
    await sentence(100, 19, 'before_increase'),
    'Before 19 % were added, 100 was about 84.0336134453782.',
  )
  assert.match(await sentence(80, 100, 'before_decrease'), /^division_by_zero: .*must be below 100 %/)
})

test('a change is said in percent of the old number', async () => {
  assert.equal(await sentence(80, 60, 'change'), 'From 80 to 60 it fell by 25 %.')
  assert.equal(await sentence(50, 60, 'change'), 'From 50 to 60 it rose by 20 %.')
  assert.equal(await sentence(-80, -60, 'change'), 'From -80 to -60 it rose by 25 %.')
  assert.equal(await sentence(60, 80, 'change'), 'From 60 to 80 it rose by about 33.3333333333333 %.')
  assert.equal(await sentence(60, 60, 'change'), 'From 60 to 60 it stayed the same, which is 0 %.')
  assert.match(await sentence(0, 60, 'change'), /^division_by_zero: From 0 nothing rises/)
})

test('where the words leave open which group is meant, the answer names both', async () => {
  assert.equal(await sentence(20, 12, 'share_and_rest'), '12 is 60 % of 20, and the other 8 are 40 %.')
  assert.equal(
    await sentence(3, 2, 'share_and_rest'),
    '2 is about 66.6666666666667 % of 3, and the other 1 is about 33.3333333333333 %.',
  )
  assert.equal(await sentence(20, 30, 'share_and_rest'), '30 is 150 % of 20.')
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
  assert.match(
    await sentence(1, 2, 'minus'),
    /^bad_operation: .*of, increase, decrease, is_what_percent, .* or change\./,
  )
})
