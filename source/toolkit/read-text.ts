// Reading one text file with limits. Whatever is not a plain text file is refused with the reason.
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { ToolFailure } from '../contracts/tool.ts'
import type { WorkspacePath } from './workspace-path.ts'

/** A file's whole text. */
export interface TextFile {
  /** Without a byte order mark. */
  readonly text: string
  readonly bytes: number
}

/** Larger files are refused, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

// A pipe must not block and a link that appeared after the check must not be followed; Windows knows neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a text file as UTF-8. Throws `ToolFailure`: `is_folder`, `not_a_file` (pipe, device), `too_large` (over 10 MB),
 * `binary` (a zero byte or no UTF-8), `no_access`, `not_found`.
 */
export async function readText(path: WorkspacePath, signal: AbortSignal): Promise<TextFile> {
  const { bytes } = await readPlainFile(path, signal)
  return { text: decodeText(bytes, path), bytes: bytes.length }
}

/** A file's bytes, with what tells whether it is still the same later. */
export interface PlainFile {
  readonly bytes: Buffer
  readonly facts: Stats
}

/** Reads a plain file's bytes. Throws like `readText`, but takes binary files too. */
export async function readPlainFile(path: WorkspacePath, signal: AbortSignal): Promise<PlainFile> {
  let file: FileHandle
  try {
    file = await open(path.real, FLAGS)
  } catch (error) {
    throw openFailure(path, error)
  }
  try {
    const facts = await file.stat()
    if (facts.isDirectory()) {
      throw new ToolFailure(
        'is_folder',
        `\`${path.shown}\` is a folder, not a file; list it to see its files.`,
      )
    }
    if (!facts.isFile())
      throw new ToolFailure('not_a_file', `\`${path.shown}\` is not a plain file and cannot be read.`)
    if (facts.size > MAX_FILE_BYTES) throw tooLarge(path, facts.size)
    if (!(await isStillAt(file, path.real)))
      throw new ToolFailure('not_found', `\`${path.shown}\` is no longer where it was; ask again.`)
    const bytes = await file.readFile({ signal })
    if (bytes.length > MAX_FILE_BYTES) throw tooLarge(path, bytes.length)
    return { bytes, facts }
  } finally {
    await file.close()
  }
}

/**
 * Whether what was opened is what stands at this real path: a folder on the way may have become a link since the path
 * was judged. Linux says where an open file lies; elsewhere the path is followed once more.
 */
export async function isStillAt(file: FileHandle, real: string): Promise<boolean> {
  const seen = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(real))
  return seen === real
}

/** The lines of a text; a line break at the end opens no further line, an empty text has none. */
export function splitLines(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Bytes as UTF-8; a byte order mark goes unless `keepMark`. Throws `binary`. */
export function decodeText(bytes: Buffer, path: WorkspacePath, keepMark = false): string {
  if (!bytes.includes(0)) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepMark }).decode(bytes)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  throw new ToolFailure(
    'binary',
    `\`${path.shown}\` is not a text file in UTF-8, so it cannot be read as text.`,
  )
}

function tooLarge(path: WorkspacePath, bytes: number): ToolFailure {
  const megabytes = (bytes / 1024 / 1024).toFixed(1)
  return new ToolFailure(
    'too_large',
    `\`${path.shown}\` has ${megabytes} MB; files over ${MAX_FILE_BYTES / 1024 / 1024} MB are not read.`,
  )
}

function openFailure(path: WorkspacePath, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EACCES' || code === 'EPERM') {
    return new ToolFailure('no_access', `\`${path.shown}\` cannot be opened: permission denied.`, { cause })
  }
  if (code === 'ENOENT')
    return new ToolFailure('not_found', `\`${path.shown}\` is no longer there.`, { cause })
  // A socket or a device without a driver, or a link that took the file's place.
  if (code === 'ENXIO' || code === 'ELOOP' || code === 'ENODEV') {
    return new ToolFailure('not_a_file', `\`${path.shown}\` is not a plain file and cannot be read.`, {
      cause,
    })
  }
  return cause
}
