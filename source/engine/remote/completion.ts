// What a server says of an answer, read piece by piece: every field may be missing or of another type. Pure.
import type { JsonObject, JsonValue } from '../../contracts/json.ts'

export interface TokenGuess {
  readonly token: string
  readonly logprob: number
}

/** One piece of an answer, or the whole of one that was not streamed. */
export interface Piece {
  readonly text: string
  /** Of a call that the server was made to write. */
  readonly callText: string
  readonly finish: string | undefined
  readonly tokens: readonly TokenGuess[]
  /** How far the prompt is evaluated; llama-server tells. */
  readonly progress: { readonly done: number; readonly total: number } | undefined
  readonly counts: Counts
  /** What went wrong over there. */
  readonly error: string | undefined
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
    text: stringOf(said.content) ?? '',
    callText: calls.map((call) => stringOf(objectOf(objectOf(call).function).arguments) ?? '').join(''),
    finish: stringOf(choice.finish_reason),
    tokens: tokensOf(objectOf(choice.logprobs).content),
    progress: progressOf(objectOf(value.prompt_progress)),
    counts: countsOf(objectOf(value.usage), objectOf(value.timings)),
    error,
  }
}

/** The server's own words for what went wrong: `error.message`, `error`, `message` or `detail`; undefined: none. */
export function errorOf(value: JsonObject): string | undefined {
  const { error } = value
  if (error !== undefined && error !== null)
    return stringOf(error) ?? stringOf(objectOf(error).message) ?? JSON.stringify(error)
  if (value.object === 'error') return stringOf(value.message) ?? 'error'
  return undefined
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
