// What earlier calls showed of the workspace: the entries of a list, and the paths that stand in a result and exist.

import type { JsonValue } from '../contracts/json.ts'
import type { EarlierCall } from '../contracts/manifest.ts'

/** Names in a folder of the workspace, folders with a slash at the end; empty: there is no such folder, or nothing in it. */
export type EntriesOf = (folder: string) => Promise<readonly string[]>

export interface ShownPath {
  /** As a call of a tool names it, without a slash at the end. */
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** What one call showed. */
export interface Shown {
  /** The folder that it was about, or that holds its file; `.` for the workspace. */
  readonly folder: string
  /** The file that it was about. */
  readonly file: string | undefined
  /** In the order of the result. */
  readonly listed: readonly ShownPath[]
  /** Other paths that stand in the result. */
  readonly mentioned: readonly ShownPath[]
  /** Files beside `file` of its kind whose bare name stands in the result: what a program imports. */
  readonly imported: readonly ShownPath[]
}

const MOST_LISTED = 100
const MOST_MENTIONED = 30
const SHORTEST_MODULE = 3

/** A word with a slash, or with a file's ending, as it is written. */
const PATH =
  /(?<![\p{L}\p{N}_.@~/-])(?:(?:~|\.{1,2})?\/?[\p{L}\p{N}_.@-]*(?:\/[\p{L}\p{N}_.@-]+)+\/?|\.?[\p{L}\p{N}_@-]+(?:\.[\p{L}\p{N}_@-]+)*\.\p{L}[\p{L}\p{N}]{0,7})/gu

/** Reads one call and its result; only what exists is shown. */
export async function readShown(call: EarlierCall, entriesOf: EntriesOf): Promise<Shown> {
  const texts = Object.values(call.arguments).filter(isText)
  const { folder, file } = await placeOf(texts, entriesOf)
  const find = async (name: string) =>
    (await findPath(joinPath(folder, name), entriesOf)) ?? (await findPath(name, entriesOf))
  const listed = await found((call.shows ?? []).slice(0, MOST_LISTED), find)
  const named = [...call.said.matchAll(PATH)].map(([path]) => path.replace(/[.,;:]+$/, ''))
  const isNew = ({ path }: ShownPath) => path !== file && listed.every((one) => one.path !== path)
  const mentioned = (await found([...new Set(named)].slice(0, MOST_MENTIONED), find)).filter(isNew)
  const ending = file?.slice(file.lastIndexOf('.')) ?? ''
  const beside = file === undefined || !file.includes('.') ? [] : await entriesOf(folder)
  const imported = beside
    .filter((name) => name.endsWith(ending) && isNamed(call.said, name.slice(0, -ending.length)))
    .map((name): ShownPath => ({ path: joinPath(folder, name), kind: 'file' }))
    .filter(({ path }) => path !== file)
  return { folder, file, listed, mentioned, imported }
}

/** Joins a folder and a name; `.` is the workspace. */
export function joinPath(folder: string, name: string): string {
  const bare = bareOf(name)
  return folder === '.' || /^[~/]/.test(bare) ? bare : `${folder}/${bare}`
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A name without its ending; `.env` has none. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

async function placeOf(
  texts: readonly string[],
  entriesOf: EntriesOf,
): Promise<{ folder: string; file: string | undefined }> {
  for (const text of texts) {
    const path = bareOf(text)
    if (path === '.') return { folder: '.', file: undefined }
    const place = await findPath(path, entriesOf)
    if (place?.kind === 'folder') return { folder: path, file: undefined }
    if (place !== undefined) return { folder: folderOf(path), file: path }
  }
  return { folder: '.', file: undefined }
}

async function found(
  names: readonly string[],
  find: (name: string) => Promise<ShownPath | undefined>,
): Promise<readonly ShownPath[]> {
  const paths: ShownPath[] = []
  for (const name of names) {
    const path = await find(name)
    if (path !== undefined && paths.every((one) => one.path !== path.path)) paths.push(path)
  }
  return paths
}

async function findPath(path: string, entriesOf: EntriesOf): Promise<ShownPath | undefined> {
  const bare = bareOf(path)
  const name = nameOf(bare)
  if (name === '' || name === '.' || name === '..') return undefined
  const entries = await entriesOf(folderOf(bare))
  if (entries.includes(name)) return { path: bare, kind: 'file' }
  return entries.includes(`${name}/`) ? { path: bare, kind: 'folder' } : undefined
}

/** The folder that holds a path; `.` for the workspace. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  if (slash < 0) return '.'
  return slash === 0 ? '/' : path.slice(0, slash)
}

function bareOf(path: string): string {
  const bare = path.trim().replace(/^(?:\.\/+)+/, '')
  return bare.length > 1 ? bare.replace(/\/+$/, '') : bare
}

/** Whole and in the same letters: `todo.md` does not stand in `# TODO:`. */
function isNamed(text: string, name: string): boolean {
  const at = text.split(/[^\p{L}\p{N}_-]+/u)
  return name.length >= SHORTEST_MODULE && at.includes(name)
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
