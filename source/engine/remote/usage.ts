// What a request cost in tokens, by the server's own count, else estimated. Pure.
import type { ChatMessage, TokenUsage } from '../../contracts/engine.ts'
import type { Counts } from './completion.ts'
import { estimateTokens } from './token-counts.ts'

/** A server that does not tell what it had in its cache evaluated all of the prompt, as far as anybody knows. */
export function usageOf(counts: Counts, messages: readonly ChatMessage[], written: string): TokenUsage {
  const prompt = counts.prompt ?? messages.reduce((sum, one) => sum + estimateTokens(one.text), 0)
  const reused = Math.min(prompt, counts.cached ?? 0)
  return {
    evaluated: prompt - reused,
    reused,
    generated: counts.generated ?? estimateTokens(written),
  }
}
