// The folder of conversations: `<id>.jsonl` each, `archive/` with those that are put away, `<id>.lock` while one is open.
// Invariant: a file is made by one process (its name is new) and written by one at a time (its lock is held).
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { SavedConversation } from '../contracts/conversations.ts'
import { createFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { type FileLock, lockHolder, takeFileLock } from '../lib/file-lock.ts'
import { type Glance, glanceAt } from './glance.ts'
import { type Reading, readConversation } from './read.ts'
import { byChange, compareIds, idOf } from './when.ts'

const ENDING = '.jsonl'
const LOCK_ENDING = '.lock'
/** Other processes may take a number between looking and making; so often is a fault. */
const MOST_TRIES = 100

/** A conversation with the time of its last line, and where it lies. */
export interface Found {
  readonly conversation: SavedConversation
  readonly changed: string
  readonly archived: boolean
}

export class ConversationFolder {
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Ids in order of their beginnings; none where there is no folder. */
  ids(archived: boolean): readonly string[] {
    return namesIn(archived ? this.#archive : this.#dir)
      .filter((name) => name.endsWith(ENDING))
      .map((name) => name.slice(0, -ENDING.length))
      .sort(compareIds)
  }

  /** Makes a file that nobody else has, with its lock; throws the system's error. */
  make(now: Date, header: (id: string) => string): { readonly id: string; readonly lock: FileLock } {
    fs.mkdirSync(this.#dir, { recursive: true, mode: 0o700 })
    const stem = idOf(now)
    const numbers = [...this.ids(false), ...this.ids(true)]
      .filter((id) => id.startsWith(`${stem}-`))
      .map((id) => Number(id.slice(stem.length + 1)) || 0)
    const first = 1 + Math.max(0, ...numbers)
    for (let number = first; number < first + MOST_TRIES; number++) {
      const id = `${stem}-${String(number).padStart(2, '0')}`
      const lock = takeFileLock(this.#lockOf(id))
      if (!lock.ok) continue
      try {
        // A killed program, or a full disk, leaves no file without its first line.
        createFileAtomicSync(this.pathOf(id, false), header(id), { sync: false })
        return { id, lock }
      } catch (error) {
        lock.release()
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
    throw new Error(`no name is free for a conversation of ${stem}`)
  }

  /** Appends to a file that exists, all or nothing; throws the system's error. */
  append(id: string, text: string): void {
    // Not made anew: without its first line it could not be read.
    const flag = fs.constants.O_APPEND | fs.constants.O_WRONLY
    const file = fs.openSync(this.pathOf(id, false), flag)
    const { size } = fs.fstatSync(file)
    try {
      fs.writeFileSync(file, text)
    } catch (error) {
      // Of a line for which the disk has no room nothing stays.
      fs.ftruncateSync(file, size)
      throw error
    } finally {
      fs.closeSync(file)
    }
  }

  /** Whether the file ends with a whole line; a cut one must not swallow the next. */
  endsWhole(id: string): boolean {
    const bytes = fs.readFileSync(this.pathOf(id, false))
    return bytes.at(-1) === 10
  }

  /** `behind`: lines that are not in the file yet. */
  read(id: string, archived: boolean, behind = ''): Reading {
    try {
      return readConversation(id, fs.readFileSync(this.pathOf(id, archived), 'utf8') + behind)
    } catch (error) {
      return {
        ok: false,
        reason: `\`${id}\` cannot be read (${messageOf(error)}); \`/sessions --all\` lists the others.`,
      }
    }
  }

  /** Those that can be read. */
  all(archived: boolean): readonly Found[] {
    return this.ids(archived).flatMap((id) => {
      const reading = this.read(id, archived)
      return reading.ok ? [{ conversation: reading.conversation, changed: reading.changed, archived }] : []
    })
  }

  /** Ids of those of a workspace, the one that changed last first. */
  newest(workspace: string): readonly string[] {
    const all = this.ids(false).flatMap((id) => {
      const seen = this.#glance(id)
      return seen?.workspace === workspace ? [{ id, changed: seen.changed }] : []
    })
    return all.sort(byChange).map(({ id }) => id)
  }

  #glance(id: string): Glance | undefined {
    try {
      const seen = glanceAt(this.pathOf(id, false))
      if (seen !== undefined) return seen
    } catch {
      return undefined // It cannot be gone on with either; `/sessions` names it.
    }
    const reading = this.read(id, false)
    return reading.ok ? { workspace: reading.conversation.workspace, changed: reading.changed } : undefined
  }

  /** The process that has it open; undefined: none. */
  holder(id: string): number | undefined {
    return lockHolder(this.#lockOf(id))
  }

  /** Throws the system's error. */
  lock(id: string): FileLock {
    return takeFileLock(this.#lockOf(id))
  }

  /** Locks of processes that were killed go; those of living ones stay. Never throws. */
  sweepLocks(): void {
    for (const name of namesIn(this.#dir).filter((one) => one.endsWith(LOCK_ENDING))) {
      try {
        const lock = takeFileLock(join(this.#dir, name))
        if (lock.ok) lock.release()
      } catch {
        // It costs nothing but its name in the folder.
      }
    }
  }

  /** Into the archive, unless a process has it open; gives that process then. Throws the system's error. */
  putAway(id: string): { readonly pid: number | undefined } | undefined {
    const lock = this.lock(id)
    if (!lock.ok) return { pid: lock.pid }
    try {
      this.move(id, true)
      return undefined
    } finally {
      lock.release()
    }
  }

  /** Into the archive, or back, by who holds its lock; throws the system's error. */
  move(id: string, intoArchive: boolean): void {
    if (intoArchive) fs.mkdirSync(this.#archive, { recursive: true, mode: 0o700 })
    const target = this.pathOf(id, intoArchive)
    if (fs.existsSync(target)) throw new Error(`\`${target}\` is there already`)
    fs.renameSync(this.pathOf(id, !intoArchive), target)
  }

  pathOf(id: string, archived: boolean): string {
    return join(archived ? this.#archive : this.#dir, `${id}${ENDING}`)
  }

  get #archive(): string {
    return join(this.#dir, 'archive')
  }

  #lockOf(id: string): string {
    return join(this.#dir, `${id}${LOCK_ENDING}`)
  }
}

/** What went wrong, in a clause. */
export function messageOf(error: unknown): string {
  return diskReason(error)
}

function namesIn(dir: string): readonly string[] {
  try {
    return fs.readdirSync(dir)
  } catch {
    return []
  }
}
