// A call whose arguments are valid: asked about, then run, refused or only told. The person may change its arguments on
// the way, and what they made of them is checked like what the model wrote.

import type { JsonObject } from '../contracts/json.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import { type Tool, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { stepsOf } from './call-steps.ts'
import { type CallOutcome, checkArguments, executeTool, failed } from './execute.ts'
import { failureAhead, widenedBy, within } from './look-ahead.ts'
import type { TurnPorts } from './ports.ts'

/** A call as whoever approves it sees it. */
export interface AskedCall {
  readonly id: string
  readonly tool: Tool
  readonly arguments: JsonObject
  /** Probability, 0 to 1, that this call is what the person means. */
  readonly confidence: number
  /** Which rules other arguments would break, in one sentence; undefined: none. */
  check(args: JsonObject): string | undefined
  /** What the call would do with these arguments, if the tool can say; never rejects. */
  preview(args: JsonObject): Promise<string | undefined>
  /** Why the call is bound to fail as it is written: then nobody is asked. Rejects only when the turn ends. */
  failure(): Promise<ToolFailure | undefined>
  /** What it opens to other calls, as a clause; undefined: nothing. Throws `ToolFailure` as running it would. */
  widens(): Promise<string | undefined>
}

export interface ValidCall {
  readonly turn: number
  readonly round: number
  readonly id: string
  readonly tool: Tool
  readonly detail: ToolDetail
  readonly arguments: JsonObject
  readonly confidence: number
}

const PREVIEW_MS = 5_000
/** Of the arguments in a sentence. */
const MOST_CHARACTERS = 300

/** Asks and runs, with the events of both; rejects only when the signal fires. */
export async function approveAndExecute(
  call: ValidCall,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { turn, round, id, tool, detail } = call
  const announce = (args: JsonObject) =>
    ports.emit({ type: 'tool.called', turn, round, call: id, name: tool.name, arguments: args })
  announce(call.arguments)
  const shown = new Map<string, string | undefined>()
  const look = (args: JsonObject) => previewCall(tool, args, ports.toolContext(signal))
  const preview = async (args: JsonObject) => {
    const text = await look(args)
    shown.set(JSON.stringify(args), text)
    return text
  }
  const check = (args: JsonObject) => checkArguments(args, compileSchema(detail.parameters))
  const { confidence, arguments: written } = call
  const asked = withRiskOf(tool, written)
  const failure = () => failureAhead(tool, written, ports.toolContext(signal))
  const widens = () => widenedBy(tool, written, ports.toolContext(signal))
  const ask = (args: JsonObject) =>
    ports.approve({ id, tool: asked, arguments: args, confidence, check, preview, failure, widens }, signal)
  let approval = await ask(written)
  let args = approval.arguments ?? written
  const isOther = async () => {
    const before = shown.get(JSON.stringify(args))
    return tool.holdsPreview === true && before !== undefined && (await look(args)) !== before
  }
  while (approval.allowed && approval.decision !== 'policy' && (await isOther())) {
    signal.throwIfAborted()
    const message = `What ${tool.name} would do is no longer what was shown; look at it again.`
    ports.emit({ type: 'notice', code: 'preview_changed', message })
    approval = await ask(args)
    args = approval.arguments ?? args
  }
  const { allowed, isDryRun = false, reason } = approval
  const edited = args === written ? undefined : args
  if (edited !== undefined) announce(args)
  const decision = allowed || isDryRun ? approval.decision : 'denied'
  const by = approval.decision === 'policy' ? 'policy' : 'person'
  ports.emit({ type: 'approval', turn, call: id, decision, by, reason })
  if (isDryRun) {
    const told = await look(args)
    signal.throwIfAborted()
    return dryRun(tool.name, args, told)
  }
  if (approval.failure !== undefined)
    return failed(tool.name, approval.failure.code, approval.failure.message)
  if (!allowed) return { ...refused(tool.name, reason), edited, isDenied: approval.decision === 'denied' }
  ports.emit({ type: 'progress', what: 'tool', done: 0, total: 0 })
  const steps = stepsOf(call, ports, signal, (step) => approveAndExecute(step, ports, signal))
  const outcome = await executeTool(tool, args, steps.context, () => ports.monotonicMs())
  return { ...outcome, edited, ...(!outcome.ok && steps.isDenied() && { isDenied: true }) }
}

/** How a turn ends that came to its answer: the person said no and nothing else was done, or well. */
export function endingOf(outcomes: readonly CallOutcome[]): 'success' | 'user_denied' {
  const isDenied = outcomes.some((outcome) => outcome.isDenied) && !outcomes.some((outcome) => outcome.ok)
  return isDenied ? 'user_denied' : 'success'
}

/** What a call would do, in the tool's words; a tool that cannot say why not. Never rejects. */
export async function previewCall(
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
  limitMs = PREVIEW_MS,
): Promise<string | undefined> {
  if (tool.preview === undefined) return undefined
  try {
    return await within(limitMs, context, (own) => tool.preview?.(args, own))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof ToolFailure ? `It would fail: ${reason}` : `There is no preview: ${reason}.`
  }
}

/** The tool as this call is judged: with some arguments it may only read, and of one with steps each of them is judged. */
function withRiskOf(tool: Tool, args: JsonObject): Tool {
  if (tool.asksPerStep) return { ...tool, risk: 'read' }
  const harmless = Object.entries(tool.readsWhen ?? {})
  const reads = harmless.every(([name, values]) => values.some((value) => value === args[name]))
  return harmless.length > 0 && reads ? { ...tool, risk: 'read' } : tool
}

function refused(name: string, reason: string): CallOutcome {
  const end = /[.!?]$/.test(reason) ? '' : '.'
  return failed(name, 'denied', `${name} was not run: ${reason}${end}`)
}

/** A failure to the model, so that it does not claim what was not done. */
function dryRun(name: string, args: JsonObject, preview: string | undefined): CallOutcome {
  const json = JSON.stringify(args)
  const shown = json.length <= MOST_CHARACTERS ? json : `${json.slice(0, MOST_CHARACTERS).toWellFormed()}…`
  const outcome = failed(name, 'dry_run', `dry run: ${name} was not run; it would run with ${shown}.`)
  return preview === undefined ? outcome : { ...outcome, said: { ...outcome.said, detail: preview } }
}
