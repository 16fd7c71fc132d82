// Which row a superlative means: of ages, dates, times, speeds, places and points; and words that only look like one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion } from '../../tools/file_query/answer.ts'

const TODAY = { year: 2026, month: 3, day: 12 }

/** Each question means the row of this name. */
async function verifyNames(csv: string, wanted: Readonly<Record<string, string>>): Promise<void> {
  const table = (await readTable('a.csv', csv)) as Table
  const found = Object.keys(wanted).map((question) => [question, answerQuestion(table, question, TODAY).name])
  assert.deepEqual(Object.fromEntries(found), wanted)
}

async function answer(csv: string, question: string) {
  return answerQuestion((await readTable('a.csv', csv)) as Table, question, TODAY)
}

test('the oldest has the highest age, and the youngest the lowest', async () => {
  await verifyNames('name,age\nAnn,34\nBob,17\nCid,65', {
    'who is the oldest': 'Cid',
    'who is the second oldest': 'Ann',
    'who is the youngest': 'Bob',
    'and the youngest? (before: who is the oldest)': 'Bob',
    'highest age': 'Cid',
  })
  await verifyNames('name,age,salary\nAnn,34,10\nBob,17,20\nCid,65,15', {
    'who is the oldest': 'Cid',
    'highest salary': 'Bob',
  })
})

test('of days and years the oldest is the first', async () => {
  await verifyNames('name,born\nAnn,1991-05-01\nBob,2008-09-01\nCid,1960-12-24', {
    'who is the oldest': 'Cid',
    'who is the youngest': 'Bob',
  })
  await verifyNames('name,joined,age,born\nAnn,2020-01-01,34,1991-05-01\nBob,2019-01-01,65,1960-12-24', {
    'who is the oldest': 'Bob',
    'who is the youngest': 'Ann',
    'who joined first': 'Bob',
  })
  await verifyNames('name,age,joined\nAnn,34,2020-01-01\nBob,17,2019-01-01\nCid,65,2024-01-01', {
    'who is the oldest': 'Cid',
    'who is the youngest': 'Bob',
    'newest member': 'Cid',
  })
  await verifyNames('car,year,price\nA,2001,1000\nB,2015,5000\nC,1995,3000', {
    'oldest car': 'C',
    'which car is the youngest': 'B',
  })
  await verifyNames('house,built\nA,1890\nB,1990\nC,1920', { 'oldest house': 'A', 'youngest house': 'B' })
})

test('points do not say who is oldest', async () => {
  await assert.rejects(
    answer('name,points\nAnn,34\nBob,17', 'who is the oldest'),
    (error) => error instanceof ToolFailure && error.code === 'unknown_column',
  )
})

test('the slowest takes longest, and has the lowest speed', async () => {
  await verifyNames('runner,time_s\nA,90\nB,80\nC,70', {
    'who was the slowest': 'A',
    'who was the fastest': 'C',
    'lowset time': 'C',
  })
  await verifyNames('car,price,top_speed\nA,100,200\nB,90,250\nC,120,180', {
    'fastest car': 'B',
    'which is the slowest': 'C',
  })
})

test('the best is the lowest of times and places, and the highest of points', async () => {
  await verifyNames('runner,time_s,points\nA,90,1\nB,80,2\nC,70,3', {
    'best time': 'C',
    'who has the best time': 'C',
    'worst time': 'A',
    'best points': 'C',
    'worst points': 'A',
    'longest time': 'A',
  })
  await verifyNames('player,minutes\nA,90\nB,80', { 'who has the best time': 'B', 'best player': 'A' })
  await verifyNames('player,rank\nA,3\nB,1\nC,2', { 'who has the best rank': 'B', 'worst rank': 'A' })
})

test('a word of the table is no slip', async () => {
  const costs = 'item,category,amount\na,media,100\nb,media,20\nc,print,50\nd,media,30'
  const media = await answer(costs, 'how much for media')
  assert.deepEqual([media.operation, media.value, media.where], ['sum', '150', ['category is media']])
  assert.equal((await answer(costs, 'midian amount')).operation, 'median')
})
