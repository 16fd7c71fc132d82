import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, head, refused, SHEET, tableOf, text } from './xlsx-changes.ts'
import { assertOnly, partOf, partsOf, xlsxFile } from './xlsx-file.ts'

const HOURS = `${head('Day', 'Hours', 'Rate', 'Amount')}${[2, 3, 4]
  .map(
    (row) =>
      `<row r="${row}"><c r="A${row}" s="1"><v>${46350 + row}</v></c><c r="B${row}"><v>${row}</v></c><c r="C${row}"><v>80</v></c><c r="D${row}"${row === 2 ? '><f t="shared" ref="D2:D4" si="0">B2*C2</f>' : '><f t="shared" si="0"/>'}<v>${row * 80}</v></c></row>`,
  )
  .join('')}`
const TOTAL = `<row r="5">${text('Sum')}<c r="B5"><f>SUM(B2:B4)</f><v>9</v></c><c r="D5"><f>SUM(D2:D4)</f><v>720</v></c></row>`

function hours(xml = HOURS + TOTAL, more: Partial<Parameters<typeof xlsxFile>[0]> = {}): Buffer {
  return xlsxFile({
    sheets: [
      { name: 'Hours', xml },
      {
        name: 'Sum of all',
        xml: `${head('what', 'value')}<row r="2">${text('hours')}<c r="B2"><f>SUM(Hours!B2:B4)</f><v>9</v></c></row><row r="3">${text('last')}<c r="B3"><f>Hours!$D$5*2</f><v>1440</v></c></row>`,
      },
    ],
    relations: { rChain: ['calcChain', 'calcChain.xml'] },
    parts: { 'xl/calcChain.xml': '<calcChain/>' },
    ...more,
  })
}

test('formulas that depend on a changed cell come to their new values, on all sheets', async () => {
  const before = hours()
  const after = await change(before, { updated: [{ row: 1, column: 1, value: 10 }] })
  assert.deepEqual(
    after.table.rows.map((row) => row[3]),
    [160, 800, 320],
  )
  assert.match(after.xml, /<f>SUM\(D2:D4\)<\/f><v>1280<\/v>/)
  assert.deepEqual((await tableOf(after.bytes, 1)).rows, [
    ['hours', 16],
    ['last', 2560],
  ])
  assertOnly(before, after.bytes, [SHEET, 'xl/worksheets/sheet2.xml'])
})

test('a formula that is not known loses its value, and the workbook asks to be worked out', async () => {
  const before = hours(HOURS.replace('<c r="C4"><v>80</v></c>', '<c r="C4"><f>PMT(B4,1,1)</f><v>80</v></c>'))
  const after = await change(before, { updated: [{ row: 2, column: 1, value: 10 }] })
  assert.deepEqual(after.table.rows[2], ['2026-11-28', 10, null, null])
  assert.match(after.xml, /<c r="C4"><f>PMT\(B4,1,1\)<\/f><\/c>/)
  assert.match(partOf(after.bytes, 'xl/workbook.xml'), /<\/sheets><calcPr fullCalcOnLoad="1"\/><\/workbook>/)
})

test('a new row stands before the sums, gets its formula, and is summed up', async () => {
  const before = hours()
  const after = await change(before, { added: [['2026-11-28', 5, 100, undefined]] })
  assert.deepEqual(after.table.rows.at(-1), ['2026-11-28', 5, 100, 500])
  assert.match(
    after.xml,
    /<row r="5"><c r="A5" s="1">.*<c r="D5"><f>B5\*C5<\/f><v>500<\/v><\/c><\/row><row r="6">/,
  )
  assert.match(
    after.xml,
    /<c r="B6"><f>SUM\(B2:B5\)<\/f><v>14<\/v><\/c><c r="D6"><f>SUM\(D2:D5\)<\/f><v>1220<\/v><\/c>/,
  )
  assert.deepEqual((await tableOf(after.bytes, 1)).rows, [
    ['hours', 14],
    ['last', 2440],
  ])
  const parts = partsOf(after.bytes)
  assert.equal(parts.has('xl/calcChain.xml'), false)
  assert.doesNotMatch([...parts.values()].map((part) => part.text).join(''), /calcChain/)
})

test('a row that goes takes the rows below it up, and what speaks of them follows', async () => {
  const before = hours(HOURS + TOTAL, {
    behind: '<definedNames><definedName name="hours">Hours!$B$2:$B$4</definedName></definedNames>',
  })
  const after = await change(before, { removed: [0] })
  assert.deepEqual(after.table.rows, [
    ['2026-11-27', 3, 80, 240],
    ['2026-11-28', 4, 80, 320],
  ])
  assert.match(after.xml, /<c r="B4"><f>SUM\(B2:B3\)<\/f><v>7<\/v>/)
  assert.deepEqual((await tableOf(after.bytes, 1)).rows, [
    ['hours', 7],
    ['last', 1120],
  ])
  assert.match(partOf(after.bytes, 'xl/workbook.xml'), /Hours!\$B\$2:\$B\$3</)
})

test('a row whose cells a formula needs cannot be removed', async () => {
  const before = hours(`${HOURS}<row r="6">${text('first')}<c r="B6"><f>B2+1</f><v>3</v></c></row>`)
  await assert.rejects(
    change(before, { removed: [0] }),
    refused(/^`B6` on the sheet `Hours` is worked out from cells of a row that is to be removed \(`B2\+1`\)/),
  )
})

test('a cell with a formula cannot be changed, whatever else its column has', async () => {
  const mixed = HOURS.replace('<c r="C4"><v>80</v></c>', '<c r="C4"><f>C3*2</f><v>160</v></c>')
  await assert.rejects(
    change(hours(mixed), { updated: [{ row: 2, column: 2, value: 5 }] }),
    refused(
      /^`C4` on the sheet `Hours` is worked out by a formula \(`=C3\*2`\), so `5` cannot be written there/,
    ),
  )
})

test('rows that are forms to be filled in are filled in', async () => {
  const forms = [5, 6].map(
    (row) =>
      `<row r="${row}" ht="30"><c r="A${row}" s="2"/><c r="D${row}"><f>B${row}*C${row}</f><v>0</v></c></row>`,
  )
  const after = await change(hours(HOURS + forms.join('')), { added: [['2026-11-28', 5, 100, undefined]] })
  assert.equal(after.table.rows.length, 4)
  assert.match(
    after.xml,
    /<row r="5" ht="30"><c r="A5" s="2"><v>46354<\/v><\/c><c r="B5"><v>5<\/v><\/c><c r="C5"><v>100<\/v><\/c><c r="D5"><f>B5\*C5<\/f><v>500<\/v><\/c><\/row><row r="6"/,
  )
})

test('sums that were typed in follow', async () => {
  const rows = [40, 60, 25].map(
    (cost, index) =>
      `<row r="${index + 2}">${text(`item ${index}`)}<c r="B${index + 2}"><v>${cost}</v></c></row>`,
  )
  const before = xlsxFile({
    sheets: [
      {
        name: 'One',
        xml: `${head('Item', 'Cost')}${rows.join('')}<row r="6">${text('Total')}<c r="B6"><v>125</v></c></row>`,
      },
    ],
  })
  const after = await change(before, { added: [['more', 5]], updated: [{ row: 0, column: 1, value: 50 }] })
  assert.deepEqual(
    after.table.rows.map((row) => row[1]),
    [50, 60, 25, 5],
  )
  assert.match(after.xml, /<c r="B7"><v>140<\/v>/)
})
