// `hours.json`: what was run, a row each, the last at the end.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomicSync } from '../../source/lib/atomic-write.ts'

const FILE = join(import.meta.dirname, 'hours.json')

/** One run. */
export interface HoursRow {
  readonly target: string
  readonly seed: number
  /** By the clock, and of the processor. */
  readonly minutes: number
  readonly cpuMinutes: number
  readonly executions: number
  /** Different ones, before any was mended. */
  readonly findings: number
  readonly commit: string
}

export function readHours(file = FILE): readonly HoursRow[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly HoursRow[]) : []
}

/** A row on a line each, so that two branches that both ran can be put together. */
export function addHours(row: HoursRow, file = FILE): void {
  const rows = [...readHours(file), row].map((one) => `  ${JSON.stringify(one)}`)
  writeFileAtomicSync(file, `[\n${rows.join(',\n')}\n]\n`)
}

/** A table: minutes, inputs and findings of each target over all runs. */
export function sumUp(targets: readonly string[], rows: readonly HoursRow[]): string {
  const lines = targets.map((target) => {
    const own = rows.filter((row) => row.target === target)
    const sum = (field: 'minutes' | 'cpuMinutes' | 'executions' | 'findings') =>
      own.reduce((total, row) => total + row[field], 0)
    const cells = [
      sum('minutes').toFixed(1),
      sum('cpuMinutes').toFixed(1),
      String(sum('executions')),
      String(sum('findings')),
    ]
    return [target.padEnd(12), ...cells.map((cell) => cell.padStart(12))].join('')
  })
  const head = [
    'target'.padEnd(12),
    ...['minutes', 'of CPU', 'inputs', 'findings'].map((cell) => cell.padStart(12)),
  ].join('')
  return [head, ...lines].join('\n')
}

/** The commit that is checked out, with `+` where files of the program differ from it. */
export function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  try {
    const isChanged = git('status', '--porcelain', '--', ':/source', ':/tools', ':/commands') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`
  } catch {
    return 'unknown'
  }
}
