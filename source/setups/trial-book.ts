// The trial of a home: one JSON file with the running one and those that ended. Counts are added to what stands there now,
// since several programs may share a home, one after the other. What cannot be read is never written over.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import type { Arm, ArmCounts, ArmSetup, Trial, TrialBook, TrialOutcome, Verdict } from '../contracts/trial.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { withFileLock } from '../lib/file-lock.ts'

const NONE: ArmCounts = { conversations: 0, turns: 0, successes: 0, good: 0, bad: 0, corrections: 0 }
const COUNTS = Object.keys(NONE) as readonly (keyof ArmCounts)[]

/** A count is worth a moment, and no more. */
const PATIENCE_MS = 500

interface File {
  readonly running: Trial | undefined
  readonly ended: readonly unknown[]
  /** Why nothing may be written, in a sentence. */
  readonly fault?: string
}

/** The book at `path`; it need not be there yet. */
export function openTrials(path: string): TrialBook {
  const read = () => readFile(path)
  /** What is there now is changed, by nobody else meanwhile; a text: why not. */
  const change = (to: (file: File) => File | string | undefined): string | undefined => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      return withFileLock(`${path}.lock`, PATIENCE_MS, () => {
        const file = read()
        const next = file.fault ?? to(file)
        if (next === undefined || typeof next === 'string') return next
        const { running, ended } = next
        writeFileAtomicSync(path, `${JSON.stringify({ running: running ?? null, ended }, null, 2)}\n`)
        return undefined
      })
    } catch (error) {
      return `\`${path}\` cannot be written (${diskReason(error)}).`
    }
  }
  return {
    read: () => read().running,
    problem: () => read().fault,
    start: (trial) =>
      change(({ running, ended }) =>
        running === undefined
          ? { running: { ...trial, assigned: 0, counts: { a: NONE, b: NONE } }, ended }
          : 'A trial runs already; `/ab stop` ends it.',
      ),
    next: () => {
      const { running } = read()
      return running && armOf(running)
    },
    count: (arm, outcome) => {
      if (read().running === undefined) return
      change(({ running, ended }) => {
        if (running === undefined) return undefined
        const isNew = outcome.type === 'turn' && outcome.isFirst
        const counts = { ...running.counts, [arm]: counted(running.counts[arm], outcome) }
        return { running: { ...running, assigned: running.assigned + (isNew ? 1 : 0), counts }, ended }
      })
    },
    stop: (at, kept) => {
      const none = 'No trial runs; `/ab start A B` begins one.'
      if (read().running === undefined && read().fault === undefined) return none
      return change(({ running, ended }) =>
        running === undefined
          ? none
          : { running: undefined, ended: [...ended, { ...running, ended: at, kept: kept ?? null }] },
      )
    },
  }
}

/** By chance, but the same chance for the same trial and conversation. */
function armOf({ started, assigned, share }: Trial): Arm {
  const hash = createHash('sha256').update(`${started} ${assigned}`).digest()
  return hash.readUInt32BE(0) / 2 ** 32 < share ? 'b' : 'a'
}

function counted(counts: ArmCounts, outcome: TrialOutcome): ArmCounts {
  if (outcome.type === 'verdict') {
    const less = outcome.instead && fieldOf(outcome.instead)
    const before = less === undefined ? counts : { ...counts, [less]: Math.max(0, counts[less] - 1) }
    const name = fieldOf(outcome.verdict)
    return { ...before, [name]: before[name] + 1 }
  }
  return {
    ...counts,
    conversations: counts.conversations + (outcome.isFirst ? 1 : 0),
    turns: counts.turns + 1,
    successes: counts.successes + (outcome.status === 'success' ? 1 : 0),
  }
}

function fieldOf(verdict: Verdict): 'good' | 'bad' | 'corrections' {
  return verdict === 'corrected' ? 'corrections' : verdict
}

function readFile(path: string): File {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const isNew = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { running: undefined, ended: [], ...(!isNew && { fault: faultOf(path) }) }
  }
  const value = parseJsonObject(text)
  const ended = Array.isArray(value?.ended) ? value.ended : []
  const running = trialOf(value?.running)
  const isForeign = value === undefined || (running === undefined && Boolean(value.running))
  return { running, ended, ...(isForeign && { fault: faultOf(path) }) }
}

function faultOf(path: string): string {
  return `The trials in \`${path}\` cannot be read; mend that file, or move it away to begin anew.`
}

function trialOf(value: unknown): Trial | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { a, b, share, started, assigned, counts } = value as Partial<Trial>
  const fits =
    isSetup(a) &&
    isSetup(b) &&
    typeof share === 'number' &&
    typeof started === 'string' &&
    typeof assigned === 'number' &&
    isCounts(counts?.a) &&
    isCounts(counts?.b)
  return fits ? (value as Trial) : undefined
}

function isSetup(value: unknown): value is ArmSetup {
  const { kind, name } = (value ?? {}) as Partial<ArmSetup>
  return (kind === 'state' || kind === 'persona') && typeof name === 'string'
}

function isCounts(value: unknown): value is ArmCounts {
  const row = (value ?? {}) as Record<string, unknown>
  return COUNTS.every((name) => typeof row[name] === 'number')
}
