// The window of a server that tells none, or takes less than it told: it is learned from what it refuses.
import type { EngineInfo } from '../../contracts/engine.ts'

/** No refusal without a number makes the window smaller than this: the head has to stand in it. */
const LEAST_GUESSED_TOKENS = 512
/** Of what was refused, what is tried next where the server names no window. */
const NEXT_SHARE = 3 / 4
/** Of the window, what an answer is given at least (session/context-plan.ts keeps as much free). */
const ANSWER_SHARE = 1 / 8

export interface RefusedRequest {
  /** The window that the server named; undefined: none. */
  readonly said: number | undefined
  /** Tokens of the messages that were sent, and the longest answer that was asked for. */
  readonly sentTokens: number
  readonly maxTokens: number
}

export class ServerWindow {
  #info: EngineInfo
  #isStrict = false

  constructor(info: EngineInfo) {
    this.#info = info
  }

  get info(): EngineInfo {
    return this.#info
  }

  /** It refused a request once: from then on the room for the answer is counted in, as some servers do. */
  get isStrict(): boolean {
    return this.#isStrict
  }

  /** Longest answer that fits behind so many tokens. */
  answerTokens(promptTokens: number, maxTokens: number): number {
    const { contextTokens } = this.#info
    return Math.min(maxTokens, Math.max(shareOf(contextTokens), contextTokens - promptTokens))
  }

  /** Whether a request of so many tokens fits with the shortest answer. */
  hasRoom(promptTokens: number): boolean {
    return promptTokens + shareOf(this.#info.contextTokens) <= this.#info.contextTokens
  }

  /** Takes what a refusal says of the window; true: it is smaller now. */
  learn({ said, sentTokens, maxTokens }: RefusedRequest): boolean {
    const now = this.#info.contextTokens
    const wasStrict = this.#isStrict
    this.#isStrict = true
    const isAnswerTooLong = !wasStrict && said !== undefined && sentTokens + maxTokens > said
    const guessed = Math.max(LEAST_GUESSED_TOKENS, Math.floor(sentTokens * NEXT_SHARE))
    const tokens = said !== undefined && (said < now || isAnswerTooLong) ? said : guessed
    if (tokens >= now) return false
    this.#info = {
      ...this.#info,
      contextTokens: tokens,
      callContextTokens: Math.min(tokens, this.#info.callContextTokens),
    }
    return true
  }
}

function shareOf(windowTokens: number): number {
  return Math.floor(windowTokens * ANSWER_SHARE)
}
