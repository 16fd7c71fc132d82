import type { JsonObject, JsonValue } from '../../source/contracts/json.ts'
import { type Said, type Tool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'

/** A Thursday in March, 10:24 in Berlin; nothing in it moves. */
export const someContext: ToolContext = {
  workspace: '/nowhere',
  clock: { now: () => new Date('2026-03-12T09:24:00Z'), monotonicMs: () => 0, timeZone: 'Europe/Berlin' },
  program: {
    name: 'ethervox',
    version: '0.1.0',
    model: 'small-model',
    contextTokens: 8192,
    toolsEnabled: ['file_read', 'get_time'],
  },
  signal: new AbortController().signal,
  services: {},
}

/** What a call gave: result and words, or the failure. */
export type Outcome =
  | { readonly type: 'said'; readonly result: JsonValue; readonly said: Said }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }

/** Runs a tool; a `ToolFailure` is an outcome, anything else is thrown. */
export async function call(
  tool: Tool,
  args: JsonObject,
  context: Partial<ToolContext> = {},
): Promise<Outcome> {
  try {
    const result = await tool.run(args, { ...someContext, ...context })
    return { type: 'said', result, said: tool.say(result, args) }
  } catch (error) {
    if (error instanceof ToolFailure) return { type: 'failed', code: error.code, message: error.message }
    throw error
  }
}

/** The sentence of a call, or `code: message` of its failure. */
export async function sentenceOf(
  tool: Tool,
  args: JsonObject,
  context: Partial<ToolContext> = {},
): Promise<string> {
  const outcome = await call(tool, args, context)
  return outcome.type === 'said' ? outcome.said.sentence : `${outcome.code}: ${outcome.message}`
}
