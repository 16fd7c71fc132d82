import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadTable, UnreadableFile } from '../../source/contracts/folder.ts'
import { docxReader } from '../../source/folder/readers/docx.ts'
import { zip } from '../../source/lib/zip.ts'
import { Random } from '../fuzz/random.ts'
import { fileOf, readText } from './round-trip.ts'

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STYLES =
  '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Mine"><w:basedOn w:val="berschrift1"/></w:style><w:style w:type="paragraph" w:styleId="Round"><w:basedOn w:val="Round"/></w:style></w:styles>'

function docxFile(body: string): Buffer {
  return zip([
    { name: '[Content_Types].xml', text: '<Types/>' },
    {
      name: '_rels/.rels',
      text: `<Relationships><Relationship Id="r" Type="${TYPES}/officeDocument" Target="/word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      text: `<Relationships><Relationship Id="r" Type="${TYPES}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'word/styles.xml', text: STYLES },
    {
      name: 'word/document.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w" xmlns:mc="mc"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    },
  ])
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (text: string, style = '') =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${run(text)}</w:p>`
const cell = (text: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${paragraph(text)}</w:tc>`
const table = (...rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`
const read = async (body: string): Promise<readonly ReadTable[]> =>
  readText(docxReader, 'a.docx', docxFile(body))

test('the ending and the first bytes say that it is a document', () => {
  assert.equal(docxReader.claims(fileOf('a.docx', docxFile(''))), 3)
  assert.equal(docxReader.claims(fileOf('a.doc', docxFile(''))), 0)
  assert.equal(docxReader.claims(fileOf('a.docx', 'text')), 0)
})

test('paragraphs stand below the heading whose style has a level, whatever it is called', async () => {
  const [prose, ...more] = await read(
    paragraph('Before.') +
      paragraph('Report', 'berschrift1') +
      paragraph('Income', 'Mine') +
      `<w:p>${run('Half')}<w:r><w:tab/><w:t>a </w:t><w:br/><w:t>line &amp; more</w:t></w:r></w:p>` +
      '<w:p/>' +
      `<w:p><w:pPr><w:outlineLvl w:val="2"/></w:pPr>${run('By hand')}</w:p>` +
      paragraph('Body.', 'Round'),
  )
  assert.equal(more.length, 0)
  assert.deepEqual(
    prose?.columns.map(({ name }) => name),
    ['heading', 'text'],
  )
  assert.deepEqual(prose?.rows, [
    [null, 'Before.'],
    [null, 'Report'],
    ['Income', 'Half\ta \nline & more'],
    ['By hand', 'Body.'],
  ])
  assert.match(prose?.readOnly ?? '', /^`a\.docx` is a document of a word processor/)
  assert.equal(prose?.change, undefined)
})

test('recorded changes are read as accepted, and fields and old copies of drawings not twice', async () => {
  const [prose] = await read(
    `<w:p>${run('now ')}<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>${run('new')}</w:ins>` +
      '<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>' +
      `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('in a box')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('in a box')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>${run('outside')}</w:p>`,
  )
  assert.deepEqual(
    prose?.rows.map((row) => row[1]),
    ['now new', 'in a box', 'outside'],
  )
})

test('a table of the document is a table of its own, typed, called as the heading above it', async () => {
  const tables = await read(
    paragraph('Costs 2026', 'Mine') +
      table(
        [cell('Item'), cell('Amount'), cell('Due')],
        [cell('food', '<w:vMerge w:val="restart"/>'), cell('12,50 €'), cell('28.11.2026')],
        [cell('', '<w:vMerge/>'), cell('3,00 €'), cell('29.11.2026')],
      ) +
      paragraph('Behind it.') +
      table([cell('1'), cell('2')], [cell('3'), cell('4', '<w:gridSpan w:val="2"/>')]),
  )
  assert.deepEqual(
    tables.map(({ suffix, kind }) => [suffix, kind]),
    [
      ['', 'text'],
      ['Costs 2026', 'table'],
      ['Costs 2026', 'table'],
    ],
  )
  const [prose, costs, bare] = tables
  assert.deepEqual(prose?.rows, [['Costs 2026', 'Behind it.']])
  assert.deepEqual(
    costs?.columns.map(({ name, type, unit }) => [name, type, unit]),
    [
      ['item', 'text', undefined],
      ['amount', 'number', '€'],
      ['due', 'date', undefined],
    ],
  )
  assert.deepEqual(costs?.rows, [
    ['food', 12.5, '2026-11-28'],
    ['food', 3, '2026-11-29'],
  ])
  assert.deepEqual(bare?.rows, [
    [1, 2, null],
    [3, 4, null],
  ])
  assert.equal(costs?.change, undefined)
})

test('a table that only frames text is text, and one within a cell is text of the cell', async () => {
  const [prose, outer] = await read(
    table([cell('a note')]) +
      table(
        [cell('Name'), cell('What')],
        [cell('xyz'), `<w:tc>${paragraph('inner')}${table([cell('1'), cell('2')])}<w:p/></w:tc>`],
      ),
  )
  assert.deepEqual(prose?.rows, [[null, 'a note']])
  assert.deepEqual(outer?.rows, [['xyz', 'inner\n1  2']])
})

test('an encrypted and a damaged document say so, and nothing else happens', async () => {
  const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(100)])
  assert.equal(docxReader.claims(fileOf('a.docx', locked)), 3)
  await assert.rejects(async () => readText(docxReader, 'a.docx', locked), {
    constructor: UnreadableFile,
    message: '`a.docx` is protected by a password, so it cannot be read.',
  })
  const bytes = docxFile(paragraph('a', 'Mine') + table([cell('A'), cell('B')], [cell('1'), cell('2')]))
  for (let seed = 0; seed < 500; seed++) {
    const random = new Random(seed, 61)
    const broken = Buffer.from(bytes)
    for (let count = random.length(20); count > 0; count--)
      broken[random.below(broken.length)] = random.below(256)
    try {
      await readText(
        docxReader,
        'a.docx',
        random.chance(0.3) ? broken.subarray(0, random.below(broken.length)) : broken,
      )
    } catch (error) {
      assert.ok(error instanceof UnreadableFile, `seed ${seed}: ${error}`)
    }
  }
})

test('a body of anything is read without an error but that it is damaged', async () => {
  const pieces = [
    '<w:p>',
    '</w:p>',
    '<w:tbl>',
    '</w:tbl>',
    '<w:tr>',
    '</w:tr>',
    '<w:tc>',
    '</w:tc>',
    '<w:del>',
    '</w:del>',
    '<w:t>',
    '</w:t>',
    'x',
    '<w:gridSpan w:val="9e9"/>',
    '<w:vMerge/>',
    '<w:tab/>',
    paragraph('p'),
  ]
  for (let seed = 0; seed < 600; seed++) {
    const random = new Random(seed, 62)
    const body = Array.from({ length: random.below(16) }, () => random.pick(pieces)).join('')
    try {
      await read(body)
    } catch (error) {
      assert.ok(error instanceof UnreadableFile, `seed ${seed}: ${error}\n${body}`)
    }
  }
})
