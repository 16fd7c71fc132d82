// An archive with some parts replaced; the bytes of all others stay, with what stands between them. Pure.
import { crc32, deflateRawSync } from 'node:zlib'
import { ChangeRefused } from '../../../contracts/folder.ts'
import type { ZipFile, ZipPart } from './zip-file.ts'

/** Sizes and checksum stand behind the data; how hard it was packed. */
const FLAGS_OF_OLD_DATA = 0x000e
const ELSEWHERE = 0xffffffff
const WIDE_EXTRA = 1

/**
 * The bytes of the archive with these parts holding something else; undefined: the part goes. Names are those of the archive.
 * Throws `ChangeRefused` for an archive in the ZIP64 form.
 */
export function rewriteZip(zip: ZipFile, changes: ReadonlyMap<string, Uint8Array | undefined>): Uint8Array {
  const { bytes, directory } = zip
  const inPlace = zip.parts.toSorted((a, b) => a.start - b.start)
  const packed = new Map<ZipPart, PackedPart>()
  const pieces: Buffer[] = [bytes.subarray(0, inPlace[0]?.start ?? directory.start)]
  const starts = new Map<ZipPart, number>()
  let at = pieces[0]?.length ?? 0
  for (const [index, part] of inPlace.entries()) {
    const next = inPlace[index + 1]?.start ?? directory.start
    starts.set(part, at)
    let piece = bytes.subarray(part.start, next)
    if (changes.has(part.name)) {
      const content = changes.get(part.name)
      if (content === undefined) continue
      const own = packPart(content, part.method)
      packed.set(part, own)
      piece = localPart(bytes, part, own)
    }
    pieces.push(piece)
    at += piece.length
  }
  const kept = zip.parts.filter((part) => !changes.has(part.name) || packed.has(part))
  const records = kept.map((part) => recordOf(zip, part, starts.get(part) ?? 0, packed.get(part)))
  const size = records.reduce((sum, record) => sum + record.length, 0)
  return Buffer.concat([...pieces, ...records, endOf(zip, kept.length, size, at)])
}

interface PackedPart {
  readonly data: Buffer
  readonly method: number
  readonly checksum: number
  readonly unpackedBytes: number
}

function packPart(content: Uint8Array, method: number): PackedPart {
  const data = method === 0 ? Buffer.from(content) : deflateRawSync(content)
  return { data, method, checksum: crc32(content), unpackedBytes: content.length }
}

/** Flags, method, time, day, checksum and sizes stand in both headers in the same order. */
function patchHeader(
  header: Buffer,
  flagsAt: number,
  { data, method, checksum, unpackedBytes }: PackedPart,
): void {
  header.writeUInt16LE(header.readUInt16LE(flagsAt) & ~FLAGS_OF_OLD_DATA, flagsAt)
  header.writeUInt16LE(method, flagsAt + 2)
  header.writeUInt32LE(checksum, flagsAt + 8)
  header.writeUInt32LE(data.length, flagsAt + 12)
  header.writeUInt32LE(unpackedBytes, flagsAt + 16)
}

function localPart(bytes: Buffer, part: ZipPart, own: PackedPart): Buffer {
  const nameBytes = bytes.readUInt16LE(part.start + 26)
  const header = Buffer.from(bytes.subarray(part.start, part.start + 30 + nameBytes))
  const extra = withoutWide(bytes.subarray(part.start + 30 + nameBytes, part.dataStart))
  patchHeader(header, 6, own)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, extra, own.data])
}

function recordOf(zip: ZipFile, part: ZipPart, start: number, own: PackedPart | undefined): Buffer {
  const record = Buffer.from(zip.bytes.subarray(part.record.start, part.record.end))
  if (record.readUInt32LE(42) === ELSEWHERE) throw refused(zip)
  record.writeUInt32LE(start, 42)
  if (own === undefined) return record
  patchHeader(record, 8, own)
  const extraStart = 46 + record.readUInt16LE(28)
  const extraEnd = extraStart + record.readUInt16LE(30)
  const extra = withoutWide(record.subarray(extraStart, extraEnd))
  record.writeUInt16LE(extra.length, 30)
  return Buffer.concat([record.subarray(0, extraStart), extra, record.subarray(extraEnd)])
}

/** The end record with its comment. */
function endOf(zip: ZipFile, count: number, size: number, start: number): Buffer {
  const end = Buffer.from(zip.bytes.subarray(zip.directory.end))
  if (end.readUInt32LE(0) !== 0x06054b50) throw refused(zip)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return end
}

function withoutWide(extra: Buffer): Buffer {
  const kept: Buffer[] = []
  let at = 0
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) !== WIDE_EXTRA) kept.push(extra.subarray(at, end))
    at = end
  }
  return Buffer.concat(at < extra.length ? [...kept, extra.subarray(at)] : kept)
}

function refused({ path }: ZipFile): ChangeRefused {
  return new ChangeRefused(
    `\`${path}\` is packed in the form for very large files (ZIP64) and cannot be changed; save it anew in a spreadsheet program.`,
  )
}
