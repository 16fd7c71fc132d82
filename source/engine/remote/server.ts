// One server: asks it, streams its answers, and remembers what it does not understand. pool.ts chooses among several.
import { type JsonObject, parseJsonObject } from '../../contracts/json.ts'
import type { ServerAddress } from './address.ts'
import { AnswerReading, type ChatListeners, type Completed, type ReadingOptions } from './answer-reading.ts'
import { errorOf, objectOf, type SaidError, stringOf } from './completion.ts'
import { EndlessLine, readEvents } from './event-stream.ts'
import { type Connections, type ExchangeLimits, exchange, type Reply, readText } from './exchange.ts'
import { quoteServer, ServerFailure } from './server-failure.ts'
import { type Blamed, failedInAnswer, failedReply } from './status.ts'
import { behindBareThought, mayBeginInside, ThinkFilter, type Within } from './think-filter.ts'

const MOST_JSON_BYTES = 8 * 1024 * 1024
/** Some servers send the whole request back with what is wrong in it. */
const MOST_ERROR_BYTES = 256 * 1024
/** Behind an answer that is whole only what it cost is waited for. */
const LONGEST_TAIL_MS = 2_000
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

export class Server {
  readonly address: ServerAddress
  readonly #link: ServerLink
  readonly #unknown = new Set<string>()
  /** Whether its answers begin inside a thought; undefined: none of them has shown it. */
  #beginsInside: Within | undefined
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
          const byName = mayBeginInside(body.model) ? 'surely' : 'not'
          const thoughts = new ThinkFilter(this.#beginsInside ?? byName)
          const answer = await this.#read(reply, { startedAt, most, listen, thoughts }, signal)
          return this.#withoutThought(answer, listen)
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

  /** A thought that nobody expected was shown; it is not kept, and the next one is held back until an answer comes without. */
  #withoutThought(answer: Completed, { onText }: ChatListeners): Completed {
    const rest = behindBareThought(answer.text)
    if (rest !== undefined) this.#beginsInside = 'maybe'
    else if (answer.beganInside) this.#beginsInside = 'surely'
    // Arguments that were held to a schema show nothing of it.
    else if (onText !== undefined && answer.finish === 'stop') this.#beginsInside = 'not'
    return rest === undefined ? answer : { ...answer, text: rest }
  }

  /** Reads until the answer is whole, and then a little longer for what it cost. */
  async #read(
    reply: Reply,
    how: Omit<ReadingOptions, 'garbage' | 'broken' | 'failed'>,
    signal: AbortSignal,
  ): Promise<Completed> {
    const reading = new AnswerReading({
      ...how,
      garbage: (text) => this.#garbage(text),
      broken: () => this.#failure('broken', 'ended in the middle of the answer'),
      failed: (said) => failedInAnswer(said, this.#blamed(said)),
    })
    const events = this.#events(reply)
    let late: AbortSignal | undefined
    for (;;) {
      if (reading.isWhole) late ??= AbortSignal.timeout(this.#link.limits.tailMs ?? LONGEST_TAIL_MS)
      const next = events.next()
      const came = await (late === undefined ? next : nextBefore(late, next))
      signal.throwIfAborted()
      if (came === undefined || came.done === true || !reading.take(came.value)) return reading.end()
    }
  }

  async *#events(reply: Reply): AsyncGenerator<string> {
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
    return failedReply(reply, this.#blamed(saidIn(text)))
  }

  #blamed(said: SaidError | undefined): Blamed {
    const quoted = this.#quote(said?.words ?? '')
    return { host: this.address.host, hasKey: this.#link.key !== undefined, said, quoted }
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

/** What comes next; undefined: nothing in time, or nothing more, which is no failure of an answer that is whole. */
function nextBefore<T>(late: AbortSignal, next: Promise<T>): Promise<T | undefined> {
  const isLate = new Promise<undefined>((resolve) => {
    if (late.aborted) resolve(undefined)
    late.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  return Promise.race([next.catch(() => undefined), isLate])
}

/** What the body of a failed reply says; undefined: nothing. */
function saidIn(text: string): SaidError | undefined {
  const value = parseJsonObject(text)
  if (value === undefined) {
    // Pages of proxies say nothing to a person.
    const isPage = text.trim() === '' || text.trimStart().startsWith('<')
    return isPage ? undefined : { words: text, status: undefined, windowTokens: undefined }
  }
  const { detail } = value
  // Lists of broken rules say something to a person.
  const words =
    stringOf(detail) ??
    stringOf(objectOf(detail).msg) ??
    (detail === undefined ? undefined : JSON.stringify(detail))
  return (
    errorOf(value) ??
    (words === undefined ? undefined : { words, status: undefined, windowTokens: undefined })
  )
}
