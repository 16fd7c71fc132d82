import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadTable, UnreadableFile } from '../../source/contracts/folder.ts'
import { xlsxReader } from '../../source/folder/readers/xlsx.ts'
import { fileOf, readText } from './round-trip.ts'
import { sheetXml, xlsxFile } from './xlsx-file.ts'

async function read(rows: string, more: Partial<Parameters<typeof xlsxFile>[0]> = {}): Promise<ReadTable> {
  const [table] = await readText(
    xlsxReader,
    'a.xlsx',
    xlsxFile({ sheets: [{ name: 'One', xml: rows }], ...more }),
  )
  assert.ok(table)
  return table
}

const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
const names = (...words: readonly string[]) => `<row>${words.map(text).join('')}</row>`
const shape = ({ columns }: ReadTable) =>
  columns.map(({ name, type, unit }) => [name, type, ...(unit ? [unit] : [])])

test('the ending and the first bytes say that it is a workbook', () => {
  const bytes = xlsxFile({ sheets: [{ name: 'One', xml: '' }] })
  assert.equal(xlsxReader.claims(fileOf('a.xlsx', bytes)), 3)
  assert.equal(xlsxReader.claims(fileOf('b/A.XLSM', bytes)), 3)
  assert.equal(xlsxReader.claims(fileOf('a.zip', bytes)), 0)
  assert.equal(xlsxReader.claims(fileOf('a.xlsx', '<html>')), 0)
})

test('strings, numbers, yes and no and errors are what the file says that they are', async () => {
  const table = await read(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>` +
      `<row r="2"><c r="A2" t="s"><v>4</v></c><c r="B2"><v>1234.5</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><v>#DIV/0!</v></c></row>` +
      `<row r="3"><c r="A3" t="str"><v>plain &amp; _x0041_</v></c><c r="B3"><v>1E-2</v></c><c r="C3" t="b"><v>0</v></c><c r="D3"><v>5</v></c></row>`,
    {
      strings: [
        '<t>Item</t>',
        '<r><t>Am</t></r><r><rPr><b/></rPr><t>ount</t></r>',
        '<t>Paid</t><rPh><t>read so</t></rPh>',
        '<t xml:space="preserve"> Rate </t>',
        '<t>Ærøskøbing</t>',
      ],
    },
  )
  assert.deepEqual(shape(table), [
    ['item', 'text'],
    ['amount', 'number'],
    ['paid', 'yes/no'],
    ['rate', 'number'],
  ])
  assert.deepEqual(table.rows, [
    ['Ærøskøbing', 1234.5, 1, null],
    ['plain & A', 0.01, 0, 5],
  ])
  assert.deepEqual(table.notes, ['`D2` (`#DIV/0!`) shows an error and is read as empty.'])
  assert.equal(table.suffix, '')
  assert.equal(table.kind, 'sheet')
})

test('a number is a date, a time, a per cent or money by its format', async () => {
  const table = await read(
    names('Day', 'At', 'Share', 'Cost', 'Start') +
      '<row><c s="1"><v>46354</v></c><c s="2"><v>46354.586805555555</v></c><c s="3"><v>0.07</v></c><c s="4"><v>12.5</v></c><c s="5"><v>0.3125</v></c></row>' +
      '<row><c s="1"><v>59</v></c><c s="2"><v>61</v></c><c s="3"><v>0.45</v></c><c s="4"><v>-3</v></c><c s="5"><v>1.5</v></c></row>',
  )
  assert.deepEqual(shape(table), [
    ['day', 'date'],
    ['at', 'date'],
    ['share', 'number', '%'],
    ['cost', 'number', '€'],
    ['start', 'text'],
  ])
  assert.deepEqual(table.rows, [
    ['2026-11-28', '2026-11-28 14:05', 7, 12.5, '07:30'],
    ['1900-02-28', '1900-03-01 00:00', 45, -3, '36:00'],
  ])
})

test('in a workbook of the Macintosh days count from 1904', async () => {
  const table = await read(
    `${names('Day')}<row><c s="1"><v>44892</v></c></row><row><c s="1"><v>0</v></c></row>`,
    { is1904: true },
  )
  assert.deepEqual(table.rows, [['2026-11-28'], ['1904-01-01']])
})

test('a sheet without a header has columns by their place, and rows and cells may leave out where they are', async () => {
  const table = await read(
    '<row><c><v>1</v></c><c><v>2</v></c></row><row r="4"><c r="B4"><v>4</v></c></row><row><c><v>5</v></c></row>',
  )
  assert.deepEqual(shape(table), [
    ['column_1', 'number'],
    ['column_2', 'number'],
  ])
  assert.deepEqual(table.rows, [
    [1, 2],
    [null, 4],
    [5, null],
  ])
})

test('a title above the table, a row of sums and words below it are no records', async () => {
  const table = await read(
    `<row r="1">${text('Budget 2026')}</row><row r="3">${['Item', 'Amount', 'Note'].map(text).join('')}</row>` +
      `<row r="4">${text('paint')}<c><v>40</v></c></row><row r="5">${text('wood')}<c><v>60</v></c></row>` +
      `<row r="6">${text('Sum')}<c><f>SUM(B4:B5)</f><v>100</v></c></row>` +
      `<row r="7">${text('Tax')}<c><f>B6*0.19</f><v>19</v></c></row><row r="9">${text('paid by card')}</row>`,
  )
  assert.deepEqual(shape(table), [
    ['item', 'text'],
    ['amount', 'number'],
    ['note', 'text'],
  ])
  assert.deepEqual(table.rows, [
    ['paint', 40, null],
    ['wood', 60, null],
  ])
  assert.deepEqual(table.notes, [
    'One row stands before the table.',
    'The 3 rows from `A6` on stand below the records and are none.',
  ])
})

test('sums of groups are records where more follow', async () => {
  const row = (word: string, cell: string) => `<row>${text(word)}${cell}${text('x')}</row>`
  const value = (number: number) => `<c><v>${number}</v></c>`
  const table = await read(
    names('Item', 'Amount', 'Note') +
      row('a', value(1)) +
      row('b', value(2)) +
      row('first', '<c><f>SUM(B2:B3)</f><v>3</v></c>') +
      row('c', value(4)) +
      row('second', '<c><f>SUM(B5:B5)</f><v>4</v></c>'),
  )
  assert.equal(table.rows.length, 5)
})

test('numbers that were typed as text, and marks for nothing, are read as the numbers of their column', async () => {
  const rows = ['<c><v>3</v></c>', '<c><v>4</v></c>', text('-'), text('12.50'), '<c><v>5</v></c>']
  const table = await read(names('Hours') + rows.map((cell) => `<row>${cell}</row>`).join(''))
  assert.deepEqual(shape(table), [['hours', 'number']])
  assert.deepEqual(table.rows, [[3], [4], [null], [12.5], [5]])
})

test('numbers and words in one column are text', async () => {
  const table = await read(
    `${names('Room')}<row><c><v>12</v></c></row><row>${text('12a')}</row><row><c s="1"><v>46354</v></c></row>`,
  )
  assert.deepEqual(shape(table), [['room', 'text']])
  assert.deepEqual(table.rows, [['12'], ['12a'], ['2026-11-28']])
})

test('a column of formulas is fixed and shows what the file says that they come to', async () => {
  const table = await read(
    names('A', 'B') +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f t="shared" ref="B2:B3" si="0">A2*10</f><v>11</v></c></row>' +
      '<row r="3"><c r="A3"><v>2</v></c><c r="B3"><f t="shared" si="0"/><v>20</v></c></row>',
  )
  assert.equal(table.columns[1]?.isFixed, true)
  assert.equal(table.columns[0]?.isFixed, undefined)
  assert.deepEqual(table.rows, [
    [1, 11],
    [2, 20],
  ])
})

test('formulas that the file has no value for are worked out, and told of where they cannot be', async () => {
  const table = await read(
    names('A', 'B', 'C') +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>A2*10+SUM(A:A)</f></c><c r="C2"><f>IRR(A2:A3)</f><v></v></c></row>' +
      '<row r="3"><c r="A3"><v>2</v></c><c r="B3" s="1"><f>B2/0</f></c><c r="C3"><v>7</v></c></row>',
  )
  assert.deepEqual(table.rows, [
    [1, 13, null],
    [2, null, 7],
  ])
  assert.deepEqual(table.notes, [
    '`B3` (`#DIV/0!`) shows an error and is read as empty.',
    'The formula of `C2` has no value yet: open the file in a spreadsheet program and save it.',
  ])
})

test('rows that have nothing but the formulas of the rows above are forms, no records', async () => {
  const table = await read(
    names('A', 'B') +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>A2*2</f><v>2</v></c></row>' +
      '<row r="3"><c r="A3"><v>2</v></c><c r="B3"><f>A3*2</f><v>4</v></c></row>' +
      '<row r="4"><c r="B4"><f>A4*2</f><v>0</v></c></row><row r="5"><c r="B5"><f>A5*2</f><v>0</v></c></row>',
  )
  assert.equal(table.rows.length, 2)
})

test('each sheet that holds something is a table called as it, those for programs left out', async () => {
  const sheet = (name: string, state?: string) => ({
    name,
    xml: `${names('x')}<row><c><v>1</v></c></row>`,
    state,
  })
  const tables = await readText(
    xlsxReader,
    'a.xlsx',
    xlsxFile({
      sheets: [
        sheet('Income'),
        { name: 'Empty', xml: '' },
        sheet('To &amp; fro'),
        sheet('Lists', 'hidden'),
        sheet('_x', 'veryHidden'),
      ],
    }),
  )
  assert.deepEqual(
    tables.map(({ suffix, notes }) => [suffix, notes]),
    [
      ['Income', []],
      ['To & fro', []],
      ['Lists', ['The sheet `Lists` is hidden.']],
    ],
  )
  const [only, hidden] = await readText(
    xlsxReader,
    'a.xlsx',
    xlsxFile({ sheets: [sheet('Income'), sheet('Lists', 'hidden')] }),
  )
  assert.deepEqual([only?.suffix, hidden?.suffix], ['', 'Lists'])
})

test('a word in cells that are merged downwards stands beside each row', async () => {
  const table = await read(
    sheetXml(
      `<?xml version="1.0"?><worksheet><sheetData>${names('Group', 'Item')}` +
        `<row r="2"><c r="A2" t="inlineStr"><is><t>food</t></is></c><c r="B2" t="inlineStr"><is><t>rice</t></is></c></row>` +
        `<row r="3"><c r="A3"/><c r="B3" t="inlineStr"><is><t>tea</t></is></c></row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`,
    ),
  )
  assert.deepEqual(table.rows, [
    ['food', 'rice'],
    ['food', 'tea'],
  ])
})

test('names of tags may have a prefix', async () => {
  const table = await read(
    `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
  )
  assert.deepEqual(table.rows, [[3]])
})

test('a protected sheet and a signed workbook are only read', async () => {
  const body = `${names('a')}<row><c><v>1</v></c></row>`
  const locked = await read(
    `<?xml version="1.0"?><worksheet><sheetData>${body}</sheetData><sheetProtection sheet="1"/></worksheet>`,
  )
  assert.equal(
    locked.readOnly,
    'The sheet `One` of `a.xlsx` is protected: take its protection off to change it.',
  )
  assert.equal(locked.change, undefined)
  const signed = await read(body, { parts: { '_xmlsignatures/sig1.xml': '<a/>' } })
  assert.match(signed.readOnly ?? '', /is signed/)
})

test('an encrypted workbook says so', async () => {
  const bytes = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  assert.equal(xlsxReader.claims(fileOf('a.xlsx', bytes)), 3)
  await assert.rejects(async () => readText(xlsxReader, 'a.xlsx', bytes), {
    constructor: UnreadableFile,
    message: '`a.xlsx` is protected by a password, so it cannot be read.',
  })
})
