import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CellValue,
  ChangeRefused,
  type ReadTable,
  UnreadableFile,
} from '../../source/contracts/folder.ts'
import { odsReader } from '../../source/folder/readers/ods.ts'
import { Random } from '../fuzz/random.ts'
import { END, FILL, odsFile, row, words } from './ods-file.ts'
import { changed, checkRoundTrip, newValue, readText } from './round-trip.ts'
import { assertOnly } from './xlsx-file.ts'

const FILES = 300
const WORDS = [
  'plum',
  'Kessler &amp; Sohn',
  'Ærøskøbing',
  'A1',
  'two<text:s text:c="2"/>blanks',
  'first</text:p><text:p>second',
  'a<text:span>b</text:span>',
]
const AWKWARD = ['=SUM(A1)', 'a|b', 'tab\there', '&amp;', '😀', '<b>', 'a  b   c', 'x\ny']
const two = (value: number) => String(value).padStart(2, '0')

type Make = (random: Random) => readonly [attributes: string, shown: string]
const day = (random: Random) =>
  `20${10 + random.below(20)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
const valued = (type: string, name: string, value: string | number): string =>
  ` office:value-type="${type}" office:${name}="${value}"`

const COLUMNS: readonly (readonly [title: string, make: Make])[] = [
  ['name', (random) => [' office:value-type="string"', random.pick(WORDS)]],
  ['count', (random) => [valued('float', 'value', random.below(500)), '1']],
  [
    'cost',
    (random) => [`${valued('currency', 'value', random.below(10_000) / 100)} office:currency="EUR"`, '1 €'],
  ],
  ['share', (random) => [valued('percentage', 'value', random.below(1000) / 1000), '1 %']],
  ['day', (random) => [valued('date', 'date-value', day(random)), 'some day']],
  [
    'seen',
    (random) => [
      valued('date', 'date-value', `${day(random)}T${two(random.below(24))}:${two(random.below(60))}:00`),
      'at',
    ],
  ],
  ['paid', (random) => [valued('boolean', 'boolean-value', String(random.chance(0.5))), 'X']],
  ['worked', () => [`${valued('float', 'value', 6)} table:formula="of:=[$Constants.$B$2]*2"`, '6']],
]

function generate(random: Random): Buffer {
  const columns = [
    COLUMNS[0],
    ...Array.from({ length: 1 + random.below(5) }, () => random.pick(COLUMNS)),
  ].filter((column) => column !== undefined)
  const count = 3 + random.below(6)
  let rows = row(columns.map(([title], column) => words(`${title} ${column}`)).join('') + FILL)
  for (let index = 0; index < count; index++) {
    let cells = ''
    for (let column = 0; column < columns.length; column++) {
      const [title, make] = columns[column] ?? ['', () => ['', '']]
      if (index > 1 && column > 0 && title !== 'worked' && random.chance(0.15)) {
        cells += random.chance(0.5) ? '<table:table-cell table:style-name="ce5"/>' : '<table:table-cell/>'
        continue
      }
      const [attributes, shown] = make(random)
      const note = random.chance(0.1) ? '<office:annotation><text:p>note</text:p></office:annotation>' : ''
      // The next column of the same kind may hold the same.
      const repeats = columns[column + 1]?.[0] === title && random.chance(0.6)
      const times = repeats ? ' table:number-columns-repeated="2"' : ''
      cells += `<table:table-cell table:style-name="ce${column}"${attributes}${times}>${note}<text:p>${shown}</text:p></table:table-cell>`
      if (repeats) column++
    }
    rows += row(
      cells + (random.chance(0.8) ? FILL : ''),
      random.chance(0.2) ? ' table:number-rows-repeated="2"' : '',
    )
    if (random.chance(0.05)) rows += row('<table:table-cell/>')
  }
  const other =
    row(words('x') + words('y')) +
    row(
      `<table:table-cell office:value-type="float" office:value="1"/><table:table-cell office:value-type="float" office:value="3"/>`,
    )
  return odsFile(
    [
      { name: 'One', rows: rows + (random.chance(0.7) ? END : '') },
      { name: 'Constants', rows: other, attributes: ' table:style-name="taHidden" table:protected="true"' },
    ],
    { parts: { 'Thumbnails/thumbnail.png': 'not really', 'settings.xml': '<settings/>' } },
  )
}

const OPTIONS = { path: 'a.ods', texts: AWKWARD }
const filled = (table: ReadTable, column: number): CellValue =>
  table.columns[column]?.isFixed === true ? 6 : null

test(`${FILES} generated spreadsheets keep what is changed, and every cell and part beside it`, async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed, 41)
    const bytes = generate(random)
    await checkRoundTrip(odsReader, bytes, random, { ...OPTIONS, filled })
    const [table] = await readText(odsReader, 'a.ods', bytes)
    assert.ok(table)
    const value = newValue(table, 0, random, OPTIONS)
    const after = await changed(bytes, table, { updated: [{ row: 0, column: 0, value }] })
    assert.ok(typeof after !== 'string')
    if (after !== bytes) assertOnly(bytes, after, ['content.xml'], `seed ${seed}`)
  }
})

test('a damaged spreadsheet is refused in words, and nothing else happens', async () => {
  const bytes = generate(new Random(5, 44))
  for (let seed = 0; seed < 800; seed++) {
    const random = new Random(seed, 45)
    const broken = Buffer.from(bytes)
    for (let count = random.length(20); count > 0; count--)
      broken[random.below(broken.length)] = random.below(256)
    try {
      await readText(
        odsReader,
        'a.ods',
        random.chance(0.2) ? broken.subarray(0, random.below(broken.length)) : broken,
      )
    } catch (error) {
      assert.ok(error instanceof UnreadableFile, `seed ${seed}: ${error}`)
    }
  }
})

const PIECES = [
  '<table:table-row>',
  '</table:table-row>',
  '<table:table-cell>',
  '<table:table-cell/>',
  '</table:table-cell>',
  '<table:covered-table-cell/>',
  words('a'),
  '<text:p>',
  '</text:p>',
  '<table:table table:name="b">',
  '</table:table>',
  '<table:table-header-rows>',
  '</table:table-header-rows>',
  '<table:table-cell table:formula="of:=[.A1]"/>',
  '<table:table-cell table:formula="x"/>',
  '<table:table-row table:number-rows-repeated="3">',
  '<draw:frame/>',
  FILL,
]

test('a sheet of anything is read and changed without an error but a refusal', async () => {
  for (let seed = 0; seed < 600; seed++) {
    const random = new Random(seed, 46)
    const rows =
      row(words('a') + words('b')) +
      Array.from({ length: random.below(14) }, () => random.pick(PIECES)).join('')
    const bytes = odsFile([{ name: 'One', rows }])
    try {
      const [table] = await readText(odsReader, 'a.ods', bytes)
      if (table?.change === undefined) continue
      const added = [table.columns.map(() => random.pick<CellValue>([1, 'x', null]))]
      for (const changes of [{ added }, { removed: table.rows.map((_, at) => at) }]) {
        const after = await changed(bytes, table, changes)
        assert.ok(typeof after !== 'string')
        await readText(odsReader, 'a.ods', after)
      }
    } catch (error) {
      assert.ok(
        error instanceof UnreadableFile || error instanceof ChangeRefused,
        `seed ${seed}: ${error}\n${rows}`,
      )
    }
  }
})
