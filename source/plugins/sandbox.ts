/**
 * Runs a tool's JavaScript where it can reach nothing: an interpreter in WebAssembly, in a thread of its own. Two clocks hold it to its
 * time: the interpreter's, and one here that ends the thread, for loops inside the interpreter itself ask no clock. Invariants: a
 * call settles within its time and a moment, what comes back is plain JSON, and nothing of one call is there in the next.
 * Next: `sandbox-worker.ts`.
 */
import { Worker } from 'node:worker_threads'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { type HostAnswer, type HostAsked, MOST_ASKED } from './sandbox-host.ts'
import type { SandboxFailure, SandboxMessage, SandboxSaid, SandboxWork } from './sandbox-worker.ts'

/** Processor time of one call. */
export const SANDBOX_MS = 2_000
/** Of all that a call keeps at one time. */
export const SANDBOX_BYTES = 32 * 1024 * 1024
/** Of the result as JSON. */
export const RESULT_CHARACTERS = 64_000

/** Wall clock of a call that asks its host, whatever it waits for. */
export const HOST_MS = 20_000

/** Wall clock, for what the interpreter does not notice; its own clock comes first, also where the machine is busy. */
const WALL_MS = 8_000
/** A machine that is busy may need so long to begin. */
const BEGIN_MS = 20_000
/** Levels of a result. */
const DEEPEST = 40

export interface SandboxCall {
  /** File of the thread: see `ProgramPaths.sandboxWorker`. */
  readonly worker: string
  /** The body of a function of `args`, and the line of `file` behind which it stands. */
  readonly code: string
  readonly line: number
  readonly file: string
  /** undefined: it is only compiled. */
  readonly args: JsonObject | undefined
  readonly now: Date
  readonly signal: AbortSignal
  /** What the code may ask for; the code is a module then. undefined: nothing. */
  readonly host?: SandboxHost
}

/** Does what the code asks for, or rejects with why not (`code` and `message`); the signal ends what is not done in time. */
export interface SandboxHost {
  answer(name: string, json: string, signal: AbortSignal): Promise<JsonValue>
}

export type SandboxOutcome =
  | {
      readonly type: 'value'
      readonly value: JsonValue
      /** Of code with a host: it handed a prototype out, which was taken away. */
      readonly tricked?: true
    }
  | SandboxFailure

/** Runs it once. Rejects with the signal's reason alone. */
export async function runInSandbox(call: SandboxCall): Promise<SandboxOutcome> {
  call.signal.throwIfAborted()
  const { code, line, file, args, now } = call
  const work: SandboxWork = {
    ...{ code, line, file, now: now.getTime(), asksHost: call.host !== undefined },
    args: args === undefined ? undefined : JSON.stringify(args),
    limitMs: SANDBOX_MS,
    memoryBytes: SANDBOX_BYTES,
    resultCharacters: RESULT_CHARACTERS,
  }
  const said = await inThread(call, work)
  if (said.type === 'failed') return said
  try {
    const value = plainOf(JSON.parse(said.json))
    const tricked = call.host !== undefined && said.json.includes('"__proto__":')
    return { type: 'value', value, ...(tricked && { tricked }) }
  } catch {
    return { type: 'failed', code: 'too_large', message: `more than ${DEEPEST} levels deep` }
  }
}

function inThread(
  { worker: file, signal, host }: SandboxCall,
  workerData: SandboxWork,
): Promise<SandboxSaid> {
  const worker = new Worker(file, {
    workerData,
    // Neither the environment nor the terminal is its business.
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  const ended = new AbortController()
  return new Promise<SandboxSaid>((resolve, reject) => {
    const late = () => resolve({ type: 'failed', code: 'timeout', message: '' })
    const broken = (message: string) => resolve({ type: 'failed', code: 'crashed', message })
    let timer = setTimeout(() => broken('it did not begin'), BEGIN_MS)
    let whole: NodeJS.Timeout | undefined
    const run = () => {
      timer = setTimeout(late, WALL_MS)
    }
    let asked = 0
    const answer = async ({ id, name, json }: HostAsked) => {
      const isFlood = ++asked > MOST_ASKED || name === 'flood'
      if (isFlood) return resolve({ type: 'failed', code: 'flood', message: '' })
      const said = await answerOf(host, { id, name, json }, ended.signal)
      if (!ended.signal.aborted) worker.postMessage(said)
    }
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    worker.on('message', (message: SandboxMessage) => {
      if (typeof message !== 'string' && message.type === 'ask') return void answer(message)
      clearTimeout(timer)
      if (message === 'ready' && host !== undefined) whole = setTimeout(late, HOST_MS)
      if (typeof message !== 'string') resolve(message)
      else if (message !== 'waiting') run()
    })
    worker.on('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? resolve({ type: 'failed', code: 'memory', message: '' })
        : broken(error.message),
    )
    worker.on('exit', () => {
      clearTimeout(timer)
      clearTimeout(whole)
      signal.removeEventListener('abort', aborted)
      broken('it ended early')
    })
  }).finally(() => {
    ended.abort()
    return worker.terminate()
  })
}

async function answerOf(
  host: SandboxHost | undefined,
  { id, name, json }: Omit<HostAsked, 'type'>,
  signal: AbortSignal,
): Promise<HostAnswer> {
  try {
    const value = await host?.answer(name, json, signal)
    return { id, json: JSON.stringify(value ?? null) }
  } catch (error) {
    const { code = 'failed', message = String(error) } =
      error instanceof Error ? (error as NodeJS.ErrnoException) : {}
    return { id, code, message: message.replace(/\.$/, '') }
  }
}

/** A copy that is nothing but data: no key of it reaches a prototype. Throws `RangeError` where it is too deep. */
export function plainOf(value: unknown, depth = 0): JsonValue {
  if (depth > DEEPEST) throw new RangeError('too deep')
  if (Array.isArray(value)) return value.map((one) => plainOf(one, depth + 1))
  if (typeof value !== 'object' || value === null) return value as JsonValue
  const members = Object.entries(value).filter(([name]) => name !== '__proto__')
  return Object.fromEntries(members.map(([name, one]) => [name, plainOf(one, depth + 1)]))
}
