// What a server says of an answer, read piece by piece: every field may be missing or of another type. Pure.
import type { JsonObject, JsonValue } from '../../contracts/json.ts'

export interface TokenGuess {
  readonly token: string
  readonly logprob: number
}

/** One piece of an answer, or the whole of one that was not streamed. */
export interface Piece {
  readonly text: string
  /** What it thinks, where the server tells that apart. */
  readonly thought: string
  /** Of a call that the server was made to write. */
  readonly callText: string
  readonly finish: string | undefined
  readonly tokens: readonly TokenGuess[]
  /** How far the prompt is evaluated; llama-server tells. */
  readonly progress: { readonly done: number; readonly total: number } | undefined
  readonly counts: Counts
  /** What went wrong over there. */
  readonly error: SaidError | undefined
}

/** A server's own words for what went wrong. */
export interface SaidError {
  readonly words: string
  /** As an HTTP status, where the error is not one itself but stands in an answer; undefined: it does not say. */
  readonly status: number | undefined
  /** The window that did not hold the request, where that stands beside the words. */
  readonly windowTokens: number | undefined
}

/** What the server counted; undefined: it does not say. */
export interface Counts {
  readonly prompt?: number
  readonly cached?: number
  readonly generated?: number
}

/** Reads a chunk of a stream or a whole completion; undefined: it is neither. */
export function readPiece(value: JsonObject): Piece | undefined {
  const error = errorOf(value)
  const choices = Array.isArray(value.choices) ? value.choices : undefined
  if (error === undefined && choices === undefined && value.usage === undefined) return undefined
  const choice = objectOf(choices?.[0])
  const said = objectOf(choice.delta ?? choice.message)
  const calls = Array.isArray(said.tool_calls) ? said.tool_calls : []
  return {
    text: textOf(said.content),
    thought: stringOf(said.reasoning_content) ?? stringOf(said.reasoning) ?? '',
    callText: calls.map((call) => stringOf(objectOf(objectOf(call).function).arguments) ?? '').join(''),
    finish: stringOf(choice.finish_reason),
    tokens: tokensOf(objectOf(choice.logprobs).content),
    progress: progressOf(objectOf(value.prompt_progress)),
    counts: countsOf(objectOf(value.usage), objectOf(value.timings)),
    error,
  }
}

/** `error.message`, `error`, or the `message` of what is nothing else; undefined: nothing went wrong. */
export function errorOf(value: JsonObject): SaidError | undefined {
  const { error, message, choices } = value
  const isNone = error === undefined || error === null || error === false || error === ''
  if (isNone && value.object !== 'error' && (typeof message !== 'string' || choices !== undefined))
    return undefined
  const about = isNone ? value : objectOf(error)
  return {
    words:
      stringOf(error) ||
      stringOf(about.message) ||
      (isNone || error === true ? 'error' : JSON.stringify(error)),
    status: statusOf(about),
    windowTokens: countOf(about.n_ctx),
  }
}

function statusOf({ code, type }: JsonObject): number | undefined {
  const status = Number(typeof code === 'string' && /^\d{3}$/.test(code) ? code : (countOf(code) ?? 0))
  if (status >= 400 && status < 600) return status
  return type === 'invalid_request_error' ? 400 : undefined
}

/** A text, or the texts among its parts. */
function textOf(content: JsonValue | undefined): string {
  if (!Array.isArray(content)) return stringOf(content) ?? ''
  return content.map((part) => stringOf(part) ?? stringOf(objectOf(part).text) ?? '').join('')
}

/** OpenAI's and vLLM's `usage`; llama-server's `timings` say what was reused where `usage` does not. */
function countsOf(usage: JsonObject, timings: JsonObject): Counts {
  const evaluated = countOf(timings.prompt_n)
  const cached = countOf(objectOf(usage.prompt_tokens_details).cached_tokens) ?? countOf(timings.cache_n)
  const prompt =
    countOf(usage.prompt_tokens) ?? (evaluated === undefined ? undefined : evaluated + (cached ?? 0))
  const generated = countOf(usage.completion_tokens) ?? countOf(timings.predicted_n)
  const reused =
    cached ?? (prompt !== undefined && evaluated !== undefined ? Math.max(0, prompt - evaluated) : undefined)
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(reused === undefined ? {} : { cached: reused }),
    ...(generated === undefined ? {} : { generated }),
  }
}

function tokensOf(content: JsonValue | undefined): readonly TokenGuess[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((one) => {
    const { token, logprob } = objectOf(one)
    return typeof token === 'string' && typeof logprob === 'number' ? [{ token, logprob }] : []
  })
}

function progressOf({ total, processed }: JsonObject): Piece['progress'] {
  const all = countOf(total)
  const done = countOf(processed)
  return all === undefined || done === undefined ? undefined : { done, total: all }
}

/** The object, or an empty one. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function stringOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function countOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
