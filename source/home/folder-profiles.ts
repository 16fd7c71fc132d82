// What stands in the small text files of the workspace, for questions that name none of them: read when one is asked, and again where
// a file changed since.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Near } from '../changes/additions.ts'
import { findAddition, gistOf, isOfAnother } from '../changes/find-addition.ts'
import { findChange } from '../changes/find-change.ts'
import { groupsIn } from '../changes/groups.ts'
import type { FileText } from '../changes/known-items.ts'
import { isAsked, readAdditions } from '../changes/read-addition.ts'
import { readDeed } from '../changes/read-deed.ts'
import type { FileChange, RowWish } from '../contracts/file-change.ts'
import { likeness, type Meaning } from '../contracts/meaning.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { digitsForWords } from '../governor/number-words.ts'
import { type FileProfile, profileOf } from '../lib/file-profile.ts'
import { type FileWish, type MeantFile, meantFile } from '../lib/meant-file.ts'
import type { CivilDate } from '../toolkit/civil-date.ts'
import { isTableName, readTable } from '../toolkit/read-table.ts'
import { readText } from '../toolkit/read-text.ts'
import { timesInDigits } from '../toolkit/times-in-digits.ts'
import { walk } from '../toolkit/walk.ts'
import { locate } from '../toolkit/workspace-path.ts'

/** What a person writes and asks about; code and logs of programs are searched when that is asked for. */
const WRITTEN = /\.(?:txt|md|markdown|org|rst|csv|tsv|tab|json|jsonl|yaml|yml|ini|toml|cfg|conf)$/i
/** Made by programs for programs. */
const MADE = /(?:^|\/)(?:package(?:-lock)?|tsconfig|composer|manifest)\.json$|\.lock$|(?:^|\/)LICENSE\b/i
const MOST_FILES = 80
const MOST_BYTES = 64 * 1024
const MOST_ENTRIES = 2_000
/** Texts of all files that are held against a question by meaning, about 7 ms each, the first time. */
const MOST_TEXTS = 240
/** The folder, and those in it. */
const DEPTH = 2

/** A longer text is no list that somebody keeps, in characters. */
const LONGEST_CHANGED = 20_000
const NOTHING = { profile: undefined, file: undefined }

interface Known {
  readonly changed: number
  readonly size: number
  readonly profile: FileProfile | undefined
  /** One object as long as the file is the same. */
  readonly file: FileText | undefined
}

/** Finds the file of a workspace that a question means. */
export class FolderProfiles {
  readonly #workspace: string
  readonly #meaning: Meaning | undefined
  #known: ReadonlyMap<string, Known> = new Map()

  constructor(workspace: string, meaning?: Meaning) {
    this.#workspace = workspace
    this.#meaning = meaning
  }

  /** The file that has most of a question's words, and is nearest in meaning; undefined: none has any. */
  async meantFile(
    question: string,
    signal: AbortSignal,
    { only, byWords = false }: FileWish = {},
  ): Promise<MeantFile | undefined> {
    const all = await this.#profiles(signal)
    const profiles = only === undefined ? all : all.filter(({ path }) => path === only)
    if (profiles.length === 0) return undefined
    return meantFile(question, profiles, byWords ? undefined : await this.#likeness(question, profiles))
  }

  /** Reads the files and makes what a sentence model knows of them, ahead of a question. */
  async prepare(signal: AbortSignal): Promise<void> {
    await this.#meaning?.prepare(textsOf(await this.#profiles(signal)))
  }

  /** How near a text of a file is to the question; of all 0 without a sentence model. */
  async #likeness(question: string, profiles: readonly FileProfile[]): Promise<(gist: string) => number> {
    await this.#meaning?.prepare([question, ...textsOf(profiles)])
    return (gist) => this.#near(question, gist)
  }

  /** The change to one of the files that a message asks for or tells of; undefined: none, or it is not plain which. */
  async changeFor(
    message: string,
    today: CivilDate,
    signal: AbortSignal,
  ): Promise<FileChange | RowWish | undefined> {
    const heard = digitsForWords(timesInDigits(message))
    // Most messages change nothing, and no folder is read for them.
    if (readDeed(heard) === undefined) return undefined
    const all = [...(await this.#files(signal)).values()].flatMap(({ file }) => file ?? [])
    const files = all.filter(({ text }) => text.length <= LONGEST_CHANGED)
    const addition = findAddition({ message, heard }, files, today, await this.#nearness(message, files))
    // "Stick the bleach on my list" ticks nothing off that stands there.
    if (addition !== undefined && isAsked(message)) return addition
    const change = findChange(heard, files, today)
    return change === undefined || isOfAnother(change, addition, files, heard) ? addition : change
  }

  /** How near lists are in meaning to what a message adds. */
  async #nearness(message: string, files: readonly FileText[]): Promise<Near> {
    const things = readAdditions(message).map(({ thing }) => thing)
    const meaning = this.#meaning
    if (meaning === undefined || things.length === 0) return () => 0
    const lists = files.flatMap(groupsIn).filter(({ type }) => type === 'list')
    await meaning.prepare([...things, ...lists.map(gistOf)].slice(0, MOST_TEXTS))
    return (group, thing) => this.#near(thing, gistOf(group))
  }

  /** Of two texts that were prepared; 0 where one was not. */
  #near(text: string, other: string): number {
    const [one, two] = [this.#meaning?.vectorOf(text), this.#meaning?.vectorOf(other)]
    return one && two ? Math.max(0, likeness(one, two)) : 0
  }

  async #profiles(signal: AbortSignal): Promise<readonly FileProfile[]> {
    return [...(await this.#files(signal)).values()].flatMap(({ profile }) => profile ?? [])
  }

  async #files(signal: AbortSignal): Promise<ReadonlyMap<string, Known>> {
    const known = new Map<string, Known>()
    let entries = 0
    for await (const entry of walk(this.#workspace, {
      maxDepth: DEPTH,
      signal,
      ignoreFrom: this.#workspace,
    })) {
      if (++entries > MOST_ENTRIES || known.size >= MOST_FILES) break
      const isWritten = WRITTEN.test(entry.path) && !MADE.test(entry.path)
      if (entry.kind !== 'file' || entry.hidden || entry.ignored || !isWritten) continue
      known.set(entry.path, await this.#read(entry.path, signal))
    }
    this.#known = known
    return known
  }

  async #read(path: string, signal: AbortSignal): Promise<Known> {
    const facts = await stat(join(this.#workspace, path)).catch(() => undefined)
    const [changed, size] = [facts?.mtimeMs ?? 0, facts?.size ?? 0]
    const before = this.#known.get(path)
    if (before?.changed === changed && before.size === size) return before
    const isSmall = facts !== undefined && size <= MOST_BYTES
    return { changed, size, ...((isSmall && (await this.#readText(path, signal))) || NOTHING) }
  }

  async #readText(path: string, signal: AbortSignal): Promise<Pick<Known, 'profile' | 'file'> | undefined> {
    try {
      const place = await locate(this.#workspace, path, { wanted: 'file', signal, suggest: false })
      const { text } = await readText(place, signal)
      const file = { path, text }
      const table = isTableName(path) ? await readTable(path, text) : undefined
      if (table === undefined) return { file, profile: profileOf(path, [], text.split('\n')) }
      const rows = table.rows.map((row) => row.join(' '))
      return { file, profile: profileOf(path, table.columns, rows) }
    } catch (error) {
      if (error instanceof ToolFailure) return undefined
      throw error
    }
  }
}

function textsOf(profiles: readonly FileProfile[]): readonly string[] {
  return profiles.flatMap(({ gists }) => gists).slice(0, MOST_TEXTS)
}
