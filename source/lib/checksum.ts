import { createHash } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'

/** CRC-32 as in zlib, gzip and PNG (polynomial 0xEDB88320); unsigned. Finds accidents, not intent. */
export function crc32(bytes: Uint8Array): number {
  return zlibCrc32(bytes)
}

/** SHA-256; 32 bytes. */
export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** SHA-256 as 64 lower-case hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
