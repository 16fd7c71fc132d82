// Walks a folder within limits: sorted, never through a link, never into .git or node_modules, nor into what .gitignore names.
import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type IgnoreRules, isIgnored, NO_RULES, rulesWithin } from './gitignore.ts'

/** Something found below the start. */
export interface WalkEntry {
  /** Relative to the start, with forward slashes. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly hidden: boolean
  /** A `.gitignore` leaves it out. */
  readonly ignored?: boolean
}

/** How far a walk goes. */
export interface WalkLimits {
  /** 1: the folder itself, 2: its folders too…; of folders that are left out for it `onUnread` hears where it is more than 1. */
  readonly maxDepth: number
  readonly signal: AbortSignal
  /** Real folder, the start or one above it, from which on `.gitignore` files count; undefined: none do. */
  readonly ignoreFrom?: string
  /** Told of each folder that is not given whole, relative to the start (itself: empty); what it throws ends the walk. */
  onUnread?(folder: string, why: Unread): void
}

/** A folder may not be opened, holds more than `FOLDER_CEILING` entries, lies deeper than the walk goes, or has a name that is no UTF-8. */
export type Unread = 'closed' | 'cut' | 'deep' | 'misnamed'

/** Deep enough for any tree that people make; it ends one that has no end. */
export const DEEPEST = 32
const NOT_ENTERED = new Set(['.git', 'node_modules'])
/** Of a folder no more entries are read: they are put in order in memory. */
export const FOLDER_CEILING = 20_000
const collator = new Intl.Collator('en', { numeric: true })

/**
 * Gives the entries below a folder, each folder's in order of name, a folder before what it holds. Hidden and ignored
 * folders are given and not entered; folders that cannot be read are given and count as empty, and `onUnread` hears of
 * them. The caller stops when it has enough.
 */
export async function* walk(start: string, limits: WalkLimits): AsyncGenerator<WalkEntry> {
  const { ignoreFrom } = limits
  const way = ignoreFrom === undefined ? '' : relative(ignoreFrom, start).split(sep).join('/')
  const place: Place = { start, root: ignoreFrom, way, limits }
  yield* walkBelow(place, '', 1, ignoreFrom === undefined ? NO_RULES : await rulesAround(ignoreFrom, way))
}

/** A folder that is given and, however deep the walk goes, not entered. */
export function isPassedBy({ path, kind, hidden, ignored }: WalkEntry): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return kind === 'folder' && (hidden || ignored === true || NOT_ENTERED.has(name))
}

interface Place {
  readonly start: string
  /** Where the rules begin to count; undefined: none count. */
  readonly root: string | undefined
  /** From the root to the start, with slashes. */
  readonly way: string
  readonly limits: WalkLimits
}

async function* walkBelow(
  place: Place,
  below: string,
  depth: number,
  around: IgnoreRules,
): AsyncGenerator<WalkEntry> {
  const { start, root, way, limits } = place
  const rules = root === undefined ? around : await rulesWithin(root, joined(way, below), around)
  const { entries, unread } = await entriesOf(join(start, below), below)
  if (unread !== undefined) limits.onUnread?.(below, unread)
  for (const entry of entries) {
    limits.signal.throwIfAborted()
    const ignored = isIgnored(rules, joined(way, entry.path), entry.kind === 'folder')
    yield ignored ? { ...entry, ignored } : entry
    const enters = entry.kind === 'folder' && !isPassedBy({ ...entry, ignored })
    if (enters && depth < limits.maxDepth) yield* walkBelow(place, entry.path, depth + 1, rules)
    else if (enters && limits.maxDepth > 1) limits.onUnread?.(entry.path, 'deep')
  }
}

/** The rules of the folders above the start; none when they leave the start itself out, for then it was asked for by name. */
async function rulesAround(root: string, way: string): Promise<IgnoreRules> {
  let rules = NO_RULES
  const names = way.split('/').filter(Boolean)
  for (const [at] of names.entries()) {
    rules = await rulesWithin(root, names.slice(0, at).join('/'), rules)
    if (isIgnored(rules, names.slice(0, at + 1).join('/'), true)) return NO_RULES
  }
  return rules
}

function joined(way: string, path: string): string {
  return way === '' || path === '' ? way + path : `${way}/${path}`
}

interface Read {
  /** In order of name. */
  readonly entries: readonly WalkEntry[]
  /** Why these are not all. */
  readonly unread?: Unread
}

async function entriesOf(folder: string, below: string): Promise<Read> {
  const entries: WalkEntry[] = []
  let unread: Unread | undefined
  try {
    for await (const entry of await opendir(folder)) {
      if (entries.length === FOLDER_CEILING) {
        unread = 'cut'
        break
      }
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      entries.push({ path, kind: kindOf(entry), hidden: entry.name.startsWith('.') })
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EACCES' || code === 'EPERM') unread = 'closed'
    else if (code === 'ENOENT' && isMisread(below)) unread = 'misnamed'
    else if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
  }
  entries.sort((left, right) => collator.compare(left.path, right.path) || (left.path < right.path ? -1 : 1))
  return { entries, ...(unread !== undefined && { unread }) }
}

/** Whether a name may have bytes that are no UTF-8: what was read in their place does not lead there. */
export function isMisread(path: string): boolean {
  return path.includes('\ufffd')
}

function kindOf(entry: Dirent): WalkEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
