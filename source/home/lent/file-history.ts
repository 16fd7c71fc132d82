// Earlier versions of files that tools changed, in `undo/` of the home: a folder for each change with `change.json`, the
// bytes `before`, and after an undo `undone/`, what was taken away. Oldest first out of the budget. Several programs may
// share a home, so every step is a file made whole or a rename, and a folder that is damaged counts as none.
import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type {
  FileChange,
  FileHistory,
  Kept,
  KeptChange,
  SkippedChange,
  UndoOutcome,
} from '../../contracts/file-history.ts'
import { ToolFailure } from '../../contracts/tool.ts'
import { writeFileAtomic } from '../../lib/atomic-write.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import { diskReason } from '../../lib/disk-reason.ts'
import { type PlainFile, readPlainFile } from '../../toolkit/read-text.ts'
import { isInside } from '../../toolkit/workspace-path.ts'
import { writeWhole } from '../../toolkit/write-whole.ts'
import { isThere, sweepBeside } from './left-beside.ts'
import { lastGroup, type Standing, skipGroup, type UndoSteps, undoGroup } from './undo-group.ts'

/** What all earlier versions together may take. */
export const UNDO_BUDGET_BYTES = 100 * 1024 * 1024

/** How many changes are kept at most: every one costs a look at each. */
const MOST_CHANGES = 500

export interface HistoryPlace {
  /** The folder of the versions. */
  readonly folder: string
  /** The home, which no tool writes. */
  readonly home: string
  /** Real folder of the session: changes made from another one are not taken back here. Absent: all are. */
  readonly workspace?: string
  readonly budgetBytes?: number
}

interface Stored extends KeptChange {
  readonly afterSha: string
  readonly mode: number | null
  readonly folders: readonly string[]
  /** Where it was made from; one that was kept before this was: unknown. */
  readonly workspace?: string
  /** The change was taken back, or shall stand. */
  readonly done: boolean
}

/** The history of a home; nothing is made before the first change. */
export function openFileHistory(place: HistoryPlace): FileHistory {
  return new History(place)
}

class History implements FileHistory {
  readonly #place: HistoryPlace
  readonly #steps: UndoSteps<Stored, PlainFile> = {
    told: (change) => change,
    look: (change) => this.#look(change),
    takeBack: (change, now) => this.#takeBack(change, now),
    finish: (change) => this.#store({ ...change, done: true }),
    reasonOf: diskReason,
  }

  constructor(place: HistoryPlace) {
    this.#place = place
  }

  get guarded(): string {
    try {
      return realpathSync(this.#place.home)
    } catch {
      return resolve(this.#place.home) // It is made with the first thing that is kept.
    }
  }

  async keep(change: FileChange): Promise<Kept> {
    try {
      const id = await this.#makeFolder()
      const folder = join(this.#place.folder, id)
      const drop = () => rm(folder, { recursive: true, force: true })
      try {
        if (change.before !== undefined)
          await writeFile(join(folder, 'before'), change.before, { mode: 0o600, flush: true })
        await this.#store({
          id,
          path: change.path,
          isNew: change.before === undefined,
          at: change.at.toISOString(),
          afterSha: sha256Hex(change.after),
          mode: change.mode ?? null,
          folders: change.folders,
          ...(this.#place.workspace !== undefined && { workspace: this.#place.workspace }),
          ...(change.group !== undefined && { group: change.group }),
          done: false,
        })
        await this.#prune(id, change.group)
      } catch (error) {
        await drop()
        throw error
      }
      return { drop, isLasting: true }
    } catch (cause) {
      throw new ToolFailure(
        'no_history',
        `\`${basename(change.path)}\` was not written: its earlier version cannot be kept in \`${this.#place.folder}\` (${diskReason(cause)}).`,
        { cause },
      )
    }
  }

  async list(): Promise<readonly Stored[]> {
    return (await this.#open()).filter((one) => this.#isHere(one))
  }

  async elsewhere(): Promise<readonly Stored[]> {
    return (await this.#open()).filter((one) => !this.#isHere(one))
  }

  async undo(): Promise<UndoOutcome> {
    for (let left = await this.list(); left.length > 0; ) {
      const group = lastGroup(left)
      const outcome = await undoGroup(group, this.#steps)
      if (outcome !== undefined) return outcome
      left = left.filter((change) => !group.includes(change))
    }
    return { type: 'nothing' }
  }

  async skip(): Promise<SkippedChange | undefined> {
    return skipGroup(lastGroup(await this.list()), this.#steps)
  }

  async tidy(most: number): Promise<readonly string[]> {
    const told: string[] = []
    for (const id of (await this.#ids()).slice(-most).toReversed()) {
      const folder = join(this.#place.folder, id)
      const change = await this.#read(id)
      if (change !== undefined) told.push(...(await sweepBeside(change.path)))
      else if (await isThere(join(folder, 'change.json'))) told.push(damaged(folder))
    }
    return told
  }

  async #open(): Promise<readonly Stored[]> {
    const ids = (await this.#ids()).toReversed()
    const stored = await Promise.all(ids.map((id) => this.#read(id)))
    return stored.filter((one) => one !== undefined && !one.done) as Stored[]
  }

  #isHere({ path, workspace }: Stored): boolean {
    const here = this.#place.workspace
    return here === undefined || workspace === here || isInside(here, path)
  }

  /** The file may be what it was already: the program ended before the change was made. */
  async #look(change: Stored): Promise<Standing<PlainFile>> {
    const kept = change.isNew ? undefined : this.#earlier(change)
    try {
      const before = kept === undefined ? undefined : await readFile(kept)
      const now = await readNow(change.path)
      if (now === 'other') return { type: 'changed', kept }
      if (now === undefined) return change.isNew ? { type: 'same' } : { type: 'gone', kept }
      if (before?.equals(now.bytes)) return { type: 'same' }
      if (sha256Hex(now.bytes) !== change.afterSha) return { type: 'changed', kept }
      return { type: 'ready', now }
    } catch (error) {
      return { type: 'failed', reason: diskReason(error) }
    }
  }

  async #takeBack(change: Stored, now: PlainFile): Promise<string> {
    const taken = join(this.#place.folder, change.id, 'undone', basename(change.path))
    await mkdir(dirname(taken), { recursive: true, mode: 0o700 })
    const earlier = this.#earlier(change)
    if (change.isNew) await this.#takeAway(change, taken)
    else {
      const before = await readFile(earlier)
      await writeFileAtomic(taken, now.bytes)
      await putBack(change.path, before, now)
    }
    await this.#steps.finish(change)
    await rm(earlier, { force: true })
    await this.#prune(change.id, change.group)
    return taken
  }

  #earlier({ id }: Stored): string {
    return join(this.#place.folder, id, 'before')
  }

  /** Moves a file that was made by the change into the history, and its folders away as far as they are empty. */
  async #takeAway(change: Stored, taken: string): Promise<void> {
    try {
      await rename(change.path, taken)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
      // The home is on another disk.
      await writeFileAtomic(taken, await readFile(change.path))
      await rm(change.path)
    }
    await removeEmpty(change.folders)
  }

  /** Numbers go up, and the name of a folder that somebody else made first is not taken twice. */
  async #makeFolder(): Promise<string> {
    await mkdir(this.#place.folder, { recursive: true, mode: 0o700 })
    const last = Number((await this.#ids()).at(-1)?.split('-')[0] ?? 0)
    const id = `${String(last + 1).padStart(8, '0')}-${randomBytes(4).toString('hex')}`
    await mkdir(join(this.#place.folder, id), { mode: 0o700 })
    return id
  }

  async #ids(): Promise<readonly string[]> {
    const names = await readdir(this.#place.folder).catch(() => [])
    return names.filter((name) => /^\d{8}-[0-9a-f]{8}$/.test(name)).sort()
  }

  #store(change: Stored): Promise<void> {
    return writeFileAtomic(join(this.#place.folder, change.id, 'change.json'), JSON.stringify(change))
  }

  async #read(id: string): Promise<Stored | undefined> {
    try {
      const text = await readFile(join(this.#place.folder, id, 'change.json'), 'utf8')
      const stored = JSON.parse(text) as Stored
      const { path, at, folders } = stored
      const isWhole = typeof path === 'string' && typeof at === 'string' && Array.isArray(folders)
      return stored.id === id && isWhole ? stored : undefined
    } catch {
      return undefined
    }
  }

  /** The newest stays, and what was changed together with it. */
  async #prune(newest: string, group: string | undefined): Promise<void> {
    const budget = this.#place.budgetBytes ?? UNDO_BUDGET_BYTES
    let total = 0
    for (const [at, id] of (await this.#ids()).toReversed().entries()) {
      const folder = join(this.#place.folder, id)
      if (total <= budget) total += await sizeOf(folder)
      if ((total <= budget && at < MOST_CHANGES) || id === newest) continue
      if (group === undefined || (await this.#read(id))?.group !== group)
        await rm(folder, { recursive: true, force: true })
    }
  }
}

/** What stands at the path now; `other`: no plain file, or the way there leads elsewhere. */
export async function readNow(path: string): Promise<PlainFile | 'other' | undefined> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) return undefined
  if (real !== path) return 'other'
  try {
    return await readPlainFile({ real, shown: path }, new AbortController().signal)
  } catch (error) {
    if (error instanceof ToolFailure) return error.code === 'not_found' ? undefined : 'other'
    throw error
  }
}

/** Puts earlier bytes into the place of a file that still is what was read; its mode stays, for no tool changes it. */
export async function putBack(path: string, bytes: Uint8Array, now: PlainFile): Promise<void> {
  const place = {
    real: path,
    shown: path,
    exists: true,
    folder: dirname(path),
    missing: [],
    name: basename(path),
  }
  await writeWhole({ place, bytes, before: now.facts, signal: new AbortController().signal })
}

function damaged(folder: string): string {
  return `A change of a file cannot be taken back, for \`${join(folder, 'change.json')}\` is damaged. What the file was is \`before\` in that folder, unless it was new; remove the folder when you need it no more.`
}

/** Takes folders away as far as they are empty; outermost first. */
export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined)
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(file.parentPath, file.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
