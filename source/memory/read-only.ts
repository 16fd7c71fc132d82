// A memory that cannot be written, on a disk that can only be read or is full, can still be read. SQLite wants to put an index of
// its log beside the file; each way in goes around that for one case.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** Opens it for reading alone; undefined where that cannot be done. */
export function openReadOnly(path: string): DatabaseSync | undefined {
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  return hasLog ? (tryWay(() => beside(path)) ?? tryWay(() => alone(path))) : tryWay(() => unchanging(path))
}

/** The index of the log is there already. */
function beside(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: 0 })
}

/** The index is made in memory, which keeps other programs out: only while the disk is full. */
function alone(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 0 })
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  return db
}

/** Without a log there is nothing to index; nobody may write it meanwhile, and nobody can. */
function unchanging(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.search = '?immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}

function tryWay(open: () => DatabaseSync): DatabaseSync | undefined {
  let db: DatabaseSync | undefined
  try {
    db = open()
    // The first look at the file is when it shows.
    db.prepare('SELECT count(*) FROM migrations').get()
    return db
  } catch {
    if (db?.isOpen) db.close()
    return undefined
  }
}
