// Which tools get a line of their own in the head, by how often they were called with success. The choice is made once a
// session and kept, so that the head is the same bytes from start to start until use has changed clearly.
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import type { ToolLines } from '../contracts/tool-lines.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { withFileLock } from '../lib/file-lock.ts'

/** More would not fit the index beside the names of the others. */
const MOST_LINES = 5
/** Below this a tool has no line: a few calls say nothing. */
const FEWEST_SUCCESSES = 5
/** A tool takes another's place from twice its successes on: a new head costs seconds. */
const CLEARLY = 2
/** A count is worth a moment, and no more. */
const PATIENCE_MS = 500

/** Calls of a tool in all sessions of a home. */
export type ToolCounts = { readonly calls: number; readonly successes: number }

type Counts = { readonly [tool: string]: ToolCounts }

export interface ToolLineSources {
  /** The file of counts; empty: nothing is read or kept. */
  readonly path: string
  readonly isOn: () => boolean
  /** Whether nothing may be kept now. */
  readonly isSecret: () => boolean
  /** How long a count waits for another program that keeps one, in milliseconds; default 500. */
  readonly patienceMs?: number
  readonly pinned: () => readonly string[]
  readonly keepPinned: (names: readonly string[]) => string | undefined
}

/** Opens the counts; those of the first look hold for this session. */
export function openToolLines(sources: ToolLineSources): ToolLines {
  let begun: Kept | undefined
  let chosen: { readonly isOn: boolean } | undefined
  const atFirst = (): Kept => {
    begun ??= sources.path === '' ? { counts: {}, lines: [] } : read(sources.path)
    return begun
  }
  return {
    byUse: (isOn) => {
      const { counts, lines } = atFirst()
      const isNew = chosen === undefined
      chosen ??= { isOn: sources.isOn() }
      if (!chosen.isOn) return []
      const ofThese = Object.entries(counts).filter(([name]) => isOn(name))
      const next = chooseLines(lines, Object.fromEntries(ofThese))
      const kept = keptLines(lines, next, isOn)
      if (isNew && kept.join() !== lines.join() && !sources.isSecret())
        change(sources, (now) => ({ ...now, lines: kept }))
      return next
    },
    calls: (tool) => atFirst().counts[tool]?.calls ?? 0,
    pinned: () => sources.pinned(),
    pin: (name, isOn) => {
      const others = sources.pinned().filter((one) => one !== name)
      return sources.keepPinned(isOn ? [...others, name].sort() : others)
    },
    note: (name, ok) => {
      if (sources.path === '' || sources.isSecret()) return
      change(sources, ({ counts, lines }) => {
        const before = counts[name] ?? { calls: 0, successes: 0 }
        const after = { calls: before.calls + 1, successes: before.successes + (ok ? 1 : 0) }
        return { counts: { ...counts, [name]: after }, lines }
      })
    },
  }
}

/** The tools with a line, sorted by name; those that have one keep it unless another is used clearly more. */
export function chooseLines(standing: readonly string[], counts: Counts): readonly string[] {
  const worth = (name: string) => {
    const { calls, successes } = counts[name] ?? { calls: 0, successes: 0 }
    // A tool that fails more often than not is no help where it stands.
    return successes * 2 < calls ? 0 : successes
  }
  const ranked = Object.keys(counts)
    .filter((name) => worth(name) >= FEWEST_SUCCESSES)
    .sort((a, b) => worth(b) - worth(a) || (a < b ? -1 : 1))
  const lines = standing.filter((name) => worth(name) >= FEWEST_SUCCESSES).slice(0, MOST_LINES)
  for (const name of ranked) {
    if (lines.includes(name)) continue
    const weakest = [...lines].sort((a, b) => worth(a) - worth(b))[0]
    if (lines.length < MOST_LINES) lines.push(name)
    else if (weakest !== undefined && worth(name) >= CLEARLY * worth(weakest))
      lines.splice(lines.indexOf(weakest), 1, name)
  }
  return lines.sort()
}

/** A tool that is off in this session keeps its place for later ones, before those that came in its stead. */
function keptLines(
  lines: readonly string[],
  next: readonly string[],
  isOn: (name: string) => boolean,
): readonly string[] {
  const stay = lines.filter((name) => next.includes(name) || !isOn(name))
  return [...stay, ...next.filter((name) => !stay.includes(name))]
}

interface Kept {
  readonly counts: Counts
  readonly lines: readonly string[]
}

function read(path: string): Kept {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { counts: {}, lines: [] }
  }
  const { counts, lines } = parseJsonObject(text) ?? {}
  const rows = Object.entries(typeof counts === 'object' && counts !== null ? counts : {})
  return {
    counts: Object.fromEntries(rows.filter((row): row is [string, ToolCounts] => isCounts(row[1]))),
    lines: Array.isArray(lines) ? lines.filter((name) => typeof name === 'string') : [],
  }
}

/**
 * What is there now is changed, by nobody else meanwhile. Counts that cannot be kept (a full disk) cost nothing but themselves;
 * a file that is damaged is set aside before another takes its place.
 */
function change(
  { path, patienceMs = PATIENCE_MS }: Pick<ToolLineSources, 'path' | 'patienceMs'>,
  to: (kept: Kept) => Kept,
): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    withFileLock(`${path}.lock`, patienceMs, () => {
      if (existsSync(path) && parseJsonObject(readFileSync(path, 'utf8')) === undefined)
        renameSync(path, `${path}.damaged`)
      writeFileAtomicSync(path, `${JSON.stringify(to(read(path)), null, 2)}\n`)
    })
  } catch {
    // See above.
  }
}

function isCounts(value: unknown): value is ToolCounts {
  const { calls, successes } = (value ?? {}) as Partial<ToolCounts>
  return typeof calls === 'number' && typeof successes === 'number'
}
