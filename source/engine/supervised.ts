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
export function superviseEngine(first: Engine, { restart, onRestart }: Supervision): Engine {
  let current = Promise.resolve(first)
  let closed = false
  /** Why the last one ended, where its restart failed: memory may be there for the next request. */
  let broken: string | undefined

  function startAgain(reason: string): void {
    onRestart(reason)
    broken = undefined
    const next = restart()
    next.catch(() => {
      broken = reason
    })
    current = next
  }

  /** The engine that runs or starts; whoever does not want to wait any more does not. */
  const standing = (signal: AbortSignal | undefined) =>
    signal === undefined ? current : unlessAborted(signal, current)

  async function again<T>(work: (engine: Engine) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (broken !== undefined && !closed) startAgain(broken)
    const used = current
    try {
      return await work(await standing(signal))
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.code !== 'crashed' || closed) throw error
      // Several requests may fail with one crash; only the first of them restarts.
      if (current === used) startAgain(error.message)
      return work(await standing(signal))
    }
  }

  return {
    info: first.info,
    countTokens: (texts) => again((engine) => engine.countTokens(texts)),
    prepareHead: (messages, options) =>
      again((engine) => engine.prepareHead(messages, options), options.signal),
    prepareCall: (state, options) => again((engine) => engine.prepareCall(state, options), options.signal),
    talk: (request, signal) => {
      const { onText } = request
      if (onText === undefined) return again((engine) => engine.talk(request, signal), signal)
      let handedOut = 0
      return again((engine) => {
        let written = 0
        const onlyNew = (text: string) => {
          const fresh = text.slice(Math.max(0, handedOut - written))
          written += text.length
          if (fresh === '') return
          handedOut += fresh.length
          onText(fresh)
        }
        return engine.talk({ ...request, onText: onlyNew }, signal)
      }, signal)
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
    close: async () => {
      closed = true
      await (await current.catch(() => first)).close()
    },
  }
}
