import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ChangeRefused,
  type ReadTable,
  type RowChanges,
  UnreadableFile,
} from '../../source/contracts/folder.ts'
import { odsReader } from '../../source/folder/readers/ods.ts'
import { END, FILL, number, odsFile, row, words } from './ods-file.ts'
import { changed, fileOf, readText } from './round-trip.ts'
import { assertOnly, partOf } from './xlsx-file.ts'

async function tableOf(bytes: Uint8Array, index = 0): Promise<ReadTable> {
  const table = (await readText(odsReader, 'a.ods', bytes))[index]
  assert.ok(table)
  return table
}

/** The file with a change of its first sheet, which is read again. */
async function change(
  bytes: Uint8Array,
  changes: Partial<RowChanges>,
): Promise<{ readonly bytes: Uint8Array; readonly xml: string; readonly table: ReadTable }> {
  const after = await changed(bytes, await tableOf(bytes), changes)
  assert.ok(typeof after !== 'string')
  return { bytes: after, xml: partOf(after, 'content.xml'), table: await tableOf(after) }
}

const one = (rows: string, attributes = '') => odsFile([{ name: 'One', rows, attributes }])
const shape = ({ columns }: ReadTable) =>
  columns.map(({ name, type, unit }) => [name, type, ...(unit ? [unit] : [])])
const refused = (message: RegExp) => (error: unknown) =>
  error instanceof ChangeRefused && message.test(error.message)

test('the ending and the first bytes say that it is a spreadsheet', () => {
  assert.equal(odsReader.claims(fileOf('a.ods', one(''))), 3)
  assert.equal(odsReader.claims(fileOf('a.odt', one(''))), 0)
  assert.equal(odsReader.claims(fileOf('a.ods', 'text')), 0)
})

const TYPED =
  row(['Item', 'Cost', 'Share', 'Day', 'At', 'Paid', 'Count'].map((name) => words(name)).join('') + FILL) +
  row(
    words('a<text:s text:c="2"/>b<text:tab/>c</text:p><text:p><text:span>second</text:span>') +
      '<table:table-cell table:style-name="ce1" office:value-type="currency" office:currency="EUR" office:value="12.5"><text:p>12,50 €</text:p></table:table-cell>' +
      '<table:table-cell office:value-type="percentage" office:value="0.45"><text:p>45 %</text:p></table:table-cell>' +
      '<table:table-cell table:style-name="ce2" office:value-type="date" office:date-value="2026-11-28"><text:p>28.11.26</text:p></table:table-cell>' +
      '<table:table-cell office:value-type="time" office:time-value="PT07H30M00S"><text:p>07:30</text:p></table:table-cell>' +
      '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>' +
      `<table:table-cell office:value-type="float" office:value="3"><office:annotation><text:p>a note</text:p></office:annotation><text:p>3</text:p></table:table-cell>${FILL}`,
  )

test('cells are what the file says that they are', async () => {
  const table = await tableOf(one(TYPED + END))
  assert.deepEqual(shape(table), [
    ['item', 'text'],
    ['cost', 'number', 'EUR'],
    ['share', 'number', '%'],
    ['day', 'date'],
    ['at', 'text'],
    ['paid', 'yes/no'],
    ['count', 'number'],
  ])
  assert.deepEqual(table.rows, [['a  b\tc\nsecond', 12.5, 45, '2026-11-28', '07:30', 1, 3]])
  assert.deepEqual([table.suffix, table.kind], ['', 'sheet'])
})

test('changed cells keep their style, their notes and the kind of their number', async () => {
  const before = one(TYPED + END)
  const after = await change(before, {
    updated: [
      { row: 0, column: 0, value: 'x  y & <z>\n ' },
      { row: 0, column: 1, value: '20 EUR' },
      { row: 0, column: 2, value: 7 },
      { row: 0, column: 3, value: '2026-12-24' },
      { row: 0, column: 4, value: '18:05' },
      { row: 0, column: 5, value: 0 },
      { row: 0, column: 6, value: 4 },
    ],
  })
  assertOnly(before, after.bytes, ['content.xml'])
  assert.deepEqual(after.table.rows, [['x  y & <z>', 20, 7, '2026-12-24', '18:05', 0, 4]])
  for (const part of [
    '<table:table-cell table:style-name="ce1" office:value-type="currency" office:currency="EUR" office:value="20"><text:p>20</text:p></table:table-cell>',
    '<table:table-cell office:value-type="percentage" office:value="0.07"><text:p>7%</text:p></table:table-cell>',
    '<text:p>x<text:s text:c="2"/>y &amp; &lt;z&gt;</text:p><text:p><text:s/></text:p>',
    '<text:p>4</text:p><office:annotation><text:p>a note</text:p></office:annotation></table:table-cell>',
    'office:time-value="PT18H05M00S"',
  ])
    assert.ok(after.xml.includes(part), `${part}\n${after.xml}`)
})

const REPEATED =
  row(words('A') + words('B') + words('C') + FILL) +
  row(number(1) + number(5, ' table:number-columns-repeated="2" table:style-name="ce9"') + FILL) +
  row(
    number(2, ' table:number-columns-repeated="3"') + FILL,
    ' table:style-name="ro1" table:number-rows-repeated="3"',
  )

test('what is repeated is read one by one, and parted where it is changed', async () => {
  const before = one(REPEATED + END)
  assert.deepEqual((await tableOf(before)).rows, [
    [1, 5, 5],
    [2, 2, 2],
    [2, 2, 2],
    [2, 2, 2],
  ])
  const after = await change(before, {
    updated: [
      { row: 0, column: 2, value: 6 },
      { row: 2, column: 1, value: 7 },
    ],
  })
  assert.deepEqual(after.table.rows, [
    [1, 5, 6],
    [2, 2, 2],
    [2, 7, 2],
    [2, 2, 2],
  ])
  assert.ok(
    after.xml.includes('table:style-name="ce9"><text:p>5</text:p></table:table-cell><table:table-cell'),
  )
  assert.match(
    after.xml,
    /<table:table-row table:style-name="ro1"><table:table-cell office:value-type="float" office:value="2" table:number-columns-repeated="3">/,
  )
  const less = await change(before, { removed: [2], added: [[8, 9, null]] })
  assert.deepEqual(less.table.rows, [
    [1, 5, 5],
    [2, 2, 2],
    [2, 2, 2],
    [8, 9, null],
  ])
})

const HOURS =
  row(words('Day') + words('Hours') + words('Amount') + FILL) +
  [1, 2, 3]
    .map((day) =>
      row(
        `<table:table-cell table:style-name="date" office:value-type="date" office:date-value="2026-11-0${day}"><text:p>${day}</text:p></table:table-cell>` +
          number(day, ' table:style-name="h"') +
          number(day * 80, ` table:formula="of:=[.B${day + 1}]*80"`) +
          FILL,
        ' table:style-name="ro2"',
      ),
    )
    .join('')
const SUM = row(
  words('Sum') +
    number(6, ' table:formula="of:=SUM([.B2:.B4])"') +
    number(480, ' table:formula="of:=SUM([.C2:.C4])"') +
    FILL,
)
const OTHER = {
  name: 'My sheet',
  rows:
    row(words('what') + words('value')) +
    row(words('hours') + number(6, ' table:formula="of:=SUM([$Hours.$B$2:$Hours.$B$4])"')) +
    row(words('last') + number(480, ' table:formula="of:=[Hours.C5]"')),
}
const NAMES =
  '<table:named-expressions><table:named-range table:name="all" table:base-cell-address="$Hours.$A$1" table:cell-range-address="$Hours.$B$2:.$B$4"/></table:named-expressions>' +
  '<table:database-ranges><table:database-range table:name="f" table:target-range-address="Hours.A1:Hours.C4"/></table:database-ranges>'
const hours = (rows = HOURS + SUM + END) => odsFile([{ name: 'Hours', rows }, OTHER], { behind: NAMES })

test('formulas that depend on a changed cell come to their new values', async () => {
  const after = await change(hours(), { updated: [{ row: 0, column: 1, value: 10 }] })
  assert.deepEqual(
    after.table.rows.map((cells) => cells[2]),
    [800, 160, 240],
  )
  assert.match(
    after.xml,
    /table:formula="of:=SUM\(\[\.C2:\.C4\]\)" office:value-type="float" office:value="1200"/,
  )
  assert.deepEqual((await tableOf(after.bytes, 1)).rows, [
    ['hours', 15],
    ['last', 1200],
  ])
})

test('a new row stands before the sums, gets its formula, and is summed up', async () => {
  const after = await change(hours(), { added: [['2026-11-30', 4, undefined]] })
  assert.deepEqual(after.table.rows.at(-1), ['2026-11-30', 4, 320])
  assert.match(
    after.xml,
    /<table:table-row table:style-name="ro2"><table:table-cell table:style-name="date" office:value-type="date" office:date-value="2026-11-30"><text:p>2026-11-30<\/text:p><\/table:table-cell><table:table-cell table:style-name="h" office:value-type="float" office:value="4"><text:p>4<\/text:p><\/table:table-cell><table:table-cell table:formula="of:=\[\.B5\]\*80"/,
  )
  assert.match(after.xml, /of:=SUM\(\[\.B2:\.B5\]\)" office:value-type="float" office:value="10"/)
  assert.match(after.xml, /table:cell-range-address="\$Hours\.\$B\$2:\.\$B\$5"/)
  assert.match(after.xml, /table:target-range-address="Hours\.A1:\.C5"/)
  assert.deepEqual((await tableOf(after.bytes, 1)).rows, [
    ['hours', 10],
    ['last', 800],
  ])
})

test('a row that goes takes what is below it up', async () => {
  const after = await change(hours(), { removed: [0, 1] })
  assert.deepEqual(after.table.rows, [['2026-11-03', 3, 240]])
  assert.match(after.xml, /table:formula="of:=\[\.B2\]\*80"/)
  assert.match(after.xml, /of:=SUM\(\[\.B2:\.B2\]\)" office:value-type="float" office:value="3"/)
  assert.deepEqual((await tableOf(after.bytes, 1)).rows, [
    ['hours', 3],
    ['last', 240],
  ])
})

test('an empty sheet takes rows below its header, and a sheet to the last row still ends there', async () => {
  const small = await change(one(row(words('A') + words('B'))), {
    added: [
      [1, 'xy'],
      [2, null],
    ],
  })
  assert.deepEqual(small.table.rows, [
    [1, 'xy'],
    [2, null],
  ])
  const rows = (xml: string) =>
    [...xml.matchAll(/<table:table-row(?:[^>]*?rows-repeated="(\d+)")?[^>]*>/g)].reduce(
      (sum, found) => sum + Number(found[1] ?? 1),
      0,
    )
  const full = HOURS + SUM + END.replace('1048570', '1048571')
  const after = await change(one(full), { added: [['2026-11-30', 4, undefined]] })
  assert.equal(rows(after.xml), 1_048_576)
})

test('a formula, merged cells and moved rows under a drawing are refused', async () => {
  await assert.rejects(
    change(
      hours(
        HOURS.replace('office:value="2" table:style-name="h"', 'office:value="2" table:formula="of:=1+1"') +
          END,
      ),
      {
        updated: [{ row: 1, column: 1, value: 5 }],
      },
    ),
    refused(/^`B3` on the sheet `Hours` is worked out by a formula \(`=1\+1`\)/),
  )
  const merged = one(
    row(words('A') + words('B')) +
      row(`${number(1, ' table:number-columns-spanned="1" table:number-rows-spanned="2"')}${number(2)}`) +
      row(`<table:covered-table-cell/>${number(3)}`),
  )
  await assert.rejects(
    change(merged, { updated: [{ row: 1, column: 0, value: 5 }] }),
    refused(/is part of merged cells/),
  )
  await assert.rejects(change(merged, { removed: [1] }), refused(/has cells that are merged with other rows/))
  const drawn = one(`<table:shapes><draw:frame/></table:shapes>${HOURS}${SUM}`)
  await assert.rejects(change(drawn, { removed: [0] }), refused(/there is a drawing or a chart in `a\.ods`/))
  assert.equal((await change(drawn, { updated: [{ row: 0, column: 1, value: 9 }] })).table.rows[0]?.[2], 720)
})

test('protected, signed, recorded and encrypted spreadsheets say what they are', async () => {
  const rows = row(words('A')) + row(number(1))
  assert.match((await tableOf(one(rows, ' table:protected="true"'))).readOnly ?? '', /is protected/)
  const signed = odsFile([{ name: 'One', rows }], { parts: { 'META-INF/documentsignatures.xml': '<a/>' } })
  assert.match((await tableOf(signed)).readOnly ?? '', /is signed/)
  const recorded = odsFile([{ name: 'One', rows: `${rows}` }], { behind: '<table:tracked-changes/>' })
  assert.match((await tableOf(recorded)).readOnly ?? '', /records all changes/)
  const locked = odsFile([{ name: 'One', rows }], {
    parts: { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' },
  })
  await assert.rejects(async () => tableOf(locked), {
    constructor: UnreadableFile,
    message: '`a.ods` is protected by a password, so it cannot be read.',
  })
})

test('a bomb of repeated cells is not read', async () => {
  const bomb = one(
    row(number(1, ' table:number-columns-repeated="16384"'), ' table:number-rows-repeated="1048576"'),
  )
  await assert.rejects(
    async () => tableOf(bomb),
    (error) => error instanceof UnreadableFile && /more than 1000000 cells/.test(error.message),
  )
  const wrong = one(row(number(1), ' table:number-rows-repeated="-1"'))
  await assert.rejects(async () => tableOf(wrong), UnreadableFile)
})
