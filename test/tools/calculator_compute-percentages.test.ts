// Percentages behind one another in the calculator.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import calculator from '../../tools/calculator_compute/tool.ts'
import { call, sentenceOf } from './tool-context.ts'

async function textOf(expression: string): Promise<string> {
  const sentence = await sentenceOf(calculator, { expression })
  return /^[^:]* [=≈] (\S+)\.$/.exec(sentence)?.[1] ?? sentence
}

async function verifyAll(cases: Readonly<Record<string, string>>): Promise<void> {
  for (const [expression, expected] of Object.entries(cases)) {
    assert.equal(await textOf(expression), expected, expression)
  }
}

async function verifyRefused(code: string, expressions: readonly string[]): Promise<void> {
  for (const expression of expressions) {
    const outcome = await call(calculator, { expression })
    assert.equal(outcome.type === 'failed' ? outcome.code : outcome.said.sentence, code, expression)
  }
}

test('percentages behind one another are each one of what stands before them', async () => {
  await verifyAll({
    '100 - 20% - 10%': '72',
    '100 + 20% + 10%': '132',
    '80 - 25% - 10%': '54',
    '200 + 10% - 5%': '209',
    '1200 + 19% - 2%': '1399.44',
    '100-20%-10%-5%': '68.4',
    '100 - 5 percent - 3 percent': '92.15',
    '100 * 20% - 10%': '18',
    '50 + 50 - 10 % - 10 %': '81',
    '2 * (100 - 20% - 10%) + 1': '145',
    'max(100 - 20% - 10%, 5)': '72',
    'max(5, 10, 100 - 20% - 10%)': '72',
    'sqrt(16) + 10% + 10%': '4.84',
    '(100 - 20%) - 10%': '72',
    '100 - 1e1% - 12,5%': '78.75',
  })
})

test('percentages alone are added up', async () => {
  await verifyAll({
    '5% + 2%': '0.07',
    '5% - 2%': '0.03',
    '20%+5%': '0.25',
    '12% + 3.5%': '0.155',
    '10%-10%': '0',
    '-5% + 2% - 1%': '-0.04',
    '(5% + 2%) * 300': '21',
    'max(5% + 2%, 1%)': '0.07',
  })
})

test('percentages that may be of this or of that are refused', async () => {
  await verifyRefused('bad_expression', [
    '15% + 5% of 200',
    '50% of 5% + 2%',
    '200 - 10% + 5',
    '100 - 30% - 20% + 5',
    '100 - 20% - 10% * 2',
    '100 - 20% - (10%)',
    '5 % 2 %',
    '5% + 2% - 3',
  ])
  assert.match(
    await textOf('15% + 5% of 200'),
    /^bad_expression: `%` before a sign .* can mean two things; write/,
  )
})

test('the rest of a division stays, also of one', async () => {
  await verifyAll({
    '17 % 5': '2',
    '17%5': '2',
    '17 % 5 % 3': '2',
    '17 mod 5 + 10%': '2.2',
    '2 + 17 % 5': '4',
  })
})

test('many percentages in one another are computed at once', async () => {
  assert.match(await textOf(`100${' - 1%'.repeat(70)}`), /^49\.4/)
  assert.match(await textOf(`${'('.repeat(50)}100${' - 1%)'.repeat(50)}`), /^60\.5/)
})
