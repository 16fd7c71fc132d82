// The engine's port with OpenAI-compatible servers behind it (docs/servers.md). Weights, caches and queues are theirs: nothing is
// evaluated ahead of time here, and what is typed but not sent never leaves the program. pool.ts is next.
import {
  type AheadRequest,
  type CallRequest,
  type CallState,
  type ChatMessage,
  type Engine,
  EngineFailure,
  type EngineInfo,
  type PreparedState,
  type TalkRequest,
  type TalkResult,
  type TokenUsage,
} from '../../contracts/engine.ts'
import { type Connections, closeConnections } from './exchange.ts'
import type { Member, Members } from './members.ts'
import type { Pool } from './pool.ts'
import { requestOf, wireMessages } from './request.ts'
import type { Server } from './server.ts'
import { countOnServer, renderOnServer } from './server-facts.ts'
import { ServerFailure } from './server-failure.ts'
import { ServerWindow } from './server-window.ts'
import { ShownAnswer } from './shown-answer.ts'
import { TokenCounts } from './token-counts.ts'
import { usageOf } from './usage.ts'
import { writeCallWith } from './write-call.ts'

interface Refused {
  readonly error: unknown
  readonly fits: boolean
}

const NOTHING: TokenUsage = { evaluated: 0, reused: 0, generated: 0 }
/** What a chat template puts around a message, on the safe side. */
const MARKER_TOKENS = 6

export interface RemoteParts {
  readonly pool: Pool
  readonly members: Members
  readonly connections: Connections
  readonly info: EngineInfo
  /** Tells a person what was found out, in a sentence. */
  readonly tell: (sentence: string) => void
}

export class RemoteEngine implements Engine {
  readonly #window: ServerWindow
  readonly #tell: RemoteParts['tell']
  readonly #pool: Pool
  readonly #members: Members
  readonly #connections: Connections
  readonly #counts: TokenCounts
  readonly #closed = new AbortController()

  constructor({ pool, members, connections, info, tell }: RemoteParts) {
    this.#window = new ServerWindow(info)
    this.#tell = tell
    this.#pool = pool
    this.#members = members
    this.#connections = connections
    const count = (text: string) =>
      this.#run(this.#closed.signal, (member, signal) =>
        countOnServer(member.server, member.facts.model, text, signal),
      )
    this.#counts = new TokenCounts(info.estimatesTokens === true ? undefined : count)
  }

  /** Its windows get smaller where a server takes less than it told. */
  get info(): EngineInfo {
    return this.#window.info
  }

  countTokens(texts: readonly string[]): Promise<readonly number[]> {
    return this.#counts.count(texts)
  }

  prepareHead(messages: readonly ChatMessage[]): Promise<PreparedState> {
    return this.#standing(messages)
  }

  prepareCall(state: CallState): Promise<PreparedState> {
    return this.#standing(state.messages)
  }

  async talk(request: TalkRequest, signal: AbortSignal): Promise<TalkResult> {
    const startedAt = performance.now()
    const { messages, maxTokens, temperature, seed, onPrefill } = request
    const shown = new ShownAnswer(request.onText)
    const ask = async () => {
      const most = this.#window.isStrict
        ? this.#window.answerTokens(await this.#size(messages), maxTokens)
        : maxTokens
      const work = ({ server, facts }: Member, stop: AbortSignal) => {
        const body = { ...requestOf(facts, messages, most), temperature, seed, top_p: 0.9 }
        const listen = { onText: shown.onText, onThought: shown.onThought, onProgress: onPrefill }
        return server.chat(body, 2 * most + 64, listen, stop)
      }
      return { most, completed: await this.#run(signal, work, () => shown.hasBegun) }
    }
    const { most, completed } = await ask().catch(async (error: unknown) => {
      const refused = await this.#learnWindow(error, messages, maxTokens)
      if (!refused.fits || shown.hasBegun) throw refused.error
      // What did not fit was the room for the answer.
      return ask().catch(async (again: unknown) => {
        throw (await this.#learnWindow(again, messages, maxTokens)).error
      })
    })
    const usage = usageOf(completed.counts, messages, completed.text)
    const contextTokens = usage.evaluated + usage.reused + usage.generated
    const isFull = contextTokens + 1 >= this.info.contextTokens || most < maxTokens
    return {
      text: completed.text,
      stop: completed.finish === 'length' ? (isFull ? 'window' : 'length') : 'end',
      usage,
      firstTokenMs: completed.firstTextMs,
      totalMs: performance.now() - startedAt,
      contextTokens,
    }
  }

  async prefill(_messages: readonly ChatMessage[], signal: AbortSignal): Promise<TokenUsage> {
    signal.throwIfAborted()
    return NOTHING
  }

  async ahead(_request: AheadRequest, signal: AbortSignal): Promise<TokenUsage> {
    signal.throwIfAborted()
    return NOTHING
  }

  writeCall(request: CallRequest, signal: AbortSignal) {
    return writeCallWith((work) => this.#run(signal, work), request, signal)
  }

  /** By the server's template where it tells it, else the messages with their roles. */
  async renderPrompt(messages: readonly ChatMessage[]): Promise<string> {
    const llama = this.#members.known.find(({ facts }) => facts.kind === 'llama-server')
    const rendered =
      llama &&
      (await renderOnServer(llama.server, wireMessages(messages), this.#closed.signal).catch(() => undefined))
    return rendered ?? messages.map(({ role, text }) => `[${role}]\n${text}`).join('\n\n')
  }

  async memoryBytes(): Promise<number> {
    return 0
  }

  async close(): Promise<void> {
    this.#closed.abort(new EngineFailure('closed', 'the engine was closed'))
    closeConnections(this.#connections)
  }

  /** Nothing has to be made: the server's cache takes the head with the first message. */
  async #standing(messages: readonly ChatMessage[]): Promise<PreparedState> {
    return { source: 'ready', tokens: await this.#size(messages), ms: 0 }
  }

  async #size(messages: readonly ChatMessage[]): Promise<number> {
    const counts = await this.countTokens(messages.map((one) => one.text))
    return counts.reduce((sum, count) => sum + count + MARKER_TOKENS, 0)
  }

  /** Takes a smaller window behind a request that did not fit; `fits`: it would with a shorter answer. */
  async #learnWindow(error: unknown, messages: readonly ChatMessage[], maxTokens: number): Promise<Refused> {
    if (!(error instanceof EngineFailure) || error.code !== 'window') return { error, fits: false }
    const said = error.cause instanceof ServerFailure ? error.cause.windowTokens : undefined
    const sentTokens = await this.#size(messages)
    const isSmaller = this.#window.learn({ said, sentTokens, maxTokens })
    const tokens = this.info.contextTokens
    if (isSmaller) this.#tell(`The server's window is taken as ${tokens} tokens from now on.`)
    const next = isSmaller ? 'send the message again, it is made to fit' : '`/compact` makes room'
    const advice = `${next}; \`/clear\` begins anew, \`--context N\` takes a smaller window from the start`
    return {
      error: new EngineFailure('window', `${error.message}; ${advice}`, { cause: error.cause }),
      fits: this.#window.hasRoom(sentTokens),
    }
  }

  #run<T>(
    signal: AbortSignal,
    work: (member: Member, signal: AbortSignal) => Promise<T>,
    hasShown: () => boolean = () => false,
  ): Promise<T> {
    const stop = AbortSignal.any([signal, this.#closed.signal])
    const withServer = async (server: Server) => work(await this.#members.inRequest(server, stop), stop)
    return this.#pool.run(withServer, { signal: stop, hasShown })
  }
}
