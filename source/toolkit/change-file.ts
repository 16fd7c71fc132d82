// One change of one text file, for every tool that makes one: found, read, shown as a diff, kept for an undo, written.
// Invariant: what stood there before is kept before anything is written, and nothing is written in safe mode.

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { SafeMode } from '../contracts/safe-mode.ts'
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'
import type { PlainFile } from './read-text.ts'
import { decodeText, MAX_FILE_BYTES, readPlainFile } from './read-text.ts'
import { diffTexts } from './text-diff.ts'
import { locateToWrite, type WritablePath } from './writable-path.ts'
import { writeWhole } from './write-whole.ts'

/** The text of the file as it shall be; `before` is undefined where there is no file. Throws `ToolFailure`. */
export type MakeText = (before: string | undefined, shown: string) => string

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
 * Reads what is there and makes the new text. Throws `ToolFailure`: `safe_mode`, `no_access` (write-protected), `no_history` (nothing would keep the earlier
 * version), `binary`, `too_large`, and what `locateToWrite` and `readText` throw.
 */
export async function planChange(
  context: ToolContext,
  asked: string,
  make: MakeText,
): Promise<PlannedChange> {
  refuseWriting(context, asked)
  const { fileHistory, folders } = context.services
  const place = await locateToWrite(context.workspace, asked, { guarded: fileHistory?.guarded, folders })
  const file = place.exists ? await readPlainFile(place, context.signal) : undefined
  if (file !== undefined && ((file.facts.mode & 0o222) === 0 || !(await mayWrite(place.real))))
    throw new ToolFailure(
      'no_access',
      `\`${place.shown}\` was not written: it is write-protected; take that away first if you want it changed.`,
    )
  // With its byte order mark, so that it is there afterwards, too.
  const before = file === undefined ? undefined : { ...file, text: decodeText(file.bytes, place, true) }
  const after = make(before?.text, place.shown)
  if (after.includes('\0') || !after.isWellFormed())
    throw new ToolFailure(
      'bad_content',
      `\`${place.shown}\` was not written: the text holds what no text file can.`,
    )
  const bytes = Buffer.byteLength(after)
  if (bytes > MAX_FILE_BYTES)
    throw new ToolFailure(
      'too_large',
      `\`${place.shown}\` would have ${(bytes / 1024 / 1024).toFixed(1)} MB; files over ${MAX_FILE_BYTES / 1024 / 1024} MB are not written.`,
    )
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
  const kept = await context.services.fileHistory?.keep({
    path: place.real,
    before: before?.bytes,
    after: bytes,
    mode: before === undefined ? undefined : before.facts.mode & 0o7777,
    at: context.clock.now(),
    folders: place.missing.map((_, at) => join(place.folder, ...place.missing.slice(0, at + 1))),
  })
  try {
    await writeWhole({ place, bytes, before: before?.facts, signal: context.signal })
  } catch (error) {
    await kept?.drop()
    throw error
  }
  const changed = { path, outcome: before === undefined ? 'made' : 'changed', bytes: bytes.length } as const
  return kept?.isLasting === false ? { ...changed, isSecret: true } : changed
}

/** Said behind a change of which nothing is kept; else empty. */
export function secretNote({ isSecret = false }: ChangedFile): string {
  return isSecret ? ' As secret is on, `/undo` can take it back only until the program ends.' : ''
}

function refuseWriting({ services }: ToolContext, asked: string): void {
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
