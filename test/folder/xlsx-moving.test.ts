import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, head, refused, SHEET, tableOf, text } from './xlsx-changes.ts'
import { assertOnly, partOf, sheetXml, xlsxFile } from './xlsx-file.ts'

const table = (ref: string, more = '') =>
  `<?xml version="1.0"?><table name="T" displayName="T" ref="${ref}"${more}><autoFilter ref="${ref}"/><tableColumns count="2"><tableColumn name="Item"/><tableColumn name="Cost"/></tableColumns></table>`

function listed(ref: string, rows: string, more = ''): Buffer {
  return xlsxFile({
    sheets: [
      {
        name: 'One',
        xml: sheetXml(
          `<?xml version="1.0"?><worksheet xmlns:r="r"><sheetData>${head('Item', 'Cost')}${rows}</sheetData><tableParts count="1"><tablePart r:id="rId9"/></tableParts></worksheet>`,
        ),
        relations: { rId9: ['table', '../tables/table1.xml'] },
      },
    ],
    parts: { 'xl/tables/table1.xml': table(ref, more) },
  })
}

test('a table of Excel grows and shrinks with its rows', async () => {
  const rows = [2, 3]
    .map((row) => `<row r="${row}">${text('a')}<c r="B${row}"><v>${row}</v></c></row>`)
    .join('')
  const before = listed('A1:B3', rows)
  const more = await change(before, {
    added: [
      ['b', 7],
      ['c', 8],
    ],
  })
  assert.equal(partOf(more.bytes, 'xl/tables/table1.xml'), table('A1:B5'))
  assertOnly(before, more.bytes, [SHEET, 'xl/tables/table1.xml'])
  const less = await change(before, { removed: [1] })
  assert.equal(partOf(less.bytes, 'xl/tables/table1.xml'), table('A1:B2'))
})

test('the row of totals of a table is none of its records, and moves', async () => {
  const rows = [2, 3]
    .map((row) => `<row r="${row}">${text('a')}<c r="B${row}"><v>${row}</v></c></row>`)
    .join('')
  const totals = `<row r="4">${text('Total')}<c r="B4"><f>SUM(T[Cost])</f><v>5</v></c></row>`
  const before = listed('A1:B4', rows + totals, ' totalsRowCount="1"')
  assert.equal((await tableOf(before)).rows.length, 2)
  const after = await change(before, { added: [['b', 7]] })
  assert.match(partOf(after.bytes, 'xl/tables/table1.xml'), /ref="A1:B5"/)
  assert.match(after.xml, /<c r="B5"><f>SUM\(T\[Cost\]\)<\/f><v>12<\/v>/)
})

const framed = (rows: string, behind: string) =>
  xlsxFile({
    sheets: [
      {
        name: 'One',
        xml: `<?xml version="1.0"?><worksheet><dimension ref="A1:B9"/><sheetData>${rows}</sheetData>${behind}</worksheet>`,
      },
    ],
  })
const three = `${head('A', 'B')}${[2, 3, 4].map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><v>1</v></c></row>`).join('')}`

test('rules, links and merged cells of rows that move go with them', async () => {
  const before = framed(
    three,
    '<mergeCells count="2"><mergeCell ref="A3:B3"/><mergeCell ref="A9:B9"/></mergeCells>' +
      '<conditionalFormatting sqref="B2:B4 D4"><cfRule><formula>B2&gt;$A$4</formula></cfRule></conditionalFormatting>' +
      '<hyperlinks><hyperlink ref="A2" r:id="r"/></hyperlinks>',
  )
  const after = await change(before, { removed: [0] })
  assert.match(
    after.xml,
    /<mergeCells><mergeCell ref="A2:B2"\/><mergeCell ref="A8:B8"\/><\/mergeCells><conditionalFormatting sqref="B2:B3 D3"><cfRule><formula>B2&gt;\$A\$3<\/formula><\/cfRule><\/conditionalFormatting><\/worksheet>/,
  )
})

test('rows do not move where a chart, comments or the unknown stand on the sheet; others are changed there', async () => {
  for (const [tag, words] of [
    ['<drawing r:id="r"/>', 'a drawing, a chart or comments'],
    ['<legacyDrawing r:id="r"/>', 'a drawing, a chart or comments'],
    ['<somethingNew/>', 'something that is not known here \\(`somethingNew`\\)'],
  ] as const) {
    const before = framed(three, tag)
    await assert.rejects(
      change(before, { removed: [0] }),
      refused(new RegExp(`^Rows of the sheet \`One\` would have to move, and there is ${words} on it`)),
    )
    const after = await change(before, { removed: [2], updated: [{ row: 0, column: 1, value: 9 }] })
    assert.deepEqual(after.table.rows, [
      [2, 9],
      [3, 1],
    ])
    assert.deepEqual((await change(before, { added: [[7, 7]] })).table.rows.at(-1), [7, 7])
  }
})

test('merged cells are not changed, and no row is put among them', async () => {
  const before = framed(three, '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A5:B6"/></mergeCells>')
  await assert.rejects(
    change(before, { updated: [{ row: 0, column: 0, value: 9 }] }),
    refused(/^`A2` .* is part of merged cells/),
  )
  await assert.rejects(
    change(before, { removed: [1] }),
    refused(/^Row 3 of the sheet `One` has cells that are merged/),
  )
  await assert.rejects(
    change(before, { added: [[1, 2]] }),
    refused(/^A row cannot be added to the sheet `One`: the cells from `A5` on are merged/),
  )
})

test('the hint of which cells a sheet uses grows', async () => {
  const after = await change(framed(three, ''), { added: Array.from({ length: 8 }, () => [1, 2]) })
  assert.match(after.xml, /<dimension ref="A1:B12"\/>/)
})
