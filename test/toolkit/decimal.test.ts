import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  printDecimal,
  printNumber,
} from '../../source/toolkit/decimal.ts'

function print(source: string): string {
  return printDecimal(parseDecimal(source)).text
}

test('a tenth and two tenths are three tenths', () => {
  assert.equal(printDecimal(addDecimals(parseDecimal('0.1'), parseDecimal('0.2'))).text, '0.3')
})

test('a product of decimals has no float noise', () => {
  assert.equal(printDecimal(multiplyDecimals(parseDecimal(59.99), parseDecimal('0.7'))).text, '41.993')
})

test('a third is cut to 15 digits and says that it is not exact', () => {
  const third = printDecimal(divideDecimals(parseDecimal(1), parseDecimal(3)))
  assert.deepEqual(third, { text: '0.333333333333333', exact: false })
})

test('rounding goes half away from zero on both sides', () => {
  assert.equal(print('0.1234567890123455'), '0.123456789012346')
  assert.equal(print('-0.1234567890123455'), '-0.123456789012346')
})

test('digits that round up carry into the whole part', () => {
  assert.equal(print('1.9999999999999999999'), '2')
  assert.equal(print('-9.9999999999999999999'), '-10')
})

test('zeros at the end go, zeros inside stay', () => {
  assert.equal(print('12.500'), '12.5')
  assert.equal(print('100'), '100')
  assert.equal(print('100.050'), '100.05')
  assert.equal(print('-0.00'), '0')
  assert.equal(print('.5'), '0.5')
  assert.equal(print('5.'), '5')
})

test('whole numbers stay whole up to 30 digits', () => {
  assert.equal(print(`1${'0'.repeat(29)}`), `1${'0'.repeat(29)}`)
  assert.equal(print('999999999999999999999999999999'), '999999999999999999999999999999')
  assert.equal(print('1e30'), '1e+30')
  assert.equal(print('1234567890123456789012345678901234567'), '1.23456789012346e+36')
})

test('very small numbers are scientific, small ones are not', () => {
  assert.equal(print('1e-7'), '0.0000001')
  assert.equal(print('1.5e-12'), '1.5e-12')
  assert.equal(print('-2.50e-300'), '-2.5e-300')
})

test('a long number with decimals keeps its whole part', () => {
  assert.equal(print('123456789012345678.5'), '123456789012345678.5')
})

test('doubles print their shortest form', () => {
  assert.equal(printNumber(0.1), '0.1')
  assert.equal(printNumber(1250), '1250')
  assert.equal(printNumber(1e21), '1000000000000000000000')
  assert.equal(printNumber(5e-324), '5e-324')
  assert.equal(printNumber(-47.5), '-47.5')
})

test('what is no number is refused', () => {
  for (const source of ['', '.', 'abc', '1,5', '1 2', 'NaN', 'Infinity', '0x10', '1e9999', '--1']) {
    assert.throws(() => parseDecimal(source), RangeError, source)
  }
})

test('a division by zero throws', () => {
  assert.throws(() => divideDecimals(parseDecimal(1), parseDecimal(0)), RangeError)
})
