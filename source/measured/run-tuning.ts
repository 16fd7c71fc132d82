// Runs `python/tune-calls.py`, which learns an adapter from tokens: PyTorch is the one library for it, and it is Python's.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallTokens } from '../contracts/engine.ts'
import { pythonApart } from '../models/python-apart.ts'

const IS_WINDOWS = process.platform === 'win32'
const [PYTHON, BIN] = IS_WINDOWS ? ['python', 'DIR\\Scripts\\'] : ['python3', 'DIR/bin/']

/** How to get what it needs, behind a reason. */
export const HOW_TO_TUNE = `\`${PYTHON} -m venv DIR && ${BIN}pip install torch numpy gguf\` makes such a Python, and ETHERVOX_PYTHON=${BIN}python names it`

/** The Python that is asked, unless ETHERVOX_PYTHON names another. */
export function pythonToTune(env: NodeJS.ProcessEnv): string {
  return env.ETHERVOX_PYTHON || PYTHON
}

export interface Tuning {
  /** A Python with torch, numpy and gguf. */
  readonly python: string
  readonly script: string
  readonly modelPath: string
  /** The adapter that it goes on from. */
  readonly start: string | undefined
  /** Steps that it had been learned for when it was interrupted. */
  readonly begin: number
  /** The first layer that learns, which costs the less the higher it is; default all. */
  readonly first?: number
  /** What the adapter says of itself that it has learned, beside what the one says that it goes on from. */
  readonly learns?: readonly string[]
  readonly tools: readonly CallTokens[]
  /** Time for learning; undefined: as long as it takes. */
  readonly seconds: number | undefined
  /** Where the adapter is written. */
  readonly adapterPath: string
  readonly onStep: (step: TuningStep) => void
}

/** Throws `Error` with the reason, where this Python cannot learn. */
export async function checkPython(python: string, signal: AbortSignal): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ethervox-python-'))
  try {
    await imported(python, folder, signal)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function imported(python: string, folder: string, signal: AbortSignal): Promise<void> {
  const { command, cwd, env } = pythonApart(python, folder, process.env)
  const child = spawn(command, ['-c', 'import torch, numpy, gguf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd,
    env,
    signal,
  })
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch((error: unknown) => {
    throw whyNotStarted(error, python)
  })
  if (code !== 0) throw new Error(reasonOf(2, told))
}

/** Steps that it was learned for, of all there are; and whether that stands in the adapter's file. */
export interface TuningStep {
  readonly step: number
  readonly all: number
  /** Of these it does as many as fit into the time. */
  readonly steps: number
  readonly saved: boolean
}

/** Learns and writes the adapter; resolves with the last step. Throws `Error` with the reason; an abort kills the process. */
export async function runTuning(tuning: Tuning, signal: AbortSignal): Promise<TuningStep> {
  const folder = mkdtempSync(join(tmpdir(), 'ethervox-calls-'))
  try {
    const work = join(folder, 'work.json')
    const { seconds = null, start = null, begin, first = 0, learns = [] } = tuning
    const tools = tuning.tools.map(({ head, calls: examples }) => ({ head, examples }))
    writeFileSync(work, JSON.stringify({ seconds, start, begin, first, learns, tools }))
    return await learned(tuning, work, signal)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function learned(
  { python, script, modelPath, adapterPath, onStep }: Tuning,
  work: string,
  signal: AbortSignal,
): Promise<TuningStep> {
  signal.throwIfAborted()
  const child = spawn(python, [script, modelPath, work, adapterPath], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // What it starts itself must not find packages where we stand.
    env: { ...process.env, PYTHONSAFEPATH: '1' },
  })
  const kill = () => {
    child.kill('SIGKILL')
    // Where the name is that of a script, what it started may hold these open.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  signal.addEventListener('abort', kill, { once: true })
  let told = ''
  let half = ''
  let last: TuningStep | undefined
  let fault: unknown
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-2_000)
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (half + text).split('\n')
    half = lines.pop() ?? ''
    try {
      for (const line of lines) {
        last = JSON.parse(line) as TuningStep
        onStep(last)
      }
    } catch (error) {
      fault ??= error
      kill()
    }
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (fault !== undefined) throw fault
    if (code !== 0 || last === undefined) throw new Error(reasonOf(code, told))
    return last
  } catch (error) {
    signal.throwIfAborted()
    throw whyNotStarted(error, python)
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

function whyNotStarted(error: unknown, python: string): unknown {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return isAbsent ? new Error(`\`${python}\` was not found; ${HOW_TO_TUNE}`) : error
}

function reasonOf(code: number | null, told: string): string {
  const last = told.trim().split('\n').at(-1) ?? ''
  if (code === 2) return `Python lacks a package (${last}); ${HOW_TO_TUNE}`
  if (code === null) return 'Python was ended, perhaps for want of memory'
  return last === '' ? `Python ended with ${code}` : last
}
