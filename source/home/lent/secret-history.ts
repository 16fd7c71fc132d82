// Earlier versions of files while nothing may be kept: they stay in memory and go with the program. Everything else is the
// history on disk (file-history.ts); both are undone as one, the last change first.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type {
  FileChange,
  FileHistory,
  Kept,
  KeptChange,
  SkippedChange,
  UndoOutcome,
} from '../../contracts/file-history.ts'
import type { SecretSwitch } from '../../contracts/secret.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import type { PlainFile } from '../../toolkit/read-text.ts'
import { putBack, readNow, removeEmpty, UNDO_BUDGET_BYTES } from './file-history.ts'
import { lastGroup, type Standing, skipGroup, type UndoSteps, undoGroup } from './undo-group.ts'

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
  readonly #steps: UndoSteps<Held, PlainFile> = {
    told: toldOf,
    look,
    takeBack: async (held, now) => {
      if (held.before !== undefined) await putBack(held.path, held.before, now)
      else {
        await rm(held.path)
        await removeEmpty(held.folders)
      }
      this.#drop(held)
      return undefined
    },
    finish: async (held) => this.#drop(held),
    reasonOf: reasonFor,
  }

  constructor(disk: FileHistory, secret: SecretSwitch) {
    this.#disk = disk
    this.#secret = secret
  }

  get guarded(): string {
    return this.#disk.guarded
  }

  async keep(change: FileChange): Promise<Kept> {
    if (!this.#secret.isOn()) return this.#disk.keep(change)
    const { path, before, after, at, folders, group } = change
    const held: Held = {
      id: randomUUID(),
      path,
      isNew: before === undefined,
      at: at.toISOString(),
      before,
      afterSha: sha256Hex(after),
      folders,
      ...(group !== undefined && { group }),
    }
    this.#held = withinBudget([...this.#held, held])
    return { isLasting: false, drop: async () => this.#drop(held) }
  }

  async list(): Promise<readonly KeptChange[]> {
    const held = this.#held.map(toldOf).toReversed()
    return [...held, ...(await this.#disk.list())].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
  }

  elsewhere(): Promise<readonly KeptChange[]> {
    return this.#disk.elsewhere()
  }

  async undo(): Promise<UndoOutcome> {
    for (;;) {
      const group = await this.#lastHeld()
      if (group.length === 0) return this.#disk.undo()
      const outcome = await undoGroup(group, this.#steps)
      if (outcome !== undefined) return outcome
    }
  }

  tidy(most: number): Promise<readonly string[]> {
    return this.#disk.tidy(most)
  }

  async skip(): Promise<SkippedChange | undefined> {
    const group = await this.#lastHeld()
    return group.length === 0 ? this.#disk.skip() : skipGroup(group, this.#steps)
  }

  /** The last change of all with what was made together with it; empty: it is none of these. */
  async #lastHeld(): Promise<readonly Held[]> {
    const [last] = await this.list()
    const at = this.#held.findIndex(({ id }) => id === last?.id)
    return at === -1 ? [] : lastGroup(this.#held.slice(0, at + 1).toReversed())
  }

  #drop(held: Held): void {
    this.#held = this.#held.filter((one) => one !== held)
  }
}

function toldOf({ id, path, isNew, at, group }: Held): KeptChange {
  return { id, path, isNew, at, ...(group !== undefined && { group }) }
}

async function look({ path, isNew, before, afterSha }: Held): Promise<Standing<PlainFile>> {
  try {
    const now = await readNow(path)
    if (now === 'other') return { type: 'changed', kept: undefined }
    if (now === undefined) return isNew ? { type: 'same' } : { type: 'gone', kept: undefined }
    if (before !== undefined && now.bytes.equals(before)) return { type: 'same' }
    return sha256Hex(now.bytes) === afterSha ? { type: 'ready', now } : { type: 'changed', kept: undefined }
  } catch (error) {
    return { type: 'failed', reason: reasonFor(error) }
  }
}

function reasonFor(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return reason.replace(/\.$/, '')
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
