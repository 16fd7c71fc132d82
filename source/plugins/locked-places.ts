/**
 * What lies in a place that a plugin may write and is no plugin's all the same: what git runs, and what this program takes from a workspace.
 * Only a permission that names it opens it. Node's permissions can only allow, so for them a place is written as everything that it may hold
 * but these two names; bubblewrap lays what is there over the place again, to be read alone.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isInside } from '../toolkit/workspace-path.ts'

const LOCKED = ['.git', '.ethervox']
/** Folders that are looked through for repositories within a place. */
const MOST_FOLDERS = 2_000
const MOST_FOUND = 200
/** Names that are there and begin as no argument says; a command line has an end. */
const MOST_OTHERS = 500
/** Of the system, or made anew by other programs: no repository of a person's lies there. */
const SKIPPED = ['node_modules', 'proc', 'sys', 'dev']

/** What it may be, by its name alone. */
export function isLocked(name: string): boolean {
  return LOCKED.includes(name.toLowerCase())
}

/** Whether a permission names one, or what lies in one. */
export function namesLocked(path: string): boolean {
  return path.split(/[/\\]/).some(isLocked)
}

/** Whether a place that no permission names so is one by the links that lead to it. */
export function leadsIntoLocked(place: string, workspace: string): boolean {
  const real = realOf(place)
  const root = realOf(workspace)
  return namesLocked(isInside(root, real) ? relative(root, real) : real)
}

/** Without links, as far as it is there. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path))
  }
}

const ASCII = letters(0x20, 0x7f).filter((letter) => letter !== '/' && letter !== '*')
/** Latin, Greek and Cyrillic ones, with which names begin too. Each of the world's would be an argument of its own. */
const LETTERS = letters(0xc0, 0x500)

/** Every beginning of a name but those of the two, whatever their case; nothing begins with `.et` but one of them. */
const BEGINNINGS: readonly string[] = [
  ...but('', '.'),
  ...LETTERS,
  ...but('.', '.gGeE'),
  ...but('.g', 'iI'),
  ...but('.gi', 'tT'),
  ...but('.git', ''),
  ...but('.e', 'tT'),
]

function but(front: string, none: string): readonly string[] {
  return ASCII.filter((letter) => !none.includes(letter)).map((letter) => front + letter)
}

function letters(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from }, (_, at) => String.fromCharCode(from + at))
}

/**
 * Arguments of Node that let a folder be written but for these two directly in it. A folder that is there may not be named itself: that opens
 * all of it. Where arguments are short (Windows) nothing is kept from it.
 */
export function writeArguments(place: string): readonly string[] {
  const all = [`--allow-fs-write=${place}`, `--allow-fs-write=${join(place, '*')}`]
  const parts = process.platform === 'win32' ? undefined : namesIn(place)
  if (parts === undefined) return all
  const front = place.endsWith(sep) ? place : place + sep
  const begun = BEGINNINGS.map((beginning) => `--allow-fs-write=${front}${beginning}*`)
  // A star would be a beginning of every name.
  const others = parts
    .filter((name) => !isLocked(name) && !name.includes('*') && !begins(name))
    .slice(0, MOST_OTHERS)
  const isThere = statSync(place, { throwIfNoEntry: false }) !== undefined
  return [
    ...(isThere ? [] : all.slice(0, 1)),
    ...begun,
    ...others.flatMap((name) => [
      `--allow-fs-write=${join(place, name)}`,
      `--allow-fs-write=${join(place, name, '*')}`,
    ]),
  ]
}

function begins(name: string): boolean {
  return BEGINNINGS.some((beginning) => name.startsWith(beginning))
}

/** Its names; none where it is not there, undefined where it is no folder that can be listed. */
function namesIn(place: string): readonly string[] | undefined {
  try {
    return readdirSync(place)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined
  }
}

/** Those that are there in places to write, absolute: in the place, in the workspace if it lies in it, and in folders below, as far as is looked. */
export function lockedIn(places: readonly string[], workspace: string): readonly string[] {
  const found = new Set<string>()
  for (const place of places) {
    if (isInside(place, workspace)) for (const name of LOCKED) found.add(join(workspace, name))
    for (const path of lockedBelow(place)) found.add(path)
  }
  return [...found].filter((path) => existsSync(path)).slice(0, MOST_FOUND)
}

/** The nearest first. */
function lockedBelow(place: string): readonly string[] {
  const found: string[] = []
  const folders = [place]
  for (let at = 0; at < folders.length && at < MOST_FOLDERS; at++) {
    const folder = folders[at] ?? ''
    for (const entry of entriesOf(folder))
      if (isLocked(entry.name) && !entry.isSymbolicLink()) found.push(join(folder, entry.name))
      else if (entry.isDirectory() && !SKIPPED.includes(entry.name) && folders.length < MOST_FOLDERS)
        folders.push(join(folder, entry.name))
  }
  return found
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** How many calls hold each. */
const held = new Map<string, number>()

/**
 * Puts an empty folder where the workspace has none of the two, so that there is something that can be laid over the place and nobody makes one;
 * where that cannot be done, nobody else can either. Gives what takes them away again.
 */
export function holdLocked(places: readonly string[], workspace: string): () => void {
  const isOpen = places.some((place) => isInside(place, workspace))
  const paths = isOpen ? LOCKED.map((name) => join(workspace, name)).filter(hold) : []
  return () => paths.forEach(release)
}

function hold(path: string): boolean {
  const count = held.get(path) ?? 0
  try {
    if (count === 0) mkdirSync(path)
  } catch {
    return false
  }
  held.set(path, count + 1)
  return true
}

function release(path: string): void {
  const count = held.get(path) ?? 0
  held.set(path, count - 1)
  if (count > 1) return
  held.delete(path)
  try {
    rmdirSync(path)
  } catch {
    // Somebody put something into it meanwhile, who may.
  }
}
