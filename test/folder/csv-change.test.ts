import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellValue, RowChanges } from '../../source/contracts/folder.ts'
import { ChangeRefused } from '../../source/contracts/folder.ts'
import { applyEdits } from '../../source/folder/apply-edits.ts'
import { csvReader } from '../../source/folder/readers/csv.ts'
import { changed, readText } from './round-trip.ts'

async function change(text: string, changes: Partial<RowChanges>): Promise<string> {
  const [table] = await readText(csvReader, 'a.csv', text)
  assert.ok(table)
  return String(await changed(text, table, changes))
}

async function set(text: string, row: number, column: number, value: CellValue): Promise<string> {
  return await change(text, { updated: [{ row, column, value }] })
}

test('a changed cell keeps its quotes and gets some only where it needs them', async () => {
  const text = 'a,b\n"one",two\nthree,"four"\n'
  assert.equal(await set(text, 0, 0, 'red'), 'a,b\n"red",two\nthree,"four"\n')
  assert.equal(await set(text, 0, 1, 'red'), 'a,b\n"one",red\nthree,"four"\n')
  assert.equal(await set(text, 0, 1, 'red, blue'), 'a,b\n"one","red, blue"\nthree,"four"\n')
  assert.equal(await set(text, 0, 1, 'say "red"'), 'a,b\n"one","say ""red"""\nthree,"four"\n')
  assert.equal(await set(text, 1, 1, 'red\ny'), 'a,b\n"one",two\nthree,"red\ny"\n')
  assert.equal(await set(text, 1, 1, null), 'a,b\n"one",two\nthree,""\n')
})

test('blanks, line ends and ragged lines around a changed cell stay', async () => {
  assert.equal(await set('a, b ,c\r\nx,  5 ,blue\nz, 6 ,w', 0, 1, 7), 'a, b ,c\r\nx,  7 ,blue\nz, 6 ,w')
  assert.equal(await set('a,b,c\n1,2,3\n4\n5,6,7\n', 1, 2, 9), 'a,b,c\n1,2,3\n4,,9\n5,6,7\n')
  assert.equal(await set('a,b\n1,2,more\n3,4\n', 0, 1, 9), 'a,b\n1,9,more\n3,4\n')
})

test('a value is written as its column is', async () => {
  const text = 'Datum;Was;Betrag\n02.08.2025;Diesel;1.105,00\n14.08.2025;Hafen;27,50\n'
  assert.equal(await set(text, 1, 2, 1200), text.replace('27,50', '1.200,00'))
  assert.equal(await set(text, 1, 0, '2025-09-03'), text.replace('14.08.2025', '03.09.2025'))
  await assert.rejects(set(text, 1, 2, 'viel'), ChangeRefused)
})

test('a row that loses its last cell stays a record', async () => {
  assert.equal(await set('name\nAnn\nBo\n', 0, 0, null), 'name\n""\nBo\n')
})

test('a removed row takes its line with it', async () => {
  const text = 'a,b\n1,"red\ny"\n\n2,z\n3,w\n'
  assert.equal(await change(text, { removed: [0] }), 'a,b\n\n2,z\n3,w\n')
  assert.equal(await change(text, { removed: [1, 2] }), 'a,b\n1,"red\ny"\n\n')
  assert.equal(await change(text, { removed: [0, 1, 2] }), 'a,b\n\n')
  assert.equal(await change('a,b\n1,red\n2,blue', { removed: [1] }), 'a,b\n1,red')
  assert.equal(await change('a,b\r\n1,red\r\n2,blue', { removed: [0, 1] }), 'a,b')
})

test('a new row stands behind the last in its manner', async () => {
  assert.equal(await change('a,b\r\n1,red\r\n', { added: [[2, 'blue']] }), 'a,b\r\n1,red\r\n2,blue\r\n')
  assert.equal(await change('a,b\n1,red', { added: [[2, 'blue'], [3]] }), 'a,b\n1,red\n2,blue\n3,')
  assert.equal(await change('a,b\n"1","red"\n', { added: [[2]] }), 'a,b\n"1","red"\n"2",""\n')
  assert.equal(await change('a,b\n1,"red"\n', { added: [[2, 'blue']] }), 'a,b\n1,"red"\n2,"blue"\n')
  assert.equal(await change('a, b\n1, red\n', { added: [[2, 'blue']] }), 'a, b\n1, red\n2, blue\n')
  assert.equal(await change('a,b\n1,red\n\n\n', { added: [[2, 'blue']] }), 'a,b\n1,red\n2,blue\n\n\n')
  assert.equal(await change('a;b;\n1;red;\n', { added: [[2, 'blue']] }), 'a;b;\n1;red;\n2;blue;\n')
  assert.equal(await change('a,b\n', { added: [['red', 'blue, z']] }), 'a,b\nred,"blue, z"\n')
  assert.equal(await change('a,b', { added: [['red', 'blue']] }), 'a,b\nred,blue')
})

test('rows are changed, removed and added in one', async () => {
  const text = 'a,b\n1,red\n2,blue\n3,z'
  const changes = {
    updated: [
      { row: 0, column: 1, value: 'w' },
      { row: 2, column: 1, value: 'lost' },
    ],
    removed: [2],
    added: [[4, 'v']],
  }
  assert.equal(await change(text, changes), 'a,b\n1,w\n2,blue\n4,v')
})

test('a line of sums stays the last and stays right', async () => {
  const text = 'what,hours,amount\nroof,2,700.00\ndoor,3,212.50\nTotal,5,912.50\n'
  assert.equal(await set(text, 0, 2, 800), text.replace('700.00', '800.00').replace('912.50', '1012.50'))
  assert.equal(await set(text, 0, 0, 'wall'), text.replace('roof', 'wall'))
  assert.equal(
    await set(text, 1, 1, null),
    'what,hours,amount\nroof,2,700.00\ndoor,,212.50\nTotal,2,912.50\n',
  )
  assert.equal(
    await change(text, { added: [['gate', 1, '0.1']] }),
    'what,hours,amount\nroof,2,700.00\ndoor,3,212.50\ngate,1,0.10\nTotal,6,912.60\n',
  )
  assert.equal(await change(text, { removed: [0] }), 'what,hours,amount\ndoor,3,212.50\nTotal,3,212.50\n')
})

test('a number keeps its own unit where units differ, and the unit alone cannot be changed', async () => {
  const text = 'what,size\nflour,500 g\nmilk,2 l\nsalt,3 g\n'
  assert.equal(await set(text, 0, 1, 750), text.replace('500 g', '750 g'))
  assert.equal(await set(text, 0, 1, '1.5 kg'), text.replace('500 g', '1.5 kg'))
  await assert.rejects(set(text, 0, 2, 'kg'), {
    message: '`size_unit` is the unit beside the number before it: change that number and its unit together.',
  })
})

test('edits are made whatever their order, and never over one another', () => {
  const edits = [
    { start: 4, end: 5, text: 'E' },
    { start: 0, end: 1, text: '' },
    { start: 2, end: 2, text: '-' },
    { start: 2, end: 2, text: '+' },
  ]
  assert.equal(applyEdits('abcde', edits), 'b-+cdE')
  assert.throws(
    () =>
      applyEdits('abc', [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ]),
    RangeError,
  )
  assert.throws(() => applyEdits('abc', [{ start: 2, end: 4, text: '' }]), RangeError)
  assert.throws(() => applyEdits('abc', [{ start: 2, end: 1, text: '' }]), RangeError)
})
