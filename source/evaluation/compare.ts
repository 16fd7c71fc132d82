// Two runs over the same cases: what got better, what got worse, and whether that may be chance. Pure but for reading.
import { readFileSync } from 'node:fs'
import { UserError } from '../contracts/errors.ts'
import type { CaseResult } from './run.ts'

export interface Comparison {
  /** Cases that both runs have. */
  readonly cases: number
  readonly better: readonly string[]
  readonly worse: readonly string[]
  /** Two-sided exact McNemar test over the cases that differ; 0 to 1. */
  readonly chance: number
}

/** Right: the whole case, which is the right call with the right arguments, or no call where none is needed. */
export function compareRuns(a: readonly CaseResult[], b: readonly CaseResult[]): Comparison {
  const before = new Map(a.map((one) => [one.id, isRight(one)]))
  const both = b.filter((one) => before.has(one.id))
  const better = both.filter((one) => isRight(one) && !before.get(one.id)).map((one) => one.id)
  const worse = both.filter((one) => !isRight(one) && before.get(one.id)).map((one) => one.id)
  return { cases: both.length, better, worse, chance: exactTest(better.length, worse.length) }
}

/** Reads what `--output` wrote; throws `UserError` for anything else. */
export function readRun(path: string): { readonly model: string; readonly results: readonly CaseResult[] } {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UserError(
      `The run \`${path}\` cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
  const run = value as { model?: unknown; results?: unknown } | null
  if (typeof run !== 'object' || run === null || !Array.isArray(run.results)) {
    throw new UserError(`\`${path}\` is no run; write one with \`ethervox eval … --output FILE\`.`)
  }
  return { model: String(run.model), results: run.results as readonly CaseResult[] }
}

/** The comparison in words. */
export function formatComparison({ cases, better, worse, chance }: Comparison): string {
  const verdict = chance < 0.05 ? 'more than chance' : 'may be chance'
  return [
    `cases that both have  ${cases}`,
    `better                ${better.length}${list(better)}`,
    `worse                 ${worse.length}${list(worse)}`,
    `probability of chance ${chance.toFixed(3)} (exact McNemar test): ${verdict}`,
  ].join('\n')
}

function isRight(one: CaseResult): boolean {
  return one.rightTool && one.rightArguments
}

/** Probability of a split at least as uneven if both sides were equally likely, 0 to 1. */
export function exactTest(better: number, worse: number): number {
  const all = better + worse
  let tail = 0
  let term = 2 ** -all
  for (let k = 0; k <= Math.min(better, worse); k++) {
    tail += term
    term = (term * (all - k)) / (k + 1)
  }
  return Math.min(1, 2 * tail)
}

function list(ids: readonly string[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ' …' : ''}`
}
