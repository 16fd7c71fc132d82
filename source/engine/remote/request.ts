// The fields that every request for an answer has. Pure.
import type { ChatMessage } from '../../contracts/engine.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { ServerFacts } from './server-facts.ts'

/** What is not standard goes only to servers that are known to read it. */
export function requestOf(
  { kind, model }: Pick<ServerFacts, 'kind' | 'model'>,
  messages: readonly ChatMessage[],
  maxTokens: number,
): JsonObject {
  const isLlama = kind === 'llama-server'
  return {
    model,
    messages: wireMessages(messages),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens,
    ...(isLlama || kind === 'vLLM' ? { chat_template_kwargs: { enable_thinking: false } } : {}),
    ...(isLlama ? { cache_prompt: true, return_progress: true } : {}),
  }
}

export function wireMessages(messages: readonly ChatMessage[]): readonly JsonObject[] {
  return messages.map(({ role, text }) => ({ role, content: text }))
}
