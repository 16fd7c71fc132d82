// Earlier versions of files while nothing may be kept: they stay in memory and go with the program. Everything else is the
// history on disk (file-history.ts); both are undone as one, the last change first.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FileChange, FileHistory, Kept, KeptChange, UndoOutcome } from '../../contracts/file-history.ts'
import type { SecretSwitch } from '../../contracts/secret.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import { putBack, readNow, removeEmpty, UNDO_BUDGET_BYTES } from './file-history.ts'

interface Held extends KeptChange {
  readonly before: Uint8Array | undefined
  readonly afterSha: string
  readonly folders: readonly string[]
}

/** The history, of which nothing reaches the disk while `secret` is on. */
export function withSecret(disk: FileHistory, secret: SecretSwitch): FileHistory {
  return new SecretHistory(disk, secret)
}

class SecretHistory implements FileHistory {
  readonly #disk: FileHistory
  readonly #secret: SecretSwitch
  /** The last one last. */
  #held: readonly Held[] = []

  constructor(disk: FileHistory, secret: SecretSwitch) {
    this.#disk = disk
    this.#secret = secret
  }

  get guarded(): string {
    return this.#disk.guarded
  }

  async keep(change: FileChange): Promise<Kept> {
    if (!this.#secret.isOn()) return this.#disk.keep(change)
    const { path, before, after, at, folders } = change
    const held: Held = {
      id: randomUUID(),
      path,
      isNew: before === undefined,
      at: at.toISOString(),
      before,
      afterSha: sha256Hex(after),
      folders,
    }
    this.#held = withinBudget([...this.#held, held])
    return { isLasting: false, drop: async () => this.#drop(held) }
  }

  async list(): Promise<readonly KeptChange[]> {
    const held = this.#held.map(({ id, path, isNew, at }) => ({ id, path, isNew, at })).toReversed()
    return [...held, ...(await this.#disk.list())].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
  }

  elsewhere(): Promise<readonly KeptChange[]> {
    return this.#disk.elsewhere()
  }

  async undo(): Promise<UndoOutcome> {
    for (;;) {
      const last = await this.#lastHeld()
      if (last === undefined) return this.#disk.undo()
      const outcome = await this.#undoOne(last)
      if (outcome !== undefined) return outcome
    }
  }

  tidy(most: number): Promise<readonly string[]> {
    return this.#disk.tidy(most)
  }

  async skip(): Promise<KeptChange | undefined> {
    const last = await this.#lastHeld()
    if (last === undefined) return this.#disk.skip()
    this.#drop(last)
    return last
  }

  /** The last change of all, if it is one of these. */
  async #lastHeld(): Promise<Held | undefined> {
    const [last] = await this.list()
    return this.#held.find(({ id }) => id === last?.id)
  }

  /** undefined: the file is already what it was. */
  async #undoOne(held: Held): Promise<UndoOutcome | undefined> {
    const { id, path, isNew, at, before, afterSha, folders } = held
    const change = { id, path, isNew, at }
    try {
      const now = await readNow(path)
      if (now === 'other') return { type: 'changed', change, kept: undefined }
      if (now === undefined && !isNew) return { type: 'gone', change, kept: undefined }
      const isWhatItWas = now === undefined || (before !== undefined && now.bytes.equals(before))
      if (!isWhatItWas && sha256Hex(now.bytes) !== afterSha)
        return { type: 'changed', change, kept: undefined }
      if (!isWhatItWas && before !== undefined) await putBack(path, before, now)
      if (!isWhatItWas && before === undefined) {
        await rm(path)
        await removeEmpty(folders)
      }
      this.#drop(held)
      return isWhatItWas ? undefined : { type: 'undone', change, kept: undefined }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { type: 'failed', change, reason: reason.replace(/\.$/, '') }
    }
  }

  #drop(held: Held): void {
    this.#held = this.#held.filter((one) => one !== held)
  }
}

/** The oldest go first, never the last one. */
function withinBudget(all: readonly Held[]): readonly Held[] {
  let total = 0
  const first = all.findLastIndex((one, at) => {
    total += one.before?.length ?? 0
    return total > UNDO_BUDGET_BYTES && at < all.length - 1
  })
  return all.slice(first + 1)
}
