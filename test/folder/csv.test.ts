import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellValue, ReadTable } from '../../source/contracts/folder.ts'
import { UnreadableFile } from '../../source/contracts/folder.ts'
import { csvReader } from '../../source/folder/readers/csv.ts'
import { fileOf, readText } from './round-trip.ts'

async function read(text: string, path = 'a.csv'): Promise<ReadTable> {
  const [table, ...more] = await readText(csvReader, path, text)
  assert.ok(table)
  assert.equal(more.length, 0)
  return table
}

/** Names of columns, then the rows. */
async function shown(text: string, path?: string): Promise<readonly (readonly CellValue[])[]> {
  const { columns, rows } = await read(text, path)
  return [columns.map(({ name }) => name), ...rows]
}

test('a file of commas is one table with typed columns', async () => {
  const table = await read('Name,Paid,Amount (EUR),Due\nAnn,yes,"1,200.50",2026-01-05\nBo,no,3.00,\n')
  assert.equal(table.suffix, '')
  assert.equal(table.kind, 'csv')
  assert.deepEqual(table.columns, [
    { name: 'name', type: 'text', title: 'Name' },
    { name: 'paid', type: 'yes/no', title: 'Paid' },
    { name: 'amount_eur', type: 'number', title: 'Amount (EUR)' },
    { name: 'due', type: 'date', title: 'Due' },
  ])
  assert.deepEqual(table.rows, [
    ['Ann', 1, 1200.5, '2026-01-05'],
    ['Bo', 0, 3, null],
  ])
  assert.deepEqual(table.lines, [2, 3])
  assert.deepEqual(table.notes, [])
})

test('the separator is found, in a file of two columns and two lines as well', async () => {
  assert.deepEqual(await shown('Name;Preis\nApfel;1,50\nBirne;2,30\n'), [
    ['name', 'preis'],
    ['Apfel', 1.5],
    ['Birne', 2.3],
  ])
  assert.deepEqual(await shown('Apfel;1,50\nBirne;2,30\n'), [
    ['column_1', 'column_2'],
    ['Apfel', 1.5],
    ['Birne', 2.3],
  ])
  assert.deepEqual(await shown('a\tb\n1\t2\n', 'a.tsv'), [
    ['a', 'b'],
    [1, 2],
  ])
  assert.deepEqual(await shown('a|b\nred|blue\n'), [
    ['a', 'b'],
    ['red', 'blue'],
  ])
  assert.deepEqual(await shown('name,tags\nAnn,"a;b"\nBo,c;d\n'), [
    ['name', 'tags'],
    ['Ann', 'a;b'],
    ['Bo', 'c;d'],
  ])
  assert.deepEqual(await shown('name\nAnn\nBo\n'), [['name'], ['Ann'], ['Bo']])
})

test('a line that names the separator is none of the table', async () => {
  const table = await read('sep=;\r\na;b\r\n1,5;2\r\n')
  assert.deepEqual(table.rows, [[1.5, 2]])
  assert.deepEqual(table.lines, [3])
})

test('cells may stand in single quotes', async () => {
  assert.deepEqual(await shown("'a','b'\n'one, two','it''s'\n"), [
    ['a', 'b'],
    ['one, two', "it's"],
  ])
})

test('a quoted cell with a newline is one cell', async () => {
  const table = await read('a,b\n"one\ntwo",3\n"say ""hi""",4\n')
  assert.deepEqual(table.rows, [
    ['one\ntwo', 3],
    ['say "hi"', 4],
  ])
  assert.deepEqual(table.lines, [2, 4])
})

test('a quote inside of a cell is part of it', async () => {
  const table = await read('what,size\n5" pipe,3\n"the "old" one",4\n')
  assert.deepEqual(table.rows, [
    ['5" pipe', 3],
    ['the "old" one', 4],
  ])
})

test('blanks around cells are not part of them', async () => {
  assert.deepEqual(await shown('a, b , c\nred,  "blue, z" ,  3 \n'), [
    ['a', 'b', 'c'],
    ['red', 'blue, z', 3],
  ])
})

test('empty lines and comments before the header are no records', async () => {
  const table = await read('# exported by hand\n\na,b\n\n1,red\n,\n2,blue\n\n')
  assert.deepEqual(table.rows, [
    [1, 'red'],
    [2, 'blue'],
  ])
  assert.deepEqual(table.lines, [5, 7])
  assert.deepEqual(await shown('#,name\n1,Ann\n'), [
    ['column_1', 'name'],
    [1, 'Ann'],
  ])
})

test('lines before the table are left out and told', async () => {
  const table = await read('Account 12\nJanuary\n\nDate;What;Amount\n05.01.2026;rent;-700,00\n')
  assert.deepEqual(table.rows, [['2026-01-05', 'rent', -700]])
  assert.deepEqual(table.notes, ['2 lines stand before the table, which begins in line 4.'])
})

test('a first line with numbers is no header, but years may be', async () => {
  assert.deepEqual(await shown('Ann,3\nBo,4\n'), [
    ['column_1', 'column_2'],
    ['Ann', 3],
    ['Bo', 4],
  ])
  assert.deepEqual((await shown('what,2024,2025\nrent,700,720\n'))[0], ['what', '_2024', '_2025'])
  assert.deepEqual((await shown('Ann,1990,2010\nBo,1985,2011\n'))[0], ['column_1', 'column_2', 'column_3'])
  assert.deepEqual((await shown('runner,5k,10k\nAnn,20:10,44:02\n'))[0], ['runner', '_5k', '_10k'])
})

test('doubled and empty names are made unique, a header that comes again is no record', async () => {
  const table = await read('a,a,,n\n1,2,3,4\na,a,,n\n5,6,7,8\n')
  assert.deepEqual(
    table.columns.map(({ name }) => name),
    ['a', 'a_2', 'column_3', 'n_'],
  )
  assert.deepEqual(table.rows, [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ])
  assert.deepEqual(table.notes, ['Line 3 holds the names of the columns again and is no record.'])
})

test('a line with more cells is told, one with fewer ends in empty cells', async () => {
  const table = await read('a,b,c\n1,2,3,4\n5\n6,7,8,\n')
  assert.deepEqual(table.rows, [
    [1, 2, 3],
    [5, null, null],
    [6, 7, 8],
  ])
  assert.deepEqual(table.notes, [
    'Line 2 has more cells than there are columns; what is beyond was left out.',
  ])
})

test('a quote that is never closed leaves the rows before it, read only', async () => {
  const table = await read('a,b\n1,red\n2,"open\n3,z\n')
  assert.deepEqual(table.rows, [[1, 'red']])
  assert.equal(table.change, undefined)
  assert.equal(table.readOnly, 'A quote that opens in line 3 is never closed; close it to change the file.')
  assert.match(table.notes.join(), /line 3 is never closed/)
})

test('all line ends end a line', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const table = await read(['a,b', '1,red', '2,blue'].join(end))
    assert.deepEqual(table.rows, [
      [1, 'red'],
      [2, 'blue'],
    ])
    assert.deepEqual(table.lines, [2, 3])
  }
  assert.deepEqual((await read('a,b\r\n1,red\n2,blue\r\n')).rows, [
    [1, 'red'],
    [2, 'blue'],
  ])
})

test('numbers with differing units have a column of units behind them that cannot be changed', async () => {
  const table = await read('what,size\nflour,500 g\nmilk,2 l\nsalt,3 g\n')
  assert.deepEqual(table.columns.slice(1), [
    { name: 'size', type: 'number', title: 'size' },
    { name: 'size_unit', type: 'text', title: 'size_unit', isFixed: true },
  ])
  assert.deepEqual(table.rows, [
    ['flour', 500, 'g'],
    ['milk', 2, 'l'],
    ['salt', 3, 'g'],
  ])
})

test('other columns tell what a number or a date is that its own column leaves open', async () => {
  const german = await read('Ort;Einwohner;Fläche\nKiel;1.234;12,5\nJena;5.678;3,25\n')
  assert.deepEqual(german.rows, [
    ['Kiel', 1234, 12.5],
    ['Jena', 5678, 3.25],
  ])
  const american = await read('in,out\n3/8/2026,3/14/2026\n3/3/2026,3/13/2026\n')
  assert.deepEqual(american.rows, [
    ['2026-03-08', '2026-03-14'],
    ['2026-03-03', '2026-03-13'],
  ])
})

test('days, years and sizes above the columns are their names', async () => {
  for (const [header, row] of [
    ['Name,2026-03-02,2026-03-09', 'Ann,x,'],
    ['Name;02.03.2026;09.03.2026', 'Ann;x;'],
    ['Name;1;2;3;4', 'Meyer;F;F;S;N'],
    ['Model;38;40;42', 'Parka;3;2;0'],
    ['Region,2026,2025', 'North,12,13'],
    ['Region,Budget,2026', 'North,12,13'],
  ])
    assert.equal((await read(`${header}\n${row}\n`)).rows.length, 1, header)
  for (const rows of ['Ann,1,2,3\nBen,4,5,6\n', '2026-01-02,2026-01-09,x\n2026-02-02,2026-02-09,y\n'])
    assert.equal((await read(rows)).rows.length, 2, rows)
})

test('a last record whose number is by chance the sum of those above stays a record', async () => {
  for (const text of [
    'player,goals\nAnn,1\nBen,0\nCem,1\nDora,0\nEva,2\n',
    'date,litres\n2026-03-01,10\n2026-03-02,12\n2026-03-03,8\n2026-03-04,30\n',
    'rank,name\n1,A\n2,B\n3,C\n4,D\n10,E\n',
    'Monat,Strom\nJanuar,100\nFebruar,120\nMärz,80\nApril,300\n',
    'who,won,lost\nAnn,1,0\nBen,0,1\nCem,1,1\n',
  ])
    assert.equal((await read(text)).rows.length, text.trim().split('\n').length - 1, text)
})

test('a line that says that it holds sums is none of the records, though a cell of it is something else', async () => {
  const { rows } = await read('name,hours,rate\nAnn,10,50\nBen,20,60\nCem,12,55\nTotal,42,55\n')
  assert.deepEqual(
    rows.map(([name]) => name),
    ['Ann', 'Ben', 'Cem'],
  )
  const fuel = await read('brand,price\nShell,1.80\nAral,1.79\nTotal,1.85\n')
  assert.equal(fuel.rows.length, 3, 'a brand is no sum')
})

test('a last line of sums is no record', async () => {
  const line = 'holds the sums of the lines above it and is no record.'
  const one = await read('item,amount\nrent,700.00\nfood,212.50\nTotal,912.50\n')
  assert.deepEqual(one.rows, [
    ['rent', 700],
    ['food', 212.5],
  ])
  assert.deepEqual(one.notes, [`Line 4 ${line}`])
  const dated = await read('date,what,in,out\n2026-01-05,a,3,4\n2026-01-06,b,5,1\nSum,,8,5\n')
  assert.deepEqual(dated.notes, [`Line 4 ${line}`])
  assert.equal(dated.columns[0]?.type, 'date')
  const numbered = await read('no,what,n\n1,a,3\n2,b,4\n,,7\n')
  assert.deepEqual(numbered.notes, [`Line 4 ${line}`])
})

test('a record whose number happens to be the sum of two small ones is a record', async () => {
  assert.equal((await read('fruit,count\napples,1\npears,2\nplums,3\n')).rows.length, 3)
  assert.equal((await read('a,b,c\nred,blue,1\nred,blue,2\nred,blue,4\n')).rows.length, 3)
})

test('files are claimed by their ending, texts by being separated', () => {
  const claim = (path: string, text: string) => csvReader.claims(fileOf(path, text))
  assert.equal(claim('a.csv', 'red'), 3)
  assert.equal(claim('b/A.TSV', 'red'), 3)
  assert.equal(claim('a.tab', 'red'), 3)
  assert.equal(claim('a.txt', 'a\tb\tc\n1\t2\t3\n4\t5\t6\n'), 2)
  assert.equal(claim('a.txt', 'a;b;c\n1;2;3\n4;5;6'), 2)
  assert.equal(claim('a.txt', 'a;b;c\n1;2;3\n'), 0)
  assert.equal(claim('a.txt', 'one; two\nthree; four\nfive; six\n'), 0)
  assert.equal(claim('a.md', 'a;b;c\n1;2;3\n4;5;6'), 0)
})

test('a file that is not UTF-8 is read, and read only', async () => {
  const latin = Uint8Array.from('Ort;Größe\nKöln;3\n', (letter) => letter.charCodeAt(0))
  const [table] = await readText(csvReader, 'a.csv', latin)
  assert.deepEqual(
    table?.columns.map(({ name }) => name),
    ['ort', 'größe'],
  )
  assert.equal(table?.readOnly, '`a.csv` is not UTF-8 text; save it as UTF-8 to change it.')
  const wide = new Uint8Array(Buffer.from('\ufeffa\tb\n1\t2\n', 'utf16le'))
  assert.deepEqual((await readText(csvReader, 'a.csv', wide))[0]?.rows, [[1, 2]])
  await assert.rejects(readText(csvReader, 'a.csv', Uint8Array.of(1, 0, 2)), UnreadableFile)
})

test('a file with nothing in it has no table, one with a header has one without rows', async () => {
  for (const text of ['', '\n\n', '# nothing\n', 'sep=;\n'])
    assert.deepEqual(await readText(csvReader, 'a.csv', text), [])
  assert.deepEqual(await shown('name,amount\n'), [['name', 'amount']])
})
