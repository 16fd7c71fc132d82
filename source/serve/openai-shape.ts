// A heard turn in the shape of OpenAI's chat completions. What that has no field for stands in `ethervox`. Pure.
import type { HeardTurn } from './heard-turn.ts'

export interface Completion {
  readonly id: string
  readonly created: number
  readonly model: string
}

/** What this service adds to a completion. */
export interface Extras {
  /** How many exchanges of the request the window had no room for. */
  readonly dropped: number
}

/** All of it at once. */
export function completionOf(about: Completion, turn: HeardTurn, extras: Extras) {
  return {
    id: about.id,
    object: 'chat.completion',
    created: about.created,
    model: about.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: turn.answer ?? '', refusal: null },
        logprobs: null,
        finish_reason: finishReason(turn),
      },
    ],
    usage: usageOf(turn),
    ethervox: ethervoxOf(turn, extras),
  }
}

/** A piece of the answer; the first one names the role. */
export function chunkOf(about: Completion, text: string, isFirst: boolean) {
  return chunk(about, { ...(isFirst && { role: 'assistant' }), content: text }, null)
}

/** The last pieces: how it ended and, where it is wanted, what it took. */
export function lastChunksOf(about: Completion, turn: HeardTurn, extras: Extras, includeUsage: boolean) {
  const end = { ...chunk(about, {}, finishReason(turn)), ethervox: ethervoxOf(turn, extras) }
  return includeUsage ? [end, { ...chunk(about, {}, null), choices: [], usage: usageOf(turn) }] : [end]
}

function chunk({ id, created, model }: Completion, delta: object, reason: string | null) {
  return {
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  }
}

function finishReason({ isCut, status }: HeardTurn): string {
  return isCut || status === 'timeout' || status === 'limit' ? 'length' : 'stop'
}

function usageOf({ tokens }: HeardTurn) {
  const { evaluated = 0, reused = 0, generated = 0 } = tokens ?? {}
  return {
    prompt_tokens: evaluated + reused,
    completion_tokens: generated,
    total_tokens: evaluated + reused + generated,
    prompt_tokens_details: { cached_tokens: reused },
  }
}

function ethervoxOf({ status, source, confidence, tools, notices }: HeardTurn, { dropped }: Extras) {
  return { status, source, confidence, tools, notices, dropped }
}
