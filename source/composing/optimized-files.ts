// The files of one model's optimized prompts: what stands, what stood before the last run, and lines that nobody judged yet.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AdapterFile } from '../contracts/engine.ts'
import { parseJsonObject } from '../contracts/json.ts'
import type { LearnedCalls, OptimizedFile, OptimizedTool } from '../contracts/optimized.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { type FileLock, takeFileLock } from '../lib/file-lock.ts'
import type { Journal } from '../optimizer/ports.ts'
import type { HomePaths } from '../paths.ts'
import { readOptimizedTool } from '../prompt/optimized-tool.ts'
import { adapterName, isAdapterName, learnedIn } from './learned-calls.ts'
import { optimizedPath } from './overlay-of-home.ts'

/** What an undo brought back. */
export interface Undone {
  readonly text: string
  /** Tools that have something of their own in a state, before or after. */
  readonly states: ReadonlySet<string>
  /** Calls are written with another adapter, or with none any more. */
  readonly isOtherAdapter: boolean
}

/** Whatever writes throws an `Error` that names the file and says in plain words why it cannot be written. */
export class OptimizedFiles {
  readonly #folder: string
  readonly #path: string
  readonly #previous: string
  readonly #journal: string
  readonly #aside: string
  readonly #lock: string
  readonly #modelId: string
  readonly #learning: string
  readonly #half: string
  readonly #dry: string
  /** Whether this run wrote anything. */
  saved = false

  constructor(home: HomePaths, modelId: string) {
    const place = (name: string) => join(home.optimized, `${modelId}.${name}`)
    this.#folder = home.optimized
    this.#modelId = modelId
    this.#path = optimizedPath(home, modelId)
    this.#previous = place('previous')
    this.#journal = place('journal')
    this.#aside = place('set-aside')
    this.#lock = place('lock')
    this.#learning = place('learning')
    this.#half = place('learning.gguf')
    this.#dry = place('dry-run.gguf')
  }

  /** For who writes. */
  takeLock(): FileLock {
    return this.#change(() => takeFileLock(this.#lock))
  }

  /** Replaces what stands; the first time in a run that is kept aside, for `undo`. */
  save(file: OptimizedFile): void {
    this.#change(() => {
      if (this.saved) return writeFileAtomicSync(this.#path, jsonOf(file))
      const { tools: _, calls: __, ...empty } = file
      const there = readText(this.#path)
      if (there !== undefined && !isOf(there, file)) this.#setAside(there)
      this.#replace(jsonOf(file), there ?? jsonOf({ ...empty, tools: {} }))
    })
    this.saved = true
  }

  /** Puts an adapter beside the file that will name it. */
  keepAdapter({ path, sha256 }: AdapterFile): Required<LearnedCalls>['adapter'] {
    const file = adapterName(this.#modelId, sha256)
    this.#change(() => writeFileAtomicSync(join(this.#folder, file), readFileSync(path)))
    return { file, sha256 }
  }

  /**
   * Where an adapter is learned, and for how many steps of `from` it was when it was interrupted; 0: from the beginning, as ever for a run
   * that keeps nothing, which has a place of its own.
   */
  learning(from: string, isDryRun = false): { readonly path: string; readonly steps: number } {
    this.#change(() => undefined)
    if (isDryRun) return { path: this.#dry, steps: 0 }
    const path = this.#half
    const noted = parseJsonObject(readText(this.#learning) ?? '')
    const isSame = noted?.from === from && existsSync(path) && noted.sha256 === sumOf(path)
    return { path, steps: isSame && Number.isInteger(noted.steps) ? Number(noted.steps) : 0 }
  }

  /** What stands in the adapter's file now is that of so many steps. */
  noteLearning(from: string, steps: number): void {
    const sha256 = sumOf(this.#half)
    this.#change(() => writeFileAtomicSync(this.#learning, jsonOf({ from, steps, sha256 })))
  }

  dropDryRun(): void {
    rmSync(this.#dry, { force: true })
  }

  /** What was learned is kept, or not wanted. */
  dropLearning(): void {
    for (const path of [this.#learning, this.#half]) rmSync(path, { force: true })
  }

  /**
   * What stands for tools that are not among `names`, as those of a server or a folder that is not there at the moment: a run must not
   * lose it. Nothing where the file is of another model or format.
   */
  rowsBeside(
    about: Pick<OptimizedFile, 'formatVersion' | 'model'>,
    names: ReadonlySet<string>,
  ): OptimizedFile['tools'] {
    const text = readText(this.#path)
    const tools = text !== undefined && isOf(text, about) ? parseJsonObject(text)?.tools : undefined
    const rows = Object.entries(tools ?? {}).flatMap(([name, value]): [string, OptimizedTool][] => {
      const row = names.has(name) ? undefined : readOptimizedTool(value)
      return row === undefined ? [] : [[name, row]]
    })
    return Object.fromEntries(rows)
  }

  /** What this program does not read, or is of another model, would be gone with the second run. */
  #setAside(text: string): void {
    let path = this.#aside
    for (let count = 2; existsSync(path) && readText(path) !== text; count++) path = `${this.#aside}-${count}`
    writeFileAtomicSync(path, text)
  }

  /** Changes what stands and what stood before; undefined: nothing stood before. A second undo is a redo. */
  undo(): Undone | undefined {
    const before = readText(this.#previous)
    if (before === undefined) return undefined
    const now = readText(this.#path)
    const states = new Set([...statesIn(before), ...statesIn(now ?? '')])
    const isOtherAdapter = this.#adapterIn(before) !== this.#adapterIn(now ?? '')
    this.#change(() => {
      // The next run writes over what stood before.
      if (now !== undefined && !isLike(now, before)) this.#setAside(now)
      if (now !== undefined) return this.#replace(before, now)
      writeFileAtomicSync(this.#path, before)
      rmSync(this.#previous)
    })
    return {
      text: 'The optimized prompts are as they were before the last run; `--undo` again takes this back.',
      states,
      isOtherAdapter,
    }
  }

  /** Lines that this writer wrote for a run that did not end. */
  readJournal(writer: string): Journal {
    const file = parseJsonObject(readText(this.#journal) ?? '')
    const lines = file?.writer === writer ? file.lines : undefined
    if (typeof lines !== 'object' || lines === null || Array.isArray(lines)) return new Map()
    return new Map(
      Object.entries(lines).flatMap(([tool, row]) => {
        const { contentHash, line } = (row ?? {}) as {
          readonly contentHash?: unknown
          readonly line?: unknown
        }
        return typeof contentHash === 'string' && typeof line === 'string'
          ? [[tool, { contentHash, line }]]
          : []
      }),
    )
  }

  writeJournal(writer: string, journal: Journal): void {
    this.#change(() => {
      if (journal.size === 0) rmSync(this.#journal, { force: true })
      else writeFileAtomicSync(this.#journal, jsonOf({ writer, lines: Object.fromEntries(journal) }))
    })
  }

  /** What stood before is written beside its place first: on a full disk neither of the two changes. */
  #replace(now: string, before: string): void {
    const beside = `${this.#previous}.tmp`
    try {
      writeFileAtomicSync(beside, before)
      writeFileAtomicSync(this.#path, now)
      renameSync(beside, this.#previous)
    } finally {
      rmSync(beside, { force: true })
    }
    this.#dropAdapters([this.#adapterIn(now), this.#adapterIn(before)])
  }

  /** Those that neither of the two files names. */
  #dropAdapters(named: readonly (string | undefined)[]): void {
    for (const file of readdirSync(this.#folder)) {
      if (!isAdapterName(this.#modelId, file) || named.includes(file)) continue
      try {
        rmSync(join(this.#folder, file), { force: true })
      } catch {
        // Something still has it open; the next run removes it.
      }
    }
  }

  /** Name of the adapter that a file names. */
  #adapterIn(text: string): string | undefined {
    return learnedIn(parseJsonObject(text), this.#modelId)?.adapter?.file
  }

  #change<T>(work: () => T): T {
    try {
      mkdirSync(this.#folder, { recursive: true })
      return work()
    } catch (cause) {
      throw new Error(`\`${this.#path}\` cannot be written (${diskReason(cause)})`, { cause })
    }
  }
}

function isOf(
  text: string,
  { formatVersion, model }: Pick<OptimizedFile, 'formatVersion' | 'model'>,
): boolean {
  const there = parseJsonObject(text)
  return there?.formatVersion === formatVersion && JSON.stringify(there.model) === JSON.stringify(model)
}

/** Whether two files are of one format and model. */
function isLike(text: string, other: string): boolean {
  const { formatVersion, model } = parseJsonObject(other) ?? {}
  return isOf(text, { formatVersion, model } as Pick<OptimizedFile, 'formatVersion' | 'model'>)
}

/** Tools whose state is not the usual one. */
function statesIn(text: string): readonly string[] {
  const tools = parseJsonObject(text)?.tools
  if (typeof tools !== 'object' || tools === null) return []
  return Object.entries(tools).flatMap(([name, value]) => {
    const row = readOptimizedTool(value)
    return row?.fewShots !== undefined || row?.instruction !== undefined ? [name] : []
  })
}

function sumOf(path: string): string {
  return sha256Hex(readFileSync(path))
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}
