// Walks a folder within limits: sorted, never through a link, never into .git or node_modules.
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** Something found below the start. */
export interface WalkEntry {
  /** Relative to the start, with forward slashes. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly hidden: boolean
}

/** How far a walk goes. */
export interface WalkLimits {
  /** 1: the folder itself, 2: its folders too… */
  readonly maxDepth: number
  readonly signal: AbortSignal
}

const NOT_ENTERED = new Set(['.git', 'node_modules'])
const FOLDER_CEILING = 20_000
const collator = new Intl.Collator('en', { numeric: true })

/**
 * Gives the entries below a folder, each folder's in order of name, a folder before what it holds. Hidden folders are
 * given and not entered; folders that cannot be read are given and count as empty. The caller stops when it has enough.
 */
export async function* walk(
  start: string,
  limits: WalkLimits,
  below = '',
  depth = 1,
): AsyncGenerator<WalkEntry> {
  for (const entry of await entriesOf(join(start, below), below)) {
    limits.signal.throwIfAborted()
    yield entry
    const name = entry.path.slice(below === '' ? 0 : below.length + 1)
    const enters = entry.kind === 'folder' && !entry.hidden && !NOT_ENTERED.has(name)
    if (enters && depth < limits.maxDepth) yield* walk(start, limits, entry.path, depth + 1)
  }
}

async function entriesOf(folder: string, below: string): Promise<readonly WalkEntry[]> {
  const entries: WalkEntry[] = []
  try {
    for await (const entry of await opendir(folder)) {
      const kind = entry.isFile()
        ? 'file'
        : entry.isDirectory()
          ? 'folder'
          : entry.isSymbolicLink()
            ? 'link'
            : 'other'
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      entries.push({ path, kind, hidden: entry.name.startsWith('.') })
      if (entries.length >= FOLDER_CEILING) break
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  return entries.sort(
    (left, right) => collator.compare(left.path, right.path) || (left.path < right.path ? -1 : 1),
  )
}

function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EACCES' || code === 'EPERM' || code === 'ENOENT' || code === 'ENOTDIR'
}
