import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CellValue, UnreadableFile } from '../../source/contracts/folder.ts'
import { pdfReader } from '../../source/folder/readers/pdf.ts'
import { Random } from '../fuzz/random.ts'
import { pdfFile, type Words } from './pdf-file.ts'
import { fileOf, readText } from './round-trip.ts'

const FULL = 'The quick brown fox jumps over the lazy dog and keeps on running through the forest all'

async function rowsOf(...pages: readonly (readonly Words[])[]): Promise<readonly (readonly CellValue[])[]> {
  const [table] = await readText(pdfReader, 'a.pdf', pdfFile(pages))
  return table?.rows ?? []
}

test('the ending and a mark near the beginning say that it is a PDF', () => {
  const bytes = pdfFile([[{ text: 'a', y: 700 }]])
  assert.equal(pdfReader.claims(fileOf('a.PDF', bytes)), 3)
  assert.equal(pdfReader.claims(fileOf('a.pdf', Buffer.concat([Buffer.from('\n\n'), bytes]))), 3)
  assert.equal(pdfReader.claims(fileOf('a.pdf', 'no such thing')), 0)
  assert.equal(pdfReader.claims(fileOf('a.txt', bytes)), 0)
})

test('lines of a paragraph are one row, below the heading that is set larger, with their page', async () => {
  const rows = await rowsOf(
    [
      { text: 'Annual report', y: 780, size: 18 },
      { text: 'Income of the', y: 740, size: 14 },
      { text: 'first half', y: 724, size: 14 },
      { text: `${FULL} well-`, y: 700 },
      { text: `known to all. ${FULL}`, y: 688 },
      { text: 'until it stops.', y: 676 },
      { text: 'Another one.', y: 650 },
    ],
    [
      { text: 'Costs', y: 780, size: 14 },
      { text: 'Größe (cm): 5', y: 750 },
      { text: 'Second line', y: 738 },
    ],
  )
  assert.deepEqual(rows, [
    [1, null, 'Annual report'],
    [1, 'Income of the first half', `${FULL} wellknown to all. ${FULL} until it stops.`],
    [1, 'Income of the first half', 'Another one.'],
    [2, 'Costs', 'Größe (cm): 5'],
    [2, 'Costs', 'Second line'],
  ])
})

test('what stands in columns stays a row a line', async () => {
  const line = (y: number, ...cells: readonly string[]) =>
    cells.map((text, index) => ({ text, x: 72 + index * 150, y }))
  const rows = await rowsOf([
    ...line(700, 'Item', 'Hours', 'Amount'),
    ...line(688, 'Kessler & Sohn', '12.5', '1.258,00'),
    ...line(676, 'Brannock', '3', '240,00'),
    { text: FULL, y: 640 },
  ])
  assert.deepEqual(
    rows.map((row) => row[2]),
    ['Item  Hours  Amount', 'Kessler & Sohn  12.5  1.258,00', 'Brannock  3  240,00', FULL],
  )
})

test('points of a list are rows', async () => {
  const rows = await rowsOf([
    { text: `- ${FULL}`, y: 700 },
    { text: '- milk', y: 688 },
    { text: '- bread', y: 676 },
  ])
  assert.deepEqual(
    rows.map((row) => row[2]),
    [`- ${FULL}`, '- milk', '- bread'],
  )
})

test('it is only read, and its columns are page, heading and text', async () => {
  const [table, ...more] = await readText(pdfReader, 'a.pdf', pdfFile([[{ text: 'a', y: 700 }], []]))
  assert.equal(more.length, 0)
  assert.equal(table?.change, undefined)
  assert.match(table?.readOnly ?? '', /^`a\.pdf` is a PDF/)
  assert.deepEqual(
    table?.columns.map(({ name, type }) => [name, type]),
    [
      ['page', 'number'],
      ['heading', 'text'],
      ['text', 'text'],
    ],
  )
  assert.deepEqual(table?.notes, ['Page 2 has no text in it, only pictures or nothing.'])
})

const unreadable = (message: RegExp) => (error: unknown) =>
  error instanceof UnreadableFile && message.test(error.message)
const reading = (bytes: Uint8Array) => async () => readText(pdfReader, 'a.pdf', bytes)

test('a scan, a damaged file and one under a password are told apart', async () => {
  await assert.rejects(
    reading(pdfFile([[], []])),
    unreadable(/^`a\.pdf` has no text in it, only pictures of pages \(a scan\)/),
  )
  await assert.rejects(reading(Buffer.from('%PDF-1.4\nnothing')), unreadable(/^`a\.pdf` is damaged/))
  const key = `<${'00'.repeat(32)}>`
  const locked = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -1 >> /ID [<00> <00>]`
  await assert.rejects(
    reading(pdfFile([[{ text: 'a', y: 700 }]], locked)),
    unreadable(/^`a\.pdf` is protected by a password, so it cannot be read\.$/),
  )
})

test('a damaged document is refused in words, and nothing else happens', async () => {
  const bytes = pdfFile([
    [
      { text: 'Annual report', y: 780, size: 18 },
      { text: FULL, y: 700 },
    ],
    [{ text: 'x', y: 600 }],
  ])
  for (let seed = 0; seed < 150; seed++) {
    const random = new Random(seed, 51)
    const broken = Buffer.from(bytes)
    for (let count = random.length(30); count > 0; count--)
      broken[random.below(broken.length)] = random.below(256)
    try {
      await readText(
        pdfReader,
        'a.pdf',
        random.chance(0.3) ? broken.subarray(0, random.below(broken.length)) : broken,
      )
    } catch (error) {
      assert.ok(error instanceof UnreadableFile, `seed ${seed}: ${error}`)
    }
  }
})
