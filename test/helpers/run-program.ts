// The program as a process of its own, from its source: lines in, all that it says out. There is no model in it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from './open-session.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')

export interface ProgramRun {
  readonly code: number | null
  /** What it said on both ways, in order within each. */
  readonly out: string
  readonly err: string
}

/** Runs lines in a home and a workspace of their own; tools may do everything. */
export function runProgramLines(
  home: string,
  lines: readonly string[],
  {
    workspace = temporaryFolder('work'),
    args = [],
  }: { readonly workspace?: string; readonly args?: readonly string[] } = {},
): Promise<ProgramRun> {
  const child = spawn(process.execPath, [CLI, '--home', home, '--approve', 'all', ...args], {
    cwd: workspace,
    env: { ...process.env, ETHERVOX_MODELS: join(workspace, 'no-models'), TZ: 'UTC' },
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(`${lines.join('\n')}\n`)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })
}
