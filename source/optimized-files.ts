// The files of one model's optimized prompts: what stands, what stood before the last run, and lines that nobody judged yet.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonObject } from './contracts/json.ts'
import type { OptimizedFile } from './contracts/optimized.ts'
import { writeFileAtomicSync } from './lib/atomic-write.ts'
import type { Journal } from './optimizer/ports.ts'
import { optimizedPath } from './overlay-of-home.ts'
import type { HomePaths } from './paths.ts'
import { readOptimizedTool } from './prompt/optimized-tool.ts'

/** What an undo brought back. */
export interface Undone {
  readonly text: string
  /** Tools that have something of their own in a state, before or after. */
  readonly states: ReadonlySet<string>
}

export class OptimizedFiles {
  readonly #path: string
  readonly #previous: string
  readonly #journal: string
  readonly #aside: string
  readonly lock: string
  /** Whether this run wrote anything. */
  saved = false

  constructor(home: HomePaths, modelId: string) {
    mkdirSync(home.optimized, { recursive: true })
    const place = (name: string) => join(home.optimized, `${modelId}.${name}`)
    this.#path = optimizedPath(home, modelId)
    this.#previous = place('previous')
    this.#journal = place('journal')
    this.#aside = place('set-aside')
    this.lock = place('lock')
  }

  /** Replaces what stands; the first time in a run that is kept aside, for `undo`. */
  save(file: OptimizedFile): void {
    if (!this.saved) {
      const { tools: _, ...empty } = file
      const there = readText(this.#path)
      if (there !== undefined && !isOf(there, file)) this.#setAside(there)
      const before = there ?? jsonOf({ ...empty, tools: {} })
      writeFileAtomicSync(this.#previous, before)
    }
    writeFileAtomicSync(this.#path, jsonOf(file))
    this.saved = true
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
    const aside = `${this.#previous}.tmp`
    if (now !== undefined) writeFileAtomicSync(aside, now)
    writeFileAtomicSync(this.#path, before)
    if (existsSync(aside)) renameSync(aside, this.#previous)
    else rmSync(this.#previous)
    return {
      text: 'The optimized prompts are as they were before the last run; `--undo` again takes this back.',
      states,
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
    if (journal.size === 0) rmSync(this.#journal, { force: true })
    else writeFileAtomicSync(this.#journal, jsonOf({ writer, lines: Object.fromEntries(journal) }))
  }
}

function isOf(text: string, { formatVersion, model }: OptimizedFile): boolean {
  const there = parseJsonObject(text)
  return there?.formatVersion === formatVersion && JSON.stringify(there.model) === JSON.stringify(model)
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
