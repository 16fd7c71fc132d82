import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, ChangeRefused, UnreadableFile } from '../../source/contracts/folder.ts'
import { xlsxReader } from '../../source/folder/readers/xlsx.ts'
import { Random } from '../fuzz/random.ts'
import { changed, readText } from './round-trip.ts'
import { xlsxFile } from './xlsx-file.ts'

test('a damaged workbook is refused in words, and nothing else happens', async () => {
  const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
  const words = '<c t="inlineStr"><is><t>a</t></is></c><c t="s"><v>0</v></c>'
  const rows = [2, 3, 4].map((at) =>
    row(at, `<c r="A${at}" s="1"><v>${46_000 + at}</v></c><c r="B${at}"><f>A${at}*2</f><v>1</v></c>`),
  )
  const bytes = xlsxFile({
    sheets: [{ name: 'One', xml: row(1, words) + rows.join('') }],
    strings: ['<t>b</t>'],
  })
  for (let length = 0; length < bytes.length; length += 7) {
    const cut = bytes.subarray(0, length)
    await assert.rejects(async () => readText(xlsxReader, 'a.xlsx', cut), UnreadableFile)
  }
  for (let seed = 0; seed < 1500; seed++) {
    const random = new Random(seed, 35)
    const broken = Buffer.from(bytes)
    for (let count = random.length(20); count > 0; count--)
      broken[random.below(broken.length)] = random.below(256)
    try {
      const tables = await readText(xlsxReader, 'a.xlsx', broken)
      for (const table of tables) {
        if (table.change === undefined || table.rows.length === 0) continue
        await changed(broken, table, { removed: [0] })
      }
    } catch (error) {
      assert.ok(error instanceof UnreadableFile || error instanceof ChangeRefused, `seed ${seed}: ${error}`)
    }
  }
})

const PIECES = [
  '<row r="2">',
  '<row>',
  '</row>',
  '<c r="B2">',
  '<c t="s">',
  '<c/>',
  '</c>',
  '<v>',
  '</v>',
  '1',
  '99',
  'x',
  '<f>',
  '</f>',
  '<f t="shared" si="0"/>',
  'A1',
  ':',
  '<is><t>',
  '</t></is>',
  '<c r="ZZZ1"/>',
  '<row r="0"/>',
  '<row r="1e9"/>',
  '<!--',
  '-->',
  '&amp;',
  '&x;',
  '<![CDATA[',
  ']]>',
]

test('a sheet of anything is read and changed without an error but a refusal', async () => {
  for (let seed = 0; seed < 600; seed++) {
    const random = new Random(seed, 36)
    const head = '<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row>'
    const xml = head + Array.from({ length: random.below(14) }, () => random.pick(PIECES)).join('')
    const bytes = xlsxFile({ sheets: [{ name: 'One', xml }], strings: ['<t>x</t>'] })
    try {
      const [table] = await readText(xlsxReader, 'a.xlsx', bytes)
      if (table?.change === undefined) continue
      const added = [table.columns.map(() => random.pick<CellValue>([1, 'x', null]))]
      for (const changes of [{ added }, { removed: table.rows.map((_, row) => row) }]) {
        const after = await changed(bytes, table, changes)
        assert.ok(typeof after !== 'string')
        await readText(xlsxReader, 'a.xlsx', after)
      }
    } catch (error) {
      assert.ok(
        error instanceof UnreadableFile || error instanceof ChangeRefused,
        `seed ${seed}: ${error}\n${xml}`,
      )
    }
  }
})
