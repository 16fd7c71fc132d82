// The fence: every path that a call names goes through here before anything is opened.
// Invariant: what is returned exists and its real path lies in the workspace. Only for reading: a file that does not
// exist yet is "not found" here, and a dangling link is, too.
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ToolFailure } from '../contracts/tool.ts'
import { findNearestPath } from './nearest-path.ts'
import { walk } from './walk.ts'

/** A place in the workspace that exists. */
export interface WorkspacePath {
  /** Absolute, without links: open this one. */
  readonly real: string
  /** Relative to the workspace with forward slashes, `.` for the workspace itself: show this one. */
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
  const path = asked.trim()
  if (path === '') throw new ToolFailure('bad_path', 'No path was given; name a file or folder.')
  if (path.includes('\0')) {
    throw new ToolFailure('bad_path', `\`${path.replaceAll('\0', '␀')}\` holds a zero byte; no path can.`)
  }
  const root = await realpath(workspace)
  const absolute = resolve(root, expandHome(path, options.home ?? homedir()))
  const real = await findReal(absolute, path)
  if (real !== undefined) {
    if (!isInside(root, real)) throw outside(path, root)
    return { real, shown: showPath(root, isInside(root, absolute) ? absolute : real) }
  }
  if (!isInside(root, await deepestReal(dirname(absolute)))) throw outside(path, root)
  throw await notFound(path, root, absolute, options)
}

/** Whether a real path is the root or lies below it; `/home/timothy` is not below `/home/tim`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

function expandHome(path: string, home: string): string {
  if (path === '~') return home
  return path.startsWith('~/') || path.startsWith('~\\') ? join(home, path.slice(2)) : path
}

function showPath(root: string, path: string): string {
  const way = relative(root, path)
  return way === '' ? '.' : way.split(sep).join('/')
}

async function findReal(absolute: string, asked: string): Promise<string | undefined> {
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
async function deepestReal(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path)) {
    try {
      return await realpath(path)
    } catch {
      if (dirname(path) === path) return path
    }
  }
}

function outside(asked: string, root: string): ToolFailure {
  return new ToolFailure(
    'outside_workspace',
    `\`${asked}\` is outside the workspace ${root}; only what lies in it can be read.`,
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
  const candidates: string[] = []
  for await (const entry of walk(root, { maxDepth: SUGGESTION_DEPTH, signal: options.signal })) {
    const fits = options.wanted === 'any' || entry.kind === options.wanted || entry.kind === 'link'
    if (fits && !entry.hidden) candidates.push(entry.path)
    if (candidates.length >= SUGGESTION_ENTRIES) break
  }
  const nearest = findNearestPath(isInside(root, absolute) ? showPath(root, absolute) : asked, candidates)
  const noun = options.wanted === 'any' ? 'file or folder' : options.wanted
  const hint = nearest === undefined ? 'check its name.' : `did you mean ${nearest}?`
  return new ToolFailure('not_found', `There is no ${noun} \`${asked}\` in the workspace; ${hint}`)
}
