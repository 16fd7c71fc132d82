// What can still be read of a file that is damaged or made by a newer program.
import { readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { MemoryEntry } from '../contracts/memory.ts'
import { entryOf, HIGHEST_ID } from './rows.ts'
import { salvageEntries } from './salvage.ts'

/** So many ids may fail, in about a second: a damaged file can name any number as its highest id. */
const MOST_FAILED = 100_000
/** No entry takes fewer bytes. */
const SMALLEST_ENTRY = 16

// Its own index would lead elsewhere than to the rows.
const ROWS = `SELECT * FROM entries NOT INDEXED WHERE id >= ? AND id <= ${HIGHEST_ID} ORDER BY id`
const HIGH_ROWS = `SELECT * FROM entries NOT INDEXED WHERE id > ${HIGHEST_ID} ORDER BY id`

/** Where the highest id stands; each can be damaged. */
const HIGHEST = [
  "SELECT seq AS id FROM sqlite_sequence WHERE name = 'entries'",
  'SELECT max(id) AS id FROM entries NOT INDEXED',
  'SELECT max(id) AS id FROM texts_docsize',
  'SELECT max(entry) AS id FROM entry_tags INDEXED BY tags_by_entry',
]

/** By id; of one that is too high it is a `bigint`, because a number would not tell it from the next. */
type Saved = Map<number | bigint, MemoryEntry>

/**
 * Entries of a file that is to be moved aside, by id; none where nothing can be read. Whose id is too high gets one behind all others.
 * The file stays as it is but for its log.
 */
export function readSaved(path: string): readonly MemoryEntry[] {
  const saved: Saved = new Map()
  if (!readWhole(path, saved)) {
    // Behind SQLite, which has put what stood in the log into the file.
    for (const entry of readPages(path)) {
      const key = entry.id > HIGHEST_ID ? BigInt(entry.id) : entry.id
      if (!saved.has(key)) saved.set(key, entry)
    }
  }
  const sorted = [...saved.values()].sort((a, b) => a.id - b.id)
  const isHigh = ({ id }: MemoryEntry) => id > HIGHEST_ID
  const kept = sorted.filter((entry) => !isHigh(entry))
  const last = kept.at(-1)?.id ?? 0
  return [...kept, ...sorted.filter(isHigh).map((entry, at) => ({ ...entry, id: last + 1 + at }))]
}

/** As SQLite reads it; false where it could not read all of it. */
function readWhole(path: string, saved: Saved): boolean {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(path, { timeout: 0, defensive: false })
  } catch {
    return false
  }
  try {
    // Else SQLite reads nothing of a file that ends too early, or of which one line of the schema is bad.
    db.exec('PRAGMA writable_schema = ON')
    const end = Math.min(HIGHEST_ID, highestId(db) ?? statSync(path).size / SMALLEST_ENTRY)
    const read = readUp(db, end, saved)
    // Where too much is bad, the last ones are reached from the other end.
    if (read === 'some') walk(db, `${ROWS} DESC`, 1, (entry) => saved.set(entry.id, entry))
    readHigh(db, saved)
    return read === 'all'
  } catch {
    // What was read until then counts.
    return false
  } finally {
    db.close()
  }
}

function readPages(path: string): readonly MemoryEntry[] {
  try {
    return salvageEntries(readFileSync(path))
  } catch {
    // The disk gives nothing, or more than fits.
    return []
  }
}

/** A bad page ends a walk; behind it another begins, id by id until one can be read. `some`: it was given up. */
function readUp(db: DatabaseSync, end: number, saved: Saved): 'all' | 'all but bad' | 'some' {
  const first = db.prepare(`${ROWS} LIMIT 1`)
  let from = 1
  for (let failed = 0; failed < MOST_FAILED && from <= Math.max(1, end); failed++) {
    try {
      // Far cheaper than a walk that fails at once.
      first.get(from)
      walk(db, ROWS, from, (entry) => {
        saved.set(entry.id, entry)
        // A number that damage made does not lead past the others.
        if (entry.id <= end) from = Math.max(from, entry.id)
      })
      return failed === 0 ? 'all' : 'all but bad'
    } catch {
      from++
    }
  }
  return from > end ? 'all but bad' : 'some'
}

/** Throws where it comes upon a bad page. A statement that failed so keeps its error: each walk has its own. */
function walk(db: DatabaseSync, query: string, from: number, take: (entry: MemoryEntry) => void): void {
  for (const row of db.prepare(query).iterate(from)) {
    const entry = entryOf(row)
    if (entry !== undefined) take(entry)
  }
}

/** Throws where it comes upon a bad page. */
function readHigh(db: DatabaseSync, saved: Saved): void {
  const rows = db.prepare(HIGH_ROWS)
  rows.setReadBigInts(true)
  for (const row of rows.iterate()) {
    const values = Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ])
    const entry = entryOf(Object.fromEntries(values))
    if (entry !== undefined && typeof row.id === 'bigint') saved.set(row.id, entry)
  }
}

function highestId(db: DatabaseSync): number | undefined {
  const ids = HIGHEST.flatMap((query) => {
    try {
      const id = db.prepare(query).get()?.id
      return typeof id === 'number' ? id : []
    } catch {
      return []
    }
  })
  return ids.length === 0 ? undefined : Math.max(...ids)
}
