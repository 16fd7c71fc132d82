// What is known of a call before anybody is asked: that it would fail, and what it would open to other calls. The tool says both
// (`preview` and `widens` of contracts/tool.ts), changes nothing, and is not waited for long.
import type { JsonObject } from '../contracts/json.ts'
import { type Tool, type ToolContext, ToolFailure } from '../contracts/tool.ts'

/** A question that waits longer than this is asked without it. */
const LONGEST_MS = 1_000

/** The failure with which the call is bound to end; undefined: none is known. Rejects only when the signal fires. */
export async function failureAhead(
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
  limitMs = LONGEST_MS,
): Promise<ToolFailure | undefined> {
  if (tool.preview === undefined) return undefined
  try {
    await within(limitMs, context, (own) => tool.preview?.(args, own))
    return undefined
  } catch (error) {
    context.signal.throwIfAborted()
    // A bug in a preview is none of the call.
    return error instanceof ToolFailure ? error : undefined
  }
}

/** What the call opens to others, as a clause; undefined: nothing. A tool with a bug may open anything. Throws its `ToolFailure`. */
export async function widenedBy(
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
  limitMs = LONGEST_MS,
): Promise<string | undefined> {
  if (tool.widens === undefined) return undefined
  try {
    return await within(limitMs, context, (own) => tool.widens?.(args, own))
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof ToolFailure) throw error
    const reason = error instanceof Error ? error.message.replace(/[.\s]+$/, '') : String(error)
    return `what it would open cannot be told (${reason})`
  }
}

/** Asks a tool about a call, which may take so long; rejects with the sentence that it took longer, or as the tool does. */
export async function within<T>(
  limitMs: number,
  context: ToolContext,
  work: (context: ToolContext) => Promise<T> | T,
): Promise<T> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)])
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(new Error(`it took longer than ${limitMs / 1000} seconds`))
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([work({ ...context, signal }), ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
