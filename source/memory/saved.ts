// What can still be read of a file that is damaged or made by a newer program.
import { DatabaseSync } from 'node:sqlite'
import type { MemoryEntry } from '../contracts/memory.ts'
import { entryOf } from './rows.ts'

/** Entries of a file that was moved aside, by id; none where nothing can be read. The file stays as it is but for its log. */
export function readSaved(path: string): readonly MemoryEntry[] {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(path, { timeout: 0 })
  } catch {
    return []
  }
  try {
    const saved = new Map<number, MemoryEntry>()
    // A bad page ends a walk; what lies behind it is reached from the other end.
    for (const direction of ['ASC', 'DESC']) {
      const isWhole = readAll(db, direction, saved)
      if (isWhole) break
    }
    return [...saved.values()].sort((a, b) => a.id - b.id)
  } finally {
    db.close()
  }
}

/** False where the walk broke off. */
function readAll(db: DatabaseSync, direction: string, saved: Map<number, MemoryEntry>): boolean {
  try {
    // Its own index would lead elsewhere than to the rows.
    for (const row of db.prepare(`SELECT * FROM entries NOT INDEXED ORDER BY id ${direction}`).iterate()) {
      const entry = entryOf(row)
      if (entry !== undefined) saved.set(entry.id, entry)
    }
    return true
  } catch {
    return false
  }
}
