// A ZIP archive of small files: local headers, deflated bytes, the central directory (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16).
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string
  readonly text: string
}

const UTF8_NAMES = 0x0800
const DEFLATED = 8
const VERSION = 20
/** Midnight of 1 January 1980, the first that the format knows: the same entries give the same bytes. */
const NO_TIME = 0x00210000

/** The bytes of an archive; entries in the order that they were given. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const nameBytes = Buffer.from(name)
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    // Version, flags, method, time and date, sums and sizes stand in both headers in the same order.
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(VERSION, 0)
    shared.writeUInt16LE(UTF8_NAMES, 2)
    shared.writeUInt16LE(DEFLATED, 4)
    shared.writeUInt32LE(NO_TIME, 6)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(nameBytes.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([VERSION, 0]), shared, rest, nameBytes)
    files.push(file)
    offset += file.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
