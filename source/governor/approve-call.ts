// A call whose arguments are valid: asked about, then run, refused or only told. The person may change its arguments on
// the way, and what they made of them is checked like what the model wrote.

import type { JsonObject } from '../contracts/json.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import { type Asked, type Tool, type ToolContext, ToolFailure } from '../contracts/tool.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { stepsOf } from './call-steps.ts'
import { type Approval, type CallOutcome, checkArguments, executeTool, failed } from './execute.ts'
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
  /** Real folder that its paths begin from; undefined: it has none. */
  readonly workspace?: string
  /** What it would do changed while it was asked about: the person alone answers, and no permission in their place. */
  readonly isAgain?: true
  /** Done once the call goes through as it was shown, and not before; undefined: it goes through. */
  whenRun?(keep: () => void): void
}

/** Below this nothing runs unasked but what only reads, whatever was allowed. */
export const SURE = 0.85
/** The same where all was allowed beforehand and nobody can be asked. */
export const LIKELY = 0.5

export interface ValidCall {
  readonly turn: number
  readonly round: number
  readonly id: string
  readonly tool: Tool
  readonly detail: ToolDetail
  readonly arguments: JsonObject
  readonly confidence: number
  readonly asked?: Asked | undefined
}

const PREVIEW_MS = 5_000
/** Something that changes all the time would be asked about for ever. */
const MOST_ASKED = 3
/** Of the arguments in a sentence. */
const MOST_CHARACTERS = 300

/** Asks and runs, with the events of both; rejects only when the signal fires. */
export async function approveAndExecute(
  call: ValidCall,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { turn, round, id, tool, arguments: written } = call
  const announce = (args: JsonObject) =>
    ports.emit({ type: 'tool.called', turn, round, call: id, name: tool.name, arguments: args })
  announce(written)
  const { approval, args, keep } = await askUntilSame(call, ports, signal)
  const { allowed, isDryRun = false, reason } = approval
  const edited = args === written ? undefined : args
  if (edited !== undefined) announce(args)
  const decision = allowed || isDryRun ? approval.decision : 'denied'
  const by = approval.decision === 'policy' ? 'policy' : 'person'
  ports.emit({ type: 'approval', turn, call: id, decision, by, reason })
  if (isDryRun) {
    const told = await previewCall(tool, args, ports.toolContext(signal))
    signal.throwIfAborted()
    return dryRun(tool.name, args, told)
  }
  if (approval.failure !== undefined)
    return failed(tool.name, approval.failure.code, approval.failure.message)
  if (approval.isUnsure)
    return unsure(tool, args, reason, await previewCall(tool, args, ports.toolContext(signal)))
  if (!allowed) return { ...refused(tool.name, reason), edited, isDenied: approval.decision === 'denied' }
  keep?.()
  ports.emit({ type: 'progress', what: 'tool', done: 0, total: 0 })
  const steps = stepsOf(call, ports, signal, (step) => approveAndExecute(step, ports, signal))
  const outcome = await executeTool(tool, args, steps.context, () => ports.monotonicMs())
  return { ...outcome, edited, ...(!outcome.ok && steps.isDenied() && { isDenied: true }) }
}

interface Answered {
  readonly approval: Approval
  /** As the person left them. */
  readonly args: JsonObject
  /** Keeps what the answer allows for other calls. */
  readonly keep: (() => void) | undefined
}

/** Asks, and once more where what would be done is no longer what was shown. */
async function askUntilSame(call: ValidCall, ports: TurnPorts, signal: AbortSignal): Promise<Answered> {
  const { id, tool, detail, confidence, arguments: written } = call
  const shown = new Map<string, string | undefined>()
  const look = (args: JsonObject) => previewCall(tool, args, ports.toolContext(signal))
  const asked = {
    id,
    tool: withRiskOf(tool, written),
    confidence,
    workspace: ports.toolContext(signal).workspace,
    check: (args: JsonObject) => checkArguments(args, compileSchema(detail.parameters)),
    preview: async (args: JsonObject) => {
      const text = await look(args)
      shown.set(JSON.stringify(args), text)
      return text
    },
    failure: () => failureAhead(tool, written, ports.toolContext(signal)),
    widens: () => widenedBy(tool, written, ports.toolContext(signal)),
  }
  let args = written
  for (let times = 1; ; times++) {
    let keep: Answered['keep']
    const whenRun = (todo: () => void) => {
      keep = todo
    }
    const again = times > 1 && { isAgain: true as const }
    const approval = await ports.approve({ ...asked, ...again, arguments: args, whenRun }, signal)
    args = approval.arguments ?? args
    const before = shown.get(JSON.stringify(args))
    const isHeld = approval.allowed && approval.decision !== 'policy' && tool.holdsPreview === true
    if (!isHeld || before === undefined || (await look(args)) === before) return { approval, args, keep }
    signal.throwIfAborted()
    if (times === MOST_ASKED) return { approval: neverSame(call, args), args, keep: undefined }
    const message =
      times === 1
        ? `What ${tool.name} would do is no longer what was shown; look at it again.`
        : `What ${tool.name} would do changed once more; look at it again.${wayOut(call, args)}`
    ports.emit({ type: 'notice', code: 'preview_changed', message })
  }
}

function neverSame(call: ValidCall, args: JsonObject): Approval {
  const { name } = call.tool
  const message = `${name} was not run: what it would do changed each time that it was asked about.${wayOut(call, args)}`
  const failure = { code: 'changed', message }
  return { allowed: false, decision: 'policy', reason: 'not run, as it changed each time', failure }
}

/** A permission is for what the person need not look at; a call that is not sure enough is asked about all the same. */
function wayOut({ tool, confidence }: ValidCall, args: JsonObject): string {
  const value = tool.approvalKey === undefined ? '' : args[tool.approvalKey]
  const isPlain = typeof value === 'string' && /^[^`*?\p{Cc}]{0,200}$/u.test(value)
  if (!isPlain || confidence < SURE) return ' Stop what changes it first.'
  const what = `${tool.name} ${value}`.trim()
  return ` Stop what changes it, or let it run unseen: \`/approvals allow ${what}\`.`
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

/** What it would have done is told, so that the person can say it in other words. */
function unsure({ name }: Tool, args: JsonObject, reason: string, preview: string | undefined): CallOutcome {
  const outcome = failed(
    name,
    'unsure',
    `I did nothing, as I am ${reason}. Say it in other words, or use \`/call\`.`,
  )
  return { ...outcome, said: { ...outcome.said, detail: preview ?? `${name} ${shownArguments(args)}` } }
}

function shownArguments(args: JsonObject): string {
  const json = JSON.stringify(args)
  return json.length <= MOST_CHARACTERS ? json : `${json.slice(0, MOST_CHARACTERS).toWellFormed()}…`
}

/** A failure to the model, so that it does not claim what was not done. */
function dryRun(name: string, args: JsonObject, preview: string | undefined): CallOutcome {
  const shown = shownArguments(args)
  const outcome = failed(name, 'dry_run', `dry run: ${name} was not run; it would run with ${shown}.`)
  return preview === undefined ? outcome : { ...outcome, said: { ...outcome.said, detail: preview } }
}
