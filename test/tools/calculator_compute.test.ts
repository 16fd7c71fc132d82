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

test('a result is said with its expression', async () => {
  assert.deepEqual(await call(calculator, { expression: ' 17 × 23 = ?' }), {
    type: 'said',
    result: { expression: '17 * 23', result: 391, text: '391', exact: true },
    said: { sentence: '17 * 23 = 391.', key: ['391'] },
  })
})

test('a rounded result is marked', async () => {
  assert.equal(await sentenceOf(calculator, { expression: '1024/7' }), '1024/7 ≈ 146.285714285714.')
})

test('the four operations, powers and brackets follow the rules', async () => {
  await verifyAll({
    '1 + 2 * 3': '7',
    '(1 + 2) * 3': '9',
    '2 + 3 * 4^2': '50',
    '2^3^2': '512',
    '-2^2': '-4',
    '2^-1': '0.5',
    '2 - -3': '5',
    '10 - 4 - 3': '3',
    '100 / 10 / 2': '5',
    '6 / 2(1 + 2)': '9',
    '17 mod 5': '2',
    '17 % 5': '2',
    '-7 mod 3': '2',
    '5!': '120',
    '0^0': '1',
    '2pi': '6.28318530717959',
    '.5 + .5': '1',
  })
})

test('decimals are exact and inverse operations leave no noise', async () => {
  await verifyAll({
    '0.1 + 0.2': '0.3',
    '1.1 * 1.1': '1.21',
    '1 / 3 * 3': '1',
    '1 / 3 * 3 - 1': '0',
    'sqrt(2)^2': '2',
    'sqrt(2)^2 - 2': '0',
    'sin(pi)': '0',
    'cos(90 deg)': '0',
    'sin(30 deg)': '0.5',
    'floor(1/3*3)': '1',
    'log(8, 2)': '3',
    'nthRoot(27, 3)': '3',
    '1e-12 * 2': '2e-12',
  })
})

test('large whole numbers are whole, larger ones scientific', async () => {
  await verifyAll({
    '2^64': '18446744073709551616',
    '2^99': '633825300114114700748351602688',
    '2^200': '1.60693804425899e+60',
    '20!': '2432902008176640000',
    '170!': '7.257415615308e+306',
    '10^60 + 1': '1e+60',
  })
})

test('what people write is read', async () => {
  await verifyAll({
    '1,850 * 2': '3700',
    '1,234,567.5 + 0.5': '1234568',
    '1,00,000 * 2': '200000',
    '1 000 000 / 4': '250000',
    "1'000 + 1_000": '2000',
    '3,5 + 4,25': '7.75',
    '0,125 * 8': '1',
    '1.250,50 + 1': '1251.5',
    '1.250.000 / 2': '625000',
    '18 x 7 - 3': '123',
    '18X7': '126',
    '3 x sqrt(4)': '6',
    '12 ÷ 4': '3',
    '5 − 7': '-2',
    '2**10': '1024',
    '√16 + √(9)': '7',
    'sqrt 529': '23',
    '5² + 2³': '33',
    '$12.99 + $7.45 + €30': '50.44',
    '((4+6)*3)/5 = ?': '6',
    '12 squared': '144',
    '7 plus 8 times 2': '23',
    '9 divided by 4 minus 1': '1.25',
    '4 to the power of 3': '64',
    'SQRT(16) + Pi - PI': '4',
    'max(1,850)': '850',
    'round(2.567, 2)': '2.57',
    'max((1,850), 2)': '1850',
    '17*23.': '391',
  })
})

test('a percent sign is a percentage where that makes sense', async () => {
  await verifyAll({
    '15% of 240': '36',
    '50 percent of 80': '40',
    '200 * 10%': '20',
    '80 - 15%': '68',
    '200 + 7.5%': '215',
    '10%': '0.1',
  })
  await verifyRefused('bad_expression', ['10% - 3', '80-15%-3', '10% (3)'])
})

test('the functions know their values', async () => {
  await verifyAll({
    'abs(-3.20)': '3.2',
    'cbrt(-8)': '-2',
    'hypot(3, 4)': '5',
    'exp(0)': '1',
    'ln(e)': '1',
    'log10(1000) + log2(8)': '6',
    'atan(1) * 4': '3.14159265358979',
    'asin(1) / deg': '90',
    'tanh(0)': '0',
    'floor(-2.5)': '-3',
    'ceil(2.1)': '3',
    'trunc(-2.7)': '-2',
    'round(2.5)': '3',
    'sign(-9)': '-1',
    'mean(1, 2, 3, 4)': '2.5',
    'median(3, 1, 2)': '2',
    'median(4, 1, 2, 3)': '2.5',
    'min(3, -1, 2) + max(3, -1, 2)': '2',
    'sum(1, 2, 3.5)': '6.5',
    'gcd(12, 18, 27)': '3',
    'lcm(4, 6)': '12',
    'combinations(49, 6)': '13983816',
    'permutations(5, 2)': '20',
    'combinations(2, 5)': '0',
    'pow(2, 10)': '1024',
    'mod(10, 4)': '2',
    'subtract(5, 7)': '-2',
    'square(7) + cube(2)': '57',
  })
})

test('a division by zero has no result', async () => {
  await verifyRefused('division_by_zero', ['5/0', '0/0', '5 mod 0', '0^-1', '1/(2-2)', '1/(1/3*3-1)'])
})

test('what is no real number is refused', async () => {
  await verifyRefused('not_a_number', [
    'sqrt(-4)',
    '(-8)^(1/3)',
    '(-1)^0.5',
    'ln(0)',
    'log10(-5)',
    'asin(2)',
    'tan(90 deg)',
    'nthRoot(-16, 4)',
    'log(5, 1)',
    'NaN',
  ])
})

test('what would cost too much is refused before it is done', async () => {
  await verifyRefused('too_large', [
    '9**9**9',
    '9^9^9^9',
    '10^400',
    '10^-400',
    '10^300 * 10^300',
    '1e400',
    'Infinity',
    '1e999999999999999999',
    'factorial(1e9)',
    '171!',
    '5!!!!',
    'exp(1e6)',
    'sinh(1e9)',
    'sin(1e300)',
    'combinations(1e9, 5)',
    'gcd(1e200, 3)',
    'nthRoot(5, 1e12)',
    '(1.5^1e3)^1e3',
    `1${'+1'.repeat(300)}`,
    `${'('.repeat(80)}1${')'.repeat(80)}`,
    `${'sin('.repeat(50)}1${')'.repeat(50)}`,
    `2${'^1.01'.repeat(60)}`,
  ])
})

test('code, names, units, lists, texts and equations are no arithmetic', async () => {
  await verifyRefused('bad_expression', [
    'x',
    '2x + 3',
    'f(x) = x',
    'a = 3',
    'x -> x',
    'import("fs")',
    'parse("1")',
    'evaluate(1)',
    'createUnit(1)',
    'config(1)',
    'constructor',
    'toString()',
    '__proto__',
    'cos.constructor("return process")()',
    'sqrt.length',
    '[1, 2]',
    '{a: 1}',
    'ones(9999, 9999)',
    'range(1, 1e9)',
    '1:1000000000',
    '"text"',
    '`a`',
    '3 cm',
    '3 in',
    '5 > 3',
    '1 == 1',
    '13*13 = 169',
    'true',
    'null',
    'i',
    '1 ? 2 : 3',
    '1; 2',
    '~3',
    '3 & 4',
    "5'",
    'not 1',
    'random()',
    'sqrt',
    'sqrt()',
    'sqrt(1, 2)',
    'two',
  ])
})

test('incomplete expressions are refused and shown', async () => {
  for (const expression of [
    '1 +',
    '(1',
    '1)',
    '*',
    '5(',
    '2 3',
    '1,2,3',
    '12, 19',
    '',
    '   ',
    '= ?',
    '1.2.3',
  ]) {
    const outcome = await call(calculator, { expression })
    assert.ok(outcome.type === 'failed', expression)
    assert.equal(outcome.code, 'bad_expression', expression)
    assert.match(outcome.message, /^`.*`.*[;:] .*\.$/, expression)
  }
})

test('the failure of an unknown name says what is known', async () => {
  assert.match(await textOf('foo(3)'), /`foo` is not known here; use numbers/)
  assert.match(await textOf('sqrt + 1'), /sqrt needs brackets, like sqrt\(4\)\.$/)
  assert.match(await textOf('log(1, 2, 3)'), /log takes 1 to 2 values, not 3; part values/)
})
