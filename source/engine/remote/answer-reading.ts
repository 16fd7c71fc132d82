// An answer while it comes: its pieces put together, its thoughts left out, its errors told apart. server.ts reads the wire.
import { type JsonObject, parseJsonObject } from '../../contracts/json.ts'
import { type Counts, type Piece, readPiece, type SaidError, type TokenGuess } from './completion.ts'
import type { ServerFailure } from './server-failure.ts'
import type { ThinkFilter } from './think-filter.ts'

export interface ChatListeners {
  readonly onText?: ((text: string) => void) | undefined
  /** What the model thinks, where the server tells it apart from the answer. */
  readonly onThought?: ((text: string) => void) | undefined
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

export interface ReadingOptions {
  /** When it was asked for, in milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Bounds the pieces of a server that does not. */
  readonly most: number
  readonly listen: ChatListeners
  readonly thoughts: ThinkFilter
  /** The failures of its server. */
  readonly garbage: (text: string) => ServerFailure
  readonly broken: () => ServerFailure
  readonly failed: (said: SaidError) => ServerFailure
}

export class AnswerReading {
  readonly #options: ReadingOptions
  readonly #tokens: TokenGuess[] = []
  #text = ''
  #callText = ''
  #finish = ''
  #pieces = 0
  #firstTextMs = 0
  #counts: Counts = {}
  /** Something of an answer came, at least its end. */
  #isAnswer = false
  /** The first of what came and is no part of one. */
  #strange = ''

  constructor(options: ReadingOptions) {
    this.#options = options
  }

  /** It is whole; only counts may still come. */
  get isWhole(): boolean {
    return this.#finish !== ''
  }

  /** Takes the data of an event; false: nothing more is wanted. Throws `ServerFailure`. */
  take(data: string): boolean {
    if (data.trim() === '[DONE]') {
      this.#isAnswer = true
      this.#finish ||= 'stop'
      return false
    }
    const { garbage, failed, most, listen } = this.#options
    const value = parseJsonObject(data)
    if (value === undefined) throw garbage(data)
    const piece = readPiece(value)
    if (piece?.error !== undefined) throw failed(piece.error)
    // Pings and the like are no part of the answer, nor a reason to give it up.
    if (piece === undefined) this.#strange ||= data
    else this.#add(piece, listen)
    if (isUnstreamed(value)) this.#finish ||= 'stop'
    if (this.#pieces <= most) return true
    this.#finish = 'length'
    return false
  }

  /** No more comes. Throws `ServerFailure` where that was no answer, or only its beginning. */
  end(): Completed {
    if (!this.#isAnswer) throw this.#options.garbage(this.#strange)
    if (!this.isWhole) throw this.#options.broken()
    const { thoughts } = this.#options
    this.#say(thoughts.end(this.#finish === 'length'))
    return {
      text: this.#text,
      callText: this.#callText,
      finish: this.#finish,
      tokens: this.#tokens,
      counts: this.#counts,
      beganInside: thoughts.wasInside,
      firstTextMs: this.#firstTextMs,
    }
  }

  #add(piece: Piece, { onThought, onProgress }: ChatListeners): void {
    this.#isAnswer = true
    if (piece.progress !== undefined) onProgress?.(piece.progress.done, piece.progress.total)
    if (piece.thought !== '') onThought?.(piece.thought)
    this.#say(this.#options.thoughts.take(piece.text))
    this.#callText += piece.callText
    this.#finish ||= piece.finish ?? ''
    this.#tokens.push(...piece.tokens)
    this.#counts = { ...this.#counts, ...piece.counts }
    if (piece.text !== '') this.#pieces++
  }

  #say(text: string): void {
    if (text === '') return
    if (this.#text === '') this.#firstTextMs = performance.now() - this.#options.startedAt
    this.#text += text
    this.#options.listen.onText?.(text)
  }
}

/** One answer as a whole has a message where a stream has deltas; it is whole whether or not it says why it ended. */
function isUnstreamed({ choices }: JsonObject): boolean {
  const [first] = Array.isArray(choices) ? choices : []
  return typeof first === 'object' && first !== null && 'message' in first
}
