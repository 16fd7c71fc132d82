// Cells of a table as numbers and days: what is read, how a column decides, and what is said of the rest.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion } from '../../tools/file_query/answer.ts'
import { dayOf, numberOf } from '../../tools/file_query/cells.ts'
import { sentenceOf } from '../../tools/file_query/sentence.ts'
import { isSplitBySemicolon } from '../../tools/file_query/separator.ts'
import fileQuery from '../../tools/file_query/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { sentenceOf as sentenceOfCall } from './tool-context.ts'

const TODAY = { year: 2026, month: 3, day: 15 }

async function answer(csv: string, question: string) {
  const table = (await readTable('a.csv', csv)) as Table
  return answerQuestion(table, question, TODAY)
}

async function say(csv: string, question: string): Promise<string> {
  const { sentence, detail } = sentenceOf('a.csv', await answer(csv, question))
  return detail === undefined ? sentence : `${sentence}\n${detail}`
}

/** A table with a column `amount` of these cells. */
const amounts = (...cells: readonly string[]) =>
  `item;amount\n${cells.map((cell, at) => `thing${'abcdefghij'[at]};${cell}`).join('\n')}`

test('signs, brackets, currencies and all kinds of blanks belong to a number', () => {
  const cells: readonly (readonly [cell: string, number: number])[] = [
    ['+2000.00', 2000],
    ['-$5.00', -5],
    ['-€5', -5],
    ['€-5', -5],
    ['$ -1,250.50', -1250.5],
    ['(10.50)', -10.5],
    ['($1,000)', -1000],
    ['\u22125', -5],
    ['12,50-', -12.5],
    ['1\u00a0234,50', 1234.5],
    ['1\u202f234', 1234],
    ['1 234 567', 1234567],
    ["1'234.50", 1234.5],
    ['US$5', 5],
    ['CHF 12.50', 12.5],
    ['96,50 €', 96.5],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['1,23,456', 123456],
    ['0,125', 0.125],
    ['.5', 0.5],
    ['1e-7', 1e-7],
    ['1.5k', 1500],
    ['$2K', 2000],
    ['$1.5 m', 1500000],
    ['2M', 2000000],
    ['20 m', 20],
    ['300K', 300],
  ]
  for (const [cell, number] of cells) {
    const found = numberOf(cell)
    assert.ok(found, cell)
    assert.equal(Number(found.number.units) / 10 ** found.number.scale, number, cell)
  }
})

test('what is no single number is none', () => {
  for (const cell of [
    '',
    '1 2',
    '1,2,3',
    '12.5.3',
    '10:30',
    '1/2',
    '3-4',
    '--5',
    '(5',
    '-(5)',
    'n/a',
    '1,2345,678',
  ])
    assert.equal(numberOf(cell), undefined, cell)
})

test('a bank statement with signs adds up', async () => {
  const csv = 'date,text,amount\n2026-03-01,shop,-10.50\n2026-03-02,pay,+2000.00\n2026-03-03,rent,-900.00'
  assert.equal((await answer(csv, 'total amount')).value, '1089.5')
  assert.equal((await answer(csv, 'highest amount')).value, '+2000.00')
  assert.equal((await answer(amounts('(10.50)', '30.00', '40'), 'lowest amount')).value, '(10.50)')
})

test('a column is read with one decimal mark, which any of its cells shows', async () => {
  assert.equal((await answer(amounts('1.200', '1.234,50', '3,20'), 'total amount')).value, '2437.7')
  assert.equal((await answer(amounts('1,250', '0,750', '2,5'), 'total amount')).value, '4.5')
  assert.equal((await answer(amounts('1,250', '0.750', '2.5'), 'total amount')).value, '1253.25')
  assert.equal((await answer(amounts('1,250', '2,500'), 'total amount')).value, '3750')
  const beside = 'item;weight;price\na;1,5;1.200\nb;2,25;2.400'
  assert.equal((await answer(beside, 'total price')).value, '3600')
  assert.equal((await answer(amounts('1.200', '2,5', '3.5', '7'), 'total amount')).value, '13')
})

test('a column of dates is read one way, which any of its cells shows', async () => {
  const american = 'date,item,amount\n03/02/2026,a,10\n03/14/2026,b,20\n03/25/2026,c,30\n04/01/2026,d,40'
  assert.equal((await answer(american, 'total amount in March')).value, '60')
  assert.equal((await answer(american, 'total amount in April')).value, '40')
  assert.equal((await answer(american, 'total amount in February')).rows, 0)
  assert.equal((await answer(american, 'newest row')).value, '04/01/2026')
  const others = american.replace('03/14/2026', '14/03/2026').replace('03/25/2026', '25/03/2026')
  assert.equal((await answer(others, 'total amount in February')).value, '10')
  assert.equal(dayOf('31/31/2026'), undefined)
  assert.equal(dayOf('2026-13-01'), undefined)
})

test('a group without a number has none, and no number of its rows in its place', async () => {
  const csv = 'day,category,amount\nMon,food,10.50\nTue,food,20\nWed,rent,\nThu,rent,\nFri,fun,5'
  assert.equal(
    await say(csv, 'total amount per category'),
    'Total amount by category, over 5 rows of a.csv:\nfood: 30.5\nfun: 5\nrent: no number',
  )
  assert.equal(
    await say(csv, 'how much did we spend on rent'),
    'No row of a.csv that fits (category is rent) has a value in amount.',
  )
})

test('cells of a column that could not be read are counted', async () => {
  const csv = amounts('10', '20', '30', 'about 5')
  assert.equal(
    await say(csv, 'total amount'),
    'The total amount of 3 rows of a.csv (1 more could not be read) is 60.',
  )
  assert.match(
    await say(csv, 'highest amount'),
    /^The highest amount of 3 rows of a\.csv \(1 more could not be/,
  )
  assert.match(
    await say(csv, 'how many above 15'),
    /2 of 4 rows of a\.csv \(amount above 15, 1 could not be read\)/,
  )
})

test('values of several units are not added up or compared', async () => {
  const refused = (csv: string, question: string) =>
    assert.rejects(
      answer(csv, question),
      (error) => error instanceof ToolFailure && error.code === 'several_units',
    )
  const weights = 'item,weight\nflour,500 g\nsugar,2 kg\nsalt,1 kg'
  for (const question of ['total weight', 'average weight', 'highest weight', 'how many above 1'])
    await refused(weights, question)
  await refused(amounts('5 EUR', '6 USD', '€7'), 'total amount')
  await assert.rejects(answer(weights, 'total weight'), {
    message:
      'The values of `weight` are of several units, like `500 g` and `2 kg`, so they cannot be added up or compared; write them in one unit.',
  })
  assert.equal((await answer(amounts('€5', '6 EUR', '7'), 'total amount')).value, '18')
  assert.equal((await answer(amounts('1.5k', '2k', '500'), 'total amount')).value, '4000')
  assert.equal((await answer(amounts('1 hour', '2 hours'), 'total amount')).value, '3')
})

test('in a file split by `;` points part thousands where nothing else tells, and that is told', async () => {
  const inFile = async (csv: string, question: string) => {
    const table = (await readTable('a.csv', csv)) as Table
    const writing = { isSplitBySemicolon: isSplitBySemicolon(csv, table.columns) }
    const { value, rows, where } = answerQuestion(table, question, TODAY, writing)
    return [value, rows, ...where]
  }
  const sales = 'Monat;Umsatz\nJan;1.250\nFeb;1.100\nMar;980'
  assert.deepEqual(await inFile(sales, 'total Umsatz'), ['3330', 3, '`1.250` read as 1250'])
  assert.deepEqual(await inFile(sales, 'highest Umsatz'), ['1.250', 3, '`1.250` read as 1250'])
  assert.equal((await inFile(sales, 'Umsatz over 1000'))[1], 2)
  assert.deepEqual(await inFile(sales, 'how many rows'), ['3', 3])
  assert.equal((await inFile(sales.replace('Monat', '\uFEFFsep=;\n"Monat"'), 'total Umsatz'))[0], '3330')
  assert.deepEqual(await inFile('a;kg\nx;0.250\ny;1.500', 'total kg'), ['1.75', 2])
  assert.deepEqual(await inFile('a;b\nx;1.250\ny;4375', 'total b'), ['4376.25', 2, '`1.250` read as 1.25'])
  assert.deepEqual(await inFile('a,b\nx,1.250\ny,2.375', 'total b'), ['3.625', 2])
})

test('the tool itself sees how its file is split', async (t) => {
  const workspace = temporaryFolder(t, { 'umsatz.csv': 'Monat;Umsatz\nJan;1.250\nFeb;1.100\nMar;980' })
  assert.equal(
    await sentenceOfCall(fileQuery, { path: 'umsatz.csv', question: 'total Umsatz' }, { workspace }),
    'The total Umsatz of 3 of 3 rows of umsatz.csv (`1.250` read as 1250) is 3330.',
  )
})
