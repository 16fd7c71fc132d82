// The memory's database, looked at without changing it.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Check } from '../contracts/doctor.ts'

/** SQLite's own check of every page and index. */
export function checkDatabase(path: string): Check {
  const base = { name: 'memory file' }
  if (!existsSync(path)) return { ...base, status: 'ok', text: 'none yet', facts: { exists: false } }
  const broken = (what: string): Check => ({
    ...base,
    status: 'fail',
    text: `\`${path}\` is damaged (${what})`,
    repair:
      'Start the chat: it saves what can still be read into a new file and keeps the damaged one beside it.',
    facts: { exists: true, whole: false },
  })
  for (const open of [
    () => new DatabaseSync(path, { readOnly: true, timeout: 2_000 }),
    () => unchanging(path),
  ]) {
    try {
      const said = integrityOf(open())
      return said === 'ok'
        ? { ...base, status: 'ok', text: 'whole', facts: { exists: true, whole: true } }
        : broken(said)
    } catch (error) {
      // On a disk that can only be read, SQLite can make no index of its log beside the file: the next way needs none.
      if (!(error instanceof Error && 'errcode' in error && error.errcode === CANNOT_OPEN))
        return broken(error instanceof Error ? error.message : String(error))
    }
  }
  return {
    ...base,
    status: 'fail',
    text: `\`${path}\` cannot be read`,
    repair: `Make it yours: \`chmod 600 ${path}\`, on a disk that lets it be read.`,
    facts: { exists: true, readable: false },
  }
}

/** SQLITE_CANTOPEN. */
const CANNOT_OPEN = 14

function unchanging(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.search = '?immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}

function integrityOf(db: DatabaseSync): string {
  try {
    const rows = db.prepare('PRAGMA integrity_check(1)').all()
    return String(Object.values(rows[0] ?? {})[0] ?? 'no answer')
  } finally {
    db.close()
  }
}
