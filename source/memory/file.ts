// The file of the memory: opened, brought up to date, and moved aside when it is damaged or a newer program's.
// Invariant: no file is ever deleted or overwritten here; what can be read of a bad one is in the new one.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../contracts/clock.ts'
import type { MemoryEntry } from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { LockBusy, withFileLock } from '../lib/file-lock.ts'
import { inodeOf, inTransaction, isBusy, isDamage, isRefusal, migrate, refusalOf } from '../lib/sqlite.ts'
import { beginAnew, type Fault } from './begin-anew.ts'
import { MIGRATIONS } from './migrations.ts'
import { openReadOnly } from './read-only.ts'
import { HIGHEST_ID } from './rows.ts'

/** Another process that writes is waited for, in milliseconds. */
const PATIENCE_MS = 2_000

/** An older program took any id of an import, and each next one lies behind it. Those behind the highest that is taken now are good. */
const UNUSABLE_ID = 2 * HIGHEST_ID

/** For its owner to read and write. */
const OWN = 0o600

const WHY: { readonly [fault in Fault]: string } = {
  damaged: 'The memory file was damaged',
  newer: 'The memory file is from a newer version of the program',
  foreign: 'The memory file holds something else',
}

export interface FileHost {
  readonly clock: Clock
  /** Told at once what befalls the file. */
  readonly onNotice: ((sentence: string) => void) | undefined
}

export class MemoryFile {
  readonly path: string
  readonly notices: string[] = []
  readonly #host: FileHost
  #db: DatabaseSync
  #inode = 0
  /** Why it is open for reading alone; undefined: it is not. */
  #whyReadOnly: unknown
  /** Closed by its owner, for good. */
  #isEnded = false

  /** Opens or makes the file. Throws `ToolFailure` when that cannot be. */
  constructor(path: string, host: FileHost) {
    this.path = path
    this.#host = host
    this.#db = this.#translated(() => this.#openAsCanBe())
  }

  /** False: it is open for reading alone. */
  get mayWrite(): boolean {
    return this.#whyReadOnly === undefined
  }

  /** Works on the file; when that shows that it is damaged, once more on what could be saved of it. */
  run<T>(work: (db: DatabaseSync) => T): T {
    return this.#translated(() => {
      this.#openAgain()
      try {
        return work(this.#db)
      } catch (error) {
        if (!isDamage(error)) throw error
        // Another program may have begun a new one already: that one is not moved aside.
        const isOther = inodeOf(this.path) !== this.#inode
        if (isOther && this.#db.isOpen) this.#db.close()
        this.#db = (isOther ? this.#open() : undefined) ?? this.#startAnew('damaged')
        return work(this.#db)
      }
    })
  }

  /** As `run`, whole or not at all. */
  change<T>(work: (db: DatabaseSync) => T): T {
    try {
      return this.run((db) => {
        if (this.#whyReadOnly !== undefined) throw this.#whyReadOnly
        return inTransaction(db, work)
      })
    } catch (error) {
      const cause = error instanceof ToolFailure ? error.cause : error
      if (!isRefusal(cause)) throw error
      throw new ToolFailure(
        'memory_unavailable',
        `Nothing was stored or changed: the memory \`${this.path}\` cannot be written (${refusalOf(cause, this.path)}). What it holds can be read.`,
        { cause },
      )
    }
  }

  close(): void {
    this.#isEnded = true
    if (this.#db.isOpen) this.#db.close()
  }

  /** For reading alone where the disk takes nothing. */
  #openAsCanBe(): DatabaseSync {
    try {
      this.#whyReadOnly = undefined
      mkdirSync(dirname(this.path), { recursive: true })
      return this.#open() ?? this.#startAnew('damaged')
    } catch (error) {
      const db = isRefusal(error) ? openReadOnly(this.path) : undefined
      if (db === undefined) throw error
      this.#whyReadOnly = error
      return db
    }
  }

  /**
   * Where another program has put another file in its place, or an attempt that failed has closed it. Of one that is open for reading
   * alone, what was in the way may be gone.
   */
  #openAgain(): void {
    const isGood = this.#db.isOpen && this.#whyReadOnly === undefined && inodeOf(this.path) === this.#inode
    if (isGood || this.#isEnded) return
    if (this.#db.isOpen) this.#db.close()
    this.#db = this.#openAsCanBe()
  }

  /** undefined: the file is damaged. */
  #open(): DatabaseSync | undefined {
    let db: DatabaseSync | undefined
    try {
      db = this.#connect()
      const state = migrate(db, MIGRATIONS, this.#host.clock.now().getTime())
      if (state === 'ready') {
        // A table that cannot be read at all shows here, not in the middle of a turn.
        const highest = db.prepare('SELECT id > ? AS isHigh FROM entries ORDER BY id DESC LIMIT 1')
        const given = db.prepare("SELECT seq > ? AS isHigh FROM sqlite_sequence WHERE name = 'entries'")
        if (![highest, given].some((query) => query.get(UNUSABLE_ID)?.isHigh === 1)) return db
        db.close()
        return undefined
      }
      db.close()
      return this.#startAnew(state)
    } catch (error) {
      if (db?.isOpen) db.close()
      if (isDamage(error)) return undefined
      throw error
    }
  }

  /** One program at a time: while another turns the file to a log of its own, SQLite refuses at once, whatever its patience. */
  #connect(): DatabaseSync {
    return withFileLock(`${this.path}.open.lock`, PATIENCE_MS, () => this.#connectAlone())
  }

  /** The file is for the person alone, and so is what SQLite puts beside it. */
  #connectAlone(): DatabaseSync {
    if (!existsSync(this.path)) closeSync(openSync(this.path, 'a', OWN))
    for (const end of ['', '-wal', '-shm']) makeOwn(this.path + end)
    const db = new DatabaseSync(this.path, { timeout: PATIENCE_MS })
    this.#inode = inodeOf(this.path)
    try {
      // What was deleted is overwritten, so that no page that is free holds it when a damaged file is read page by page.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
      return db
    } catch (error) {
      db.close()
      throw error
    }
  }

  /** Moves the file aside, begins a new one with what can be read of it, and says so; unless another program has just done that. */
  #startAnew(fault: Fault): DatabaseSync {
    if (this.#db?.isOpen) this.#db.close()
    return withFileLock(`${this.path}.lock`, PATIENCE_MS, () => {
      if (inodeOf(this.path) === this.#inode) {
        const { aside, saved } = beginAnew(this.path, fault, this.#host.clock.now())
        const notice = sayMoved(fault, basename(aside), saved)
        this.notices.push(notice)
        this.#host.onNotice?.(notice)
      }
      const db = this.#connect()
      migrate(db, MIGRATIONS, this.#host.clock.now().getTime())
      return db
    })
  }

  #translated<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof ToolFailure) throw error
      const isSystem = error instanceof Error && 'code' in error && typeof error.code === 'string'
      const isHeld = error instanceof LockBusy || isBusy(error)
      if (!isSystem && !isHeld) throw error
      if (isHeld)
        throw new ToolFailure('memory_busy', 'Another program writes to the memory; try again.', {
          cause: error,
        })
      const reason = isRefusal(error) ? refusalOf(error, this.path) : diskReason(error)
      throw new ToolFailure('memory_unavailable', `The memory \`${this.path}\` cannot be used: ${reason}.`, {
        cause: error,
      })
    }
  }
}

/** An older program, a copy or another umask may have left it open to others. */
function makeOwn(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined || (mode & 0o777) === OWN) return
  try {
    chmodSync(path, OWN)
  } catch {
    // A disk without such rights, or somebody else's file: it can be used all the same.
  }
}

function sayMoved(fault: Fault, aside: string, saved: readonly MemoryEntry[]): string {
  const amount = saved.length === 1 ? '1 memory was' : `${saved.length} memories were`
  const rest = fault === 'foreign' ? 'a new one was begun' : `${amount} saved from it`
  return `${WHY[fault]}; it was moved to \`${aside}\`, and ${rest}.`
}
