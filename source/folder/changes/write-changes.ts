// Makes a change that was planned: all of its files, or none. Everything is looked at first, then what stands there is kept for an undo, then
// each file is written whole; where one fails, those before it are put back. Invariant: no file is written that nothing is kept of.
import { randomUUID } from 'node:crypto'
import type { Kept } from '../../contracts/file-history.ts'
import type { FolderTable } from '../../contracts/folder.ts'
import type { ChangePlan, PlannedFile } from '../../contracts/folder-access.ts'
import type { MemoryEntry } from '../../contracts/memory.ts'
import { ToolFailure } from '../../contracts/tool.ts'
import {
  type FileToWrite,
  keepEarlier,
  readToWrite,
  refuseSize,
  refuseText,
  secretNote,
  type WritingContext,
} from '../../toolkit/change-file.ts'
import type { PlainFile } from '../../toolkit/read-text.ts'
import { readPlainFile } from '../../toolkit/read-text.ts'
import { writeWhole } from '../../toolkit/write-whole.ts'
import { makeOwnChanges, planOwnChanges } from './own-changes.ts'
import type { OwnDone } from './own-deeds.ts'

/** What was done. */
export interface WrittenChange {
  /** Files that are others now, relative to the folder. */
  readonly paths: readonly string[]
  /** Said behind it; empty: nothing. */
  readonly note: string
}

interface Write extends FileToWrite {
  readonly file: PlainFile
  readonly planned: PlannedFile
}

/**
 * Makes a plan, with what is no file's behind the files. `tables`: those of the view that it was made of. Throws `ToolFailure`: `changed` (a
 * file is another since), what `readToWrite`, the history and `writeWhole` throw, and what a service refuses; then all files are what they were.
 */
export async function makeChange(
  plan: Pick<ChangePlan, 'files' | 'changes'>,
  tables: readonly FolderTable[],
  context: WritingContext,
): Promise<WrittenChange> {
  const own = await planOwnChanges(context, tables, plan.changes)
  let done: OwnDone | undefined
  const written = await writeChanges(plan.files, context, async () => {
    if (own.deeds.length > 0) done = await makeOwnChanges(own, context)
  })
  return done === undefined ? written : { ...written, note: written.note + (await noteOf(done, context)) }
}

/** The numbers of what is new, what was there before, and what does not last. */
async function noteOf({ stored, rings }: OwnDone, { services }: WritingContext): Promise<string> {
  const nameOf = ({ id, kind }: MemoryEntry) => `${kind === 'reminder' ? 'reminder' : 'memory'} ${id}`
  const [fresh, known] = [true, false].map((isNew) =>
    stored.flatMap((one) => (one.isNew === isNew ? [nameOf(one.entry)] : [])),
  )
  const made = [...(fresh ?? []), ...rings.map(({ id, kind }) => `${kind} ${id}`)]
  const { secrecyOf, secretNote: ringNote } = await import('../../toolkit/ring-request.ts')
  return [
    ...(made.length > 0 ? [` New: ${made.join(', ')}.`] : []),
    ...(known === undefined || known.length === 0 ? [] : [` That was saved already: ${known.join(', ')}.`]),
    ...(rings.length > 0 ? [ringNote(secrecyOf(services))] : []),
  ].join('')
}

/** Writes files, all or none; `last` is done when they stand, and they are put back where it throws. Throws as `makeChange`. */
export async function writeChanges(
  files: readonly PlannedFile[],
  context: WritingContext,
  last: () => Promise<void> = async () => undefined,
): Promise<WrittenChange> {
  const writes: Write[] = []
  for (const planned of files) writes.push(await check(planned, context))
  const kept = await keepAll(writes, context)
  const written: Write[] = []
  try {
    for (const write of writes) {
      context.signal.throwIfAborted()
      const { place, file, planned } = write
      await writeWhole({ place, bytes: planned.bytesAfter, before: file.facts, signal: context.signal })
      written.push(write)
    }
    await last()
  } catch (error) {
    throw await takeBack(writes, written, kept, error)
  }
  return {
    paths: files.map(({ path }) => path),
    note: secretNote({ isSecret: kept.some((one) => one?.isLasting === false) }),
  }
}

async function check(planned: PlannedFile, context: WritingContext): Promise<Write> {
  const { path, after, bytesBefore, bytesAfter } = planned
  const { place, file } = await readToWrite(context, path)
  if (file === undefined || !file.bytes.equals(bytesBefore))
    throw new ToolFailure(
      'changed',
      `\`${path}\` was not written: somebody else ${file === undefined ? 'removed' : 'changed'} it meanwhile. Ask again.`,
    )
  if (after !== undefined) refuseText(after, place)
  refuseSize(bytesAfter.length, place)
  return { place, file, planned }
}

/** What stands there, of all files, before the first one is written. */
async function keepAll(
  writes: readonly Write[],
  context: WritingContext,
): Promise<readonly (Kept | undefined)[]> {
  const kept: (Kept | undefined)[] = []
  const at = context.clock.now()
  const together = writes.length > 1 ? { at, group: randomUUID() } : { at }
  try {
    for (const write of writes) {
      context.signal.throwIfAborted()
      kept.push(await keepEarlier(context, write, write.planned.bytesAfter, together))
    }
  } catch (error) {
    for (const one of kept) await one?.drop()
    throw error
  }
  return kept
}

/** Puts back what was written; gives what is thrown then. What cannot be put back stays in the history, so that `/undo` can. */
async function takeBack(
  writes: readonly Write[],
  written: readonly Write[],
  kept: readonly (Kept | undefined)[],
  cause: unknown,
): Promise<unknown> {
  const stuck: string[] = []
  for (const [at, write] of writes.entries()) {
    const isBack = !written.includes(write) || (await putBack(write))
    if (isBack) await kept[at]?.drop()
    else stuck.push(`\`${write.place.shown}\``)
  }
  if (!(cause instanceof ToolFailure) || written.length === 0) return cause
  const back = written.filter(({ place }) => !stuck.includes(`\`${place.shown}\``))
  const told = [
    ...(back.length === 0
      ? []
      : [`${namesOf(back)} ${back.length > 1 ? 'are what they were' : 'is what it was'}.`]),
    ...(stuck.length === 0 ? [] : [`${stuck.join(', ')} could not be put back; \`/undo\` does that.`]),
  ]
  return new ToolFailure(cause.code, `${cause.message} ${told.join(' ')}`, { cause })
}

/** False: it is no longer what was written, or the disk refused. */
async function putBack({ place, file, planned }: Write): Promise<boolean> {
  const { signal } = new AbortController()
  try {
    const now = await readPlainFile(place, signal)
    if (!now.bytes.equals(planned.bytesAfter)) return false
    await writeWhole({ place, bytes: file.bytes, before: now.facts, signal })
    return true
  } catch {
    return false
  }
}

function namesOf(writes: readonly Write[]): string {
  const names = writes.map(({ place }) => `\`${place.shown}\``)
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
