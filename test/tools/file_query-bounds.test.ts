// Bounds on numbers as people write them: in thousands and millions, in words, and exact ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion } from '../../tools/file_query/answer.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const CSV = `date,what,amount
2026-01-05,food,10
2026-02-05,rent,1000
2026-02-07,food,2500
2026-03-01,fun,40
2026-03-09,food,2000000`
const table = (await readTable('a.csv', CSV)) as Table
const ask = (question: string) => answerQuestion(table, question, TODAY)

function verifyRows(wanted: Readonly<Record<string, number>>): void {
  const found = Object.keys(wanted).map((question) => [question, ask(question).rows])
  assert.deepEqual(Object.fromEntries(found), wanted)
}

test('thousands and millions belong to the number of a bound', () => {
  verifyRows({
    'amounts over 1 thousand': 2,
    'how many over 2 thousand': 2,
    'how many over 1 million': 1,
    'how many over 1.5 million': 1,
    'how many over 2.5 million': 0,
    'how many above 2.4 thousand': 2,
    'less than 1 thousand': 2,
    'how many over 2.4k': 2,
    'how many over 2.4K': 2,
    'how many over 1.5M': 1,
    'how many over $1.5m': 1,
    'how many over $ 1.5 m': 1,
    'how many over 1.5 mio': 1,
    'how many under 3 bn': 5,
    'over 20 k': 1,
    'between 1 thousand and 3 thousand': 2,
    'from 1k to 3k': 2,
    '1 thousand or more': 3,
    'over 2000': 2,
  })
})

test('so do those in words', () => {
  verifyRows({
    'more than one thousand': 2,
    'how many over one thousand': 2,
    'over one hundred': 3,
    'less than one hundred': 2,
    'more than a hundred': 3,
    'more than two thousand four hundred': 2,
    'over half a million': 1,
    'more than one million nine hundred thousand': 1,
    'between one hundred and one thousand': 1,
    'at least one thousand': 3,
    'how many at least ten': 5,
  })
})

test('"at least" and "at most" ask for no highest or lowest, "most" and "least" do', () => {
  for (const question of ['which are at least forty', 'which are at most forty'])
    assert.equal(ask(question).operation, 'list', question)
  assert.equal(ask('amounts at most a thousand').operation, 'sum')
  verifyRows({ 'how many at most forty': 2, 'which are at least forty': 4, 'which are at most forty': 2 })
  assert.equal(ask('what cost the most').operation, 'highest')
  assert.equal(ask('what cost the least').operation, 'lowest')
})

test('an exact number is one', () => {
  verifyRows({
    'how many are exactly 40': 1,
    'amounts equal to 40': 1,
    'how many equal 1,000': 1,
    'which are not equal to 40': 4,
    'amounts other than 40': 4,
    'which are exactly two thousand five hundred': 1,
    'exactly 5 March': 0,
  })
})

test('a letter that may be a unit is one where no money stands', async () => {
  const heights = (await readTable('h.csv', 'name,height_m\nAnn,1.7\nBo,2.1\nCy,1.9')) as Table
  assert.equal(answerQuestion(heights, 'who is over 2m', TODAY).rows, 1)
  assert.equal(answerQuestion(heights, 'who is over 2 m', TODAY).rows, 1)
})
