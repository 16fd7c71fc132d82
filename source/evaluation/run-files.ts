// Runs that `ethervox eval --output` left in a folder, in short. What is no run is passed over.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunFile } from '../contracts/dashboard.ts'

/** A run of thousands of cases has a few megabytes. */
const MOST_BYTES = 20_000_000
const MOST_FILES = 100

const SHARES = [
  ['end to end', 'endToEnd'],
  ['right tool', 'rightTool'],
  ['right arguments', 'rightArguments'],
  ['no tool where none is needed', 'noTool'],
  ['faithful answers', 'faithful'],
] as const

/** In the order of their names; nothing where the folder cannot be read. */
export function findRuns(folder: string): readonly RunFile[] {
  return namesIn(folder).flatMap((name) => readRunFile(folder, name) ?? [])
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map(({ name }) => name)
      .sort()
      .slice(0, MOST_FILES)
  } catch {
    return []
  }
}

function readRunFile(folder: string, name: string): RunFile | undefined {
  const path = join(folder, name)
  try {
    if (statSync(path).size > MOST_BYTES) return undefined
    const run = membersOf(JSON.parse(readFileSync(path, 'utf8')))
    const report = membersOf(run.report)
    if (!Array.isArray(run.results) || typeof report.score !== 'number') return undefined
    const { p50, of } = membersOf(report.callMs)
    return {
      name,
      model: String(run.model),
      part: String(run.part),
      cases: typeof report.cases === 'number' ? report.cases : run.results.length,
      score: report.score,
      shares: SHARES.map(([label, key]) => [label, shareOf(report[key])]),
      callMs: typeof p50 === 'number' && of !== 0 ? p50 : null,
    }
  } catch {
    return undefined
  }
}

function shareOf(value: unknown): number | null {
  const { share, of } = membersOf(value)
  return typeof share === 'number' && of !== 0 ? share : null
}

function membersOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: unknown }) : {}
}
