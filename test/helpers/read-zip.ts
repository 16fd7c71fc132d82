// Reads a ZIP archive by its central directory, as another program would.
import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

/** Name and text of every entry; every sum is checked. */
export function readZip(bytes: Buffer): ReadonlyMap<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  assert.ok(end >= 0, 'the archive has an end')
  const entries = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(bytes.toString('latin1', at, at + 4), 'PK\x01\x02')
    const size = bytes.readUInt32LE(at + 20)
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const file = bytes.readUInt32LE(at + 42)
    assert.equal(bytes.toString('latin1', file, file + 4), 'PK\x03\x04')
    const from = file + 30 + bytes.readUInt16LE(file + 26) + bytes.readUInt16LE(file + 28)
    const text = inflateRawSync(bytes.subarray(from, from + size))
    assert.equal(crc32(text), bytes.readUInt32LE(at + 16), name)
    assert.equal(text.length, bytes.readUInt32LE(at + 24), name)
    entries.set(name, text.toString())
    at += 46 + nameLength
  }
  return entries
}
