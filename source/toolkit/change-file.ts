// One change of one text file, for every tool that makes one: found, read, shown as a diff, kept for an undo, written.
// Invariant: what stood there before is kept before anything is written, and nothing is written in safe mode.

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kept } from '../contracts/file-history.ts'
import type { SafeMode } from '../contracts/safe-mode.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import type { PlainFile } from './read-text.ts'
import { decodeText, MAX_FILE_BYTES, readPlainFile } from './read-text.ts'
import { diffTexts } from './text-diff.ts'
import { locateToWrite, type WritablePath } from './writable-path.ts'
import { writeWhole } from './write-whole.ts'

/** The text of the file as it shall be; `before` is undefined where there is no file. Throws `ToolFailure`. */
export type MakeText = (before: string | undefined, shown: string) => string

/** What writing needs to know of the session. */
export type WritingContext = Pick<ToolContext, 'workspace' | 'services' | 'signal' | 'clock'>

/** Where a file is written, and what stands there. */
export interface FileToWrite {
  readonly place: WritablePath
  /** Undefined: the file is new. */
  readonly file: PlainFile | undefined
}

/** A change that is ready and not made. */
export interface PlannedChange {
  readonly place: WritablePath
  /** Undefined: the file is new. */
  readonly before: (PlainFile & { readonly text: string }) | undefined
  readonly after: string
}

/** What a change came to. */
export type ChangedFile = {
  /** Relative to the workspace. */
  readonly path: string
  readonly outcome: 'made' | 'changed' | 'same'
  /** Of the whole file, as it is now. */
  readonly bytes: number
  /** What it was is kept in memory alone. */
  readonly isSecret?: boolean
}

/**
 * Reads what is there. Throws `ToolFailure`: `safe_mode`, `no_access` (write-protected), `no_history` (nothing would keep the earlier
 * version), and what `locateToWrite` and `readPlainFile` throw.
 */
export async function readToWrite(context: WritingContext, asked: string): Promise<FileToWrite> {
  refuseWriting(context, asked)
  const { fileHistory, folders } = context.services
  const place = await locateToWrite(context.workspace, asked, { guarded: fileHistory?.guarded, folders })
  const file = place.exists ? await readPlainFile(place, context.signal) : undefined
  if (file !== undefined && ((file.facts.mode & 0o222) === 0 || !(await mayWrite(place.real))))
    throw new ToolFailure(
      'no_access',
      `\`${place.shown}\` was not written: it is write-protected; take that away first if you want it changed.`,
    )
  return { place, file }
}

/** Throws `ToolFailure` (`too_large`) for more bytes than are written. */
export function refuseSize(bytes: number, { shown }: Pick<WritablePath, 'shown'>): void {
  if (bytes <= MAX_FILE_BYTES) return
  throw new ToolFailure(
    'too_large',
    `\`${shown}\` would have ${(bytes / 1024 / 1024).toFixed(1)} MB; files over ${MAX_FILE_BYTES / 1024 / 1024} MB are not written.`,
  )
}

/** Throws `ToolFailure` (`bad_content`) for what no text file can hold. */
export function refuseText(text: string, { shown }: Pick<WritablePath, 'shown'>): void {
  if (!text.includes('\0') && text.isWellFormed()) return
  throw new ToolFailure('bad_content', `\`${shown}\` was not written: the text holds what no text file can.`)
}

/** Reads what is there and makes the new text. Throws `ToolFailure`: `binary`, `bad_content`, `too_large`, and what `readToWrite` throws. */
export async function planChange(
  context: WritingContext,
  asked: string,
  make: MakeText,
): Promise<PlannedChange> {
  const { place, file } = await readToWrite(context, asked)
  // With its byte order mark, so that it is there afterwards, too.
  const before = file === undefined ? undefined : { ...file, text: decodeText(file.bytes, place, true) }
  const after = make(before?.text, place.shown)
  refuseText(after, place)
  refuseSize(Buffer.byteLength(after), place)
  return { place, before, after }
}

/** What lies in a folder of one's own can be replaced by a rename, whosever it is; by hand it could not be written. */
async function mayWrite(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code !== 'EACCES' && code !== 'EPERM'
  }
}

/** The change as a diff. */
export async function previewChange(context: ToolContext, asked: string, make: MakeText): Promise<string> {
  const { place, before, after } = await planChange(context, asked, make)
  return diffTexts(place.shown, before?.text, after)
}

/** Makes the change. A text that is the same already is not written. Throws what `planChange` and `writeWhole` throw. */
export async function changeFile(context: ToolContext, asked: string, make: MakeText): Promise<ChangedFile> {
  const { place, before, after } = await planChange(context, asked, make)
  const bytes = Buffer.from(after)
  const path = place.shown
  if (before?.text === after) return { path, outcome: 'same', bytes: bytes.length }
  context.signal.throwIfAborted()
  const kept = await keepEarlier(context, { place, file: before }, bytes)
  try {
    await writeWhole({ place, bytes, before: before?.facts, signal: context.signal })
  } catch (error) {
    await kept?.drop()
    throw error
  }
  const changed = { path, outcome: before === undefined ? 'made' : 'changed', bytes: bytes.length } as const
  return kept?.isLasting === false ? { ...changed, isSecret: true } : changed
}

/** Keeps what stands there for an undo; call it before anything is written. `at`, `group`: of files that are changed together. */
export async function keepEarlier(
  context: WritingContext,
  { place, file }: FileToWrite,
  after: Uint8Array,
  { at = context.clock.now(), group }: { readonly at?: Date; readonly group?: string } = {},
): Promise<Kept | undefined> {
  return context.services.fileHistory?.keep({
    path: place.real,
    before: file?.bytes,
    after,
    mode: file === undefined ? undefined : file.facts.mode & 0o7777,
    at,
    folders: place.missing.map((_, index) => join(place.folder, ...place.missing.slice(0, index + 1))),
    ...(group !== undefined && { group }),
  })
}

/** Said behind a change of which nothing is kept; else empty. */
export function secretNote({ isSecret = false }: Pick<ChangedFile, 'isSecret'>): string {
  return isSecret ? ' As secret is on, `/undo` can take it back only until the program ends.' : ''
}

function refuseWriting({ services }: Pick<WritingContext, 'services'>, asked: string): void {
  const { fileHistory, safeMode } = services
  if (fileHistory === undefined || safeMode === undefined)
    throw new ToolFailure(
      'no_history',
      `\`${asked}\` is not written: nothing here would keep what the file was before.`,
    )
  refuseSafeMode(safeMode, asked)
}

/** Throws `safe_mode` while that is on. */
export function refuseSafeMode(safeMode: SafeMode | undefined, asked: string): void {
  if (safeMode?.isOn)
    throw new ToolFailure(
      'safe_mode',
      `\`${asked}\` was not written: safe mode is on, so files are read-only; \`/settings safeMode false\` turns it off.`,
    )
}
