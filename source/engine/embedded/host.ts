// The program's side of the engine's process: forks it, numbers requests, passes aborts on, notices when it dies.
// Read child.ts for what happens over there.
import { type ChildProcess, fork } from 'node:child_process'
import {
  type AheadRequest,
  type CallRequest,
  type CallState,
  type ChatMessage,
  type CompareRequest,
  type Engine,
  EngineFailure,
  type EngineInfo,
  type PlainState,
  type PrepareOptions,
  type PromptForm,
  type TalkRequest,
} from '../../contracts/engine.ts'
import type { LoadOptions, OperationName, Operations, Reply } from './protocol.ts'

/** A load that says nothing for this long hangs (some damaged files make the parser run for ever). */
const SILENT_LOAD_MS = 180_000
const LOG_LINES = 20

interface Waiting {
  readonly resolve: (output: never) => void
  readonly reject: (error: unknown) => void
  readonly onText: ((text: string) => void) | undefined
  readonly onProgress: ((done: number, total: number) => void) | undefined
}

export interface EmbeddedLoad extends LoadOptions {
  /** The engine's program: `child.ts`, or `child.js` in a build. */
  readonly childPath: string
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Starts the engine's process and loads a model there.
 * Throws `EngineFailure` (`load`, `missing_binary`, `crashed`); aborting kills the process.
 */
export async function loadEmbeddedEngine(load: EmbeddedLoad): Promise<Engine> {
  const { signal, onProgress, childPath, ...options } = load
  const link = new ProcessLink(childPath)
  const kill = () => link.close()
  signal.addEventListener('abort', kill, { once: true })
  let hung = false
  const giveUp = () => {
    hung = true
    link.close()
  }
  let silent = setTimeout(giveUp, SILENT_LOAD_MS)
  try {
    const info = await link.ask('load', options, new AbortController().signal, {
      onProgress: (done, total) => {
        clearTimeout(silent)
        silent = setTimeout(giveUp, SILENT_LOAD_MS)
        onProgress?.(done, total)
      },
    })
    return new EmbeddedEngine(info, link)
  } catch (error) {
    await link.close()
    signal.throwIfAborted()
    throw hung ? silentLoad(options.modelId) : error
  } finally {
    clearTimeout(silent)
    signal.removeEventListener('abort', kill)
  }
}

function silentLoad(modelId: string): EngineFailure {
  const what = `loading \`${modelId}\` showed no progress for ${SILENT_LOAD_MS / 1_000} seconds and was ended`
  const next =
    '`ethervox doctor --sums` says whether its file is damaged, `/model ID` loads it again or another one'
  return new EngineFailure('load', `${what}: ${next}`)
}

class EmbeddedEngine implements Engine {
  readonly info: EngineInfo
  readonly #link: ProcessLink

  constructor(info: EngineInfo, link: ProcessLink) {
    this.info = info
    this.#link = link
  }

  countTokens(texts: readonly string[]) {
    return this.#link.ask('count', texts, NEVER)
  }

  prepareHead(
    messages: readonly ChatMessage[],
    { signal, onProgress, persist = true, file }: PrepareOptions,
  ) {
    return this.#link.ask('prepareHead', { messages, persist, file }, signal, { onProgress })
  }

  prepareCall(state: CallState, { signal, onProgress, persist = true }: PrepareOptions) {
    return this.#link.ask('prepareCall', { state, persist }, signal, { onProgress })
  }

  talk({ onText, onPrefill, ...input }: TalkRequest, signal: AbortSignal) {
    return this.#link.ask('talk', input, signal, { onText, onProgress: onPrefill })
  }

  prefill(messages: readonly ChatMessage[], signal: AbortSignal) {
    return this.#link.ask('prefill', messages, signal)
  }

  ahead(request: AheadRequest, signal: AbortSignal) {
    return this.#link.ask('ahead', request, signal)
  }

  writeCall({ onPrepare, ...request }: CallRequest, signal: AbortSignal) {
    return this.#link.ask('writeCall', request, signal, { onProgress: onPrepare })
  }

  preparePlain(state: PlainState, { signal, onProgress, persist = true }: PrepareOptions) {
    return this.#link.ask('preparePlain', { state, persist }, signal, { onProgress })
  }

  compare(request: CompareRequest, signal: AbortSignal) {
    return this.#link.ask('compare', request, signal)
  }

  renderPrompt(messages: readonly ChatMessage[], form: PromptForm = 'chat') {
    return this.#link.ask('render', { messages, form }, NEVER)
  }

  memoryBytes() {
    return this.#link.ask('memory', null, NEVER)
  }

  close() {
    return this.#link.close()
  }
}

const NEVER = new AbortController().signal

class ProcessLink {
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
      this.#child.once('error', () => {
        this.#fail()
        resolve()
      })
    })
  }

  ask<K extends OperationName>(
    op: K,
    input: Operations[K]['input'],
    signal: AbortSignal,
    listen: Partial<Pick<Waiting, 'onText' | 'onProgress'>> = {},
  ): Promise<Operations[K]['output']> {
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
      this.#child.send({ id, op, input })
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
