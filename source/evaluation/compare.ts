// Two runs over the same cases: what got better, what got worse, and whether that may be chance. Pure but for reading.
import { readFileSync } from 'node:fs'
import { UserError } from '../contracts/errors.ts'
import type { CaseResult } from './run.ts'

export interface Comparison {
  /** Cases that both runs have. */
  readonly cases: number
  /** Ids that both have, each for another request or another tool; left out. */
  readonly others: readonly string[]
  readonly better: readonly string[]
  readonly worse: readonly string[]
  /** Two-sided exact McNemar test over the cases that differ; 0 to 1. */
  readonly chance: number
}

/** Right: the whole case, which is the right call with the right arguments, or no call where none is needed. */
export function compareRuns(a: readonly CaseResult[], b: readonly CaseResult[]): Comparison {
  const byId = new Map(a.map((one) => [one.id, one]))
  const shared = b.flatMap((after) => {
    const before = byId.get(after.id)
    return before === undefined ? [] : [{ id: after.id, before, after }]
  })
  const both = shared.filter(isSame)
  const others = shared.filter((pair) => !isSame(pair)).map(({ id }) => id)
  const better = both.filter(({ before, after }) => isRight(after) && !isRight(before)).map(({ id }) => id)
  const worse = both.filter(({ before, after }) => !isRight(after) && isRight(before)).map(({ id }) => id)
  return { cases: both.length, others, better, worse, chance: exactTest(better.length, worse.length) }
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
  if (
    typeof run !== 'object' ||
    run === null ||
    !Array.isArray(run.results) ||
    !run.results.every(isResult)
  ) {
    throw new UserError(`\`${path}\` is no run; write one with \`ethervox eval … --output FILE\`.`)
  }
  return { model: String(run.model), results: run.results as readonly CaseResult[] }
}

/** The comparison in words. */
export function formatComparison({ cases, others, better, worse, chance }: Comparison): string {
  const verdict = chance < 0.05 ? 'more than chance' : 'may be chance'
  return [
    `cases that both have  ${cases}`,
    ...(others.length > 0
      ? [`other requests        ${others.length} of one id, left out${list(others)}`]
      : []),
    `better                ${better.length}${list(better)}`,
    `worse                 ${worse.length}${list(worse)}`,
    `probability of chance ${chance.toFixed(3)} (exact McNemar test): ${verdict}`,
  ].join('\n')
}

function isRight(one: CaseResult): boolean {
  return one.rightTool && one.rightArguments
}

/** An id says nothing of the file that it is from. */
function isSame({ before, after }: { readonly before: CaseResult; readonly after: CaseResult }): boolean {
  return before.input === after.input && before.expected === after.expected
}

function isResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

/** Probability of a split at least as uneven if both sides were equally likely, 0 to 1. */
export function exactTest(better: number, worse: number): number {
  const all = better + worse
  let tail = 0
  let term = 1
  // Of more than a thousand cases `2 ** -all` is 0, so powers of two are counted apart.
  let power = -all
  for (let k = 0; k <= Math.min(better, worse); k++) {
    tail += term
    term = (term * (all - k)) / (k + 1)
    if (tail < 2 ** 500) continue
    tail *= 2 ** -500
    term *= 2 ** -500
    power += 500
  }
  return Math.min(1, 2 * tail * 2 ** power)
}

function list(ids: readonly string[]): string {
  if (ids.length === 0) return ''
  return `: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ' …' : ''}`
}
