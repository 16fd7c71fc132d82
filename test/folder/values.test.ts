import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellValue } from '../../source/contracts/folder.ts'
import { ChangeRefused } from '../../source/contracts/folder.ts'
import type { TypingHints } from '../../source/folder/values/column-form.ts'
import { typeColumn } from '../../source/folder/values/type-column.ts'
import { writeValue } from '../../source/folder/values/write-value.ts'

/** Type, unit where there is one, and values. */
function read(cells: readonly string[], hints: TypingHints = {}): readonly unknown[] {
  const { type, unit, values } = typeColumn(cells, 'Column', hints)
  return unit === undefined ? [type, ...values] : [type, unit, ...values]
}

function write(cells: readonly string[], value: CellValue, near = '', hints: TypingHints = {}): string {
  return writeValue(value, typeColumn(cells, 'Column', hints).form, near)
}

test('numbers are read in every manner of writing them', () => {
  assert.deepEqual(read(['1,234.50', '12']), ['number', 1234.5, 12])
  assert.deepEqual(read(['1.234,50', '12,00']), ['number', 1234.5, 12])
  assert.deepEqual(read(['1 234,5', '1\u00a0000,0', '1\u202f000,25']), ['number', 1234.5, 1000, 1000.25])
  assert.deepEqual(read(["1'234.50", '1’000.00']), ['number', 1234.5, 1000])
  assert.deepEqual(read(['1,23,456.50', '99']), ['number', 123456.5, 99])
  assert.deepEqual(read(['(120.00)', '30.00']), ['number', -120, 30])
  assert.deepEqual(read(['12.00-', '+5', '−3', '-0']), ['number', -12, 5, -3, 0])
  assert.deepEqual(read(['.5', '-.25', '1e3', '2.5E-3']), ['number', 0.5, -0.25, 1000, 0.0025])
})

test('a unit beside all numbers is that of the column', () => {
  assert.deepEqual(read(['€ 12', '€15']), ['number', '€', 12, 15])
  assert.deepEqual(read(['12 EUR', '1.500,00 EUR', '0']), ['number', 'EUR', 12, 1500, 0])
  assert.deepEqual(read(['12,50 €', '(3,00 €)']), ['number', '€', 12.5, -3])
  assert.deepEqual(read(['-$5', '$1,200.00', '$-3']), ['number', '$', -5, 1200, -3])
  assert.deepEqual(read(['CHF 12.50', 'CHF 3.00']), ['number', 'CHF', 12.5, 3])
  assert.deepEqual(read(['45 %', '7%']), ['number', '%', 45, 7])
  assert.deepEqual(read(['-5°C', '12°C']), ['number', '°C', -5, 12])
  assert.deepEqual(read(['5 gal', '3 gal']), ['number', 'gal', 5, 3])
  assert.deepEqual(read(['3 jars', '4 jars']), ['number', 'jars', 3, 4])
  assert.deepEqual(read(['3 Tassen', '4 Tassen', '2 Tassen']), ['number', 'Tassen', 3, 4, 2])
  assert.deepEqual(read(['5k', '10k']), ['number', 'k', 5, 10])
  assert.deepEqual(read(['1.5E10', '2e5', '+5']), ['number', 15_000_000_000, 200_000, 5])
})

test('where units differ each number has its own', () => {
  const column = typeColumn(['3.5 h', '250 g', '7', '-'], 'Quantity')
  assert.equal(column.unit, undefined)
  assert.deepEqual(column.values, [3.5, 250, 7, null])
  assert.deepEqual(column.units, ['h', 'g', null, null])
})

test('codes, phones, addresses, ordinals and times stay text', () => {
  for (const cells of [
    ['007', '12'],
    ['02134', '90210', '10001'],
    ['1234567890123456'],
    ['07700 900112', '07700 900134'],
    ['555 123 456', '555 123 789'],
    ['+44 20 7946 0958'],
    ['DE02 1203 0000'],
    ['12 Main', '14 Broadway', '3 High'],
    ['1st', '2nd', '3rd'],
    ['12a', '14c'],
    ['1A', '2B', '3'],
    ['5a', '5b', '5a', '5b'],
    ['7a', '7a'],
    ['1A', '2A', '3A'],
    ['4th', '5th'],
    ['12 Broadway', '14 Broadway'],
    ['12 Monkeys'],
    ['4K'],
    ['700,00 S', '2.100,00 H', '55,20 S', '20,00 S'],
    ['1.2k', '800', '15k', '950'],
    ['CAD001', 'CAD002'],
    ['1E10', '2E05'],
    ['+491701234567', '+4930123456'],
    ['+34 612 345 678', '+351 912 345 678'],
    ['Room 12', 'Room 14'],
    ['5pm', '11 am'],
    ['14:05', '15:30'],
    ['12 March', '3 April'],
    ['2026-11', '2026-12'],
    ['24.12.', '25.12.'],
    ['700x25', '26x2.1'],
    ['4-1', '3-2'],
    ['1/2', '3/4'],
    ['½'],
    ['31.2.2026'],
    ['-', '-'],
  ]) {
    assert.deepEqual(read(cells), ['text', ...cells])
  }
})

test('a whole number beyond 2^53 is a bigint', () => {
  assert.deepEqual(read(['9,007,199,254,740,993']), ['number', 9007199254740993n])
  assert.equal(write(['9,007,199,254,740,993'], 9007199254740995n), '9,007,199,254,740,995')
})

test('a mark with three digits behind it is what the rest of the column or file makes of it', () => {
  assert.deepEqual(read(['1,234', '2,345']), ['number', 1234, 2345])
  assert.deepEqual(read(['1.234', '2.345']), ['number', 1.234, 2.345])
  assert.deepEqual(read(['1,234', '0,500']), ['number', 1.234, 0.5])
  assert.deepEqual(read(['1.234', '2.345,00']), ['number', 1234, 2345])
  assert.deepEqual(read(['1.234', '12.345'], { decimal: ',' }), ['number', 1234, 12345])
})

test('a tenth of a column may be something else, which is NULL and told', () => {
  const cells = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'tbc']
  const column = typeColumn(cells, 'Hours')
  assert.deepEqual(column.values, [1, 2, 3, 4, 5, 6, 7, 8, 9, null])
  assert.deepEqual(column.notes, ['In the column `Hours` one cell is no number and is read as empty: `tbc`.'])
  assert.equal(typeColumn(cells.slice(1), 'Hours').type, 'text')
})

test('what stands for nothing is NULL among numbers and dates without a word', () => {
  const column = typeColumn(['-', 'n/a', '5', '?', '–', ''], 'Column')
  assert.deepEqual(column.values, [null, null, 5, null, null, null])
  assert.deepEqual(column.notes, [])
  assert.deepEqual(read(['2026-01-02', '-']), ['date', '2026-01-02', null])
})

test('dates are read in every manner of writing them', () => {
  assert.deepEqual(read(['2026-11-28', '2026-1-5']), ['date', '2026-11-28', '2026-01-05'])
  assert.deepEqual(read(['2026/11/28']), ['date', '2026-11-28'])
  assert.deepEqual(read(['28.11.2026', '3.1.2026']), ['date', '2026-11-28', '2026-01-03'])
  assert.deepEqual(read(['28.11.26', '3. 1. 26', '1.1.65']), [
    'date',
    '2026-11-28',
    '2026-01-03',
    '1965-01-01',
  ])
  assert.deepEqual(read(['12 Mar 2026', '3 May 2026']), ['date', '2026-03-12', '2026-05-03'])
  assert.deepEqual(read(['Mar 12, 2026', 'March 3 2026']), ['date', '2026-03-12', '2026-03-03'])
  assert.deepEqual(read(['Sat 16 Jan 2027', 'Sunday, 7 February 2027']), ['date', '2027-01-16', '2027-02-07'])
  assert.deepEqual(read(['12-MAR-26']), ['date', '2026-03-12'])
  assert.deepEqual(read(['1st March 2026', '22nd March 2026']), ['date', '2026-03-01', '2026-03-22'])
  assert.deepEqual(read(['12. März 2026', '3. Mai 2026']), ['date', '2026-03-12', '2026-05-03'])
  assert.deepEqual(read(['3 août 2026', '14 juil. 2026']), ['date', '2026-08-03', '2026-07-14'])
})

test('a time beside a date is kept to the minute, seconds where there are some', () => {
  assert.deepEqual(read(['2026-11-28 14:05', '2026-11-28T14:05:00Z', '2026-11-28 9:05:30']), [
    'date',
    '2026-11-28 14:05',
    '2026-11-28 14:05',
    '2026-11-28 09:05:30',
  ])
  assert.deepEqual(read(['11/28/2026 2:05 PM', '11/29/2026 12:00 am']), [
    'date',
    '2026-11-28 14:05',
    '2026-11-29 00:00',
  ])
  assert.deepEqual(read(['28.11.2026, 14:05']), ['date', '2026-11-28 14:05'])
})

test('day and month are told apart by the column', () => {
  assert.deepEqual(read(['3/4/2026', '28/4/2026']), ['date', '2026-04-03', '2026-04-28'])
  assert.deepEqual(read(['3/4/2026', '4/28/2026']), ['date', '2026-03-04', '2026-04-28'])
  assert.deepEqual(read(['03.04.2026']), ['date', '2026-04-03'])
  assert.deepEqual(read(['3/4/2026', '5/4/2026', '2/5/2026']), [
    'date',
    '2026-04-03',
    '2026-04-05',
    '2026-05-02',
  ])
  assert.deepEqual(read(['02/03/2026', '04/03/2026', '11/03/2026']), [
    'date',
    '2026-03-02',
    '2026-03-04',
    '2026-03-11',
  ])
  assert.deepEqual(read(['Tue 3/10/2026', 'Wed 3/11/2026']), ['date', '2026-03-10', '2026-03-11'])
  assert.deepEqual(read(['03/04/2026'], { dateOrder: 'mdy' }), ['date', '2026-03-04'])
  for (const cells of [
    ['01/01/2026', '01/04/2026', '01/07/2026', '01/10/2026'],
    ['05/01/2026', '05/04/2026', '05/07/2026'],
  ])
    assert.equal(typeColumn(cells, 'Due').type, 'text', 'quarters')
})

test('dates that can be read in two ways stay text, with a note', () => {
  const column = typeColumn(['3/4/2026', '5/6/2026'], 'Due')
  assert.equal(column.type, 'text')
  assert.deepEqual(column.notes, [
    'In the column `Due` it is not clear which number of `3/4/2026` is the month, so its dates are read as text.',
  ])
})

test('yes and no are one pair of words in any case', () => {
  assert.deepEqual(read(['yes', 'No', '']), ['yes/no', 1, 0, null])
  assert.deepEqual(read(['Y', 'N']), ['yes/no', 1, 0])
  assert.deepEqual(read(['TRUE', 'false']), ['yes/no', 1, 0])
  assert.deepEqual(read(['x', '', 'X']), ['yes/no', 1, 0, 1])
  assert.deepEqual(read(['✓', '✗']), ['yes/no', 1, 0])
  assert.deepEqual(read(['[x]', '[ ]']), ['yes/no', 1, 0])
  assert.deepEqual(read(['ja', 'nein']), ['yes/no', 1, 0])
  assert.deepEqual(read(['WAHR', 'FALSCH']), ['yes/no', 1, 0])
  assert.deepEqual(read(['✓', 'x']), ['yes/no', 1, 0])
  assert.deepEqual(read(['1', '0']), ['number', 1, 0])
  assert.deepEqual(read(['yes', 'maybe']), ['text', 'yes', 'maybe'])
  assert.deepEqual(read(['yes', 'false']), ['text', 'yes', 'false'])
})

test('a number is written as its column writes numbers', () => {
  assert.equal(write(['1,234.50', '12.00'], 1234567.5), '1,234,567.50')
  assert.equal(write(['1.234,50', '12,00'], 1234567.5), '1.234.567,50')
  assert.equal(write(['12,00', '8,50'], 1234.5), '1234,50')
  assert.equal(write(['1 234,5', '2,5'], 9999), '9 999,0')
  assert.equal(write(['1,23,456.50'], 1234567), '12,34,567.00')
  assert.equal(write(['3', '4.25'], 5), '5')
  assert.equal(write(['3.50', '4.25'], 0.1 + 0.2), '0.30')
  assert.equal(write(['3.50', '4.25'], 3.125), '3.125')
  assert.equal(write(['3'], 1e-7), '0.0000001')
  assert.equal(write(['3'], 1e21), '1000000000000000000000')
  assert.equal(write(['(120.00)', '30.00'], -5), '(5.00)')
  assert.equal(write(['12.00-', '3.00'], -5), '5.00-')
  assert.equal(write(['+5', '-3'], 4), '+4')
  assert.equal(write(['5', '6'], 18.5, '', { decimal: ',' }), '18,5')
})

test('a unit keeps its side and its blank', () => {
  assert.equal(write(['€ 12', '€ 15'], 3.5), '€ 3.5')
  assert.equal(write(['€12', '-€15'], -3), '-€3')
  assert.equal(write(['12,50 €'], 4), '4,00 €')
  assert.equal(write(['45%', '5%'], 7), '7%')
  assert.equal(write(['3.5 h', '250 g'], 4, '3.5 h'), '4 h')
  assert.equal(write(['3.5 h', '250 g'], '300 g', '3.5 h'), '300 g')
  assert.equal(write(['12 EUR', '13 EUR'], '14 EUR'), '14 EUR')
})

test('a date is written as its column writes dates', () => {
  assert.equal(write(['28.11.2026', '03.01.2026'], '2027-02-03'), '03.02.2027')
  assert.equal(write(['28.11.2026', '3.1.2026'], '2027-02-03'), '3.2.2027')
  assert.equal(write(['28.11.26'], '2027-02-03'), '03.02.27')
  assert.equal(write(['28.11.26'], '2065-02-03'), '03.02.2065')
  assert.equal(write(['11/28/2026', '1/5/2026'], '2027-02-03'), '2/3/2027')
  assert.equal(write(['28/11/2026'], '2027-02-03'), '03/02/2027')
  assert.equal(write(['Sat 16 Jan 2027'], '2026-03-01'), 'Sun 1 Mar 2026')
  assert.equal(write(['Saturday, 16 January 2027'], '2026-03-01'), 'Sunday, 1 March 2026')
  assert.equal(write(['12. März 2026'], '2026-10-03'), '3. Oktober 2026')
  assert.equal(write(['03-MAR-26'], '2026-10-04'), '04-OCT-26')
  assert.equal(write(['12th March 2026'], '2026-10-22'), '22nd October 2026')
  assert.equal(write(['2026-11-28T14:05:00Z'], '2027-01-02 03:04'), '2027-01-02T03:04:00Z')
  assert.equal(write(['11/28/2026 2:05 PM'], '2027-01-02 13:04'), '01/02/2027 1:04 PM')
  assert.equal(write(['2026-11-28'], '2027-01-02 13:04'), '2027-01-02 13:04')
  assert.equal(write(['2026-11-28 14:05'], '2027-01-02'), '2027-01-02')
  assert.equal(write(['28/11/2026'], '3/2/2027'), '03/02/2027')
})

test('a cell that differs from its column keeps its own manner', () => {
  const cells = ['28.11.2026', '29.11.2026', '2026-12-24']
  assert.equal(write(cells, '2027-02-03', '2026-12-24'), '2027-02-03')
  assert.equal(write(cells, '2027-02-03', '28.11.2026'), '03.02.2027')
})

test('yes and no are written in the words and the case of their column', () => {
  assert.equal(write(['Yes', 'no', 'Yes'], 1), 'Yes')
  assert.equal(write(['YES'], 0), 'NO')
  assert.equal(write(['Y'], 0), 'N')
  assert.equal(write(['x', ''], 0, 'x'), '')
  assert.equal(write(['X', ''], 1), 'X')
  assert.equal(write(['✓', '✗'], 'no'), '✗')
})

test('an empty value is the empty text in every column', () => {
  for (const cells of [['5'], ['2026-01-02'], ['yes'], ['word']]) assert.equal(write(cells, null), '')
})

test('a value of another kind is refused in one sentence', () => {
  const refused = (cells: readonly string[], value: CellValue, message: string) =>
    assert.throws(() => write(cells, value), new ChangeRefused(message))
  refused(['5'], 'many', 'The column `Column` holds numbers and `many` is none: give a number such as 12.5.')
  refused(
    ['5 EUR'],
    '8 kg',
    'The numbers of the column `Column` are in `EUR`, which `8 kg` is not: give the number in `EUR`.',
  )
  const noDate = 'holds dates and `2026-02-30` is none: give a date such as 2026-11-28.'
  refused(['2026-01-02'], '2026-02-30', `The column \`Column\` ${noDate}`)
  refused(
    ['yes'],
    'maybe',
    'The column `Column` holds yes or no and `maybe` is neither: give 1 for yes or 0 for no.',
  )
})
