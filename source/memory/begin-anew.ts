// A bad file goes aside and a new one with what can be read of it takes its place. Invariant: at every moment the bad file or the
// whole new one stands at the path, so that neither a killed program nor a full disk loses what could be saved.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { MemoryEntry } from '../contracts/memory.ts'
import { linkOrCopy } from '../lib/atomic-write.ts'
import { freeName } from '../lib/free-name.ts'
import { migrate } from '../lib/sqlite.ts'
import { MIGRATIONS } from './migrations.ts'
import { insertEntry } from './rows.ts'
import { readSaved } from './saved.ts'

export type Fault = 'damaged' | 'newer' | 'foreign'

export interface Begun {
  /** Where the bad file is now. */
  readonly aside: string
  readonly saved: readonly MemoryEntry[]
}

/** Nobody may have the file open, and only one process may do this at a time. Throws the system's error; then nothing is changed. */
export function beginAnew(path: string, fault: Fault, now: Date): Begun {
  const saved = fault === 'foreign' ? [] : readSaved(path)
  const fresh = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    makeFile(fresh, saved, now)
    const aside = putAside(path, `${path}.${fault}-${now.toISOString().slice(0, 19).replace(/\D/g, '')}`)
    renameSync(fresh, path)
    return { aside, saved }
  } finally {
    for (const end of ['', '-journal']) rmSync(fresh + end, { force: true })
  }
}

function makeFile(path: string, entries: readonly MemoryEntry[], now: Date): void {
  closeSync(openSync(path, 'wx', 0o600))
  const db = new DatabaseSync(path)
  try {
    migrate(db, MIGRATIONS, now.getTime())
    db.exec('BEGIN IMMEDIATE')
    for (const entry of entries) insertEntry(db, entry, entry.id)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

function putAside(path: string, wanted: string): string {
  const aside = freeName(wanted)
  linkOrCopy(path, aside)
  for (const end of ['-wal', '-shm']) {
    if (existsSync(path + end)) renameSync(path + end, aside + end)
  }
  return aside
}
