// Drives the built program as a person's script would: a process, lines in, events out. Models are fetched by the
// program itself into a folder that all runs share.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { WORKSPACE } from '../helpers/open-session.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'bin/ethervox.js')
const OWN_NODE = join(ROOT, 'node_modules/node/bin/node')
/** A hang must not look like a slow machine for ever. */
const HANG_MS = 400_000

export const MODELS = process.env.ETHERVOX_MODELS || join(ROOT, '.cache/models')
export const SMALL = 'smollm2-135m-instruct-q4_1'
export const LARGER = 'qwen2.5-coder-0.5b-instruct-q4_k_m'
/** A Thursday; the program's clock stands there. */
export const NOW = '2026-03-12T10:24:30'

export interface Run {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly events: readonly SessionEvent[]
}

export interface RunOptions {
  readonly args?: readonly string[]
  /** Typed lines; undefined leaves the input open. */
  readonly input?: string
  readonly home?: string
  readonly models?: string
  /** Sees each event while the program runs. */
  readonly on?: (event: SessionEvent, child: ChildProcess) => void
}

/** Makes sure that the model is here; false (and the test is skipped, said why) only offline. */
export async function hasModel(t: TestContext, id: string): Promise<boolean> {
  const asked = pulls.get(id) ?? pull(id)
  pulls.set(id, asked)
  const fault = await asked
  if (fault === undefined) return true
  const reason = `the model ${id} could not be fetched into ${MODELS}: ${fault}`
  assert.equal(process.env.ETHERVOX_OFFLINE, '1', `${reason} (ETHERVOX_OFFLINE=1 skips what needs it)`)
  process.stderr.write(`skipped: ${t.name}: ${reason}\n`)
  t.skip(reason)
  return false
}

const pulls = new Map<string, Promise<string | undefined>>()

/** Fetches a model, unless it is here; gives what went wrong. Files of tests run side by side, so another one may be fetching it. */
async function pull(id: string): Promise<string | undefined> {
  const { code, stderr } = await runProgram({ args: ['model', 'pull', id], input: '' })
  if (code === 0) return undefined
  const fault = stderr.trim().split('\n').at(-1) ?? ''
  if (!fault.includes('is being fetched by')) return fault
  await setTimeout(1_000)
  return pull(id)
}

/** Runs the built program in the test workspace until it ends. */
export function runProgram(options: RunOptions): Promise<Run> {
  assert.ok(existsSync(join(ROOT, 'dist/source/cli.js')), 'the program is not built; run `npm run build`')
  const { args = [], input, home, models = MODELS, on } = options
  const child = spawn(existsSync(OWN_NODE) ? OWN_NODE : process.execPath, [PROGRAM, ...args], {
    cwd: WORKSPACE,
    env: {
      ...process.env,
      ETHERVOX_MODELS: models,
      ...(home === undefined ? {} : { ETHERVOX_HOME: home }),
      TZ: 'UTC',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  if (input !== undefined) child.stdin.end(input)
  const reader = new EventReader((event) => on?.(event, child))
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => reader.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const hanging = globalThis.setTimeout(() => child.kill('SIGKILL'), HANG_MS)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(hanging)
      resolve({ code, signal, stdout: reader.text, stderr, events: reader.events })
    })
  })
}

/** Runs lines with `--json`, a clock that stands still and a seed. */
export function runLines(
  model: string,
  home: string,
  lines: readonly string[],
  options: RunOptions = {},
): Promise<Run> {
  // One thread: two files of tests run at once, and on cores that others use too, two threads wait for each other most of the time.
  const args = ['--json', '-m', model, '--threads', '1', '--now', NOW, '--seed', '7', ...(options.args ?? [])]
  return runProgram({ input: `${lines.join('\n')}\n`, ...options, home, args })
}

/** Events of one type. */
export function only<T extends SessionEvent['type']>(
  run: Run,
  type: T,
): readonly Extract<SessionEvent, { type: T }>[] {
  return run.events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
}

/** Events of one turn. */
export function turnOf(run: Run, turn: number): Run {
  return { ...run, events: run.events.filter((event) => 'turn' in event && event.turn === turn) }
}

/** Text of the turn's answer. */
export function answerOf(run: Run, turn: number): string {
  const answer = only(turnOf(run, turn), 'answer')[0]
  assert.ok(answer !== undefined, `turn ${turn} has an answer:\n${run.stdout}\n${run.stderr}`)
  return answer.text
}

/** Process ids of the program's children, the one with most memory first: that is the engine. */
export function childrenOf(pid: number): readonly number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  return table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
    .sort(([, , one = 0], [, , other = 0]) => other - one)
    .flatMap(([child = 0, parent = 0]) => (parent === pid ? [child] : []))
}

class EventReader {
  readonly events: SessionEvent[] = []
  readonly #listener: (event: SessionEvent) => void
  #rest = ''
  text = ''

  constructor(listener: (event: SessionEvent) => void) {
    this.#listener = listener
  }

  push(text: string): void {
    this.text += text
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines.filter((one) => one.startsWith('{'))) {
      const event = JSON.parse(line) as SessionEvent
      this.events.push(event)
      this.#listener(event)
    }
  }
}
