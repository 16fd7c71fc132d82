// What becomes of a reminder when it rings or is done: one that repeats stays open and is due again. Read toolkit/repeats.ts for when.
import type { DatabaseSync } from 'node:sqlite'
import type { Completed, MemoryEntry } from '../contracts/memory.ts'
import { nextTime } from '../toolkit/repeats.ts'
import { keep } from './bin.ts'
import { findEntry, replaceEntry } from './rows.ts'

export interface Moment {
  readonly now: number
  readonly timeZone: string
}

/** Notes that it rings now; false when it is not due or rang already. */
export function ring(db: DatabaseSync, id: number, { now, timeZone }: Moment): boolean {
  const entry = findEntry(db, id)
  if (entry?.kind !== 'reminder' || entry.completed !== null || entry.due === null) return false
  const due = Date.parse(entry.due)
  if (due > now || (entry.repeats === null && entry.rung !== null)) return false
  // All that was missed is this one time.
  const next = entry.repeats === null ? due : nextTime(entry.repeats, now, due, timeZone)
  db.prepare('UPDATE entries SET due = ?, rung = ? WHERE id = ?').run(next, now, id)
  return true
}

/** As the contract says it; what it was lies in the bin. */
export function complete(db: DatabaseSync, id: number, { now, timeZone }: Moment): Completed | undefined {
  const entry = findEntry(db, id)
  if (entry === undefined) return undefined
  if (entry.completed !== null) return { entry, occurrence: undefined }
  keep(db, [entry], 'complete', now)
  const { repeats, due, rung } = entry
  if (repeats === null || due === null) {
    const done = replaceEntry(db, { ...entry, completed: new Date(now).toISOString() })
    return { entry: done, occurrence: undefined }
  }
  const dueMs = Date.parse(due)
  const rang = rung !== null && dueMs > now
  const next = rang ? dueMs : nextTime(repeats, Math.max(dueMs, now), dueMs, timeZone)
  const open = replaceEntry(db, { ...entry, due: new Date(next).toISOString(), rung: null })
  return { entry: open, occurrence: rang ? { at: rung, rang } : { at: due, rang } }
}

/** What rang while an entry was otherwise than `kept` does not ring again when `kept` takes its place. */
export function withRings(kept: MemoryEntry, there: MemoryEntry | undefined): MemoryEntry {
  if (there === undefined) return kept
  if (there.due === kept.due) return { ...kept, rung: kept.rung ?? there.rung }
  const isSame = kept.repeats !== null && JSON.stringify(kept.repeats) === JSON.stringify(there.repeats)
  const rangSince = there.rung !== null && there.rung !== kept.rung && (there.due ?? '') > (kept.due ?? '')
  return isSame && rangSince ? { ...kept, due: there.due, rung: there.rung } : kept
}

/** When it comes next is no part of what repeats. */
export function isSameTime(
  one: Pick<MemoryEntry, 'due' | 'repeats'>,
  other: Pick<MemoryEntry, 'due' | 'repeats'>,
) {
  if (one.repeats === null || other.repeats === null)
    return one.due === other.due && one.repeats === other.repeats
  return JSON.stringify(one.repeats) === JSON.stringify(other.repeats)
}
