// Columns of yes and no, and what is counted: rows, or the values of a column.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion } from '../../tools/file_query/answer.ts'

const TODAY = { year: 2026, month: 3, day: 12 }
const answerTo = async (csv: string) => {
  const table = (await readTable('a.csv', csv)) as Table
  return (question: string) => answerQuestion(table, question, TODAY)
}

test('one cell that says neither yes nor no does not undo the others', async () => {
  const dues = await answerTo('name,paid,amount\nAnn,yes,100\nBob,no,50\nCid,pending,70\nDan,yes (cash),30')
  const open = dues('who has not paid')
  assert.deepEqual([open.rows, open.where], [2, ['paid is no or pending']])
  assert.deepEqual(
    open.shown.map((line) => line.split(',')[0]),
    ['Bob', 'Cid'],
  )
  assert.equal(dues('who has not paid yet').rows, 2)
  assert.equal(dues('how many have paid').rows, 2)
  assert.equal(dues('how much is still unpaid').value, '120')
  assert.deepEqual(dues('who is pending').where, ['paid is pending'])
})

test('of what comes again the values are counted, of the rest the rows', async () => {
  const costs = await answerTo('shop,category,amount\nAldi,food,20\nDB,travel,100\nAldi,food,30\nRewe,food,')
  for (const [question, value] of [
    ['how many categories are there', '2'],
    ['how many shops are there', '3'],
    ['number of shops', '3'],
  ] as const)
    assert.deepEqual([costs(question).operation, costs(question).value], ['distinct', value], question)
  assert.deepEqual([costs('how many rows').operation, costs('how many rows').value], ['count', '4'])
  assert.equal(costs('how many shops of food').operation, 'count')
  const shifts = await answerTo('name,shift\nAnn,night\nBob,day\nCid,night\nDan,day')
  assert.equal(shifts('how many night shifts').value, '2')
})

test('the highest total is of a group, and the highest average, too', async () => {
  const costs = await answerTo('shop,amount\nAldi,60\nAldi,60\nDB,100\nDB,1\nDB,1')
  const groups = (question: string) => costs(question).groups.map(({ name, value }) => `${name} ${value}`)
  assert.deepEqual(groups('which shop has the highest total'), ['Aldi 120', 'DB 102'])
  assert.deepEqual(groups('which shop has the lowest total'), ['DB 102', 'Aldi 120'])
  assert.deepEqual(groups('which shop has the lowest average'), ['DB 34', 'Aldi 60'])
  assert.equal(costs('which shop has the highest amount').value, '100')
})

test('columns of one name are numbered, so that each can be named', async () => {
  const twice = await answerTo('name,amount,amount\na,10,100\nb,20,200')
  assert.throws(
    () => twice('total amount'),
    (error) => error instanceof ToolFailure && /`amount 1`, `amount 2`/.test(error.message),
  )
  assert.deepEqual([twice('total amount 1').value, twice('total amount 2').value], ['30', '300'])
})
