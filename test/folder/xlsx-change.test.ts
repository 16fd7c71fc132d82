import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed } from './round-trip.ts'
import { change, head, refused, SHEET, tableOf, text } from './xlsx-changes.ts'
import { assertOnly, partOf, xlsxFile } from './xlsx-file.ts'

const ROWS =
  '<row r="2" spans="1:3" ht="20"><c r="A2" s="6" t="s"><v>0</v></c><c r="B2" s="4"><v>12.5</v></c><c r="C2" s="1"><v>46354</v></c></row>\n' +
  '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="4"/><c r="C3" s="1"><v>46355</v></c></row>'

function simple(more: Partial<Parameters<typeof xlsxFile>[0]> = {}): Buffer {
  return xlsxFile({
    sheets: [{ name: 'One', xml: `${head('Item', 'Cost', 'Day')}${ROWS}` }],
    strings: ['<t>plum</t>', '<t>pear</t>'],
    parts: { 'xl/charts/chart1.xml': '<chart/>', 'xl/vbaProject.bin': 'macro', 'docProps/app.xml': '<a/>' },
    ...more,
  })
}

test('a changed cell is written where it stands, and nothing else of the file is another', async () => {
  const before = simple()
  const after = await change(before, {
    updated: [
      { row: 0, column: 0, value: 'a <b> & "c"\nd ' },
      { row: 1, column: 1, value: 3 },
      { row: 1, column: 2, value: '2026-12-24' },
    ],
  })
  assertOnly(before, after.bytes, [SHEET])
  assert.equal(
    after.xml,
    partOf(before, SHEET)
      .replace(
        '<c r="A2" s="6" t="s"><v>0</v></c>',
        '<c r="A2" s="6" t="inlineStr"><is><t xml:space="preserve">a &lt;b&gt; &amp; &quot;c&quot;\nd </t></is></c>',
      )
      .replace('<c r="B3" s="4"/>', '<c r="B3" s="4"><v>3</v></c>')
      .replace('<v>46355</v>', '<v>46380</v>'),
  )
})

test('a cell that is emptied keeps its style, and a change to what it holds is none', async () => {
  const before = simple()
  const after = await change(before, { updated: [{ row: 0, column: 1, value: null }] })
  assert.match(after.xml, /<c r="B2" s="4"\/>/)
  const same = await changed(before, await tableOf(before), { updated: [{ row: 0, column: 1, value: 12.5 }] })
  assert.equal(same, before)
})

test('a new row goes behind the last one in its manner', async () => {
  const before = simple()
  const after = await change(before, {
    added: [
      ['fig', 4, '2026-01-31'],
      ['kiwi', undefined, null],
    ],
  })
  assert.equal(
    after.xml,
    partOf(before, SHEET).replace(
      '</sheetData>',
      '<row r="4"><c r="A4" t="inlineStr"><is><t>fig</t></is></c><c r="B4" s="4"><v>4</v></c><c r="C4" s="1"><v>46053</v></c></row>' +
        '<row r="5"><c r="A5" t="inlineStr"><is><t>kiwi</t></is></c><c r="B5" s="4"/><c r="C5" s="1"/></row></sheetData>',
    ),
  )
  assertOnly(before, after.bytes, [SHEET])
})

test('a row is put into an empty sheet below its header', async () => {
  const before = xlsxFile({ sheets: [{ name: 'One', xml: head('Item', 'Cost') }] })
  const after = await change(before, { added: [['fig', 4]] })
  assert.deepEqual(after.table.rows, [['fig', 4]])
})

test('a date gets the look of the dates of its column', async () => {
  const before = xlsxFile({
    sheets: [
      {
        name: 'One',
        xml: `${head('Day')}<row r="2"><c r="A2" s="1"><v>46354</v></c></row><row r="3"><c r="A3"/></row><row r="4">${text('x')}</row>`,
      },
    ],
  })
  const wide = xlsxFile({
    sheets: [
      {
        name: 'One',
        xml: `${head('Day', 'B')}<row r="2"><c r="A2" s="1"><v>46354</v></c><c r="B2"><v>1</v></c></row><row r="3"><c r="B3"><v>2</v></c></row>`,
      },
    ],
  })
  assert.equal((await tableOf(before)).columns[0]?.type, 'text')
  const after = await change(wide, { updated: [{ row: 1, column: 0, value: '2026-11-30' }] })
  assert.match(after.xml, /<row r="3"><c r="A3" s="1"><v>46356<\/v><\/c><c r="B3">/)
  await assert.rejects(
    change(wide, { updated: [{ row: 1, column: 0, value: '2026-11-30 08:00' }] }),
    refused(
      /^The cells of that column show dates without a time, so `2026-11-30 08:00` cannot be written there/,
    ),
  )
})

test('a value that does not fit its column is refused in words', async () => {
  const before = simple()
  for (const [column, value, message] of [
    [1, 'many', /^The column `Cost` holds numbers and `many` is none/],
    [1, '5 kg', /^The numbers of the column `Cost` are in `€`, which `5 kg` is not/],
    [2, 'soon', /^The column `Day` holds dates and `soon` is none/],
    [2, '1899-01-01', /^`1899-01-01` is before 1900-01-01/],
    [1, 12345678901234567890n, /keeps 15 digits of a number/],
    [0, 'x'.repeat(40_000), /^A cell holds at most 32767 characters/],
  ] as const)
    await assert.rejects(change(before, { updated: [{ row: 0, column, value }] }), refused(message))
})

test('text that looks like a formula, and signs that XML cannot have, stay what they are', async () => {
  const words = ['=SUM(A1)', 'a\u0007b', '_x0041_', 'tab\there', 'line\r\nend', '  two  ']
  let bytes: Uint8Array = simple()
  for (const value of words) {
    const after = await change(bytes, { updated: [{ row: 0, column: 0, value }] })
    assert.equal(after.table.rows[0]?.[0], value.trim())
    bytes = after.bytes
  }
})
