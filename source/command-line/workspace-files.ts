// Names of files for `@` in the line being typed: what the workspace holds, without what its .gitignore leaves out.
import { dirname } from 'node:path'
import { walk } from '../toolkit/walk.ts'
import { locate } from '../toolkit/workspace-path.ts'

/** A larger workspace is looked through so far; a folder that is typed out is always listed. */
const MOST_FILES = 5_000
const DEPTH = 8
const MOST_MS = 300
/** A listing this old is made anew. */
const FRESH_MS = 3_000

/** Files and folders (with a slash behind) that a path could become. */
export function workspaceFiles(
  workspace: string,
  nowMs: () => number,
): (path: string) => Promise<readonly string[]> {
  const listed = new Map<string, { readonly paths: Promise<readonly string[]>; readonly at: number }>()
  const list = (folder: string, depth: number) => {
    const known = listed.get(folder)
    if (known !== undefined && nowMs() - known.at < FRESH_MS) return known.paths
    const paths = listFolder(workspace, folder, depth, nowMs)
    listed.set(folder, { paths, at: nowMs() })
    return paths
  }
  return async (path) => {
    const folder = path.endsWith('/') ? path.slice(0, -1) : dirname(path)
    const isWithin = folder !== '.' && folder !== ''
    const [near, all] = await Promise.all([isWithin ? list(folder, 1) : [], list('.', DEPTH)])
    const last = path.slice(path.lastIndexOf('/') + 1)
    // Hidden ones are offered to whoever asks for them with a dot.
    const isWanted = (one: string) => last.startsWith('.') || !/(?:^|\/)\.[^/]*\/?$/.test(one)
    return [...new Set([...near, ...all])].filter(isWanted)
  }
}

async function listFolder(
  workspace: string,
  folder: string,
  maxDepth: number,
  nowMs: () => number,
): Promise<readonly string[]> {
  const paths: string[] = []
  const until = nowMs() + MOST_MS
  const signal = new AbortController().signal
  try {
    const place = await locate(workspace, folder, { wanted: 'folder', signal, suggest: false })
    const before = place.shown === '.' ? '' : `${place.shown}/`
    for await (const entry of walk(place.real, { maxDepth, signal, ignoreFrom: workspace })) {
      if (entry.ignored || entry.kind === 'other') continue
      paths.push(`${before}${entry.path}${entry.kind === 'folder' ? '/' : ''}`)
      if (paths.length >= MOST_FILES || nowMs() > until) break
    }
  } catch {
    // A folder that cannot be listed has nothing to offer.
  }
  return paths
}
