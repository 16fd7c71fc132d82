/** A manifest on disk: read whole, written whole or not at all. */
import { readFileSync, statSync } from 'node:fs'
import type { Manifest, ManifestProblem } from '../contracts/manifest.ts'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { FILE_LIMIT_BYTES } from './layout.ts'
import { readManifest } from './reader.ts'

/** Reads a manifest file. Codes of its own: `missing`, `unreadable`, `too_large`; the rest are the reader's. */
export function readManifestFile(path: string): Manifest | ManifestProblem {
  let bytes: Uint8Array
  try {
    const stats = statSync(path)
    if (!stats.isFile()) {
      return {
        code: 'unreadable',
        message: `The manifest \`${path}\` is not a file; remove it and compile again.`,
      }
    }
    if (stats.size > FILE_LIMIT_BYTES) {
      const message = `The manifest \`${path}\` has ${stats.size} bytes, more than ${FILE_LIMIT_BYTES}; compile it again.`
      return { code: 'too_large', message }
    }
    bytes = readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error'
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return { code: 'missing', message: `The manifest \`${path}\` is missing; compile it.` }
    }
    return {
      code: 'unreadable',
      message: `The manifest \`${path}\` cannot be read (${code}); check its permissions.`,
    }
  }
  const result = readManifest(bytes)
  return 'code' in result ? { code: result.code, message: `\`${path}\`: ${result.message}` } : result
}

/** Replaces the manifest by temporary file, fsync and rename. Rejects with the system's error; the old file then stays. */
export function writeManifestFile(path: string, bytes: Uint8Array): Promise<void> {
  return writeFileAtomic(path, bytes)
}
