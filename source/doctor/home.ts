// The home on disk: whether it can be used, whom it is open to, what lies in it.
import { accessSync, chmodSync, constants, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../contracts/doctor.ts'

const OTHERS = 0o077
const FOLDER = 0o700
const FILE = 0o600
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
  } catch {
    return fail(`\`${home}\` cannot be written`, `Make it writable: \`chmod 700 ${home}\`.`, 'unwritable')
  }
  return { name: 'home', status: 'ok', text: `\`${home}\``, facts: { exists: true } }
}

/** Files and folders of the home that other people of the machine may read, with the mode that they should have. */
export function findOpen(home: string): readonly { readonly path: string; readonly mode: number }[] {
  const found: { path: string; mode: number }[] = []
  const look = (path: string, isTop: boolean) => {
    const stats = lookAt(path)
    if (stats === undefined || stats.isSymbolicLink()) return
    const mode = stats.isDirectory() ? FOLDER : FILE
    if ((stats.mode & OTHERS) !== 0) found.push({ path, mode: stats.mode & ~OTHERS & 0o777 })
    if (mode === FOLDER)
      for (const name of namesIn(path)) if (!(isTop && SHARED.includes(name))) look(join(path, name), false)
  }
  look(home, true)
  return found
}

/** Whether anybody else can read what is private: nobody gets into a home that is closed itself, whatever lies in it. */
export function checkPermissions(home: string, platform: NodeJS.Platform): Check {
  if (platform === 'win32')
    return { name: 'permissions', status: 'ok', text: 'kept by Windows', facts: { open: 0 } }
  const open = isClosed(home) ? [] : findOpen(home)
  const first = open[0]
  return {
    name: 'permissions',
    status: first === undefined ? 'ok' : 'warn',
    text:
      first === undefined
        ? 'only you can read the home'
        : `others may read ${open.length} of its files and folders, such as \`${first.path}\``,
    ...(first !== undefined && { repair: '`ethervox doctor --repair` closes them (0700, 0600).' }),
    facts: { open: open.length },
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

/** Closes them; gives how many. One that cannot be changed stays, and the next check tells. */
export function closeHome(home: string): number {
  let closed = 0
  for (const { path, mode } of findOpen(home)) {
    try {
      chmodSync(path, mode)
      closed++
    } catch {}
  }
  return closed
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
