import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellValue, ReadTable } from '../../source/contracts/folder.ts'
import { xlsxReader } from '../../source/folder/readers/xlsx.ts'
import { Random } from '../fuzz/random.ts'
import { changed, checkRoundTrip, newValue, readText } from './round-trip.ts'
import { assertOnly, MAIN, partsOf, xlsxFile } from './xlsx-file.ts'

const FILES = 300
const WORDS = [
  'plum',
  'Kessler & Sohn',
  'Ærøskøbing',
  'A1',
  'O’Brien',
  '"quoted"',
  'x < y',
  ' two  blanks ',
  'first\nsecond',
]
const AWKWARD = ['=SUM(A1)', 'a|b', 'tab\there', '_x0041_', ']]>', '&amp;', '😀', '#7 bolt']
const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A cell of a column: its attributes and what stands in it. */
type Make = (random: Random, strings: string[], row: number) => string
const shared = (random: Random, strings: string[]) => {
  strings.push(`<t xml:space="preserve">${asXml(random.pick(WORDS))}</t>`)
  return ` t="s"><v>${strings.length - 1}</v>`
}
const day = (random: Random) => 40_000 + random.below(8000)

const COLUMNS: readonly (readonly [title: string, make: Make])[] = [
  ['name', shared],
  ['note', (random) => ` t="inlineStr"><is><t xml:space="preserve">${asXml(random.pick(WORDS))}</t></is>`],
  ['runs', (random) => ` t="inlineStr"><is><r><t>${random.pick(['ab', 'cd'])}</t></r><r><t>x</t></r></is>`],
  ['count', (random) => `><v>${random.below(500)}</v>`],
  ['cost', (random) => ` s="4"><v>${random.below(100_000) / 100}</v>`],
  ['share', (random) => ` s="3"><v>${random.below(1000) / 1000}</v>`],
  ['day', (random) => ` s="1"><v>${day(random)}</v>`],
  ['seen', (random) => ` s="2"><v>${day(random) + random.below(1440) / 1440}</v>`],
  ['at', (random) => ` s="5"><v>${random.below(1440) / 1440}</v>`],
  ['paid', (random) => ` t="b"><v>${random.below(2)}</v>`],
  ['worked', () => '><f>Constants!$B$2*2</f><v>6</v>'],
  ['told', () => ' t="str"><f>"a"&amp;"b"</f><v>ab</v>'],
]

interface Made {
  readonly bytes: Buffer
  readonly columns: readonly string[]
}

function generate(random: Random): Made {
  const columns = [
    COLUMNS[0],
    ...Array.from({ length: 1 + random.below(6) }, () => random.pick(COLUMNS)),
  ].filter((column) => column !== undefined)
  const strings: string[] = []
  const prefix = random.chance(0.15) ? 'x:' : ''
  const hasPlaces = random.chance(0.85)
  const skipped = random.chance(0.3) ? 1 + random.below(3) : 0
  const letters = 'ABCDEFGH'
  const space = random.chance(0.2) ? '\n  ' : ''
  const rowOf = (row: number, cells: readonly (string | undefined)[]) => {
    const made = cells.map((cell, column) => {
      if (cell === undefined) return ''
      const place = hasPlaces ? ` r="${letters[column]}${row}"` : ''
      return `<c${place}${cell === '' ? '/>' : `${cell}</c>`}`
    })
    const more = random.chance(0.2) ? ' spans="1:3" ht="20" customHeight="1"' : ''
    return `<row r="${row}"${more}>${made.join('')}</row>${space}`
  }
  const count = 3 + random.below(7)
  const header = columns.map(([title], column) => {
    strings.push(`<t>${title} ${column}</t>`)
    return ` t="s"><v>${strings.length - 1}</v>`
  })
  let row = 1 + skipped
  let xml = rowOf(row, header)
  for (let index = 0; index < count; index++) {
    // A blank row now and then, and empty cells; the first rows say what kind of column it is.
    row += random.chance(0.05) ? 2 : 1
    xml += rowOf(
      row,
      columns.map(([title, make], column) => {
        const isWorked = title === 'worked' || title === 'told'
        if (index > 1 && column > 0 && !isWorked && random.chance(0.15))
          return hasPlaces && random.chance(0.5) ? undefined : ''
        return make(random, strings, row)
      }),
    )
  }
  if (random.chance(0.3)) xml += `<row r="${row + 1}" ht="30"/>`
  const first = prefixed(
    `<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="B1" t="inlineStr"><is><t>y</t></is></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>3</v></c></row>`,
    '',
  )
  const bytes = xlsxFile({
    sheets: [
      { name: 'One', xml: prefixed(xml, prefix) },
      { name: 'Other', xml: first },
      { name: 'Constants', xml: first, state: 'veryHidden' },
    ],
    strings,
    parts: {
      'xl/media/image1.png': 'not really',
      'xl/comments1.xml': '<comments/>',
      'docProps/core.xml': '<core/>',
    },
  })
  return { bytes, columns: columns.map(([title]) => title) }
}

/** A sheet whose tags have a prefix. */
function prefixed(rows: string, prefix: string): string {
  const named = rows.replace(/<(\/?)(row|c|v|f|is|t|r)(?=[\s/>])/g, `<$1${prefix}$2`)
  const space = prefix === '' ? 'xmlns' : 'xmlns:x'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}worksheet ${space}="${MAIN}"><${prefix}sheetViews/><${prefix}cols/><${prefix}sheetData>${named}</${prefix}sheetData><${prefix}pageMargins/></${prefix}worksheet>`
}

const OPTIONS = { path: 'a.xlsx', texts: AWKWARD }
/** New rows have what their formulas come to. */
const filled = (table: ReadTable, column: number): CellValue => {
  const { isFixed, name } = table.columns[column] ?? {}
  if (isFixed !== true) return null
  return name?.startsWith('told') ? 'ab' : 6
}

test(`${FILES} generated workbooks keep what is changed, and every cell beside it`, async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed, 31)
    const { bytes } = generate(random)
    await checkRoundTrip(xlsxReader, bytes, random, { ...OPTIONS, filled })
  }
})

test(`${FILES} generated workbooks keep all parts but the sheet, and in it all but the changed cell`, async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed, 32)
    const { bytes } = generate(random)
    const [table] = await readText(xlsxReader, 'a.xlsx', bytes)
    assert.ok(table)
    const open = table.columns.flatMap(({ isFixed }, column) => (isFixed === true ? [] : [column]))
    const [row, column] = [random.below(table.rows.length), random.pick(open)]
    const value = newValue(table, column, random, OPTIONS)
    const after = await changed(bytes, table, { updated: [{ row, column, value }] })
    assert.ok(typeof after !== 'string')
    if (after === bytes) continue
    const part = 'xl/worksheets/sheet1.xml'
    assertOnly(bytes, after, [part], `seed ${seed}`)
    const [old, now] = [partsOf(bytes).get(part)?.text ?? '', partsOf(after).get(part)?.text ?? '']
    assert.ok(isOneCell(old, now), `seed ${seed}\n${old}\n${now}`)
  }
})

/** Whether the two differ in at most one cell, or a row's tag beside it. */
function isOneCell(old: string, now: string): boolean {
  const cells = (text: string) =>
    text.split(/(?=<(?:x:)?c[\s/>])|(?<=<\/(?:x:)?c>)|(?<=<(?:x:)?c [^>]*\/>)|(?=<\/(?:x:)?row>)/)
  const [before, after] = [cells(old), cells(now)]
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  let end = 0
  while (
    end < before.length - same &&
    end < after.length - same &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end++
  return before.length - same - end <= 2 && after.length - same - end <= 2 + (after.length - before.length)
}

test('what depends on changed cells is what it comes to', async () => {
  for (let seed = 0; seed < 150; seed++) {
    const random = new Random(seed, 33)
    const count = 3 + random.below(6)
    const numbers = Array.from({ length: count }, () => [random.below(50), random.below(500) / 100] as const)
    const amounts = numbers.map(
      ([hours, rate]) => Math.round(Number((hours * rate * 100).toPrecision(12))) / 100,
    )
    const rows = numbers.map(
      ([hours, rate], index) =>
        `<row r="${index + 2}"><c r="A${index + 2}"><v>${hours}</v></c><c r="B${index + 2}"><v>${rate}</v></c><c r="C${index + 2}"><f>ROUND(A${index + 2}*B${index + 2},2)</f><v>${amounts[index]}</v></c></row>`,
    )
    const head = `<row r="1">${['h', 'r', 'a'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>`
    const sums = `<row r="${count + 2}"><c r="A${count + 2}"><f>SUM(A2:A${count + 1})</f><v>0</v></c><c r="C${count + 2}"><f>SUM(C2:C${count + 1})</f><v>${amounts.reduce((a, b) => a + b, 0)}</v></c></row>`
    let bytes: Uint8Array = xlsxFile({ sheets: [{ name: 'One', xml: head + rows.join('') + sums }] })
    let expected = numbers.map((pair) => [...pair])
    for (let step = 0; step < 4; step++) {
      const [table] = await readText(xlsxReader, 'a.xlsx', bytes)
      assert.ok(table)
      const row = random.below(expected.length)
      const fresh = [random.below(50), random.below(500) / 100]
      const kind = expected.length < 3 ? 0 : random.below(3)
      const next = await changed(
        bytes,
        table,
        kind === 0
          ? { added: [[...fresh, undefined]] }
          : kind === 1
            ? { updated: fresh.map((value, column) => ({ row, column, value })) }
            : { removed: [row] },
      )
      assert.ok(typeof next !== 'string')
      bytes = next
      expected =
        kind === 0
          ? [...expected, fresh]
          : kind === 1
            ? expected.with(row, fresh)
            : expected.toSpliced(row, 1)
      const told = `seed ${seed}, step ${step}`
      const [now] = await readText(xlsxReader, 'a.xlsx', bytes)
      const xml = partsOf(bytes).get('xl/worksheets/sheet1.xml')?.text ?? ''
      const total = /<f>SUM\(C2:C(\d+)\)<\/f><v>([\d.]+)<\/v>/.exec(xml)
      const last = expected.length + 1
      assert.equal(total?.[1], String(last), `${told}\n${xml}`)
      const sum = expected.reduce(
        (all, [hours = 0, rate = 0]) => all + Math.round(Number((hours * rate * 100).toPrecision(12))) / 100,
        0,
      )
      assert.ok(Math.abs(sum - Number(total?.[2])) < 1e-6, `${told}: ${sum}\n${xml}`)
      const isSeen = [...xml.matchAll(/<row r="(\d+)"/g)].map((found) => Number(found[1]))
      assert.deepEqual(
        isSeen,
        Array.from({ length: last + 1 }, (_, index) => index + 1),
        told,
      )
      // Rows that were not touched keep what the file says that they come to.
      assert.deepEqual(
        now?.rows.map((cells) => cells.slice(0, 2)),
        expected,
        told,
      )
    }
  }
})
