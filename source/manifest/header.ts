/** The 64 bytes at the start: byte order first, then everything that the sections' places depend on. */
import type { ManifestProblem } from '../contracts/manifest.ts'
import { BadBytes, type ByteOrder, ByteReader } from '../lib/byte-cursor.ts'
import {
  FLAG_ROUTER,
  FORMAT_VERSION,
  HEADER,
  HEADER_BYTES,
  MAGIC,
  ORDER_MARK,
  ROUTER_LIMIT_BYTES,
} from './layout.ts'

/** The header's fields, and where sections end. All offsets count from the first byte of the file. */
export interface Header {
  readonly order: ByteOrder
  readonly version: number
  readonly flags: number
  readonly toolCount: number
  readonly indexOffset: number
  readonly indexBytes: number
  readonly detailsOffset: number
  readonly detailsBytes: number
  readonly detailsEnd: number
  readonly routerOffset: number
  readonly routerBytes: number
  readonly routerCrc: number
  readonly reserved: number
  /** Unix seconds. */
  readonly builtAt: number
  readonly fileSize: number
  readonly footerOffset: number
}

/** Reads the header of a file in either byte order; its numbers are not judged yet. */
export function readHeader(bytes: Uint8Array): Header | ManifestProblem {
  const order = byteOrderOf(bytes)
  const magic = bytes.subarray(0, Math.min(MAGIC.length, bytes.length))
  if (!MAGIC.subarray(0, magic.length).equals(magic)) {
    const found = Buffer.from(magic)
      .toString('latin1')
      .replace(/[^ -~]/g, '?')
    return problem(
      'bad_magic',
      `The file begins with \`${found}\` instead of \`ETOL\`, so it is no tool manifest`,
    )
  }
  if (bytes.length < HEADER_BYTES) {
    return problem(
      'truncated',
      `The file has ${bytes.length} bytes, fewer than the ${HEADER_BYTES} of the header`,
    )
  }
  if (order === undefined) {
    const found = Buffer.from(bytes.subarray(HEADER.orderMark, HEADER.version)).toString('hex')
    return problem('bad_byte_order', `The byte-order mark is \`${found}\` instead of \`fffe\` or \`feff\``)
  }
  const reader = new ByteReader(bytes, order, HEADER.version, HEADER_BYTES)
  const version = reader.u16()
  if (version !== FORMAT_VERSION) {
    return problem(
      'bad_version',
      `The manifest has version ${version} and this program reads ${FORMAT_VERSION}`,
    )
  }
  try {
    return readFields(bytes, order, version)
  } catch (error) {
    if (!(error instanceof BadBytes)) throw error
    return problem('bad_header', `The header's field at byte ${error.offset} is too large: ${error.message}`)
  }
}

/** What is wrong with the header's numbers for a file of this size; every section must follow the one before it. */
export function sectionsProblem(header: Header, size: number): ManifestProblem | undefined {
  if (header.fileSize > size) {
    return problem('truncated', `The manifest should have ${header.fileSize} bytes and has ${size}`)
  }
  if (header.fileSize < size) {
    return problem('bad_size', `The manifest should have ${header.fileSize} bytes and has ${size}`)
  }
  const hasRouter = (header.flags & FLAG_ROUTER) !== 0
  if ((header.flags & ~FLAG_ROUTER) !== 0) return bad('flags', header.flags, 'no bit but the first')
  if (header.reserved !== 0) return bad('reserved field', header.reserved, '0')
  if (header.indexOffset !== HEADER_BYTES) return bad('index offset', header.indexOffset, `${HEADER_BYTES}`)
  const detailsOffset = header.indexOffset + header.indexBytes
  if (header.detailsOffset !== detailsOffset)
    return bad('details offset', header.detailsOffset, `${detailsOffset}`)
  const routerOffset = hasRouter ? header.detailsEnd : 0
  if (header.routerOffset !== routerOffset)
    return bad('router offset', header.routerOffset, `${routerOffset}`)
  if (hasRouter !== header.routerBytes > 0 || header.routerBytes > ROUTER_LIMIT_BYTES) {
    return bad('router size', header.routerBytes, hasRouter ? `1 to ${ROUTER_LIMIT_BYTES}` : '0')
  }
  if (!hasRouter && header.routerCrc !== 0) return bad('router checksum', header.routerCrc, '0')
  if (header.footerOffset >= size) return bad('end of the last section', header.footerOffset, `below ${size}`)
  return undefined
}

// The mark is looked at before the magic is judged, and in the file's bytes, not as a number of this machine.
function byteOrderOf(bytes: Uint8Array): ByteOrder | undefined {
  const mark = (bytes[HEADER.orderMark] ?? 0) | ((bytes[HEADER.orderMark + 1] ?? 0) << 8)
  if (mark === ORDER_MARK) return 'little'
  return mark === (((ORDER_MARK & 0xff) << 8) | (ORDER_MARK >> 8)) ? 'big' : undefined
}

function readFields(bytes: Uint8Array, order: ByteOrder, version: number): Header {
  const reader = new ByteReader(bytes, order, HEADER.flags, HEADER_BYTES)
  const flags = reader.u32()
  const toolCount = reader.u32()
  const indexOffset = reader.u32()
  const indexBytes = reader.u32()
  const detailsOffset = reader.u32()
  const detailsBytes = reader.u32()
  const routerOffset = reader.u32()
  const routerBytes = reader.u32()
  const routerCrc = reader.u32()
  const reserved = reader.u32()
  const builtAt = reader.u64()
  const fileSize = reader.u64()
  const detailsEnd = detailsOffset + detailsBytes
  const index = { toolCount, indexOffset, indexBytes, detailsOffset, detailsBytes, detailsEnd }
  const router = { routerOffset, routerBytes, routerCrc, footerOffset: detailsEnd + routerBytes }
  return { order, version, flags, ...index, ...router, reserved, builtAt, fileSize }
}

function bad(field: string, value: number, expected: string): ManifestProblem {
  return problem('bad_header', `The header's ${field} is ${value} instead of ${expected}`)
}

function problem(code: string, what: string): ManifestProblem {
  return { code, message: `${what}; compile the manifest again.` }
}
