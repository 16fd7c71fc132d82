// Runs one call: checks its arguments, runs the tool with a time limit, and what the policy alone allows. Every way that it can
// go wrong comes back as a result in one shape, never as an exception.

import type { ApprovalPolicy } from '../contracts/approval.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Decision } from '../contracts/session.ts'
import { type Risk, type Said, type Tool, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import type { Broken } from '../lib/json-schema.ts'

const TOOL_MS = 30_000

export interface CallOutcome {
  readonly name: string
  readonly ok: boolean
  readonly result?: JsonValue
  readonly error?: { readonly code: string; readonly message: string }
  readonly said: Said
  readonly ms: number
  /** The arguments as the person edited them; undefined: as they were. */
  readonly edited?: JsonObject
  /** The person said no to it. */
  readonly isDenied?: boolean
}

/** What the person's settings or the person say of a call. */
export interface Approval {
  readonly allowed: boolean
  readonly decision: Decision | 'policy'
  readonly reason: string
  /** The arguments as the person edited them; undefined: as they were. */
  readonly arguments?: JsonObject
  /** Refused because it is likely not what was meant: what it would do is told. */
  readonly isUnsure?: boolean
  /** Not refused: what would happen is told, and nothing is run. */
  readonly isDryRun?: boolean
  /** Nobody was asked, because it is bound to fail with this. */
  readonly failure?: { readonly code: string; readonly message: string }
}

/** What the policy alone decides; undefined: the person has to be asked. */
export function decideByPolicy(policy: ApprovalPolicy, risk: Risk): Approval | undefined {
  const allowed =
    policy === 'all' || (policy !== 'none' && risk === 'read') || (policy === 'write' && risk === 'write')
  if (allowed) return { allowed: true, decision: 'policy', reason: `${risk} tools run (--approve ${policy})` }
  if (policy === 'ask') return undefined
  return { allowed: false, decision: 'policy', reason: `${risk} tools do not run (--approve ${policy})` }
}

/** The arguments as they stand if they keep the schema, else the broken rules in one sentence. */
export function checkArguments(
  args: JsonObject,
  validate: (value: unknown) => readonly Broken[],
): string | undefined {
  const broken = validate(args)
  return broken.length === 0 ? undefined : broken.map((one) => one.message).join(' ')
}

/** Runs a tool whose arguments are valid and approved; rejects only when the signal of `context` fires. */
export async function executeTool(
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
  monotonicMs: () => number,
  limitMs = tool.longestMs ?? TOOL_MS,
): Promise<CallOutcome> {
  context.signal.throwIfAborted()
  const startedAt = monotonicMs()
  const timeout = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([context.signal, timeout])
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const result = await Promise.race([tool.run(args, { ...context, signal }), stopped.promise])
    return { name: tool.name, ok: true, result, said: tool.say(result, args), ms: monotonicMs() - startedAt }
  } catch (error) {
    context.signal.throwIfAborted()
    const ms = monotonicMs() - startedAt
    if (timeout.aborted)
      return failed(tool.name, 'timeout', `${tool.name} did not finish within ${limitMs / 1000} seconds.`, ms)
    if (error instanceof ToolFailure) return failed(tool.name, error.code, error.message, ms)
    return failed(
      tool.name,
      'failed',
      `${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      ms,
    )
  } finally {
    // A signal with a listener is held until its time is over, and the whole turn with it.
    signal.removeEventListener('abort', stop)
  }
}

/** A failure in the one shape that all of them have. */
export function failed(name: string, code: string, message: string, ms = 0): CallOutcome {
  return { name, ok: false, error: { code, message }, said: { sentence: message }, ms }
}
