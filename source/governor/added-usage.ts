// Tokens of two pieces of work together. Pure.
import type { TokenUsage } from '../contracts/engine.ts'

/** The sum. */
export function addedUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    evaluated: one.evaluated + other.evaluated,
    reused: one.reused + other.reused,
    generated: one.generated + other.generated,
  }
}
