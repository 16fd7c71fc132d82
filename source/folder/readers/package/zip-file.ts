// A ZIP archive as spreadsheets and documents are packed in: read by its directory, each part unpacked when it is asked for, everything
// else left as bytes (PKWARE APPNOTE 6.3.10). Invariant: nothing of an archive is trusted before it was checked. Writing: zip-rewrite.ts.
import { crc32, inflateRawSync } from 'node:zlib'
import { UnreadableFile } from '../../../contracts/folder.ts'

/** All parts together that are unpacked for one look at a file; what needs more is a bomb or too large to be shown. */
export const MOST_UNPACKED_BYTES = 50 * 1024 * 1024

/** A part and where it stands in the archive; offsets in bytes. */
export interface ZipPart {
  readonly name: string
  /** Of its local header. */
  readonly start: number
  /** Behind its local header. */
  readonly dataStart: number
  readonly packedBytes: number
  readonly unpackedBytes: number
  /** 0 stored, 8 deflated, others are not read. */
  readonly method: number
  readonly isEncrypted: boolean
  readonly checksum: number
  /** Its record in the directory. */
  readonly record: { readonly start: number; readonly end: number }
}

/** Where the directory of an archive stands, and how many records it has. */
interface Directory {
  readonly start: number
  readonly end: number
  readonly count: number
}

const LOCAL = 0x04034b50
const RECORD = 0x02014b50
const END = 0x06054b50
const WIDE_END = 0x06064b50
const WIDE_PLACE = 0x07064b50
const END_BYTES = 22
const WIDE_PLACE_BYTES = 20
const MOST_COMMENT = 0xffff
/** What stands where a figure is in the extra field. */
const ELSEWHERE = 0xffffffff
const MOST_PARTS = 20_000

/** An archive in memory. */
export class ZipFile {
  /** Of the file, for what is told of it. */
  readonly path: string
  readonly bytes: Buffer
  /** In the order of the directory. */
  readonly parts: readonly ZipPart[]
  readonly directory: { readonly start: number; readonly end: number }
  readonly #byName: ReadonlyMap<string, ZipPart>
  readonly #unpacked = new Map<ZipPart, Buffer>()
  #left = MOST_UNPACKED_BYTES

  /** Reads the directory; throws `UnreadableFile` where it is damaged. */
  constructor(path: string, bytes: Uint8Array) {
    this.path = path
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const directory = this.#findDirectory()
    this.directory = directory
    this.parts = this.#readDirectory(directory)
    this.#byName = this.#named()
  }

  /** The part of that name, whatever its case (ECMA-376 part 2, 6.2.2.3). */
  find(name: string): ZipPart | undefined {
    return this.#byName.get(keyOf(name))
  }

  /** What a part holds; undefined: there is none. Throws `UnreadableFile`: encrypted, damaged, or too large. */
  unpack(name: string): Buffer | undefined {
    const part = this.find(name)
    if (part === undefined) return undefined
    const known = this.#unpacked.get(part)
    if (known !== undefined) return known
    if (part.isEncrypted)
      throw new UnreadableFile(`\`${this.path}\` is protected by a password, so it cannot be read.`)
    if (part.unpackedBytes > this.#left) throw this.#tooLarge()
    const packed = this.bytes.subarray(part.dataStart, part.dataStart + part.packedBytes)
    const unpacked = part.method === 0 ? packed : this.#inflate(part, packed)
    if (unpacked.length !== part.unpackedBytes || crc32(unpacked) !== part.checksum)
      throw this.damaged(`\`${part.name}\` in it does not have the checksum that it should`)
    this.#left -= unpacked.length
    this.#unpacked.set(part, unpacked)
    return unpacked
  }

  /** What is thrown where the file is not what it should be; `what` is a clause. */
  damaged(what: string): UnreadableFile {
    return new UnreadableFile(
      `\`${this.path}\` is damaged (${what}); open it in the program that made it and save it anew.`,
    )
  }

  #inflate(part: ZipPart, packed: Buffer): Buffer {
    if (part.method !== 8)
      throw this.damaged(`\`${part.name}\` in it is packed in a way that is not known, \`${part.method}\``)
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, part.unpackedBytes) })
    } catch (error) {
      const isLonger = error instanceof RangeError
      throw this.damaged(
        `\`${part.name}\` in it ${isLonger ? 'is larger than it says' : 'cannot be unpacked'}`,
      )
    }
  }

  #tooLarge(): UnreadableFile {
    const megabytes = MOST_UNPACKED_BYTES / 1024 / 1024
    return new UnreadableFile(
      `\`${this.path}\` was left out: unpacked it has more than ${megabytes} MB, and such files are not read.`,
    )
  }

  #findDirectory(): Directory {
    const { bytes } = this
    const last = bytes.length - END_BYTES
    for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--) {
      if (bytes.readUInt32LE(at) !== END || at + END_BYTES + bytes.readUInt16LE(at + 20) > bytes.length)
        continue
      const found = this.#wideDirectory(at) ?? {
        count: bytes.readUInt16LE(at + 10),
        start: bytes.readUInt32LE(at + 16),
        end: bytes.readUInt32LE(at + 16) + bytes.readUInt32LE(at + 12),
      }
      if (found.end > at || found.count > MOST_PARTS) break
      return found
    }
    throw this.damaged('it is no whole archive')
  }

  /** What programs write that always use ZIP64, however small the file. */
  #wideDirectory(end: number): Directory | undefined {
    const { bytes } = this
    const place = end - WIDE_PLACE_BYTES
    if (place < 0 || bytes.readUInt32LE(place) !== WIDE_PLACE) return undefined
    const at = Number(bytes.readBigUInt64LE(place + 8))
    if (at + 56 > place || bytes.readUInt32LE(at) !== WIDE_END) return undefined
    const [count, size, start] = [32, 40, 48].map((offset) => Number(bytes.readBigUInt64LE(at + offset)))
    return { count: count ?? 0, start: start ?? 0, end: (start ?? 0) + (size ?? 0) }
  }

  #readDirectory({ start, end, count }: Directory): readonly ZipPart[] {
    const parts: ZipPart[] = []
    let at = start
    for (let index = 0; index < count; index++) {
      if (at + 46 > end || this.bytes.readUInt32LE(at) !== RECORD)
        throw this.damaged('its directory is broken')
      const part = this.#readRecord(at)
      at = part.record.end
      if (at > end) throw this.damaged('its directory is broken')
      parts.push(part)
    }
    // Parts that lie over one another are how bombs are made small.
    let reached = 0
    for (const part of parts.toSorted((a, b) => a.start - b.start)) {
      if (part.start < reached) throw this.damaged('its parts lie over one another')
      reached = part.dataStart + part.packedBytes
    }
    if (reached > start) throw this.damaged('its parts lie over its directory')
    return parts
  }

  #readRecord(at: number): ZipPart {
    const { bytes } = this
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    )
    const extraStart = at + 46 + (nameBytes ?? 0)
    const recordEnd = extraStart + (extraBytes ?? 0) + (commentBytes ?? 0)
    if (recordEnd > bytes.length) throw this.damaged('its directory is broken')
    const name = bytes.toString('utf8', at + 46, extraStart)
    const wide = wideFigures(bytes.subarray(extraStart, extraStart + (extraBytes ?? 0)))
    // Those that are elsewhere stand there in this order (4.5.3).
    const [unpackedBytes, packedBytes, start] = [24, 20, 42].map((offset) => {
      const figure = bytes.readUInt32LE(at + offset)
      return figure === ELSEWHERE ? (wide.shift() ?? Infinity) : figure
    })
    const local = start ?? 0
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL)
      throw this.damaged(`\`${name}\` in it is missing`)
    return {
      name,
      start: local,
      dataStart: local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28),
      packedBytes: packedBytes ?? 0,
      unpackedBytes: unpackedBytes ?? 0,
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      checksum: bytes.readUInt32LE(at + 16),
      record: { start: at, end: recordEnd },
    }
  }

  #named(): ReadonlyMap<string, ZipPart> {
    const named = new Map<string, ZipPart>()
    for (const part of this.parts) {
      const key = keyOf(part.name)
      if (named.has(key)) throw this.damaged(`there are two of \`${part.name}\` in it`)
      named.set(key, part)
    }
    return named
  }
}

function keyOf(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase()
}

/** The figures of the ZIP64 extra field, in their order. */
function wideFigures(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      const figures: number[] = []
      for (let from = at + 4; from + 8 <= Math.min(at + 4 + size, extra.length); from += 8)
        figures.push(Number(extra.readBigUInt64LE(from)))
      return figures
    }
    at += 4 + size
  }
  return []
}
