// The trial of a home: one JSON file with the running one and those that ended. Counts are added to what stands there now,
// since several programs may share a home.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import type { Arm, ArmCounts, ArmSetup, Trial, TrialBook, TrialOutcome } from '../contracts/trial.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'

const NONE: ArmCounts = { conversations: 0, turns: 0, successes: 0, good: 0, bad: 0, corrections: 0 }
const COUNTS = Object.keys(NONE) as readonly (keyof ArmCounts)[]

interface File {
  readonly running: Trial | undefined
  readonly ended: readonly unknown[]
}

/** The book at `path`; it need not be there yet. */
export function openTrials(path: string): TrialBook {
  const read = () => readFile(path)
  const write = ({ running, ended }: File): string | undefined => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileAtomicSync(path, `${JSON.stringify({ running: running ?? null, ended }, null, 2)}\n`)
      return undefined
    } catch (error) {
      return `\`${path}\` cannot be written (${error instanceof Error ? error.message : String(error)}).`
    }
  }
  return {
    read: () => read().running,
    start: (trial) => {
      const { running, ended } = read()
      if (running !== undefined) return 'A trial runs already; `/ab stop` ends it.'
      return write({ running: { ...trial, assigned: 0, counts: { a: NONE, b: NONE } }, ended })
    },
    next: () => {
      const { running } = read()
      return running && armOf(running)
    },
    count: (arm, outcome) => {
      const { running, ended } = read()
      if (running === undefined) return
      const isNew = outcome.type === 'turn' && outcome.isFirst
      const counts = { ...running.counts, [arm]: counted(running.counts[arm], outcome) }
      write({ running: { ...running, assigned: running.assigned + (isNew ? 1 : 0), counts }, ended })
    },
    stop: (at, kept) => {
      const { running, ended } = read()
      if (running === undefined) return 'No trial runs; `/ab start A B` begins one.'
      return write({ running: undefined, ended: [...ended, { ...running, ended: at, kept: kept ?? null }] })
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
    const name = outcome.verdict === 'corrected' ? 'corrections' : outcome.verdict
    return { ...counts, [name]: counts[name] + 1 }
  }
  return {
    ...counts,
    conversations: counts.conversations + (outcome.isFirst ? 1 : 0),
    turns: counts.turns + 1,
    successes: counts.successes + (outcome.status === 'success' ? 1 : 0),
  }
}

function readFile(path: string): File {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { running: undefined, ended: [] }
  }
  const value = parseJsonObject(text)
  const ended = Array.isArray(value?.ended) ? value.ended : []
  return { running: trialOf(value?.running), ended }
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
