// The home on disk: whether it can be used, whom it is open to, what lies in it.
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../contracts/doctor.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { isHome, isHomePart } from './home-parts.ts'

const OTHERS = 0o077
/** Parts that hold nothing of the person: models are often shared. */
const SHARED = ['models', 'tools', 'states', 'installed.json']

/** Whether the home can be read and written; one that is not there yet is made by the first start. */
export function checkHome(home: string): Check {
  const fail = (text: string, repair: string, problem: string): Check => ({
    name: 'home',
    status: 'fail',
    text,
    repair,
    facts: { problem },
  })
  const unreadable = () =>
    fail(`\`${home}\` cannot be read`, `Make it yours: \`chmod 700 ${home}\`.`, 'unreadable')
  let stats: Stats | undefined
  try {
    stats = statSync(home, { throwIfNoEntry: false })
  } catch {
    // A folder above it is closed, which is no absence.
    return unreadable()
  }
  if (stats === undefined)
    return { name: 'home', status: 'ok', text: `\`${home}\` is not there yet`, facts: { exists: false } }
  if (!stats.isDirectory())
    return fail(`\`${home}\` is a file`, 'Move it away, or start with another `--home`.', 'a file')
  try {
    accessSync(home, constants.R_OK | constants.X_OK)
  } catch {
    return unreadable()
  }
  try {
    accessSync(home, constants.W_OK)
  } catch (error) {
    const text = `\`${home}\` cannot be written`
    // No mode helps where the whole disk is closed.
    if (error instanceof Error && 'code' in error && error.code === 'EROFS')
      return fail(text, 'The disk can only be read; start with another `--home`.', 'read only')
    return fail(text, `Make it writable: \`chmod 700 ${home}\`.`, 'unwritable')
  }
  return { name: 'home', status: 'ok', text: `\`${home}\``, facts: { exists: true } }
}

export interface OpenPath {
  readonly path: string
  /** The one that it should have. */
  readonly mode: number
}

/** What could not be closed, and why, as a clause. */
export interface Unclosed {
  readonly count: number
  readonly path: string
  readonly reason: string
}

/** What the program made in the home and other people of the machine may read; nothing where it is no home. */
export function findOpen(home: string): readonly OpenPath[] {
  const top = realOf(home)
  const found: OpenPath[] = []
  const look = (path: string) => {
    const stats = lookAt(path)
    if (stats === undefined || stats.isSymbolicLink()) return
    if ((stats.mode & OTHERS) !== 0) found.push({ path, mode: stats.mode & ~OTHERS & 0o777 })
    if (!stats.isDirectory()) return
    const names = path === top ? namesIn(path).filter(isPrivatePart) : namesIn(path)
    for (const name of names) look(join(path, name))
  }
  if (top !== undefined && isHome(top)) look(top)
  return found
}

/** Whether anybody else can read what is private: nobody gets into a home that is closed itself, whatever lies in it. */
export function checkPermissions(home: string, platform: NodeJS.Platform, unclosed?: Unclosed): Check {
  const base = { name: 'permissions', status: 'ok', facts: { open: 0 } } as const
  if (platform === 'win32') return { ...base, text: 'kept by Windows' }
  const top = realOf(home)
  if (top === undefined || !isHome(top)) return { ...base, text: 'nothing of a home is there yet' }
  const open = isClosed(top) ? [] : findOpen(home)
  const [first] = open
  if (first === undefined) return { ...base, text: 'only you can read the home' }
  return {
    ...base,
    status: 'warn',
    text: `others may read ${open.length} of its files and folders, such as \`${first.path}\``,
    repair: howToClose(home, unclosed),
    facts: { open: open.length },
  }
}

function howToClose(home: string, unclosed: Unclosed | undefined): string {
  const { facts, status } = checkHome(home)
  if (facts.problem === 'read only')
    return 'The disk can only be read, so they stay as they are; start with another `--home`.'
  if (unclosed !== undefined)
    return `${unclosed.count} could not be closed, such as \`${unclosed.path}\`: ${unclosed.reason}.`
  if (status === 'fail')
    return 'Mend the home first; then `ethervox doctor --repair` closes them (0700, 0600).'
  return '`ethervox doctor --repair` closes them (0700, 0600).'
}

function isPrivatePart(name: string): boolean {
  return isHomePart(name) && !SHARED.includes(name)
}

/** Behind links: a link itself may be read by everybody. undefined: it is not there, or not to be reached. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** undefined: it is not there, or behind a folder that is closed to this program, too. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isClosed(home: string): boolean {
  const stats = lookAt(home)
  return stats?.isDirectory() === true && (stats.mode & OTHERS) === 0
}

/** Closes them; gives how many, and what stayed open. Nothing is done where the home itself has a fault. */
export function closeHome(home: string): {
  readonly closed: number
  readonly unclosed: Unclosed | undefined
} {
  if (checkHome(home).status === 'fail') return { closed: 0, unclosed: undefined }
  let closed = 0
  let unclosed: Unclosed | undefined
  for (const { path, mode } of findOpen(home)) {
    try {
      chmodSync(path, mode)
      closed++
    } catch (error) {
      const { path: first = path, reason = diskReason(error) } = unclosed ?? {}
      unclosed = { count: (unclosed?.count ?? 0) + 1, path: first, reason }
    }
  }
  return { closed, unclosed }
}

/** Files and bytes of each part of the home; parts that the program does not know are counted as one. */
export function measureHome(home: string, known: readonly string[]) {
  const parts = new Map<string, { files: number; bytes: number }>()
  const look = (path: string, part: string) => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isDirectory()) for (const name of namesIn(path)) look(join(path, name), part)
    if (!stats?.isFile()) return
    const { files, bytes } = parts.get(part) ?? { files: 0, bytes: 0 }
    parts.set(part, { files: files + 1, bytes: bytes + stats.size })
  }
  for (const name of namesIn(home)) look(join(home, name), known.includes(name) ? name : 'others')
  return Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
