// Entries as rows of the file, and back.
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { MEMORY_KINDS, type MemoryEntry, type MemoryKind, type Repeat } from '../contracts/memory.ts'
import { isRepeat } from '../toolkit/repeats.ts'
import { folded } from './words.ts'

type Row = Record<string, SQLOutputValue>

/** No import has a higher one. Behind 2^53, a few above it, no number of JavaScript is exact, and every reading would fail. */
export const HIGHEST_ID = 1e12
/** The year 10000, in milliseconds since 1970. */
const LATEST_MS = 253_402_300_800_000

/** An entry without its id. */
export type EntryFields = Omit<MemoryEntry, 'id'>

const COLUMNS =
  'id, text, folded, kind, tags, context, importance, created, updated, completed, due, rung, source, session, repeats'

/** Columns of entries as `entryOf` reads them; `e` is what the query calls the table. */
export const SELECT = 'SELECT e.* FROM entries e'

/** Lower case, without `#` and empty ones, sorted, each once. */
export function cleanTags(tags: readonly string[]): readonly string[] {
  const clean = tags.map((tag) => folded(tag.replace(/^[\s#]+/, '')))
  return [...new Set(clean)].filter((tag) => tag !== '').sort()
}

/** Reads a row; what another program left out has a default, a row without id or text is none. */
export function entryOf(row: Row): MemoryEntry | undefined {
  const { id, text, kind } = row
  if (typeof id !== 'number' || typeof text !== 'string' || text === '') return undefined
  const created = moment(row.created) ?? new Date(0).toISOString()
  const due = moment(row.due) ?? null
  return {
    id,
    text,
    kind: isKind(kind) ? kind : 'fact',
    tags: tagsOf(row.tags),
    context: typeof row.context === 'string' ? row.context : '',
    importance: typeof row.importance === 'number' ? Math.min(1, Math.max(0, row.importance)) : 0.5,
    created,
    updated: moment(row.updated) ?? created,
    completed: moment(row.completed) ?? null,
    due,
    rung: moment(row.rung) ?? null,
    repeats: due === null ? null : repeatOf(row.repeats),
    source: typeof row.source === 'string' ? row.source : '',
    session: typeof row.session === 'string' ? row.session : '',
  }
}

/** Puts an entry in; without an id it gets the next one. Gives the id. */
export function insertEntry(db: DatabaseSync, entry: EntryFields, id: number | null = null): number {
  const values: readonly SQLInputValue[] = [
    id,
    entry.text,
    folded(entry.text),
    entry.kind,
    JSON.stringify(entry.tags),
    entry.context,
    entry.importance,
    milliseconds(entry.created),
    milliseconds(entry.updated),
    milliseconds(entry.completed),
    milliseconds(entry.due),
    milliseconds(entry.rung),
    entry.source,
    entry.session,
    // What lay in the bin of an older program has none.
    entry.repeats ? JSON.stringify(entry.repeats) : null,
  ]
  const places = values.map(() => '?').join(', ')
  const done = db.prepare(`INSERT INTO entries (${COLUMNS}) VALUES (${places})`).run(...values)
  const given = Number(done.lastInsertRowid)
  const addTag = db.prepare('INSERT OR IGNORE INTO entry_tags (tag, entry) VALUES (?, ?)')
  for (const tag of entry.tags) addTag.run(tag, given)
  return given
}

export function deleteEntry(db: DatabaseSync, id: number): void {
  db.prepare('DELETE FROM entry_tags WHERE entry = ?').run(id)
  db.prepare('DELETE FROM entries WHERE id = ?').run(id)
}

/** Puts an entry in the place of the one with its id. */
export function replaceEntry(db: DatabaseSync, entry: MemoryEntry): MemoryEntry {
  deleteEntry(db, entry.id)
  insertEntry(db, entry, entry.id)
  return entry
}

export function findEntry(db: DatabaseSync, id: number): MemoryEntry | undefined {
  if (!Number.isSafeInteger(id)) return undefined
  const row = db.prepare(`${SELECT} WHERE e.id = ?`).get(id)
  return row && entryOf(row)
}

/** The entries of a query that begins with `SELECT`. */
export function entriesOf(
  db: DatabaseSync,
  rest: string,
  ...values: readonly SQLInputValue[]
): readonly MemoryEntry[] {
  return db
    .prepare(`${SELECT} ${rest}`)
    .all(...values)
    .flatMap((row) => entryOf(row) ?? [])
}

/** Milliseconds since 1970 of an ISO moment. */
export function milliseconds(moment: string): number
export function milliseconds(moment: string | null): number | null
export function milliseconds(moment: string | null): number | null {
  return moment === null ? null : Date.parse(moment)
}

export function isKind(value: unknown): value is MemoryKind {
  return MEMORY_KINDS.some((kind) => kind === value)
}

/** Whether milliseconds are a moment of the years 1970 to 9999: with a later one no repetition can be counted on. */
export function isKeptMoment(ms: number): boolean {
  return ms >= 0 && ms < LATEST_MS
}

function moment(value: SQLOutputValue | undefined): string | undefined {
  return typeof value === 'number' && isKeptMoment(value) ? new Date(value).toISOString() : undefined
}

function repeatOf(value: SQLOutputValue | undefined): Repeat | null {
  try {
    const repeat: unknown = JSON.parse(String(value ?? 'null'))
    return isRepeat(repeat) ? repeat : null
  } catch {
    return null
  }
}

function tagsOf(value: SQLOutputValue | undefined): readonly string[] {
  try {
    const tags: unknown = JSON.parse(String(value ?? '[]'))
    return Array.isArray(tags) ? cleanTags(tags.filter((tag) => typeof tag === 'string')) : []
  } catch {
    return []
  }
}
