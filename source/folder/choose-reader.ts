// Which reader a file is for, and what of it is text. Pure.
import type { FolderFile, FolderReader } from '../contracts/folder.ts'

/** The reader that claims a file most, of several the first; undefined: none does. */
export function readerOf(file: FolderFile, readers: readonly FolderReader[]): FolderReader | undefined {
  let best: FolderReader | undefined
  let most = 0
  for (const reader of readers) {
    const claim = reader.claims(file)
    if (claim > most) [best, most] = [reader, claim]
  }
  return best
}

/** Bytes as UTF-8 without a byte order mark; undefined: they are no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 8_192).includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
