// The tables of a folder: every file read once, and again when it changed. Nothing is watched: each look asks for the files' times.
// Next: readers/ (a file for each kind of file), table-names.ts.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FolderReader, type FolderTable, type ReadTable, UnreadableFile } from '../contracts/folder.ts'
import type { FolderView } from '../contracts/folder-access.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { MAX_FILE_BYTES, readPlainFile } from '../toolkit/read-text.ts'
import { walk } from '../toolkit/walk.ts'
import { locate } from '../toolkit/workspace-path.ts'
import { readerOf, textOf } from './choose-reader.ts'
import { filesTable } from './files-table.ts'
import { nameTables } from './table-names.ts'

/** Beyond these, files are left out, and that is said. */
const MOST_FILES = 2_000
const DEPTH = 8
/** Files that are read at the same time. */
const AT_ONCE = 8
/** Hidden files that people keep settings in. */
const SETTINGS_FILE = /(?:^|\/)\.env(?:\.[\w-]+)?$/

export interface IndexOptions {
  /** Absolute path of the folder. */
  readonly workspace: string
  readonly readers: readonly FolderReader[]
  /** Tables that are no file's: what is remembered. Their names go before those of files. */
  readonly own?: (signal: AbortSignal) => Promise<readonly FolderTable[]>
}

/** A file as it was when it was read. */
interface Known {
  readonly path: string
  readonly modifiedMs: number
  readonly bytes: number
  readonly tables: readonly ReadTable[]
  readonly kind: string
  /** undefined: it is no text. */
  readonly lines: number | undefined
  readonly reason?: string
}

export class FolderIndex {
  readonly #options: IndexOptions
  #known: ReadonlyMap<string, Known> = new Map()
  #view: FolderView | undefined
  #print = ''

  constructor(options: IndexOptions) {
    this.#options = options
  }

  /** What stands there now. Throws only when `signal` aborts. */
  async look(signal: AbortSignal): Promise<FolderView> {
    const { paths, left } = await this.#paths(signal)
    const known = new Map<string, Known>()
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      signal.throwIfAborted()
      const read = await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => this.#read(path, signal)))
      for (const one of read) if (one !== undefined) known.set(one.path, one)
    }
    this.#known = known
    const own = (await this.#options.own?.(signal)) ?? []
    const files = [...known.values()]
    const print = [
      ...files.map(versionOf),
      ...own.map(({ name, version }) => `${name} ${version}`),
      ...left,
    ].join('\n')
    if (this.#view === undefined || print !== this.#print) this.#view = viewOf(files, own, left)
    this.#print = print
    return this.#view
  }

  async #paths(signal: AbortSignal): Promise<{ paths: readonly string[]; left: readonly string[] }> {
    const { workspace } = this.#options
    const paths: string[] = []
    let more = 0
    for await (const entry of walk(workspace, { maxDepth: DEPTH, signal, ignoreFrom: workspace })) {
      if (entry.kind !== 'file' || entry.ignored || (entry.hidden && !SETTINGS_FILE.test(entry.path)))
        continue
      if (paths.length < MOST_FILES) paths.push(entry.path)
      else more++
    }
    const left = more === 0 ? [] : [`${more} more files were left out: the first ${MOST_FILES} are read.`]
    return { paths, left }
  }

  async #read(path: string, signal: AbortSignal): Promise<Known | undefined> {
    const { workspace } = this.#options
    const facts = await stat(join(workspace, path)).catch(() => undefined)
    if (facts === undefined) return undefined
    const [modifiedMs, bytes] = [facts.mtimeMs, facts.size]
    const before = this.#known.get(path)
    if (before?.modifiedMs === modifiedMs && before.bytes === bytes) return before
    return { path, modifiedMs, bytes, ...(await this.#tablesOf(path, { modifiedMs, bytes }, signal)) }
  }

  async #tablesOf(
    path: string,
    { modifiedMs, bytes: size }: Pick<Known, 'modifiedMs' | 'bytes'>,
    signal: AbortSignal,
  ): Promise<Pick<Known, 'tables' | 'kind' | 'lines' | 'reason'>> {
    const without = (reason: string) => ({ tables: [], kind: 'file', lines: undefined, reason })
    if (size > MAX_FILE_BYTES)
      return without(
        `\`${path}\` was left out: it has ${megabytes(size)} MB, and files over ${megabytes(MAX_FILE_BYTES)} MB are not read.`,
      )
    try {
      const place = await locate(this.#options.workspace, path, { wanted: 'file', signal, suggest: false })
      const { bytes } = await readPlainFile(place, signal)
      const file = { path, bytes, text: textOf(bytes), modifiedMs }
      const reader = readerOf(file, this.#options.readers)
      if (reader === undefined)
        return without(`\`${path}\` was left out: it is no text and no kind of file that can be read.`)
      return { tables: await reader.read(file), kind: reader.kind, lines: linesOf(file.text) }
    } catch (error) {
      if (error instanceof UnreadableFile || error instanceof ToolFailure) return without(error.message)
      throw error
    }
  }
}

/** How many lines a text has. */
function linesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const breaks = text.split('\n').length - 1
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1
}

function viewOf(files: readonly Known[], own: readonly FolderTable[], left: readonly string[]): FolderView {
  const folder = filesTable(files)
  const kept = [folder, ...own]
  const names = nameTables(
    files,
    kept.map(({ name }) => name),
  )
  const tables = files.flatMap((file, at) =>
    file.tables.map(
      (table, index): FolderTable => ({
        ...table,
        change: table.change && ((changes) => table.change?.(changes) ?? { type: 'text', edits: [] }),
        name: names[at]?.[index] ?? '',
        path: file.path,
        version: versionOf(file),
      }),
    ),
  )
  const unread = files.flatMap(({ path, reason }) => (reason === undefined ? [] : [{ path, reason }]))
  return {
    tables: [...tables, ...kept],
    unread: [...unread, ...left.map((reason) => ({ path: '', reason }))],
  }
}

function versionOf({ path, modifiedMs, bytes }: Pick<Known, 'path' | 'modifiedMs' | 'bytes'>): string {
  return `${path} ${modifiedMs} ${bytes}`
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}
