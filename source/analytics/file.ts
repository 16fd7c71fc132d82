// The file of measurements: opened, brought up to date, moved aside when it is damaged. Invariant: no file is ever deleted here,
// and one that a newer program made is left alone.
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../contracts/clock.ts'
import { withFileLock } from '../lib/file-lock.ts'
import { freeName } from '../lib/free-name.ts'
import { inodeOf, inTransaction, isDamage, migrate } from '../lib/sqlite.ts'
import { MIGRATIONS } from './migrations.ts'

/** Another process that writes is waited for, in milliseconds: what is not written now is written behind the next turn. */
const PATIENCE_MS = 100
const LOCK_MS = 2_000

export class AnalyticsFile {
  readonly path: string
  /** What was moved aside, a sentence each. */
  readonly notices: string[] = []
  readonly #clock: Clock
  #db: DatabaseSync | undefined
  #inode = 0

  constructor(path: string, clock: Clock) {
    this.path = path
    this.#clock = clock
  }

  /** Works on the file, which is made when it is missing; once more on a new one when it shows to be damaged. */
  run<T>(work: (db: DatabaseSync) => T): T {
    try {
      return work(this.#opened())
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#moveAside()
      return work(this.#opened())
    }
  }

  /** As `run`, whole or not at all. */
  change<T>(work: (db: DatabaseSync) => T): T {
    return this.run((db) => inTransaction(db, work))
  }

  close(): void {
    if (this.#db?.isOpen) this.#db.close()
    this.#db = undefined
  }

  #opened(): DatabaseSync {
    if (this.#db !== undefined && inodeOf(this.path) === this.#inode) return this.#db
    this.close()
    mkdirSync(dirname(this.path), { recursive: true })
    // For its owner alone, and so is what SQLite puts beside it.
    if (!existsSync(this.path)) closeSync(openSync(this.path, 'a', 0o600))
    const inode = inodeOf(this.path)
    const db = new DatabaseSync(this.path, { timeout: PATIENCE_MS })
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')
      const state = migrate(db, MIGRATIONS, this.#clock.now().getTime())
      if (state !== 'ready') throw new Error(WHY[state])
    } catch (error) {
      db.close()
      throw error
    }
    this.#inode = inode
    this.#db = db
    return db
  }

  #moveAside(): void {
    const seen = this.#db === undefined ? inodeOf(this.path) : this.#inode
    this.close()
    withFileLock(`${this.path}.lock`, LOCK_MS, () => {
      // Another program may have begun a new one already: that one is not moved.
      if (inodeOf(this.path) !== seen) return
      const stamp = this.#clock.now().toISOString().replace(/[:.]/g, '-')
      const aside = freeName(`${this.path}.damaged-${stamp}`)
      for (const end of ['-wal', '-shm'])
        if (existsSync(this.path + end)) renameSync(this.path + end, aside + end)
      renameSync(this.path, aside)
      this.notices.push(
        `The file of measurements was damaged; it was moved to \`${basename(aside)}\`, and a new one was begun.`,
      )
    })
  }
}

const WHY = {
  newer: 'it is from a newer version of the program',
  foreign: 'it holds something else',
}
