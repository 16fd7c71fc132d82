// The memory's database, looked at without changing it.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
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
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 2_000 })
    try {
      const rows = db.prepare('PRAGMA integrity_check(1)').all()
      const said = String(Object.values(rows[0] ?? {})[0] ?? 'no answer')
      return said === 'ok'
        ? { ...base, status: 'ok', text: 'whole', facts: { exists: true, whole: true } }
        : broken(said)
    } finally {
      db.close()
    }
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error))
  }
}
