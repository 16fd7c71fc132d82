// A forked process that is asked one thing after the other: numbers requests, passes aborts on, notices when it dies.
import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { EngineFailure } from '../../contracts/engine.ts'
import type { Reply } from './protocol.ts'

const LOG_LINES = 20

type Asked<Ops> = { readonly [op in keyof Ops]: { readonly input: unknown; readonly output: unknown } }

interface Waiting {
  readonly resolve: (output: never) => void
  readonly reject: (error: unknown) => void
  readonly onText: ((text: string) => void) | undefined
  readonly onProgress: ((done: number, total: number) => void) | undefined
}

/** A process of the engine's; `Ops`: what can be asked of it, and what each answers with. */
export class ProcessLink<Ops extends Asked<Ops>> {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  readonly #log: string[] = []
  readonly #exited: Promise<void>
  #nextId = 1
  #closing = false

  constructor(childPath: string) {
    this.#child = fork(childPath, [], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Ctrl-C in a terminal reaches the whole group; the engine ends when the program says so.
      detached: process.platform !== 'win32',
    })
    this.#child.on('message', (reply: Reply) => this.#receive(reply))
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.#log.push(...data.toString().trim().split('\n'))
      this.#log.splice(0, this.#log.length - LOG_LINES)
    })
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', () => {
        this.#fail()
        resolve()
      })
      this.#child.on('error', () => {
        this.#fail()
        resolve()
      })
    })
  }

  ask<K extends keyof Ops>(
    op: K,
    input: Ops[K]['input'],
    signal: AbortSignal,
    listen: Partial<Pick<Waiting, 'onText' | 'onProgress'>> = {},
  ): Promise<Ops[K]['output']> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (!this.#child.connected) return Promise.reject(this.#ended())
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      // The person gets the prompt back at once; the engine stops at its next token or chunk, and what is
      // asked next waits for that in its queue.
      const abort = () => {
        settle()
        if (this.#child.connected) this.#child.send({ id, op: 'abort' })
        reject(signal.reason)
      }
      const settle = () => {
        this.#waiting.delete(id)
        signal.removeEventListener('abort', abort)
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.set(id, {
        resolve: (output) => {
          settle()
          resolve(output)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
        onText: listen.onText,
        onProgress: listen.onProgress,
      })
      this.#child.send({ id, op, input } as Serializable)
    })
  }

  async close(): Promise<void> {
    this.#closing = true
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL')
    await this.#exited
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    if (waiting === undefined) return
    switch (reply.type) {
      case 'done':
        waiting.resolve(reply.output as never)
        break
      case 'failed':
        waiting.reject(new EngineFailure(failureCode(reply.code), reply.message))
        break
      case 'text':
        waiting.onText?.(reply.text)
        break
      case 'progress':
        waiting.onProgress?.(reply.done, reply.total)
        break
      default:
        reply satisfies never
    }
  }

  #ended(): EngineFailure {
    if (this.#closing) return new EngineFailure('closed', 'the engine was closed')
    const last = this.#log.filter((line) => line !== '').at(-1)
    return new EngineFailure('crashed', `the engine's process ended${last ? `: ${last}` : ''}`)
  }

  #fail(): void {
    const failure = this.#ended()
    for (const waiting of [...this.#waiting.values()]) waiting.reject(failure)
  }
}

function failureCode(code: string): EngineFailure['code'] {
  return code === 'window' || code === 'load' || code === 'missing_binary' ? code : 'failed'
}
