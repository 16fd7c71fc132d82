/**
 * The plugins of a home: a folder for each version, and one file that says which is used. Invariant: a version is there whole or not
 * at all (it is made aside and renamed), and is used only while every file of it is what it was when the person agreed to it.
 */
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import { createFileAtomicSync, writeFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { withFileLock } from '../lib/file-lock.ts'
import { SEMVER } from '../lib/semver.ts'
import { type CheckedPlugin, checkPlugin } from './checked-plugin.ts'
import { filesBelow, type PluginFiles, PluginUnreadable, readPluginFiles } from './plugin-source.ts'

/** One version that the person agreed to. */
export interface KeptVersion {
  /** Of its `plugin.json`. */
  readonly sha256: string
  /** Where it was installed from, absolute. */
  readonly from: string
}

/** What is kept of a plugin. */
export interface PluginRecord {
  readonly used: string
  readonly previous?: string
  readonly pinned?: boolean
  /** The version that the person left for an earlier one: no update takes it again. */
  readonly wentBackFrom?: string
  readonly versions: { readonly [version: string]: KeptVersion }
  readonly strikes?: number
  /** The last strike, in a few words that tell nothing of a conversation. */
  readonly last?: string
  readonly disabled?: boolean
  /** Grows with each plugin that is new: an earlier one keeps the names of its tools. */
  readonly serial?: number
  /** All that its tools were called here. */
  readonly names?: readonly string[]
}

/** A version that is installed, as it is now; sentences say why it cannot be used. */
export interface InstalledVersion {
  readonly name: string
  readonly version: string
  readonly record: PluginRecord
  readonly read: CheckedPlugin | readonly string[]
}

/** So many times out of bounds disable a plugin. */
export const MOST_STRIKES = 3
/** Installing writes a few megabytes while the lock is held. */
const PATIENCE_MS = 5_000
const NAME = /^[a-z][a-z0-9-]{1,39}$/

export class PluginStore {
  readonly #folder: string

  /** Nothing is read yet, and nothing made. */
  constructor(folder: string) {
    this.#folder = folder
  }

  get file(): string {
    return join(this.#folder, 'plugins.json')
  }

  folderOf(name: string, version: string): string {
    return join(this.#folder, name, version)
  }

  /** The plugin's own, the same for all its versions. */
  dataOf(name: string): string {
    return join(this.#folder, name, 'data')
  }

  /** By name; a sentence where the file cannot be read. */
  records(): ReadonlyMap<string, PluginRecord> | string {
    let text: string
    try {
      text = fs.readFileSync(this.file, 'utf8')
    } catch (error) {
      // Of a home that is a file others tell.
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return new Map()
      return `The list of plugins \`${this.file}\` cannot be read (${diskReason(error)}), so none is used.`
    }
    const rows = Object.entries(parseJsonObject(text) ?? { '': null })
    if (!rows.every(([name, row]) => NAME.test(name) && isRecord(row)))
      return `The list of plugins \`${this.file}\` is damaged, so none is used; install them again.`
    return new Map(
      rows.map(([name, row]) => [name, row as unknown as PluginRecord]).sort() as [string, PluginRecord][],
    )
  }

  /** By name, of each the used version first, then, unless only that is wanted, the others; none where the list cannot be read. */
  installed(isUsedOnly = false): readonly InstalledVersion[] {
    const records = this.records()
    if (typeof records === 'string') return []
    return [...records].flatMap(([name, record]) =>
      Object.entries(record.versions)
        .filter(([version]) => !isUsedOnly || version === record.used)
        .sort(([version]) => (version === record.used ? -1 : 1))
        .map(([version, kept]) => ({ name, version, record, read: this.load(name, version, kept) })),
    )
  }

  /** A version as it is on disk now; sentences say why it is not what the person agreed to. */
  load(name: string, version: string, { sha256 }: KeptVersion): CheckedPlugin | readonly string[] {
    const folder = this.folderOf(name, version)
    let files: PluginFiles
    try {
      files = readPluginFiles(folder)
      const surplus = filesBelow(folder).find((path) => !files.has(path))
      if (surplus !== undefined)
        return [`\`${join(folder, surplus)}\` was not there when \`${name}\` was installed.`]
    } catch (error) {
      if (!(error instanceof PluginUnreadable))
        return [`\`${folder}\` cannot be read (${diskReason(error)}).`]
      return [error.message]
    }
    const checked = checkPlugin(files, folder)
    if ('sheet' in checked && checked.sha256 !== sha256)
      return [`\`${join(folder, 'plugin.json')}\` is not the one that was installed: its SHA-256 differs.`]
    return checked
  }

  /** Puts a version there whole, then says so in the list. Throws the system's error; then nothing has changed. */
  install(plugin: CheckedPlugin, files: PluginFiles, from: string): void {
    const { name, version } = plugin.sheet
    this.#locked(() => {
      if (!this.#isWhole(plugin)) this.#make(files, this.folderOf(name, version))
      this.#change(name, (before) => {
        const versions = { ...before?.versions, [version]: { sha256: plugin.sha256, from } }
        const isKept = before === undefined || before.pinned !== true
        const used = isKept ? version : before.used
        const previous = before?.used === version ? before.previous : isKept ? before?.used : version
        const left = Object.entries(versions).filter(([one]) => one === used || one === previous)
        return {
          // What was counted against the used version stays with it.
          ...(before && (used === version ? withoutStrikes(before) : before)),
          ...(before === undefined && { serial: this.#nextSerial() }),
          used,
          ...(previous !== undefined && { previous }),
          versions: Object.fromEntries(left),
        }
      })
      this.#tidy(name)
    })
  }

  /** Changes what is kept of one plugin; undefined: it is no longer there. */
  change(name: string, to: (before: PluginRecord | undefined) => PluginRecord | undefined): void {
    this.#locked(() => this.#change(name, to))
  }

  /** Takes it out of the list, then its versions and data from the disk. */
  remove(name: string): void {
    this.#locked(() => {
      this.#change(name, () => undefined)
      this.#discard(join(this.#folder, name))
    })
  }

  /** Counts one more; true: that was one too many. */
  strike(name: string, what: string): boolean {
    let isOut = false
    this.change(name, (before) => {
      if (before === undefined) return undefined
      const strikes = (before.strikes ?? 0) + 1
      isOut = strikes >= MOST_STRIKES
      return { ...before, strikes, last: what, ...(isOut && { disabled: true }) }
    })
    return isOut
  }

  /** Whether this very version is there: what is used is not taken away to be put there again. */
  #isWhole({ sheet: { name, version }, sha256 }: CheckedPlugin): boolean {
    const records = this.records()
    const kept = typeof records === 'string' ? undefined : records.get(name)?.versions[version]
    return kept?.sha256 === sha256 && 'sheet' in this.load(name, version, kept)
  }

  #nextSerial(): number {
    const records = this.records()
    const known = typeof records === 'string' ? [] : [...records.values()]
    return 1 + Math.max(0, ...known.map(({ serial = 0 }) => serial))
  }

  #make(files: PluginFiles, place: string): void {
    const made = this.#aside('new')
    try {
      for (const [path, bytes] of files) writeSynced(join(made, path), bytes)
      this.#put(made, place)
    } finally {
      fs.rmSync(made, { recursive: true, force: true })
    }
  }

  #locked(work: () => void): void {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    withFileLock(`${this.file}.lock`, PATIENCE_MS, () => {
      // Left by a program that was killed: nobody else is at work now.
      for (const one of fs.readdirSync(this.#folder))
        if (/^\.(?:new|old)-/.test(one)) fs.rmSync(join(this.#folder, one), { recursive: true, force: true })
      work()
    })
  }

  #change(name: string, to: (before: PluginRecord | undefined) => PluginRecord | undefined): void {
    const read = this.records()
    // One that cannot be read at all is not damaged, and goes nowhere: this throws then.
    if (typeof read === 'string' && fs.readFileSync(this.file) !== undefined)
      fs.renameSync(this.file, `${this.file}.damaged-${randomBytes(3).toString('hex')}`)
    const records = new Map(typeof read === 'string' ? [] : read)
    const after = to(records.get(name))
    if (after === undefined) records.delete(name)
    else records.set(name, after)
    const text = `${JSON.stringify(Object.fromEntries(records), null, 2)}\n`
    // A new one is closed to others, as all of a home is.
    if (fs.existsSync(this.file)) writeFileAtomicSync(this.file, text)
    else createFileAtomicSync(this.file, text)
  }

  #aside(what: 'new' | 'old'): string {
    return join(this.#folder, `.${what}-${randomBytes(6).toString('hex')}`)
  }

  #put(made: string, place: string): void {
    fs.mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    this.#discard(place)
    fs.renameSync(made, place)
    syncFolder(dirname(place))
  }

  #discard(place: string): void {
    if (fs.lstatSync(place, { throwIfNoEntry: false }) === undefined) return
    const aside = this.#aside('old')
    fs.renameSync(place, aside)
    fs.rmSync(aside, { recursive: true, force: true })
  }

  /** Versions that nobody can go back to. */
  #tidy(name: string): void {
    const records = this.records()
    const kept = typeof records === 'string' ? undefined : records.get(name)
    for (const one of fs.readdirSync(join(this.#folder, name)))
      if (one !== 'data' && kept !== undefined && !Object.hasOwn(kept.versions, one))
        this.#discard(join(this.#folder, name, one))
  }
}

function writeSynced(path: string, bytes: Buffer): void {
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  fs.writeFileSync(path, bytes, { mode: 0o600, flag: 'wx', flush: true })
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}

/** Nothing is counted against it, and it is not disabled. */
export function withoutStrikes(record: PluginRecord): PluginRecord {
  const { strikes: _, last: _last, disabled: _disabled, ...left } = record
  return left
}

function isRecord(value: unknown): boolean {
  const row = (value ?? {}) as Partial<PluginRecord>
  const { used, previous, versions, wentBackFrom = '' } = row
  const { strikes = 0, last = '', serial = 0, names = [] } = row
  const isVersion = (one: unknown) =>
    typeof one === 'string' && SEMVER.test(one) && Object.hasOwn(versions ?? {}, one)
  return (
    typeof versions === 'object' &&
    versions !== null &&
    Object.entries(versions).every(([version, row]) => SEMVER.test(version) && isKeptVersion(row)) &&
    isVersion(used) &&
    (previous === undefined || isVersion(previous)) &&
    typeof wentBackFrom === 'string' &&
    typeof strikes === 'number' &&
    typeof last === 'string' &&
    typeof serial === 'number' &&
    Array.isArray(names) &&
    names.every((one) => typeof one === 'string')
  )
}

function isKeptVersion(value: unknown): boolean {
  const { sha256, from } = (value ?? {}) as Partial<KeptVersion>
  return typeof sha256 === 'string' && typeof from === 'string'
}
