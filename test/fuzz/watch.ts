// Runs a target in a thread and watches it: what does not end is found by the CPU time that it takes, not by the clock, so that a busy
// machine finds nothing that is not there.
import { Worker } from 'node:worker_threads'
import type { Finding } from './finding.ts'
import { CurrentInput, type Order, type Told } from './protocol.ts'

/** An input that takes so much CPU time hangs; most take a thousandth of a second. */
const HANG_CPU_MS = 15_000
/** One that waits for so long and does nothing waits for ever. */
const STUCK_MS = 180_000
const LOOK_MS = 500
/** Node's exit code where a promise that is waited for is never kept. */
const UNSETTLED = 13
/** A thread that is within native code may not be ended. */
const END_MS = 20_000
/** About the stack that the program's own thread has, and half the memory. */
const MEMORY_MB = 1_500
const STACK_MB = 1

export interface Watched {
  /** Inputs that were run. */
  readonly executions: number
  readonly minutes: number
  readonly cpuMinutes: number
  readonly findings: readonly Finding[]
  /** Inputs that reached new code. */
  readonly fresh: readonly Uint8Array[]
  /** Characters of the program's code that were run. */
  readonly reached: number
}

export interface WatchOptions {
  readonly file: string
  readonly seed: number
  readonly minutes: number
  readonly pool: readonly Uint8Array[]
  readonly hangCpuMs?: number
  readonly stuckMs?: number
  readonly memoryMb?: number
  /** Ends the run before its time is up. */
  readonly signal?: AbortSignal
  readonly onFinding?: (finding: Finding) => void
  readonly onProgress?: (executions: number, reached: number, pool: number) => void
}

/** Runs it until the time is up; a thread that had to be ended is followed by another one, with another seed. */
export async function watch(options: WatchOptions): Promise<Watched> {
  const begun = performance.now()
  const cpu = process.cpuUsage()
  const findings = new Map<string, Finding>()
  const fresh: Uint8Array[] = []
  let executions = 0
  let reached = 0
  for (let round = 0; ; round++) {
    const left = options.minutes - (performance.now() - begun) / 60_000
    if (left <= 0 || options.signal?.aborted) break
    const thread = new Thread(
      { ...options, pool: [...options.pool, ...fresh] },
      options.seed + round * 1_000_003,
      left,
    )
    const ended = await thread.run((finding) => {
      if (findings.has(finding.signature)) return
      findings.set(finding.signature, finding)
      options.onFinding?.(finding)
    }, executions)
    executions += thread.executions
    fresh.push(...thread.fresh)
    reached = Math.max(reached, thread.reached)
    if (ended === 'done') break
  }
  const { user, system } = process.cpuUsage(cpu)
  const minutes = (performance.now() - begun) / 60_000
  return {
    executions,
    minutes,
    cpuMinutes: (user + system) / 60e6,
    findings: [...findings.values()],
    fresh,
    reached,
  }
}

class Thread {
  readonly #options: WatchOptions
  readonly #current: CurrentInput
  readonly #worker: Worker
  fresh: readonly Uint8Array[] = []
  reached = 0

  constructor(options: WatchOptions, seed: number, minutes: number) {
    const memory = CurrentInput.memory()
    this.#options = options
    this.#current = new CurrentInput(memory)
    const order: Order = { file: options.file, seed, pool: options.pool, minutes, memory }
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? MEMORY_MB, stackSizeMb: STACK_MB },
    })
  }

  get executions(): number {
    return this.#current.count
  }

  /** Gives whether it came to its end by itself. Throws when it broke before its first input. */
  async run(onFinding: (finding: Finding) => void, before: number): Promise<'done' | 'ended'> {
    const { promise, resolve, reject } = Promise.withResolvers<'done' | 'ended'>()
    this.#worker.on('message', (told: Told) => {
      if (told.type === 'found') onFinding(told.finding)
      else if (told.type === 'progress')
        this.#options.onProgress?.(before + this.executions, told.reached, told.pool)
      else {
        this.fresh = told.fresh
        this.reached = told.reached
        resolve('done')
      }
    })
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.executions === 0) return reject(error)
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      const kind = isMemory ? 'memory' : 'crash'
      const what = error.stack ?? error.message
      onFinding({ kind, what, signature: isMemory ? 'memory' : what, input: this.#current.read() })
      resolve('ended')
    })
    this.#options.signal?.addEventListener('abort', () => resolve('ended'), { once: true })
    this.#worker.on('exit', (code) => {
      // Nothing was left that an input could wait for.
      if (code === UNSETTLED)
        onFinding({
          kind: 'stuck',
          what: 'it waits for what never comes',
          signature: 'stuck',
          input: this.#current.read(),
        })
      resolve('ended')
    })
    const timer = this.#look((finding) => {
      onFinding(finding)
      resolve('ended')
    })
    const how = await promise.finally(() => clearInterval(timer))
    await this.#end()
    return how
  }

  #look(onFinding: (finding: Finding) => void): NodeJS.Timeout {
    const { hangCpuMs = HANG_CPU_MS, stuckMs = STUCK_MS } = this.#options
    let count = -1
    let cpu = process.cpuUsage()
    let since = performance.now()
    return setInterval(() => {
      if (this.#current.count !== count) {
        count = this.#current.count
        cpu = process.cpuUsage()
        since = performance.now()
        return
      }
      // Of all threads: this one does next to nothing.
      const { user, system } = process.cpuUsage(cpu)
      const cpuMs = (user + system) / 1000
      const input = this.#current.read()
      if (cpuMs > hangCpuMs)
        onFinding({
          kind: 'hang',
          what: `it took more than ${hangCpuMs} ms of CPU time`,
          signature: 'hang',
          input,
        })
      else if (performance.now() - since > stuckMs)
        onFinding({ kind: 'stuck', what: `it waited for more than ${stuckMs} ms`, signature: 'stuck', input })
    }, LOOK_MS)
  }

  async #end(): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, END_MS)
    await Promise.race([this.#worker.terminate(), late.promise])
    clearTimeout(timer)
  }
}
