// Reading one text file with limits. Whatever is not a plain text file is refused with the reason.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
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
    const bytes = await file.readFile({ signal })
    if (bytes.length > MAX_FILE_BYTES) throw tooLarge(path, bytes.length)
    return { text: decode(bytes, path), bytes: bytes.length }
  } finally {
    await file.close()
  }
}

/** The lines of a text; a line break at the end opens no further line, an empty text has none. */
export function splitLines(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function decode(bytes: Buffer, path: WorkspacePath): string {
  if (!bytes.includes(0)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
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
