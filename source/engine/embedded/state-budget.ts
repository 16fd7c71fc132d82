// All saved states together stay within a budget of disk; the least recently used goes first.
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'

const WHOLE = /\.kv$/
const HALF_WRITTEN = /\.kv\.\d+\.tmp(?:\.json)?$/
const HOUR_MS = 3_600_000

interface SavedState {
  readonly path: string
  readonly sizeBytes: number
  readonly usedAtMs: number
}

/** Notes that a state was used now (its file's modification time). */
export async function markUsed(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
}

/** Removes least recently used states below `dir` until `budgetBytes` holds; heads go last. */
export async function keepBudget(dir: string, budgetBytes: number): Promise<void> {
  const states = (await listStates(dir)).sort(
    (a, b) => Number(isHead(a)) - Number(isHead(b)) || a.usedAtMs - b.usedAtMs,
  )
  let total = states.reduce((sum, state) => sum + state.sizeBytes, 0)
  for (const state of states) {
    if (total <= budgetBytes) return
    await rm(`${state.path}.json`, { force: true })
    await rm(state.path, { force: true })
    total -= state.sizeBytes
  }
}

/** Also the head of a persona: `head-NAME.kv`. */
export function isHead({ path }: Pick<SavedState, 'path'>): boolean {
  return /^head(?:-.+)?\.kv$/.test(basename(path))
}

/** Removes what a killed program left half-written: temporary files that nobody has touched for an hour. */
export async function sweepHalfWritten(dir: string, nowMs: number): Promise<void> {
  for (const { path, usedAtMs } of await filesBelow(dir, HALF_WRITTEN)) {
    if (nowMs - usedAtMs > HOUR_MS) await rm(path, { force: true })
  }
}

/** Every saved state below `dir`, in no order; an unreadable folder has none. */
export function listStates(dir: string): Promise<SavedState[]> {
  return filesBelow(dir, WHOLE)
}

async function filesBelow(dir: string, name: RegExp): Promise<SavedState[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: SavedState[] = []
  for (const entry of entries) {
    if (!entry.isFile() || !name.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const status = await stat(path).catch(() => undefined)
    if (status) found.push({ path, sizeBytes: status.size, usedAtMs: status.mtimeMs })
  }
  return found
}
