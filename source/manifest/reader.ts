/**
 * Bytes in, a manifest out (FORMAT.md), or the reason why not. Invariants: no bytes make it throw; every offset and
 * length is checked before it is followed; the footer's checksum is right before a single entry is believed.
 * Details and the router's weights stay bytes until they are asked for, behind checksums of their own.
 */
import type { Manifest, ManifestEntry, ManifestProblem, ToolDetail } from '../contracts/manifest.ts'
import { BadBytes, type ByteOrder, ByteReader } from '../lib/byte-cursor.ts'
import { crc32, sha256, sha256Hex } from '../lib/checksum.ts'
import { type Header, readHeader, sectionsProblem } from './header.ts'
import { CONTENT_HASH_BYTES, ENTRY_FIXED_BYTES, FOOTERS, RISKS } from './layout.ts'
import { readDetail } from './tool-bytes.ts'

/** An entry, and where its name and detail lie. */
interface IndexEntry {
  readonly entry: ManifestEntry
  readonly nameAt: number
  readonly nameBytes: number
  readonly detailOffset: number
  readonly detailBytes: number
  readonly detailCrc: number
}

/**
 * Reads and checks a whole manifest in either byte order. The bytes are borrowed: leave them as they are while the
 * manifest is in use. Problem codes: see FORMAT.md, "Refusals".
 */
export function readManifest(bytes: Uint8Array): Manifest | ManifestProblem {
  try {
    const header = readHeader(bytes)
    if ('code' in header) return header
    const problem = sectionsProblem(header, bytes.length) ?? footerProblem(bytes, header)
    if (problem !== undefined) return problem
    return manifestOf(bytes, header, readIndex(bytes, header))
  } catch (error) {
    if (!(error instanceof BadBytes)) throw error
    return refusal('bad_entry', `The tool index is damaged at byte ${error.offset}: ${error.message}`)
  }
}

function manifestOf(bytes: Uint8Array, header: Header, index: readonly IndexEntry[]): Manifest {
  const byName = new Map(index.map((one) => [one.entry.name, one]))
  const router = checkedOnce(bytes, header)
  let contentHash: string | undefined
  return {
    builtAt: header.builtAt,
    // Made on first use: hashing the router's weights would double the time of a start that never asks for it.
    get contentHash() {
      contentHash ??= hashOf(bytes, header, index)
      return contentHash
    },
    entries: index.map((one) => one.entry),
    detail(name) {
      const found = byName.get(name)
      if (found !== undefined) return detailAt(bytes, header.order, found)
      return refusal('unknown_tool', `The manifest has no tool \`${name}\``)
    },
    router,
  }
}

function footerProblem(bytes: Uint8Array, header: Header): ManifestProblem | undefined {
  const reader = new ByteReader(bytes, header.order, header.footerOffset)
  const covered = bytes.subarray(0, header.footerOffset)
  const code = reader.u8()
  const footer = Object.values(FOOTERS).find((one) => one.code === code)
  if (footer === undefined)
    return refusal('bad_footer', `The footer's type is ${code}, which this program does not know`)
  if (footer.digestBytes !== reader.left) {
    return refusal(
      'bad_footer',
      `The footer of type ${code} has ${reader.left} bytes instead of ${footer.digestBytes}`,
    )
  }
  const good =
    footer === FOOTERS.crc32
      ? reader.u32() === crc32(covered)
      : sha256(covered).equals(reader.bytes(footer.digestBytes))
  return good
    ? undefined
    : refusal('bad_checksum', 'The checksum at the end does not match the bytes before it')
}

function readIndex(bytes: Uint8Array, header: Header): readonly IndexEntry[] {
  const reader = new ByteReader(bytes, header.order, header.indexOffset, header.detailsOffset)
  if (header.toolCount * ENTRY_FIXED_BYTES > reader.left) {
    throw new BadBytes(`${header.toolCount} tools do not fit ${reader.left} bytes`, header.indexOffset)
  }
  const index: IndexEntry[] = []
  let nextDetail = header.detailsOffset
  let lastName: Uint8Array = new Uint8Array()
  for (let number = 0; number < header.toolCount; number++) {
    const at = reader.offset
    const one = readEntry(reader)
    const name = bytes.subarray(one.nameAt, one.nameAt + one.nameBytes)
    if (Buffer.compare(lastName, name) >= 0) {
      throw new BadBytes(`the name \`${one.entry.name}\` is not after the one before it`, at)
    }
    if (one.detailOffset !== nextDetail) {
      throw new BadBytes(`the detail is said to be at ${one.detailOffset} instead of ${nextDetail}`, at)
    }
    lastName = name
    nextDetail += one.detailBytes
    if (nextDetail > header.detailsEnd) throw new BadBytes('the detail leaves its section', at)
    index.push(one)
  }
  if (reader.left > 0) throw new BadBytes(`${reader.left} bytes are left behind the entries`, reader.offset)
  if (nextDetail !== header.detailsEnd) {
    throw new BadBytes(
      `the details end at ${header.detailsEnd} and the index at ${nextDetail}`,
      reader.offset,
    )
  }
  return index
}

function readEntry(reader: ByteReader): IndexEntry {
  const at = reader.offset
  const length = reader.u32()
  const detailOffset = reader.u32()
  const detailBytes = reader.u32()
  const detailCrc = reader.u32()
  const priority = reader.u8()
  const riskCode = reader.u8()
  const sizes = [reader.u16(), reader.u16(), reader.u16()] as const
  const contentHash = reader.bytes(CONTENT_HASH_BYTES).toString('hex')
  const expected = ENTRY_FIXED_BYTES - 4 + sizes[0] + sizes[1] + sizes[2]
  if (length !== expected) throw new BadBytes(`the entry says ${length} bytes and its fields ${expected}`, at)
  const risk = RISKS[riskCode]
  if (risk === undefined) throw new BadBytes(`${riskCode} is not the code of a risk`, at)
  if (sizes[0] === 0) throw new BadBytes('the name is empty', at)
  const nameAt = reader.offset
  const name = reader.text(sizes[0])
  const oneLiner = reader.text(sizes[1])
  const group = reader.text(sizes[2])
  const entry = { name, oneLiner, group, priority, risk, contentHash }
  return { entry, nameAt, nameBytes: sizes[0], detailOffset, detailBytes, detailCrc }
}

function detailAt(bytes: Uint8Array, order: ByteOrder, one: IndexEntry): ToolDetail | ManifestProblem {
  const { detailOffset: start, detailBytes: size } = one
  const { name } = one.entry
  if (crc32(bytes.subarray(start, start + size)) !== one.detailCrc) {
    return refusal('bad_detail', `The checksum of the detail of \`${name}\` does not match its bytes`)
  }
  try {
    return readDetail(new ByteReader(bytes, order, start, start + size))
  } catch (error) {
    if (!(error instanceof BadBytes)) throw error
    return refusal(
      'bad_detail',
      `The detail of \`${name}\` is damaged at byte ${error.offset}: ${error.message}`,
    )
  }
}

function checkedOnce(bytes: Uint8Array, header: Header): Manifest['router'] {
  let result: Uint8Array | ManifestProblem | undefined
  return () => {
    if (header.routerBytes === 0) return undefined
    if (result !== undefined) return result
    const chunk = bytes.subarray(header.routerOffset, header.routerOffset + header.routerBytes)
    const good = crc32(chunk) === header.routerCrc
    result = good
      ? chunk
      : refusal('bad_router', "The checksum of the router's weights does not match their bytes")
    return result
  }
}

// Independent of byte order and build time: the tools' own hashes in order, then that of the weights.
function hashOf(bytes: Uint8Array, header: Header, index: readonly IndexEntry[]): string {
  const parts: Uint8Array[] = index.map((one) => Buffer.from(one.entry.contentHash, 'hex'))
  if (header.routerBytes > 0) {
    parts.push(sha256(bytes.subarray(header.routerOffset, header.routerOffset + header.routerBytes)))
  }
  return sha256Hex(Buffer.concat([Buffer.from(`ETOL ${header.version} ${index.length}\n`), ...parts]))
}

function refusal(code: string, what: string): ManifestProblem {
  return { code, message: `${what}; compile the manifest again.` }
}
