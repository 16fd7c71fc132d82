import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CellValue,
  ChangeRefused,
  type ReadTable,
  type RowChanges,
} from '../../source/contracts/folder.ts'
import { textReader } from '../../source/folder/readers/text.ts'
import { changed, readText } from './round-trip.ts'

const BUDGET = `# Budget

| Item  | Price (EUR) | Bought     |
|-------|------------:|------------|
| Tea   |        3.50 | 27.11.2026 |
| Salt  |        0.90 | 28.11.2026 |

Enough.
`

async function pipesOf(text: string, path = 'a.md'): Promise<ReadTable> {
  const [table] = await readText(textReader, path, text)
  assert.equal(table?.kind, 'pipe table')
  return table as ReadTable
}

async function after(text: string, changes: Partial<RowChanges>, path = 'a.md') {
  return await changed(text, await pipesOf(text, path), changes)
}

function set(row: number, column: number, value: CellValue): Partial<RowChanges> {
  return { updated: [{ row, column, value }] }
}

test('a table of pipes has its columns typed', async () => {
  const { columns, rows, lines } = await pipesOf(BUDGET)
  assert.deepEqual(
    columns.map(({ name, title, type }) => [name, title, type]),
    [
      ['item', 'Item', 'text'],
      ['price_eur', 'Price (EUR)', 'number'],
      ['bought', 'Bought', 'date'],
    ],
  )
  assert.deepEqual(rows, [
    ['Tea', 3.5, '2026-11-27'],
    ['Salt', 0.9, '2026-11-28'],
  ])
  assert.deepEqual(lines, [5, 6])
})

test('tables without outer bars, with escaped ones, and of org are read', async () => {
  assert.deepEqual((await pipesOf('a | b\n- | -\n1 | x \\| y\n2 |\n')).rows, [
    [1, 'x | y'],
    [2, null],
  ])
  assert.deepEqual((await pipesOf('| a | b |\n|---+---|\n| c | d |\n|---+---|\n| e | f |\n', 'a.org')).rows, [
    ['c', 'd'],
    ['e', 'f'],
  ])
})

test('cells beyond the columns are left out and told of', async () => {
  const { rows, notes } = await pipesOf('| a | |\n|---|---|\n| b | c | d |\n')
  assert.deepEqual(rows, [['b', 'c']])
  assert.deepEqual(notes, ['Line 3 has more cells than there are columns; what is beyond was left out.'])
})

test('a ruler among the rows is none, and sets off a line of sums', async () => {
  const text = '| a | b |\n|---|---|\n| x | 1 |\n| y | 2 |\n|---|---|\n| z | 3 |\n'
  assert.deepEqual((await pipesOf(text)).rows, [
    ['x', 1],
    ['y', 2],
  ])
  assert.equal((await pipesOf(text.replace('3', '4'))).rows.length, 3)
})

test('a changed cell keeps the width of its column where it fits', async () => {
  assert.equal(await after(BUDGET, set(0, 0, 'Milk')), BUDGET.replace('| Tea   |', '| Milk  |'))
  assert.equal(await after(BUDGET, set(0, 1, 12)), BUDGET.replace('        3.50 |', '       12.00 |'))
  assert.equal(await after(BUDGET, set(0, 2, '2026-12-01')), BUDGET.replace('27.11.2026', '01.12.2026'))
  assert.equal(await after(BUDGET, set(0, 0, 'Olive oil')), BUDGET.replace('| Tea   |', '| Olive oil |'))
  assert.equal(await after(BUDGET, set(0, 2, null)), BUDGET.replace('27.11.2026', '          '))
  assert.equal(await after(BUDGET, set(0, 0, 'Tea')), BUDGET)
})

test('a column that is not padded is not padded by a change', async () => {
  assert.equal(await after('|a|b|\n|-|-|\n|long|c|\n|d|e|\n', set(0, 0, 'x')), '|a|b|\n|-|-|\n|x|c|\n|d|e|\n')
  assert.equal(await after('a | b\n-|-\nlong | c\nd | e', set(1, 1, 'xyz')), 'a | b\n-|-\nlong | c\nd | xyz')
})

test('a bar in a value is escaped, a line end refused', async () => {
  const text = await after(BUDGET, set(1, 0, 'a|b'))
  assert.equal(text, BUDGET.replace('| Salt  |', '| a\\|b  |'))
  assert.equal((await pipesOf(String(text))).rows[1]?.[0], 'a|b')
  assert.equal((await pipesOf(String(await after('|a|\n|-|\n|b|\n', set(0, 0, 'c\\'))))).rows[0]?.[0], 'c\\')
  await assert.rejects(after(BUDGET, set(0, 0, 'a\nb')), ChangeRefused)
  await assert.rejects(after(BUDGET, set(0, 1, 'cheap')), ChangeRefused)
})

test('a cell that its line does not have is added', async () => {
  assert.equal(
    await after('| a | b | c |\n|---|---|---|\n| x |\n', set(0, 2, 'z')),
    '| a | b | c |\n|---|---|---|\n| x |  | z |\n',
  )
  assert.equal(
    await after('a | b | c\n--|---|--\nx | y\n', set(0, 2, 'z')),
    'a | b | c\n--|---|--\nx | y | z\n',
  )
})

test('a new row goes behind the last, as wide as the header', async () => {
  assert.equal(
    await after(BUDGET, { added: [['Rice', 2.5, undefined]] }),
    BUDGET.replace('28.11.2026 |\n', '28.11.2026 |\n| Rice  |        2.50 |            |\n'),
  )
  assert.equal(await after('a | b\n--|--\n', { added: [['c', 'd']] }), 'a | b\n--|--\nc | d\n')
  assert.equal(await after('  |a|b|\r\n  |-|-|', { added: [['c', 'd']] }), '  |a|b|\r\n  |-|-|\r\n  |c|d|')
  assert.equal(
    await after('| 名前 | x |\n|------|---|\n| 花   | 1 |\n', { added: [['山', 2]] }),
    '| 名前 | x |\n|------|---|\n| 花   | 1 |\n| 山   | 2 |\n',
  )
})

test('a removed row takes its line', async () => {
  assert.equal(await after(BUDGET, { removed: [0] }), BUDGET.replace(/\| Tea.*\n/, ''))
  assert.equal(await after('|a|\n|-|\n|b|', { removed: [0] }), '|a|\n|-|')
})

test('a line of sums is no record and follows its records', async () => {
  const text = '| What | h |\n|---|---|\n| a | 10 |\n| b | 12 |\n| **Total** | **22** |\n'
  const { rows, notes } = await pipesOf(text)
  assert.equal(rows.length, 2)
  assert.deepEqual(notes, ['Line 5 holds the sums of the lines above it and is no record.'])
  assert.equal(await after(text, set(0, 1, 15)), text.replace('| 10 |', '| 15 |').replace('22', '27'))
  assert.equal(await after(text, { removed: [1] }), text.replace('| b | 12 |\n', '').replace('22', '10'))
  assert.equal(
    await after(text, { added: [['c', 3]] }),
    text.replace('12 |\n', '12 |\n| c    | 3 |\n').replace('22', '25'),
  )
  assert.equal(await after(text, set(0, 0, 'x')), text.replace('| a |', '| x |'))
})

test('units that differ stand in a column of their own', async () => {
  const { columns, rows } = await pipesOf('| a | way |\n|---|---|\n| x | 3 km |\n| y | 4 mi |\n')
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['a', 'way', 'way_unit'],
  )
  assert.deepEqual(rows, [
    ['x', 3, 'km'],
    ['y', 4, 'mi'],
  ])
})

test('a line with bars that no ruler follows is text', async () => {
  const tables = await readText(textReader, 'a.md', 'a | b\nc | d\n')
  assert.deepEqual(
    tables.map(({ kind }) => kind),
    ['text'],
  )
})
