// Rows of a table that are made of the others: sums and means are left out and told, and names that only say "total" are not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable, type Table } from '../../source/toolkit/read-table.ts'
import { answerQuestion } from '../../tools/file_query/answer.ts'

const TODAY = { year: 2026, month: 3, day: 12 }

async function answer(text: string, question = 'total', path = 'a.csv') {
  const table = (await readTable(path, text)) as Table
  return answerQuestion(table, question, TODAY)
}

/** The total, and what is told with it. */
async function total(text: string, path?: string): Promise<readonly unknown[]> {
  const { value, where } = await answer(text, 'total', path)
  return [value, ...where]
}

const SUBTOTALS = `item,category,amount
rent,home,900
power,home,100
Subtotal,,1000
food,food,300
bus,travel,50
Subtotal,,350
Total,,1350`

test('subtotals are not added up again, nor are they the highest', async () => {
  assert.deepEqual(await total(SUBTOTALS), ['1350', 'without its 3 rows `Subtotal`, `Total`'])
  assert.equal((await answer(SUBTOTALS, 'average amount')).value, '337.5')
  assert.equal((await answer(SUBTOTALS, 'which is the most expensive')).name, 'rent')
  assert.equal((await answer(SUBTOTALS, 'how many items')).rows, 4)
  assert.deepEqual(
    (await answer(SUBTOTALS, 'total per category')).groups.map(({ name }) => name),
    ['home', 'food', 'travel'],
  )
  assert.equal((await answer(SUBTOTALS, 'what share of the amount is for home')).value, '74.07 %')
})

test('totals of groups, of groups of these and of all are told from what they come to', async () => {
  const regions =
    'region,city,sales\nNorth,A,10\nNorth,B,20\nNorth total,,30\nSouth,C,5\nSouth total,,5\nGrand total,,35'
  assert.deepEqual(await total(regions), [
    '35',
    'without its 3 rows `North total`, `South total`, `Grand total`',
  ])
  const halves =
    'm,sum\nJan,1\nFeb,2\nQ1 total,3\nApr,4\nMay,5\nQ2 total,9\nH1 total,12\nJul,6\nAug,7\nQ3 total,13\nGrand total,25'
  assert.equal((await total(halves))[0], '25')
  const german =
    'Posten;Betrag\nMiete;900,00\nStrom;80,50\nZwischensumme;980,50\nEssen;300,00\nSumme;1.280,50'
  assert.equal((await total(german))[0], '1280.5')
  const kinds = 'what,sum\nrent,900\nfood,300\nTotal expenses,1200\npay,2900\ngift,100\nTotal income,3000'
  assert.deepEqual(await total(kinds), ['4200', 'without its 2 rows `Total expenses`, `Total income`'])
})

test('a total is one wherever it stands, and however it is written', async () => {
  const rows = 'item,amount\na,100\nb,200'
  for (const name of ['Total (EUR)', 'TOTAL 2026', 'Total expenses', 'Total:', '**Total**', 'Overall'])
    assert.deepEqual(await total(`${rows}\n${name},300`), ['300', `without its last row, \`${name}\``])
  assert.equal((await total('item,amount\nTotal,300\na,100\nb,200'))[0], '300')
  assert.deepEqual(await total(`${rows}\nTotal,300\nchecked by Ann,`), [
    '300',
    'without its 2 rows `Total`, `checked by Ann`',
  ])
  assert.equal((await total(`${rows}\nTotal,300\nAverage,150`))[0], '300')
  assert.equal((await total(`${rows}\nAverage,150`))[0], '300')
  assert.deepEqual(await total(`${rows}\n,300`), ['300', 'without its last row, the total'])
  assert.equal(
    (await total('date,item,amount\n2026-01-01,a,100\n2026-01-02,b,200\n2026-01-31,Total,300'))[0],
    '300',
  )
  assert.deepEqual(await total('Paint: 54.90\nBrush: 5\nTotal: 59.90\nTape: 3', 'list.txt'), [
    '62.9',
    'without its row `Total`',
  ])
  const marks = '| item | price |\n|---|---|\n| a | 10 |\n| b | 20 |\n| **Total** | **30** |'
  assert.equal((await total(marks, 'a.md'))[0], '30')
})

test('a name that says "total" keeps its rows, and it is told that they are counted', async () => {
  const shops =
    'date,shop,amount\n2026-01-02,Aldi,60\n2026-01-03,Total,50.10\n2026-01-05,Shell,40\n2026-01-17,Total,48.30'
  assert.deepEqual(await total(shops), ['198.4', 'with its 2 rows `Total`, no sum of the others'])
  assert.deepEqual(await total('shop,amount\nAldi,20\nTotal Wine,20\nLidl,7\nTotal Wine,40\nRewe,3'), ['90'])
  assert.deepEqual(await total('name,points\nAnn,1\nAverage Joe,3\nBob,2'), ['6'])
  // One of them is what stands before it by chance.
  const chance = 'shop,amount\nAldi,1\nRewe,2\nTotal,3\nLidl,4\nTotal,9\nAldi,5\nTotal,7\nAldi,1'
  assert.deepEqual(await total(chance), ['32', 'with its 3 rows `Total`, no sum of the others'])
  // Not the last one, and no sum: a slip in it would otherwise take a row away.
  assert.deepEqual(await total('m,amount\na,10\nb,20\nTotal,99\nc,30'), [
    '159',
    'with its row `Total`, no sum of the others',
  ])
  assert.deepEqual(await total('date,km\n2026-01-01,5\n2026-01-02,5\n2026-01-03,10'), ['20'])
  assert.deepEqual(await total('year,sales\n2023,10\n2024,20\n2025,30'), ['60'])
})
