// Which rows a question means: bounds on numbers, days, names that are wanted, left out or found nowhere; and groups of rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion, type TableAnswer } from '../../tools/file_query/answer.ts'
import { sentenceOf } from '../../tools/file_query/sentence.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const tableOf = async (csv: string) => (await readTable('a.csv', csv)) as Table
const answerTo = (table: Table) => (question: string) => answerQuestion(table, question, TODAY)

const costs = answerTo(
  await tableOf(`date,category,shop,amount
2026-01-03,food,Aldi,120.50
2026-01-09,rent,Meyer,1200.00
2026-02-11,food,Lidl,45.20
2026-02-15,travel,Bahn,15.00
2026-03-01,rent,Meyer,1250.00
2026-03-02,refund,Bahn,-15.00`),
)
const bank = answerTo(
  await tableOf(`Datum;Text;Betrag
01.02.2026;Rewe;-12,50
03.02.2026;Gehalt;2.500,00
05.03.2026;Miete;-1.200,00
10.03.2026;Rewe;-45,10
;Total;1.242,40`),
)
const staff = answerTo(
  await tableOf(`name,dept,salary,start
Ann,Sales,50000,2019-03-01
Bob,IT,62000,2021-07-15
Cy,IT,,2023-01-10
Di,Sales,48000,2024-11-01`),
)

/** Each question means so many rows. */
function verifyRows(ask: (question: string) => TableAnswer, wanted: Readonly<Record<string, number>>): void {
  const found = Object.keys(wanted).map((question) => [question, ask(question).rows])
  assert.deepEqual(Object.fromEntries(found), wanted)
}

test('a bound is read as people write it: with thousands, a sign, in words, as a range, before or behind the number', () => {
  verifyRows(costs, {
    'which are above 1,000': 2,
    'which are above 1 000 euros': 2,
    'which are over 1k': 2,
    'which are over a thousand': 2,
    'more than two hundred and fifty euros': 2,
    'which cost between 40 and 200 euros': 2,
    'total of amounts of 100 or more': 3,
    'how many cost 45.20 or less': 3,
    'how many cost no more than 45.20': 3,
    'which are below -5': 1,
    'which are below zero': 1,
    'how many are under $50': 3,
  })
  verifyRows(bank, { 'everything above 1.000 euros': 1, 'more than 1,000': 1, 'which are above 1,5': 1 })
  verifyRows(staff, { 'who earns more than 50k': 1, 'who earns at least 50,000': 2, '50000 or more': 2 })
})

test('a bound on no column that is clear is asked about, and never left out', async () => {
  const days = answerTo(await tableOf('day,level,flow\nMon,4,8\nTue,5,9'))
  assert.throws(
    () => days('how many are above 4'),
    (error) => error instanceof ToolFailure && error.code === 'unknown_column',
  )
})

test('days, months and years: exact ones, before and behind one, from one to another, and counted from today', () => {
  verifyRows(costs, {
    'what did I spend on 3 January': 1,
    'total after 2026-02-11': 3,
    'total since 11.02.2026': 4,
    'how many before february': 2,
    'total until the end of february': 4,
    'how much from 9 January to 11 February': 2,
    'how much between January and February 2026': 4,
    'how much from November to January': 2,
    'how much in January and March 2026': 4,
    'how much last month': 2,
    'how much in the last 30 days': 4,
    'how much in 2025': 0,
  })
  assert.deepEqual(costs('how many before february').where, ['before February 2026'])
  verifyRows(bank, { 'how much this week': 1, 'total on Tuesdays': 2, 'what was on 5 March 2026': 1 })
  verifyRows(staff, {
    'who started before July 2021': 1,
    'who started after 2020': 3,
    'who started in 2019 or 2024': 2,
    'who joined in the last 2 years': 1,
  })
})

test('a column of years knows years; where no column has dates that is told', async () => {
  const wine = answerTo(await tableOf('name,year,bottles\nBarolo,2015,3\nRioja,2018,12\nRiesling,2021,6'))
  verifyRows(wine, {
    'how many bottles from 2021': 1,
    'bottles since 2018': 2,
    'bottles between 2015 and 2018': 2,
  })
  assert.equal(wine('which is the oldest').name, 'Barolo')
  assert.match(String(wine('how many bottles in January').where), /no column has dates, so not only January/)
  const months = answerTo(await tableOf('month,sum\nJanuary,4\nFebruary,5'))
  assert.deepEqual(months('sum in January').where, ['month is January'])
})

test('what is to be left out is left out, and what is wanted beside it stays', () => {
  const named = (question: string) => costs(question).where
  for (const cue of ['without', 'except', 'except for the', 'excluding', 'apart from', 'all but', 'not'])
    assert.deepEqual(named(`total ${cue} rent`), ['category is not rent'], cue)
  assert.deepEqual(named('total excluding rent and travel'), ['category is not rent or travel'])
  assert.deepEqual(named('food but not rent, total'), ['category is food'])
  assert.deepEqual(named('sum of food and rent'), ['category is food or rent'])
  assert.deepEqual(staff('total except IT').where, ['dept is not IT'])
})

test('cells that say "not" themselves are found by it', async () => {
  const orders = answerTo(await tableOf('order,status\nvase,not started\nurn,not started\ncup,drying'))
  assert.equal(orders("which orders haven't I started").rows, 2)
})

test('a name that stands nowhere is told with the number of all rows, and empty cells are found', () => {
  assert.deepEqual(costs('how much for groceries').where, ['no row says `groceries`'])
  assert.deepEqual(costs('average amount').where, [])
  assert.deepEqual(costs('how much on average for food').where, ['category is food'])
  assert.deepEqual(staff('who has no salary').where, ['salary is empty'])
  assert.equal(staff('who has no salary').rows, 1)
})

test('a last row that has the total is not added up again', () => {
  const total = bank('total')
  assert.equal(total.value, '1242.4')
  assert.deepEqual(total.where, ['without its last row, `Total`'])
})

test('rows go together by month, year or weekday, in the order of time; two that are compared stand side by side', () => {
  const groups = (answer: TableAnswer) => [
    answer.by,
    answer.groups.map(({ name, value }) => `${name} ${value}`),
  ]
  assert.deepEqual(groups(costs('total per month')), [
    'month',
    ['January 2026 1320.5', 'February 2026 60.2', 'March 2026 1235'],
  ])
  assert.deepEqual(groups(costs('which month did we spend the least')), [
    'month',
    ['February 2026 60.2', 'March 2026 1235', 'January 2026 1320.5'],
  ])
  assert.deepEqual(groups(costs('did we spend more on food or on travel')), [
    'category',
    ['food 165.7', 'travel 15'],
  ])
  assert.deepEqual(groups(staff('is the average salary higher in IT or Sales')), [
    'dept',
    ['IT 62000', 'Sales 49000'],
  ])
  const { sentence } = sentenceOf('a.csv', costs('average amount by month'))
  assert.equal(sentence, 'Average amount by month, over 6 rows of a.csv:')
})

test('beside a highest value of a day the lowest one is no minutes', async () => {
  const days = answerTo(await tableOf('day,min,max\n2026-01-01,-5,2\n2026-01-02,-1,4\n2026-02-01,3,9'))
  assert.equal(days('hottest day').value, '9')
  assert.equal(days('coldest day').value, '-5')
  assert.equal(days('how many days with min below 0').value, '2')
  assert.deepEqual(days('which month was the warmest').groups[0], { name: 'February 2026', value: '9' })
})

test('numbers that count on are a column of their own, but for those that count the rows', async () => {
  const stock = answerTo(await tableOf('item,qty\nlamp,3\nchain,4\nnut,5'))
  assert.equal(stock('total qty').value, '12')
  const rows = answerTo(await tableOf('no,item,price\n3,lamp,10\n4,chain,20\n5,nut,30'))
  assert.equal(rows('total').value, '60')
})

test('what is left out of a file stands in the answer', async () => {
  const lines = answerTo((await readTable('l.jsonl', '{"a": 1}\n{"a": 2\n{"a": 3}')) as Table)
  assert.deepEqual(
    [lines('total a').value, lines('total a').where],
    ['4', ['1 of its 3 lines could not be read']],
  )
})
