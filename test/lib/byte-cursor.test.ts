import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BadBytes, type ByteOrder, ByteReader, ByteWriter } from '../../source/lib/byte-cursor.ts'

function writeAll(writer: ByteWriter): Buffer {
  writer.u8(0xfe)
  writer.u16(0xfedc)
  writer.u32(0xfedcba98)
  writer.i32(-2)
  writer.u64(2 ** 53 - 1)
  writer.f64(-0.1)
  writer.bytes(Buffer.from('Größe'))
  return writer.done()
}

for (const order of ['little', 'big'] as const satisfies ByteOrder[]) {
  test(`what is written ${order}-endian is read back`, () => {
    const reader = new ByteReader(writeAll(new ByteWriter(order)), order)
    assert.equal(reader.u8(), 0xfe)
    assert.equal(reader.u16(), 0xfedc)
    assert.equal(reader.u32(), 0xfedcba98)
    assert.equal(reader.i32(), -2)
    assert.equal(reader.u64(), 2 ** 53 - 1)
    assert.equal(reader.f64(), -0.1)
    assert.equal(reader.text(7), 'Größe')
    assert.equal(reader.left, 0)
  })
}

test('the two orders are the two orders', () => {
  const write = (order: ByteOrder) => {
    const writer = new ByteWriter(order)
    writer.u32(1)
    return writer.done().toString('hex')
  }
  assert.deepEqual([write('little'), write('big')], ['01000000', '00000001'])
})

describe('a reader', () => {
  test('refuses every read that leaves its bytes, and stays where it was', () => {
    const reads: ((reader: ByteReader) => unknown)[] = [
      (reader) => reader.u8(),
      (reader) => reader.u16(),
      (reader) => reader.u32(),
      (reader) => reader.i32(),
      (reader) => reader.u64(),
      (reader) => reader.f64(),
      (reader) => reader.bytes(1),
      (reader) => reader.text(1),
    ]
    for (const read of reads) {
      const reader = new ByteReader(Buffer.alloc(20), 'little', 3, 3)
      assert.throws(() => read(reader), BadBytes)
      assert.equal(reader.offset, 3)
    }
  })

  test('says where the field is and how much is left', () => {
    const reader = new ByteReader(Buffer.alloc(20), 'little', 0, 6)
    reader.u32()
    assert.throws(() => reader.u32(), {
      name: 'BadBytes',
      offset: 4,
      message: '4 bytes are needed and 2 are left',
    })
  })

  test('refuses a range outside the bytes', () => {
    for (const [start, end] of [
      [-1, 2],
      [0, 5],
      [3, 2],
    ]) {
      assert.throws(() => new ByteReader(Buffer.alloc(4), 'little', start, end), BadBytes)
    }
  })

  test('refuses a 64-bit number that JavaScript cannot hold, and text that is not UTF-8', () => {
    assert.throws(() => new ByteReader(Buffer.from('000000000000200000', 'hex'), 'little').u64(), BadBytes)
    assert.throws(() => new ByteReader(Buffer.from('c3', 'hex'), 'little').text(1), BadBytes)
  })

  test('borrows a view with its own start', () => {
    const view = new Uint8Array([9, 9, 1, 2]).subarray(2)
    assert.equal(new ByteReader(view, 'big').u16(), 0x0102)
  })
})

describe('a writer', () => {
  test('grows past its first memory without losing a byte', () => {
    const writer = new ByteWriter('little')
    for (let index = 0; index < 1000; index++) {
      writer.u8(index & 0xff)
      writer.bytes(Buffer.alloc(index, index & 0xff))
    }
    const bytes = writer.done()
    assert.equal(bytes.length, writer.length)
    let at = 0
    for (let index = 0; index < 1000; index++) {
      assert.ok(bytes.subarray(at, at + index + 1).every((byte) => byte === (index & 0xff)))
      at += index + 1
    }
    assert.equal(at, bytes.length)
  })

  test('fills in a length afterwards, but not before', () => {
    const writer = new ByteWriter('big')
    writer.u32(0)
    writer.u8(7)
    writer.patchU32(0, 1)
    assert.equal(writer.done().toString('hex'), '0000000107')
    assert.throws(() => writer.patchU32(2, 1), RangeError)
  })

  test('refuses numbers that do not fit', () => {
    const writer = new ByteWriter('little')
    assert.throws(() => writer.u8(256), RangeError)
    assert.throws(() => writer.u16(-1), RangeError)
    assert.throws(() => writer.u32(2 ** 32), RangeError)
    assert.throws(() => writer.i32(2 ** 31), RangeError)
    for (const value of [-1, 0.5, 2 ** 53]) assert.throws(() => writer.u64(value), RangeError)
  })
})
