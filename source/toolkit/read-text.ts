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

/** Control characters that stand in no text; escape sequences and page breaks do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NO_TEXT = /[\x00-\x06\x0e-\x1a\x1c-\x1f]/
const GUESSED_BYTES = 65_536

/** Larger files are refused, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** A file that has text in it, by its looks, in another encoding than UTF-8; the code is `binary` as of any that is no UTF-8. */
export class OtherEncoding extends ToolFailure {}

// A pipe must not block and a link that appeared after the check must not be followed; Windows knows neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Reads a text file as UTF-8. Throws `ToolFailure`: `is_folder`, `not_a_file` (pipe, device), `too_large` (over 10 MB),
 * `binary` (a zero byte or no UTF-8; `OtherEncoding` where it looks like text), `no_access`, `not_found`.
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
  const reason = `\`${path.shown}\` is not a text file in UTF-8, so it cannot be read as text`
  const guess = guessEncoding(bytes)
  if (guess === undefined) throw new ToolFailure('binary', `${reason}.`)
  throw new OtherEncoding(
    'binary',
    `${reason}; it may be in ${guess.name}: save it as UTF-8, in an editor or with \`iconv -f ${guess.iconv} -t utf-8\`.`,
  )
}

/** What bytes that are no UTF-8 may be as text: a mark at the start is sure, else bytes that no text has are looked for. */
function guessEncoding(bytes: Buffer): { readonly name: string; readonly iconv: string } | undefined {
  const mark = bytes.toString('latin1', 0, 2)
  const head = bytes.subarray(0, GUESSED_BYTES)
  if (mark === '\xff\xfe' || mark === '\xfe\xff') {
    const text = new TextDecoder(mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be').decode(head)
    return NO_TEXT.test(text) ? undefined : { name: 'UTF-16', iconv: 'utf-16' }
  }
  const isText = !bytes.includes(0) && !NO_TEXT.test(head.toString('latin1'))
  return isText ? { name: 'an older encoding such as Latin-1', iconv: 'windows-1252' } : undefined
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
