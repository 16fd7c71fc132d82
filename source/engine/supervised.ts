// An engine that survives the end of its process: it is started once more, and what was asked is asked again.
// The lanes are empty then, so the conversation is evaluated again by the next request that needs it.
import { type Engine, EngineFailure } from '../contracts/engine.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'

export interface Supervision {
  /** Loads the same model anew. */
  readonly restart: () => Promise<Engine>
  /** Told before the restart, with the reason in words. */
  readonly onRestart: (reason: string) => void
}

/**
 * Wraps `first`; a request that fails with `crashed` is repeated once on a restarted engine, then fails for good.
 * Of a repeated answer only what goes beyond the text that was handed out before the crash is handed out.
 */
export function superviseEngine(first: Engine, supervision: Supervision): Engine {
  const running = new RunningEngine(first, supervision)
  const again = running.again.bind(running)
  return {
    info: first.info,
    countTokens: (texts) => again((engine) => engine.countTokens(texts)),
    prepareHead: (messages, options) =>
      again((engine) => engine.prepareHead(messages, options), options.signal),
    prepareCall: (state, options) => again((engine) => engine.prepareCall(state, options), options.signal),
    talk: (request, signal) => {
      const { onText } = request
      const onNew = onText && onlyNew(onText)
      return again((engine) => engine.talk({ ...request, ...(onNew && { onText: onNew() }) }, signal), signal)
    },
    prefill: (messages, signal) => again((engine) => engine.prefill(messages, signal), signal),
    ahead: (request, signal) => again((engine) => engine.ahead(request, signal), signal),
    writeCall: (request, signal) => again((engine) => engine.writeCall(request, signal), signal),
    ...(first.callTokens && {
      callTokens: (state, calls) =>
        again(async (engine) => {
          if (engine.callTokens === undefined) throw new EngineFailure('failed', 'it gives no tokens')
          return engine.callTokens(state, calls)
        }),
    }),
    renderPrompt: (messages, form) => again((engine) => engine.renderPrompt(messages, form)),
    memoryBytes: () => again((engine) => engine.memoryBytes()),
    close: () => running.close(),
  }
}

/** The engine that runs or starts now. */
class RunningEngine {
  readonly #first: Engine
  readonly #supervision: Supervision
  #current: Promise<Engine>
  #closed = false
  /** Why the last one ended, where its restart failed: memory may be there for the next request. */
  #broken: string | undefined

  constructor(first: Engine, supervision: Supervision) {
    this.#first = first
    this.#supervision = supervision
    this.#current = Promise.resolve(first)
  }

  /** Whoever does not want to wait any more does not, also while it starts. */
  async again<T>(work: (engine: Engine) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#broken !== undefined && !this.#closed) this.#restart(this.#broken)
    const used = this.#current
    const standing = () => (signal === undefined ? this.#current : unlessAborted(signal, this.#current))
    try {
      return await work(await standing())
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.code !== 'crashed' || this.#closed) throw error
      // Several requests may fail with one crash; only the first of them restarts.
      if (this.#current === used) this.#restart(error.message)
      return work(await standing())
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await (await this.#current.catch(() => this.#first)).close()
  }

  #restart(reason: string): void {
    this.#supervision.onRestart(reason)
    this.#broken = undefined
    this.#current = this.#supervision.restart()
    this.#current.catch(() => {
      this.#broken = reason
    })
  }
}

/** For each try a listener that hands out what no try before it wrote. */
function onlyNew(onText: (text: string) => void): () => (text: string) => void {
  let handedOut = 0
  return () => {
    let written = 0
    return (text) => {
      const fresh = text.slice(Math.max(0, handedOut - written))
      written += text.length
      if (fresh === '') return
      handedOut += fresh.length
      onText(fresh)
    }
  }
}
