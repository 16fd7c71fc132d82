// A named state as one file: JSON with its files in base64, each with its SHA-256. Nothing of it is believed unchecked.
import { createHash } from 'node:crypto'
import { parseJsonObject } from '../contracts/json.ts'

const FORMAT = 'ethervox-state-1'

/** Files of a state by name. */
export type StateFiles = ReadonlyMap<string, Buffer>

/** The text of an export. */
export function packState(name: string, files: StateFiles): string {
  const packed = [...files].map(([file, bytes]) => [
    file,
    { sha256: sha256(bytes), base64: bytes.toString('base64') },
  ])
  return `${JSON.stringify({ format: FORMAT, name, files: Object.fromEntries(packed) })}\n`
}

/** What stands in an export, or why it is none, as a clause. `known`: the only names that a file in it may have. */
export function unpackState(
  text: string,
  known: readonly string[],
): { readonly name: string; readonly files: StateFiles } | { readonly problem: string } {
  const value = parseJsonObject(text)
  if (value === undefined) return { problem: 'it is no JSON; an export was cut or changed' }
  const { format, name, files } = value
  if (format !== FORMAT || typeof name !== 'string' || typeof files !== 'object' || files === null)
    return { problem: 'it is not what `/states export` writes' }
  const unpacked = new Map<string, Buffer>()
  for (const [file, row] of Object.entries(files)) {
    if (!known.includes(file)) return { problem: `it holds a file \`${file}\` that no state has` }
    const { sha256: wanted, base64 } = (row ?? {}) as { sha256?: unknown; base64?: unknown }
    if (typeof wanted !== 'string' || typeof base64 !== 'string')
      return { problem: `its \`${file}\` is damaged` }
    const bytes = Buffer.from(base64, 'base64')
    if (sha256(bytes) !== wanted) return { problem: `the checksum of its \`${file}\` differs` }
    unpacked.set(file, bytes)
  }
  return { name, files: unpacked }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
