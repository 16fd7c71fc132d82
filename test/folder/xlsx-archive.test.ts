import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { UnreadableFile } from '../../source/contracts/folder.ts'
import { xlsxReader } from '../../source/folder/readers/xlsx.ts'
import { changed, readText } from './round-trip.ts'
import { partOf, partsOf, xlsxFile } from './xlsx-file.ts'

const ROWS =
  '<row><c t="inlineStr"><is><t>A</t></is></c></row><row><c><v>1</v></c></row><row><c><v>2</v></c></row>'
const book = (xml = ROWS) => xlsxFile({ sheets: [{ name: 'One', xml }] })

interface Packing {
  readonly method?: 0 | 8
  readonly hasDescriptor?: boolean
  readonly isWide?: boolean
  readonly comment?: string
  readonly before?: string
}

/** The parts of an archive packed in another way. */
function repacked(
  bytes: Uint8Array,
  { method = 8, hasDescriptor, isWide, comment = '', before = '' }: Packing,
): Buffer {
  const pieces: Buffer[] = [Buffer.from(before)]
  const records: Buffer[] = []
  let at = before.length
  for (const [name, { text }] of partsOf(bytes)) {
    const content = Buffer.from(text)
    const data = method === 8 ? deflateRawSync(content) : content
    const wide = Buffer.alloc(isWide ? 20 : 0)
    if (isWide) {
      wide.writeUInt16LE(1, 0)
      wide.writeUInt16LE(16, 2)
      wide.writeBigUInt64LE(BigInt(content.length), 4)
      wide.writeBigUInt64LE(BigInt(data.length), 12)
    }
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(hasDescriptor ? 8 : 0, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(0x5a5a0000, 6)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(isWide ? 0xffffffff : data.length, 14)
    shared.writeUInt32LE(isWide ? 0xffffffff : content.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    shared.writeUInt16LE(wide.length, 24)
    const local = Buffer.from(shared)
    if (hasDescriptor) local.fill(0, 10, 22)
    const descriptor = Buffer.alloc(hasDescriptor ? 16 : 0)
    if (hasDescriptor) {
      descriptor.write('PK\x07\x08', 'latin1')
      descriptor.writeUInt32LE(crc32(content), 4)
      descriptor.writeUInt32LE(data.length, 8)
      descriptor.writeUInt32LE(content.length, 12)
    }
    const piece = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      local,
      Buffer.from(name),
      wide,
      data,
      descriptor,
    ])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    records.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, Buffer.from(name), wide)
    pieces.push(piece)
    at += piece.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(partsOf(bytes).size, 8)
  end.writeUInt16LE(partsOf(bytes).size, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...pieces, directory, end, Buffer.from(comment)])
}

const WAYS: readonly (readonly [string, Packing])[] = [
  ['stored', { method: 0 }],
  ['with sizes behind the data', { hasDescriptor: true }],
  ['with sizes in the ZIP64 field', { isWide: true }],
  ['with a comment and something before it', { comment: 'made by hand PK\x05', before: '#!/bin/sh\n' }],
]

for (const [name, packing] of WAYS) {
  test(`an archive ${name} is read, and changed in one part`, async () => {
    const before = repacked(book(), packing)
    const [table] = await readText(xlsxReader, 'a.xlsx', before)
    assert.deepEqual(table?.rows, [[1], [2]])
    assert.ok(table)
    const after = await changed(before, table, { updated: [{ row: 1, column: 0, value: 5 }] })
    assert.ok(typeof after !== 'string')
    const [again] = await readText(xlsxReader, 'a.xlsx', after)
    assert.deepEqual(again?.rows, [[1], [5]])
    assert.equal(partOf(after, 'xl/worksheets/sheet1.xml').includes('<v>5</v>'), true)
    const { comment = '', before: head = '' } = packing
    assert.equal(Buffer.from(after).subarray(0, head.length).toString(), head)
    if (comment !== '') assert.equal(Buffer.from(after).subarray(-comment.length).toString(), comment)
    // A second change of what came of the first.
    const last = await changed(after, again ?? table, { removed: [0] })
    assert.ok(typeof last !== 'string')
    assert.deepEqual((await readText(xlsxReader, 'a.xlsx', last))[0]?.rows, [[5]])
  })
}

const unreadable = (message: RegExp) => (error: unknown) =>
  error instanceof UnreadableFile && message.test(error.message)
const reading = (bytes: Uint8Array) => async () => readText(xlsxReader, 'a.xlsx', bytes)

test('an archive that unpacks to more than 50 MB is not read, whatever it says of itself', async () => {
  const huge = book(`${ROWS}<!--${' '.repeat(60_000_000)}-->`)
  await assert.rejects(reading(huge), unreadable(/^`a\.xlsx` was left out: unpacked it has more than 50 MB/))
  const lying = Buffer.from(huge)
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const record = lying.lastIndexOf(name) - 46
  lying.writeUInt32LE(1000, record + 24)
  await assert.rejects(
    reading(lying),
    unreadable(/`xl\/worksheets\/sheet1\.xml` in it is larger than it says/),
  )
})

test('an archive whose parts lie over one another is not read', async () => {
  const bytes = Buffer.from(book())
  const directory = bytes.readUInt32LE(bytes.length - 6)
  const second = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'), directory + 4)
  bytes.writeUInt32LE(bytes.readUInt32LE(directory + 42), second + 42)
  await assert.rejects(reading(bytes), unreadable(/its parts lie over one another/))
})

test('an encrypted part, a wrong checksum and an unknown packing are told apart', async () => {
  const patched = (offset: number, value: number) => {
    const bytes = Buffer.from(book())
    const record = bytes.lastIndexOf(Buffer.from('xl/workbook.xml')) - 46
    bytes.writeUInt16LE(value, record + offset)
    return bytes
  }
  await assert.rejects(reading(patched(8, 1)), unreadable(/is protected by a password/))
  await assert.rejects(
    reading(patched(16, 7)),
    unreadable(/`xl\/workbook\.xml` in it does not have the checksum/),
  )
  await assert.rejects(reading(patched(10, 99)), unreadable(/is packed in a way that is not known, `99`/))
})

test('entities of a file are not expanded', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>`
  await assert.rejects(reading(book(bomb)), unreadable(/a part of it is no well-formed XML/))
})

test('an archive that is no workbook says so', async () => {
  const bytes = xlsxFile({ sheets: [], parts: { 'xl/workbook.xml': '<a>' } })
  await assert.rejects(reading(bytes), unreadable(/^`a\.xlsx` is damaged/))
  await assert.rejects(
    reading(Buffer.from('PK\x03\x04 and nothing more')),
    unreadable(/it is no whole archive/),
  )
})
