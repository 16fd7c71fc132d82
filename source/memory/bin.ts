// What was changed, completed or taken out lies here as it was before, for 30 days, and can be brought back. Of an import it is
// what came in, so that it can go again.
import type { DatabaseSync } from 'node:sqlite'
import type { MemoryAction, MemoryEntry, UndoneChange } from '../contracts/memory.ts'
import { withRings } from './reminders.ts'
import { deleteEntry, entriesOf, findEntry, insertEntry } from './rows.ts'

/** So long a change can be taken back. */
export const BIN_DAYS = 30

const DAY_MS = 86_400_000

/** Keeps entries as they are now, as one change, the last one unless it has a `place`; call it before they are changed. What is older than 30 days goes. */
export function keep(
  db: DatabaseSync,
  entries: readonly MemoryEntry[],
  action: MemoryAction,
  now: number,
  place: number | null = null,
): void {
  db.prepare('DELETE FROM changes WHERE at < ?').run(now - BIN_DAYS * DAY_MS)
  if (entries.length === 0) return
  const change = db
    .prepare('INSERT INTO changes (id, at, action) VALUES (?, ?, ?)')
    .run(place, now, action).lastInsertRowid
  const add = db.prepare('INSERT INTO bin (change, entry, body) VALUES (?, ?, ?)')
  for (const entry of entries) add.run(change, entry.id, JSON.stringify(entry))
}

/** Puts entries into the bin. */
export function discard(
  db: DatabaseSync,
  entries: readonly MemoryEntry[],
  action: MemoryAction,
  now: number,
  place: number | null = null,
): void {
  keep(db, entries, action, now, place)
  for (const { id } of entries) deleteEntry(db, id)
}

/** Takes the last change back. An entry whose id another one has by now gets a new one. */
export function undo(db: DatabaseSync, now: number): UndoneChange | undefined {
  const last = db
    .prepare('SELECT id, at, action FROM changes WHERE at >= ? ORDER BY id DESC LIMIT 1')
    .get(now - BIN_DAYS * DAY_MS)
  if (last === undefined) return undefined
  const action = String(last.action) as MemoryAction
  const kept = db
    .prepare('SELECT body FROM bin WHERE change = ? ORDER BY entry')
    .all(Number(last.id))
    .map(({ body }) => JSON.parse(String(body)) as MemoryEntry)
  db.prepare('DELETE FROM changes WHERE id = ?').run(Number(last.id))
  if (action === 'import') {
    // As they are by now: what was changed since is not lost either.
    const entries = kept.flatMap(({ id }) => findEntry(db, id) ?? [])
    // Behind all other changes: the next step back is what was done before the import.
    discard(db, entries, 'delete', now, oldestPlace(db))
    return { action, at: new Date(Number(last.at)).toISOString(), entries }
  }
  // What took their place is kept in turn, behind all other changes likewise: else this call and the next would swap the two for ever.
  if (action === 'replace') discard(db, entriesOf(db, 'ORDER BY e.id'), 'replace', now, oldestPlace(db))
  const restores = action === 'change' || action === 'complete'
  const entries = kept.map((entry) => {
    const there = findEntry(db, entry.id)
    if (restores) deleteEntry(db, entry.id)
    const isTaken = there !== undefined && !restores
    const restored = restores ? withRings(entry, there) : entry
    return { ...restored, id: insertEntry(db, restored, isTaken ? null : entry.id) }
  })
  return { action, at: new Date(Number(last.at)).toISOString(), entries }
}

/** Where a change comes to be undone last. */
function oldestPlace(db: DatabaseSync): number {
  return Math.min(0, Number(db.prepare('SELECT min(id) AS id FROM changes').get()?.id ?? 0)) - 1
}

/** Entries that were taken out and can be brought back. */
export function countBinned(db: DatabaseSync, now: number): number {
  const row = db
    .prepare(
      `SELECT count(*) AS amount FROM bin JOIN changes ON changes.id = bin.change
       WHERE changes.at >= ? AND changes.action IN ('delete', 'forget', 'replace')`,
    )
    .get(now - BIN_DAYS * DAY_MS)
  return Number(row?.amount ?? 0)
}
