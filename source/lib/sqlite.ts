// What every SQLite file of a home has in common: how it is brought up to date, and what its errors mean.
import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { diskReason, isDiskError } from './disk-reason.ts'

/** A step that changes how a file looks; one that was released is never edited. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

/** Result codes of SQLite (https://www.sqlite.org/rescode.html). */
const BUSY = 5
const CORRUPT = 11
const NOT_A_DATABASE = 26
const READ_ONLY = 8
const CANNOT_OPEN = 14
/** The disk refuses: only reading, failed, full, or the file cannot be opened. */
const REFUSED = [READ_ONLY, 10, 13, CANNOT_OPEN]
const WORDS: { readonly [code: number]: string } = {
  8: 'it can only be read',
  10: 'the disk failed or is full; make room and try again',
  13: 'the disk is full; make room and try again',
}

/**
 * Brings a file up to date: steps by name, each applied once, in their order. Gives `newer` (it names a step that is not here) or
 * `foreign` where it is not ours to change, and then changes nothing.
 */
export function migrate(
  db: DatabaseSync,
  steps: readonly Migration[],
  now: number,
): 'ready' | 'newer' | 'foreign' {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (tables.length > 0 && !tables.some(({ name }) => name === 'migrations')) return 'foreign'
  const names = () =>
    db
      .prepare('SELECT name FROM migrations')
      .all()
      .map(({ name }) => String(name))
  const known = steps.map(({ name }) => name)
  const before = tables.length === 0 ? [] : names()
  if (before.some((name) => !known.includes(name))) return 'newer'
  if (before.length === known.length) return 'ready'
  db.exec('BEGIN IMMEDIATE')
  try {
    db.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied INTEGER NOT NULL)')
    // Another process may have been here first.
    const applied = names()
    for (const { name, sql } of steps) {
      if (applied.includes(name)) continue
      db.exec(sql)
      db.prepare('INSERT INTO migrations (name, applied) VALUES (?, ?)').run(name, now)
    }
    db.exec('COMMIT')
    return 'ready'
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** Work that happens whole or not at all. */
export function inTransaction<T>(db: DatabaseSync, work: (db: DatabaseSync) => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work(db)
    db.exec('COMMIT')
    return result
  } catch (error) {
    // A damaged file may not even roll back.
    try {
      if (db.isTransaction) db.exec('ROLLBACK')
    } catch {}
    throw error
  }
}

/** Tells whether another program has put another file in the place of one that is open; 0: nothing stands there. */
export function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0
}

/** Another process writes just now. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === BUSY
}

/** The file is damaged, or no database. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === CORRUPT || code === NOT_A_DATABASE
}

/** The disk takes nothing; what stands there may be read all the same. */
export function isRefusal(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === undefined ? isDiskError(error) : REFUSED.includes(code)
}

/** Why the disk refused the file at `path`, as a clause. */
export function refusalOf(error: unknown, path: string): string {
  const code = sqliteCode(error)
  const isVague = code === READ_ONLY || code === CANNOT_OPEN
  const why = isVague ? whyNotWritten(path) : undefined
  return why ?? (code === undefined ? undefined : WORDS[code]) ?? diskReason(error)
}

/** SQLite says only that it could not; the system may know why. */
function whyNotWritten(path: string): string | undefined {
  try {
    accessSync(dirname(path), constants.W_OK)
    accessSync(path, constants.W_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return ['EROFS', 'EACCES', 'EPERM'].includes(code) ? diskReason(error) : undefined
  }
}

/** The primary result code; undefined: the error is not SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  const isTheirs = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return isTheirs ? (error.errcode as number) & 0xff : undefined
}
