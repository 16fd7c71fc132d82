// Exports written and read: whole files, one transaction each.
import { open, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../contracts/clock.ts'
import type {
  ExportFormat,
  ImportMode,
  ImportReport,
  MemoryEntry,
  MemoryOverview,
} from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { discard, keep } from './bin.ts'
import { isExport, readJson, writeJson, writeMarkdown } from './export-format.ts'
import type { MemoryFile } from './file.ts'
import { entriesOf, findEntry, insertEntry, milliseconds } from './rows.ts'
import { folded } from './words.ts'

const LAST_EXPORT = 'last export'
/** Of a file that is read at once; 100,000 entries have less. */
const MOST_BYTES = 256 * 1024 * 1024

export async function exportEntries(
  file: MemoryFile,
  {
    place: asked,
    format,
    clock,
    isNoted,
  }: {
    readonly place: string
    readonly format: ExportFormat
    readonly clock: Clock
    /** False: the memory does not keep where it went. */
    readonly isNoted: boolean
  },
): Promise<{ readonly entries: number; readonly bytes: number }> {
  const place = fromHome(asked)
  await refuseForeign(place)
  const exported = clock.now().toISOString()
  const entries = file.run((db) => entriesOf(db, 'ORDER BY e.id'))
  const text =
    format === 'json' ? writeJson(entries, exported) : writeMarkdown(entries, exported, clock.timeZone)
  // Everything that is remembered stands in it: for its owner alone, as the memory itself.
  await writeFileAtomic(place, text, { newMode: 0o600 }).catch((error: unknown) => {
    throw new ToolFailure('not_written', `\`${place}\` cannot be written: ${reasonOf(error)}.`, {
      cause: error,
    })
  })
  if (isNoted) tryToNote(file, { at: exported, place })
  return { entries: entries.length, bytes: Buffer.byteLength(text) }
}

export async function importEntries(
  file: MemoryFile,
  { place: asked, mode, now }: { readonly place: string; readonly mode: ImportMode; readonly now: number },
): Promise<ImportReport> {
  const place = fromHome(asked)
  const text = await readWhole(place).catch((error: unknown) => {
    throw new ToolFailure('not_read', `\`${place}\` cannot be read: ${reasonOf(error)}.`, { cause: error })
  })
  const read = readJson(text)
  if (!read.ok) throw new ToolFailure('bad_export', `\`${place}\` ${read.reason}`)
  return file.change((db) => {
    const old = mode === 'replace' ? entriesOf(db, 'ORDER BY e.id') : []
    discard(db, old, 'replace', now)
    const { added, ...report } = addAll(db, read.entries)
    // What replaced others goes again when they are brought back.
    if (old.length === 0) keep(db, added, 'import', now)
    return { ...report, imported: added.length, replaced: old.length }
  })
}

/** When and where all entries were exported last. */
export function readNote(db: DatabaseSync): MemoryOverview['lastExport'] {
  const row = db.prepare('SELECT value FROM notes WHERE name = ?').get(LAST_EXPORT)
  return row && (JSON.parse(String(row.value)) as MemoryOverview['lastExport'])
}

/** The export is written, whether or not the memory can keep where. */
function tryToNote(file: MemoryFile, note: NonNullable<MemoryOverview['lastExport']>): void {
  try {
    file.change((db) => writeNote(db, note))
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
  }
}

function writeNote(db: DatabaseSync, note: NonNullable<MemoryOverview['lastExport']>): void {
  db.prepare('INSERT OR REPLACE INTO notes (name, value) VALUES (?, ?)').run(
    LAST_EXPORT,
    JSON.stringify(note),
  )
}

/** Whose id is taken gets one behind all others. */
function addAll(
  db: DatabaseSync,
  entries: readonly MemoryEntry[],
): Pick<ImportReport, 'duplicates' | 'renumbered'> & { readonly added: readonly MemoryEntry[] } {
  const before = new Set(
    db
      .prepare('SELECT id, folded, kind, due, repeats, completed, created FROM entries')
      .all()
      .flatMap(({ id, folded, kind, due, repeats, completed, created }) =>
        keysOf([folded, kind, repeats ?? due], completed, [id, created]),
      ),
  )
  const isThere = ({ id, text, kind, due, repeats, completed, created }: MemoryEntry) => {
    // When it comes next is no part of what repeats.
    const time = repeats === null ? milliseconds(due) : JSON.stringify(repeats)
    const keys = keysOf([folded(text), kind, time], milliseconds(completed), [id, milliseconds(created)])
    return keys.some((key) => before.has(key))
  }
  const fresh = entries.filter((entry) => !isThere(entry))
  const duplicates = entries.filter(isThere).map(({ id }) => id)
  const isTaken = ({ id }: MemoryEntry) => findEntry(db, id) !== undefined
  const taken = fresh.filter(isTaken)
  const free = fresh.filter((entry) => !isTaken(entry))
  const add = (entry: MemoryEntry, id: number | null) => ({ ...entry, id: insertEntry(db, entry, id) })
  const added = [...free.map((entry) => add(entry, entry.id)), ...taken.map((entry) => add(entry, null))]
  return { added, duplicates, renumbered: taken.length }
}

/**
 * Two entries that share one of these are the same. Open and done are two, as are two that were done at different moments; but the
 * very entry, by its id and the moment when it was stored, stays the same when it is done: an old export does not open it again.
 */
function keysOf(what: readonly unknown[], completed: unknown, own: readonly unknown[]): readonly string[] {
  return [JSON.stringify([...what, completed]), JSON.stringify([...what, ...own])]
}

/** A pipe would be waited for, and a device has no end. */
async function readWhole(place: string): Promise<string> {
  const facts = await stat(place)
  if (!facts.isFile()) throw new Error(facts.isDirectory() ? 'it is a folder' : 'it is no plain file')
  if (facts.size > MOST_BYTES)
    throw new Error(`it has more than ${MOST_BYTES / 1024 / 1024} MB, which no export has`)
  return readFile(place, 'utf8')
}

/** A file that is no export is somebody's own. */
async function refuseForeign(place: string): Promise<void> {
  const facts = await stat(place).catch(() => undefined)
  if (facts !== undefined && !facts.isFile()) throw foreign(place)
  const file = await open(place, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ToolFailure('not_written', `\`${place}\` cannot be written: ${reasonOf(error)}.`, {
      cause: error,
    })
  })
  if (file === undefined) return
  try {
    const begin = Buffer.alloc(200)
    const { bytesRead } = await file.read(begin, 0, begin.length, 0)
    if (bytesRead === 0 || isExport(begin.toString('utf8', 0, bytesRead))) return
  } finally {
    await file.close()
  }
  throw foreign(place)
}

function foreign(place: string): ToolFailure {
  return new ToolFailure('exists', `\`${place}\` exists and is no export of the memory; name another file.`)
}

function fromHome(place: string): string {
  return place.replace(/^~(?=\/)/, homedir())
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file or folder'
  return code === 'EISDIR' ? 'it is a folder' : diskReason(error)
}
