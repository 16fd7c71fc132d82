// Commas within a function's brackets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import calculator from '../../tools/calculator_compute/tool.ts'
import { sentenceOf } from './tool-context.ts'

for (const [expression, said] of [
  ['average(1,500, 2,000)', 'average(1500, 2000) = 1750.'],
  ['mean(1,200, 1,400, 1,600)', 'mean(1200, 1400, 1600) = 1400.'],
  ['max(1,200, 900)', 'max(1200, 900) = 1200.'],
  ['max(900, 1,200)', 'max(900, 1200) = 1200.'],
  ['min(1,000, 2)', 'min(1000, 2) = 2.'],
  ['sum(1,200, 3,400.50)', 'sum(1200, 3400.50) = 4600.5.'],
  ['sum(1,200, 3,400) + max(1, 2)', 'sum(1200, 3400) + max(1, 2) = 4602.'],
  ['max(sqrt(1,764), 2)', 'max(sqrt(1764), 2) = 42.'],
  ['sqrt(1,764)', 'sqrt(1764) = 42.'],
  ['sqrt(2,25)', 'sqrt(2.25) = 1.5.'],
  ['abs(1,200 - 1,500)', 'abs(1200 - 1500) = 300.'],
  ['round(1,234.5)', 'round(1234.5) = 1235.'],
  // Values, as they were.
  ['max(1,850)', 'max(1,850) = 850.'],
  ['max(1,2,3)', 'max(1,2,3) = 3.'],
  ['max(1,2, 3)', 'max(1,2, 3) = 3.'],
  ['max(1200, 900)', 'max(1200, 900) = 1200.'],
  ['max(1,200,900)', 'max(1,200,900) = 900.'],
  ['pow(2,100) / pow(2,99)', 'pow(2,100) / pow(2,99) = 2.'],
  ['log(8,2)', 'log(8,2) = 3.'],
  ['round(2.345, 2)', 'round(2.345, 2) = 2.35.'],
  // Two readings.
  [
    'sum(12,50, 3,20)',
    'bad_expression: `12,50` can be one number or several values; write 12.50 for one number, or a space behind every comma, like 12, 50.',
  ],
  [
    'log(1,000)',
    'bad_expression: `1,000` can be one number or several values; write 1000 for one number, or a space behind every comma, like 1, 000.',
  ],
  [
    'sum(1,200,3,400)',
    'bad_expression: `1,200,3,400` can be one number or several values; write 1200 for one number, or a space behind every comma, like 1, 200, 3, 400.',
  ],
  [
    'sqrt(1, 764)',
    'bad_expression: sqrt takes 1 value, not 2; part values by a comma and write a number without one, like 1500 or 12.5.',
  ],
  // No product.
  ['0x10', '16 = 16.'],
  ['0x1F + 1', '31 + 1 = 32.'],
  ['0 x 10', '0 * 10 = 0.'],
  ['10x10', '10 * 10 = 100.'],
] as const)
  test(`${expression} is ${said}`, async () => {
    assert.equal(await sentenceOf(calculator, { expression }), said)
  })
