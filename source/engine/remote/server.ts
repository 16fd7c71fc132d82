// One server: asks it, streams its answers, and remembers what it does not understand. pool.ts chooses among several.
import { type JsonObject, parseJsonObject } from '../../contracts/json.ts'
import type { ServerAddress } from './address.ts'
import { type Counts, errorOf, objectOf, readPiece, stringOf, type TokenGuess } from './completion.ts'
import { EndlessLine, readEvents } from './event-stream.ts'
import { type Connections, type ExchangeLimits, exchange, type Reply, readText } from './exchange.ts'
import { quoteServer, ServerFailure } from './server-failure.ts'
import { failedReply } from './status.ts'
import { behindBareThought, mayBeginInside, ThinkFilter } from './think-filter.ts'

const MOST_JSON_BYTES = 8 * 1024 * 1024
const MOST_ERROR_BYTES = 8 * 1024
/** Fields that servers may not know; one that is refused by name is left out from then on. */
const OPTIONAL = [
  'stream_options',
  'seed',
  'top_p',
  'min_p',
  'temperature',
  'logprobs',
  'chat_template_kwargs',
  'cache_prompt',
  'return_progress',
]

export interface ServerLink {
  readonly connections: Connections
  readonly limits: ExchangeLimits
  readonly key: string | undefined
}

export interface ChatListeners {
  readonly onText?: ((text: string) => void) | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** A whole answer. */
export interface Completed {
  readonly text: string
  /** What the server was made to call a function with. */
  readonly callText: string
  /** The server's own word, e.g. `stop` or `length`. */
  readonly finish: string
  readonly tokens: readonly TokenGuess[]
  readonly counts: Counts
  /** It began inside a thought, which was held back. */
  readonly beganInside: boolean
  /** From the request to the first piece of text. */
  readonly firstTextMs: number
}

export class Server {
  readonly address: ServerAddress
  readonly #link: ServerLink
  readonly #unknown = new Set<string>()
  /** Whether its answers begin inside a thought; undefined: none of them has shown it. */
  #beginsInside: boolean | undefined
  /** Requests that run now. */
  load = 0
  /** Until then others are asked first, in milliseconds of `performance.now()`. */
  downUntil = 0

  constructor(address: ServerAddress, link: ServerLink) {
    this.address = address
    this.#link = link
  }

  /** Asks for JSON; `body` undefined: by GET. Throws `ServerFailure`. */
  async ask(url: string, body: object | undefined, signal: AbortSignal): Promise<JsonObject> {
    const reply = await this.#send(url, body, signal)
    try {
      if (reply.status !== 200) throw await this.#failed(reply)
      return this.#parsed(await readText(reply, MOST_JSON_BYTES))
    } finally {
      reply.close()
    }
  }

  /** Writes an answer to `body`'s messages, streamed. `most` bounds the pieces of a server that does not. */
  async chat(body: JsonObject, most: number, listen: ChatListeners, signal: AbortSignal): Promise<Completed> {
    for (;;) {
      const startedAt = performance.now()
      const asked = Object.fromEntries(Object.entries(body).filter(([name]) => !this.#unknown.has(name)))
      const url = `${this.address.api}/chat/completions`
      const reply = await this.#send(url, this.#renamed(asked), signal, `${this.address.root}/health`)
      try {
        if (reply.status === 200) {
          const thoughts = new ThinkFilter(this.#beginsInside ?? mayBeginInside(body.model))
          return this.#withoutThought(await this.#read(reply, most, startedAt, listen, thoughts), listen)
        }
        const failure = await this.#failed(reply)
        if (failure.kind !== 'refused' || !this.#learnsFrom(failure.message, asked)) throw failure
      } finally {
        reply.close()
      }
    }
  }

  #send(url: string, body: object | undefined, signal: AbortSignal, health?: string): Promise<Reply> {
    const { key, connections, limits } = this.#link
    const question = { url, key, ...(body && { body }), ...(health && { health }) }
    return exchange(question, { connections, limits }, signal)
  }

  /** A thought that nobody expected was shown; it is not kept, and the next one is held back. */
  #withoutThought(answer: Completed, { onText }: ChatListeners): Completed {
    const rest = behindBareThought(answer.text)
    if (rest !== undefined) this.#beginsInside = true
    // Arguments that were held to a schema show nothing of it.
    else if (onText !== undefined && answer.finish === 'stop') this.#beginsInside ??= answer.beganInside
    return rest === undefined ? answer : { ...answer, text: rest }
  }

  async #read(
    reply: Reply,
    most: number,
    startedAt: number,
    listen: ChatListeners,
    thoughts: ThinkFilter,
  ): Promise<Completed> {
    const reader = { text: '', callText: '', finish: '', pieces: 0, firstTextMs: 0 }
    const tokens: TokenGuess[] = []
    let counts: Counts = {}
    const say = (text: string) => {
      if (text === '') return
      if (reader.text === '') reader.firstTextMs = performance.now() - startedAt
      reader.text += text
      listen.onText?.(text)
    }
    for await (const data of this.#events(reply)) {
      if (data.trim() === '[DONE]') {
        reader.finish ||= 'stop'
        break
      }
      const piece = readPiece(this.#parsed(data))
      if (piece === undefined) throw this.#garbage(data)
      if (piece.error !== undefined) throw this.#failure('broken', `says: ${this.#quote(piece.error)}`)
      if (piece.progress !== undefined) listen.onProgress?.(piece.progress.done, piece.progress.total)
      say(thoughts.take(piece.text))
      reader.callText += piece.callText
      reader.finish ||= piece.finish ?? ''
      tokens.push(...piece.tokens)
      counts = { ...counts, ...piece.counts }
      if (piece.text !== '' && ++reader.pieces > most) {
        reader.finish = 'length'
        break
      }
    }
    if (reader.finish === '') throw this.#failure('broken', 'ended in the middle of the answer')
    say(thoughts.end(reader.finish === 'length'))
    return { ...reader, beganInside: thoughts.wasInside, tokens, counts }
  }

  /** The data of each event, or the one answer of a server that does not stream. */
  async *#events(reply: Reply): AsyncGenerator<string> {
    if (!reply.isStream) {
      yield await readText(reply, MOST_JSON_BYTES)
      return
    }
    try {
      yield* readEvents(reply.body())
    } catch (error) {
      throw error instanceof EndlessLine ? this.#failure('garbage', 'writes a line without an end') : error
    }
  }

  #parsed(text: string): JsonObject {
    const value = parseJsonObject(text)
    if (value === undefined) throw this.#garbage(text)
    return value
  }

  #garbage(text: string): ServerFailure {
    const begins = this.#quote(text.slice(0, 60))
    return this.#failure('garbage', `writes what is no answer${begins === '' ? '' : `: \`${begins}\``}`)
  }

  #failure(kind: 'broken' | 'garbage', clause: string): ServerFailure {
    return new ServerFailure(kind, `\`${this.address.host}\` ${clause}`)
  }

  async #failed(reply: Reply): Promise<ServerFailure> {
    const text = await readText(reply, MOST_ERROR_BYTES)
    const value = parseJsonObject(text) ?? {}
    const said =
      errorOf(value) ??
      stringOf(value.message) ??
      stringOf(value.detail) ??
      stringOf(objectOf(value.detail).msg)
    // Pages of proxies say nothing to a person; lists of broken rules do.
    const words = said ?? (value.detail === undefined ? '' : JSON.stringify(value.detail))
    return failedReply(this.address.host, reply, this.#quote(words), this.#link.key !== undefined)
  }

  #quote(text: string): string {
    return quoteServer(text, this.#link.key)
  }

  /** True when the refusal names a field that can be left out: the request is worth asking again without it. */
  #learnsFrom(message: string, asked: JsonObject): boolean {
    const named = message.includes('max_completion_tokens')
      ? 'max_tokens'
      : OPTIONAL.find((name) => name in asked && message.includes(name))
    if (named === undefined || this.#unknown.has(named) || this.#unknown.has(`!${named}`)) return false
    this.#unknown.add(named === 'max_tokens' ? '!max_tokens' : named)
    return true
  }

  /** Newer models of OpenAI know the longest answer by another name only. */
  #renamed(body: JsonObject): JsonObject {
    if (!this.#unknown.has('!max_tokens')) return body
    const { max_tokens, ...rest } = body
    return max_tokens === undefined ? rest : { ...rest, max_completion_tokens: max_tokens }
  }
}
