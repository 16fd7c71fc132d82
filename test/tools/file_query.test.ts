// Questions about the rows of a table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion } from '../../tools/file_query/answer.ts'
import { sentenceOf } from '../../tools/file_query/sentence.ts'

const CSV = `date,kind,shop,amount_eur,paid
2026-01-03,food,Alder Market,47.85,yes
2026-01-20,health,pharmacy,14.75,no
2026-02-03,food,bakery,6.90,yes
2026-02-14,fun,concert,64.00,yes
2026-02-20,food,Alder Market,70.43,no
2026-03-01,food,bakery,9.15,yes`
const TODAY = { year: 2026, month: 3, day: 12 }
const table = (await readTable('a.csv', CSV)) as Table
const ask = (question: string) => answerQuestion(table, question, TODAY)
const say = (question: string) => {
  const { sentence, detail } = sentenceOf('costs.csv', ask(question))
  return detail === undefined ? sentence : `${sentence}\n${detail}`
}

test('a column is averaged, added up, and its middle found, exactly', () => {
  assert.equal(ask('average amount').value, '35.51')
  assert.equal(ask('what did we spend altogether').value, '213.08')
  assert.equal(ask('median').value, '31.3')
  assert.equal(say('total of the amounts'), 'The total amount_eur of 6 rows of costs.csv is 213.08.')
})

test('rows are chosen by words of their cells, by month, by year, by a bound and by yes or no', () => {
  const rows: readonly (readonly [string, number])[] = [
    ['how much did we spend on food', 4],
    ['total at Alder Market', 2],
    ['sum for February', 3],
    ['sum for febuary', 3],
    ['how much this month', 1],
    ['what did we spend last month', 3],
    ['how many were above 45 euros', 3],
    ['how many of at least 64', 2],
    ['how many are not paid', 2],
    ['food and health together, total', 5],
    ['total since 2026', 6],
    ['how many in 2025', 0],
  ]
  for (const [question, count] of rows) assert.equal(ask(question).rows, count, question)
})

test('the highest and the lowest row are told with what they are', () => {
  assert.equal(
    say('what was the most expensive thing'),
    'The highest amount_eur of 6 rows of costs.csv is 70.43: 2026-02-20, food, Alder Market, amount_eur 70.43, paid no.',
  )
  assert.match(
    say('cheapest food'),
    /^The lowest amount_eur of 4 of 6 rows of costs\.csv \(kind is food\) is 6\.90: /,
  )
  assert.equal(ask('latest entry').value, '2026-03-01')
  assert.equal(ask('avrage amount').operation, 'average')
})

test('rows are counted by group, and added up by group', () => {
  assert.deepEqual(ask('total per kind').groups, [
    { name: 'food', value: '134.33' },
    { name: 'fun', value: '64' },
    { name: 'health', value: '14.75' },
  ])
  assert.equal(ask('which kind did we spend the most on').groups[0]?.name, 'food')
})

test('a place, the first few, a share and how many different ones are told', () => {
  assert.equal(ask('second biggest amount').value, '64.00')
  assert.equal(ask('top three amounts').shown.length, 3)
  assert.equal(ask('what share of the amount is food').value, '63.04 %')
  assert.equal(ask('how many different kinds').value, '3')
  assert.equal(ask('which shop do we go to most often').groups[0]?.name, 'Alder Market')
})

test('days before and behind a date are told apart, and months from one to another', () => {
  assert.equal(ask('how many after 3 February').rows, 3)
  assert.equal(ask('how many since 3 February').rows, 4)
  assert.equal(ask('how many before 3 February').rows, 2)
  assert.equal(ask('total January to February').rows, 5)
})

test('rows are listed where nothing is worked out', () => {
  assert.equal(
    say('which rows are of health'),
    '1 of 6 rows of costs.csv (kind is health):\n2026-01-20, health, pharmacy, amount_eur 14.75, paid no',
  )
  assert.equal(say('which rows are of December'), 'No row of costs.csv fits: December.')
})

test('a product of two columns is added up', async () => {
  const stock = (await readTable('s.csv', 'item,qty,price\nlamp,2,10.50\nchain,3,4')) as Table
  assert.equal(answerQuestion(stock, 'total of qty times price', TODAY).value, '33')
})

test('a share of nothing is none', async () => {
  const empty = (await readTable('z.csv', 'kind,sum\na,0\nb,0')) as Table
  assert.equal(answerQuestion(empty, 'what share of the sum is of kind a', TODAY).value, '0 %')
})

test('a column that is not clear is asked for by name', async () => {
  const level = (await readTable('l.csv', 'day,level_cm,flow\nMon,4,8\nTue,5,9')) as Table
  assert.throws(
    () => answerQuestion(level, 'average', TODAY),
    (error) => error instanceof ToolFailure && /`level_cm`, `flow`/.test(error.message),
  )
})

test('behind a question, another one has its column and its operation from there, but rows of its own', () => {
  const next = ask('and for health? (before: how much did we spend on food)')
  assert.deepEqual([next.value, next.where], ['14.75', ['kind is health']])
  assert.equal(ask('and the cheapest? (before: most expensive amount)').value, '6.90')
  const third = ask('and the average? (before: and in February? (before: total amount for food))')
  assert.deepEqual([third.operation, third.rows, third.where], ['average', 2, ['February', 'kind is food']])
  assert.deepEqual(ask('and in January? (before: total in February)').where, ['January'])
})

test('numbers with a decimal comma, a thousands separator or a currency are read', async () => {
  const forms = (await readTable('f.csv', 'what;sum\na;1.250,50\nb;3,5\nc;€ 2\nd;1,000.25')) as Table
  assert.equal(answerQuestion(forms, 'total', TODAY).value, '2256.25')
})

const INVOICES = (await readTable(
  'i.csv',
  `number,customer,due,amount,paid
1,Hotel Adler,2026-02-23,312.50,no
2,Library,2026-03-06,240.00,no
3,Couriers,2026-03-17,655.00,no
4,School,2025-11-02,90.00,yes`,
)) as Table
const asked = (question: string) => answerQuestion(INVOICES, question, TODAY)

test('who owes, what is overdue, and what that comes to', () => {
  assert.deepEqual(asked('who still owes me money').where, ['paid is no'])
  assert.equal(asked('who still owes me money').shown.length, 3)
  const both = asked('who still owes me, and how much is it all together?')
  assert.equal(both.value, '1207.5')
  assert.equal(both.shown.length, 3)
  assert.deepEqual(asked('which are overdue').where, ['due before today', 'paid is no'])
  assert.equal(asked('which of them are overdue (before: who owes me money)').rows, 2)
})

test('a month since, a next month, a numbered column, a price for one, and what is not so', async () => {
  assert.equal(asked('how much since November').rows, 4)
  assert.equal(asked('how much since February').rows, 3)
  const rota = (await readTable('r.csv', 'month,captain\n2026-03,Jakub\n2026-04,Ravi')) as Table
  assert.deepEqual(answerQuestion(rota, 'who is captain next month', TODAY).where, ['April 2026'])
  const quiz = (await readTable('q.csv', 'name,quiz1,quiz2\nAna,40,60\nBo,50,80')) as Table
  assert.equal(answerQuestion(quiz, 'average of quiz 2', TODAY).value, '70')
  const honey = (await readTable('h.csv', 'buyer,jars,price_each\nshop,10,7.50\nfair,4,8')) as Table
  assert.equal(answerQuestion(honey, 'how much money came in', TODAY).value, '107')
  const jobs = (await readTable('j.csv', 'job,status\nA,delivered\nB,open\nC,open')) as Table
  assert.equal(answerQuestion(jobs, 'which jobs are not delivered yet', TODAY).rows, 2)
})

test('the date that is asked for is taken of several', async () => {
  const flats = (await readTable(
    'f.csv',
    'tenant,since,lease_until\nHolroyd,2019-04-01,2027-03-31\nTadeusz,2021-06-15,2026-06-14',
  )) as Table
  assert.equal(answerQuestion(flats, 'whose lease runs out first', TODAY).name, 'Tadeusz')
  assert.equal(answerQuestion(flats, 'who has been here longest', TODAY).name, 'Holroyd')
})
