// The fence: every path that a call names goes through here before anything is opened.
// Invariant: what is returned exists and its real path lies in the workspace, or in a folder that the person named and
// opened. Only for reading: a file that does not exist yet is "not found" here, and a dangling link is, too. For writing:
// writable-path.ts.
import { lstat, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Folders, NamedFolder } from '../contracts/folders.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { findNearestPath } from './nearest-path.ts'
import { walk } from './walk.ts'

/** A place in the workspace that exists. */
export interface WorkspacePath {
  /** Absolute, without links: open this one. */
  readonly real: string
  /** Relative to the workspace with forward slashes, `.` for the workspace itself, absolute in a named folder: show this one. */
  readonly shown: string
}

/** What the caller of `locate` can use. */
export interface LocateOptions {
  /** Which names are offered when the path does not exist. */
  readonly wanted: 'file' | 'folder' | 'any'
  readonly signal: AbortSignal
  /** False: the workspace is not searched for a name that is like a missing one. Default true. */
  readonly suggest?: boolean
  /** What `~` stands for; default: the person's home. */
  readonly home?: string
  /** Named folders: those that are open count like the workspace, also by their label (`Music/list.txt`). */
  readonly folders?: Folders | undefined
}

const SUGGESTION_DEPTH = 5
const SUGGESTION_ENTRIES = 3000

/**
 * Finds a path inside the workspace. `~`, absolute paths and `..` are allowed as long as they end inside; links are
 * followed and judged by where they end; backslashes, drive letters and `%2e` are plain letters of a name (except on
 * Windows, by its own rules). Throws `ToolFailure` with `bad_path`, `outside_workspace`, `not_found` or `no_access`.
 */
export async function locate(
  workspace: string,
  asked: string,
  options: LocateOptions,
): Promise<WorkspacePath> {
  const path = checkName(asked)
  const root = await realpath(workspace)
  const absolute = resolve(root, expandHome(path, options.home ?? homedir()))
  const real = await findReal(absolute, path)
  if (real !== undefined && isInside(root, real))
    return { real, shown: showPath(root, isInside(root, absolute) ? absolute : real) }
  const opened = await openedOf(options.folders)
  const isOpened = (place: string) => opened.some((one) => isInside(one, place))
  if (real !== undefined) {
    if (isOpened(real)) return { real, shown: slashed(real) }
    throw outside(path, root)
  }
  const named = findByLabel(path, options.folders)
  if (named?.folder.isOpen === false) throw closed(named.folder, root, options.folders)
  if (named !== undefined) {
    const there = await findReal(join(named.folder.path, named.rest), path)
    if (there !== undefined && isOpened(there)) return { real: there, shown: slashed(there) }
  }
  const where = await deepestReal(dirname(absolute))
  if (!isInside(root, where) && !isOpened(where)) throw outside(path, root)
  throw await notFound(path, root, absolute, options)
}

/** Where `.gitignore` files begin to count for a walk from `start`: at the workspace, or in a named folder at the start itself. */
export async function ignoringRoot(workspace: string, start: WorkspacePath): Promise<string> {
  const root = await realpath(workspace)
  return isInside(root, start.real) ? root : start.real
}

/** The path as it was asked for, without spaces around it. Throws `bad_path` when there is none or when no path can be so. */
export function checkName(asked: string): string {
  const path = asked.trim()
  if (path === '') throw new ToolFailure('bad_path', 'No path was given; name a file or folder.')
  if (path.includes('\0')) {
    throw new ToolFailure('bad_path', `\`${path.replaceAll('\0', '␀')}\` holds a zero byte; no path can.`)
  }
  return path
}

/** Whether a real path is the root or lies below it; `/home/timothy` is not below `/home/tim`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Real paths of the folders that are open. One that became a link since it was named is not: it may lead anywhere. */
async function openedOf(folders: Folders | undefined): Promise<readonly string[]> {
  const open = (folders?.list() ?? []).filter((folder) => folder.isOpen)
  const real = await Promise.all(open.map(({ path }) => realpath(path).catch(() => undefined)))
  return open.flatMap(({ path }, at) => (real[at] === path ? [path] : []))
}

/** A path that begins with the label of a folder. */
export function findByLabel(path: string, folders: Folders | undefined) {
  const [, first = '', rest = ''] = /^([^/\\]+)[/\\]?(.*)$/s.exec(path) ?? []
  const folder = folders?.list().find(({ label }) => label.toLowerCase() === first.toLowerCase())
  return folder === undefined ? undefined : { folder, rest }
}

/** A path with `~` put in full. */
export function expandHome(path: string, home: string): string {
  if (path === '~') return home
  return path.startsWith('~/') || path.startsWith('~\\') ? join(home, path.slice(2)) : path
}

/** A path below the root as it is shown: relative, with forward slashes; `.` for the root. */
export function showPath(root: string, path: string): string {
  const way = relative(root, path)
  return way === '' ? '.' : slashed(way)
}

function slashed(path: string): string {
  return path.split(sep).join('/')
}

/** The path without links; undefined when nothing is there. Throws `bad_path` for a link to itself, `no_access`. */
export async function findReal(absolute: string, asked: string): Promise<string | undefined> {
  try {
    return await realpath(absolute)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined
    if (code === 'ELOOP')
      throw new ToolFailure('bad_path', `\`${asked}\` is a link that leads back to itself.`, { cause: error })
    if (code === 'EACCES' || code === 'EPERM')
      throw new ToolFailure('no_access', `\`${asked}\` cannot be opened: permission denied.`, {
        cause: error,
      })
    throw error
  }
}

/** The real path of the nearest folder above that exists, so that a missing name is judged by where it would be. */
export async function deepestReal(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path)) {
    try {
      return await realpath(path)
    } catch {
      if (dirname(path) === path) return path
    }
  }
}

function closed({ label, path }: NamedFolder, root: string, folders: Folders | undefined): ToolFailure {
  const why = folders?.whyClosed(path)
  const reason =
    why === undefined
      ? `, outside the workspace ${root}; it can be read once you give this folder a name yourself.`
      : `; it cannot be read by this name, because ${why}; name another folder.`
  return new ToolFailure('outside_workspace', `\`${label}\` is ${path}${reason}`)
}

function outside(asked: string, root: string): ToolFailure {
  return new ToolFailure(
    'outside_workspace',
    `\`${asked}\` is outside the workspace ${root}; only what lies in it or in a folder with a name can be read.`,
  )
}

async function notFound(
  asked: string,
  root: string,
  absolute: string,
  options: LocateOptions,
): Promise<ToolFailure> {
  if (options.suggest === false)
    return new ToolFailure('not_found', `There is no \`${asked}\` in the workspace.`)
  const link = await findLink(absolute)
  if (link !== undefined) {
    const shown = isInside(root, link) ? showPath(root, link) : slashed(link)
    const reason = `\`${shown}\` is a link to something that is not there; make the link anew, or give another name.`
    return new ToolFailure('not_found', reason)
  }
  const way = isInside(root, absolute) ? showPath(root, absolute) : asked
  const candidates: string[] = []
  for await (const entry of walk(root, { maxDepth: SUGGESTION_DEPTH, signal: options.signal })) {
    const fits = options.wanted === 'any' || entry.kind === options.wanted || entry.kind === 'link'
    if (fits && !entry.hidden && entry.path !== way) candidates.push(entry.path)
    if (candidates.length >= SUGGESTION_ENTRIES) break
  }
  const nearest = findNearestPath(way, candidates)
  const noun = options.wanted === 'any' ? 'file or folder' : options.wanted
  const hint = nearest === undefined ? 'check its name.' : `did you mean ${nearest}?`
  return new ToolFailure('not_found', `There is no ${noun} \`${asked}\` in the workspace; ${hint}`)
}

/** The link on the way to a path where nothing is; undefined: it simply is not there. */
async function findLink(absolute: string): Promise<string | undefined> {
  for (let path = absolute; dirname(path) !== path; path = dirname(path)) {
    const facts = await lstat(path).catch(() => undefined)
    if (facts === undefined) continue
    const leads = !facts.isSymbolicLink() || (await stat(path).catch(() => undefined)) !== undefined
    return leads ? undefined : path
  }
  return undefined
}
