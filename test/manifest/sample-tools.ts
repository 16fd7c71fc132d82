import type { CompiledTool, Manifest, ManifestProblem } from '../../source/contracts/manifest.ts'
import { isManifestProblem } from '../../source/contracts/manifest.ts'
import { ByteReader, ByteWriter } from '../../source/lib/byte-cursor.ts'
import { crc32 } from '../../source/lib/checksum.ts'
import { ENTRY_FIXED_BYTES, HEADER } from '../../source/manifest/layout.ts'
import { contentHashOf, type UnhashedTool } from '../../source/manifest/tool-bytes.ts'

export const BUILT_AT = 1_760_000_000

/** A complete small tool; `changes` replace its fields and are hashed with the rest. */
export function sampleTool(name: string, changes: Partial<UnhashedTool> = {}): CompiledTool {
  const unhashed: UnhashedTool = {
    name,
    oneLiner: `Does what ${name} does`,
    group: 'samples',
    priority: 128,
    risk: 'read',
    description: `Describes ${name} – in Größe ☃`,
    parameters: {
      type: 'object',
      properties: { days: { type: 'integer', minimum: 1 }, city: { type: 'string', default: 'Łódź' } },
      required: ['days'],
    },
    examples: [`use ${name}`, `${name} please`],
    fewShots: [{ user: `${name} for 3 days`, arguments: { days: 3 } }],
    triggers: [{ pattern: `${name} now`, arguments: { days: 1 } }, { pattern: name }],
    ...changes,
  }
  return { ...unhashed, contentHash: contentHashOf(unhashed) }
}

/** The manifest itself, or the test fails with the reason. */
export function expectManifest(result: Manifest | ManifestProblem): Manifest {
  if (isManifestProblem(result)) throw new Error(`refused: ${result.code}: ${result.message}`)
  return result
}

/** Every tool of a manifest read in full. */
export function readAll(manifest: Manifest): CompiledTool[] {
  return manifest.entries.map((entry) => {
    const detail = manifest.detail(entry.name)
    if (isManifestProblem(detail)) throw new Error(`${entry.name}: ${detail.message}`)
    return { ...entry, ...detail }
  })
}

/** Where things lie in a little-endian manifest, read without the reader under test. */
export function placesOf(bytes: Uint8Array) {
  const field = (offset: number) => new ByteReader(bytes, 'little', offset).u32()
  const entries: { at: number; detailOffset: number; detailBytes: number }[] = []
  let at = field(HEADER.indexOffset)
  for (let index = 0; index < field(HEADER.toolCount); index++) {
    entries.push({ at, detailOffset: field(at + 4), detailBytes: field(at + 8) })
    at += ENTRY_FIXED_BYTES + ((bytes[at + 18] ?? 0) + (bytes[at + 20] ?? 0) + (bytes[at + 22] ?? 0))
  }
  const routerBytes = field(HEADER.routerBytes)
  return { entries, routerBytes, routerOffset: field(HEADER.routerOffset), footerOffset: bytes.length - 5 }
}

/** A copy with `change` applied and the CRC-32 footer made right again. */
export function resealed(bytes: Uint8Array, change: (copy: Buffer) => void): Uint8Array {
  const copy = Buffer.from(bytes)
  change(copy)
  const writer = new ByteWriter('little')
  writer.u32(crc32(copy.subarray(0, copy.length - 5)))
  copy.set(writer.done(), copy.length - 4)
  return copy
}
