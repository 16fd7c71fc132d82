// A call before it is run: the tool is found, its arguments are written by the call lane and checked, what is missing is named.
import type { Evidence } from '../contracts/confidence.ts'
import { type ChatMessage, EngineFailure, type PromptForm, type TokenUsage } from '../contracts/engine.ts'
import { type JsonObject, type JsonSchema, parseJsonObject } from '../contracts/json.ts'
import { type EarlierCall, takesArguments } from '../contracts/manifest.ts'
import type { Act } from '../contracts/request-acts.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { openArguments } from '../lib/open-arguments.ts'
import { createTimeLeft } from '../lib/time-left.ts'
import { addedUsage } from './added-usage.ts'
import { askedOf } from './call-asked.ts'
import { callFault } from './call-fault.ts'
import { type CallOutcome, checkArguments, failed } from './execute.ts'
import { mendArguments } from './mend-arguments.ts'
import { findMissing, type MissingValue } from './missing.ts'
import type { CallableTool, TurnInput, TurnPorts } from './ports.ts'
import { sameAgain } from './same-again.ts'
import type { RouteEvidence } from './turn-confidence.ts'

const MOST_ARGUMENT_TOKENS = 400

/** What is wanted of a tool. */
export interface WantedCall {
  /** Number of its route within the turn, from 1. */
  readonly round: number
  readonly name: string
  /** How sure it is that it is meant; undefined: the person gave the call. */
  readonly route: RouteEvidence | undefined
  /** The person's words that the arguments are written from. */
  readonly request: string
  /** See `PlannedCall`. */
  readonly act?: Act | undefined
  /** Calls that the request leans on. */
  readonly earlier: readonly EarlierCall[]
  /** Arguments that are already decided. */
  readonly arguments?: JsonObject | undefined
  /** They were written already, with what is known of that. */
  readonly written?: WrittenCall | undefined
  /** The model made them up in its answer, so what stands nowhere is looked for in them, too. */
  readonly isGuess?: boolean
  /** See `PlannedCall`. */
  readonly undoes?: true | undefined
}

/** A call that is ready, or why it is not. */
export interface PreparedCall {
  readonly id: string
  readonly round: number
  readonly name: string
  /** See `WantedCall.route`. */
  readonly route: RouteEvidence | undefined
  readonly request: string
  readonly act?: Act | undefined
  /** undefined: `failure` says why. */
  readonly ready: { readonly callable: CallableTool; readonly arguments: JsonObject } | undefined
  readonly failure: CallOutcome | undefined
  /** Required values that the request does not give. */
  readonly missing: readonly MissingValue[]
  readonly usage?: TokenUsage | undefined
  /** Probability of the least sure token that the model decided, 0 to 1. */
  readonly weakest?: number | undefined
  /** What was written first broke the schema. */
  readonly repaired?: boolean
  /** It was written behind calls of the turns before. */
  readonly leans?: boolean
  /** See `PlannedCall`. */
  readonly undoes?: true | undefined
  readonly prompt?: readonly ChatMessage[] | undefined
  readonly form?: PromptForm | undefined
  readonly text?: string | undefined
  /** It is a program: names of the tables that the model was shown for it. */
  readonly tables?: readonly string[] | undefined
  /** When its arguments were complete, monotonic milliseconds. */
  readonly writtenAt: number
}

/** What is known of a call before it is run; undefined: the person gave it. */
export function evidenceOf(call: PreparedCall): Evidence | undefined {
  const { name, route, weakest, repaired = false, leans = false, ready, missing } = call
  if (route === undefined) return undefined
  const asks = missing.length > 0
  const sure = weakest === undefined ? {} : { weakest }
  return { tool: name, ...route, ...sure, repaired, leans, failed: ready === undefined, asks }
}

export type WrittenCall = Pick<
  PreparedCall,
  'usage' | 'weakest' | 'repaired' | 'prompt' | 'form' | 'text' | 'tables'
> & {
  readonly arguments: JsonObject | undefined
}

/** Only an abort and a failing engine throw. */
export async function prepareCall(
  input: TurnInput,
  ports: TurnPorts,
  wanted: WantedCall,
  signal: AbortSignal,
): Promise<PreparedCall> {
  const { round } = wanted
  const base = {
    id: `${input.turn}.${round}`,
    round,
    name: wanted.name,
    route: wanted.route,
    request: wanted.request,
    act: wanted.act,
    undoes: wanted.undoes,
  }
  const callable = await ports.findTool(wanted.name)
  if (callable === undefined) {
    const nearest = ports.nearestTool(wanted.name)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    const failure = failed(wanted.name, 'unknown_tool', `There is no enabled tool \`${wanted.name}\`.${hint}`)
    return { ...base, ready: undefined, failure, missing: [], writtenAt: ports.monotonicMs() }
  }
  const { name } = callable.tool
  const whole = await unlessTooLong(writeLeaning(input, ports, callable, wanted, signal))
  if (whole === undefined) {
    const reason = `The message is too long for a call of ${name}, which is written in a window of its own. Shorten it, name a file that holds the text, or write \`/call ${name} {…}\` yourself.`
    return {
      ...base,
      name,
      ready: undefined,
      failure: failed(name, 'too_long', reason),
      missing: [],
      writtenAt: ports.monotonicMs(),
    }
  }
  const { arguments: said, from, ...written } = whole
  const isTaught = wanted.arguments !== undefined && wanted.route?.by === 'taught'
  const isGiven = said === undefined || wanted.route === undefined || isTaught
  const source = { request: wanted.request, text: textOf(ports, from) }
  const args = isGiven ? said : await mendArguments(said, callable, source, ports, signal)
  const leans = from.earlier.length > 0
  const done = { ...base, ...written, name, leans, writtenAt: ports.monotonicMs() }
  if (args === undefined) {
    const reason = `The arguments of ${name} could not be written from this message.`
    return { ...done, ready: undefined, failure: failed(name, 'no_arguments', reason), missing: [] }
  }
  const isOpen = wanted.arguments === undefined || wanted.isGuess === true
  const missing = isOpen ? missingValues(ports, callable, from, args) : []
  const same = isOpen ? sameAgain(callable, args, from.earlier.at(-1), wanted.request) : undefined
  if (missing.length === 0 && same !== undefined) missing.push(same)
  const fault = callFault(name, args, callable.detail, wanted.route === undefined)
  if (fault !== undefined && missing.length === 0)
    return { ...done, ready: undefined, failure: failed(name, 'bad_arguments', fault), missing: [] }
  return { ...done, ready: { callable, arguments: args }, failure: undefined, missing }
}

/** undefined: the window of calls cannot hold it. */
async function unlessTooLong<T>(written: Promise<T>): Promise<T | undefined> {
  try {
    return await written
  } catch (error) {
    if (error instanceof EngineFailure && error.code === 'window') return undefined
    throw error
  }
}

function missingValues(
  ports: TurnPorts,
  { tool, detail }: CallableTool,
  wanted: WantedCall,
  args: JsonObject,
): MissingValue[] {
  return findMissing(args, { ...detail, name: tool.name }, textOf(ports, wanted))
}

/** The request, and the turns that it leans on. */
function textOf(ports: TurnPorts, { request, earlier }: WantedCall): string {
  return earlier.length === 0 ? request : ports.withBefore(request, earlier)
}

/**
 * A request that lacks a value may lean on a call of the turns before although nothing in it says so ("20 percent of it"):
 * it is written once more behind that call, before anybody is asked. A call of another group of tools has no value for it:
 * a search does not look in the folder `17 * 23`.
 */
async function writeLeaning(
  input: TurnInput,
  ports: TurnPorts,
  callable: CallableTool,
  wanted: WantedCall,
  signal: AbortSignal,
): Promise<WrittenCall & { readonly from: WantedCall }> {
  const alone = await writeValid(ports, callable, wanted, signal)
  const isWhole =
    wanted.arguments !== undefined ||
    alone.arguments === undefined ||
    (missingValues(ports, callable, wanted, alone.arguments).length === 0 &&
      !(input.earlier.length > 0 && hasDoubled(alone.arguments, wanted.request)))
  const group = ports.groupOf(wanted.name)
  const earlier = input.earlier.filter((call) => ports.groupOf(call.tool) === group)
  if (isWhole || wanted.earlier.length > 0 || earlier.length === 0) return { ...alone, from: wanted }
  const from = { ...wanted, earlier }
  const leaning = await writeValid(ports, callable, from, signal)
  const usage = added(alone.usage, leaning.usage)
  const isFound =
    leaning.arguments !== undefined &&
    !hasDoubled(leaning.arguments, wanted.request) &&
    missingValues(ports, callable, from, leaning.arguments).length === 0
  return isFound ? { ...leaning, usage, from } : { ...alone, usage, from: wanted }
}

/** One word of the request that became two values: "grep WARN" names no folder. */
function hasDoubled(args: JsonObject, request: string): boolean {
  const texts = Object.values(args).flatMap((value) => (typeof value === 'string' ? value.toLowerCase() : []))
  const said = request.toLowerCase()
  return texts.some(
    (text, at) => text !== '' && texts.indexOf(text) < at && said.indexOf(text) === said.lastIndexOf(text),
  )
}

/** Writes the arguments; one that breaks a rule of the schema is written once more, with the rule. */
async function writeValid(
  ports: TurnPorts,
  callable: CallableTool,
  wanted: WantedCall,
  signal: AbortSignal,
): Promise<WrittenCall> {
  const { parameters } = callable.detail
  if (wanted.written !== undefined) return wanted.written
  if (wanted.arguments !== undefined) return { arguments: readCaptured(wanted.arguments, parameters) }
  if (!takesArguments(callable.detail)) return { arguments: {} }
  const written = await writeArguments(ports, callable, wanted, '', signal)
  const fault = written.arguments && checkArguments(written.arguments, compileSchema(parameters))
  if (fault === undefined) return written
  const again = await writeArguments(
    ports,
    callable,
    wanted,
    `\n(${written.text} is not allowed: ${fault})`,
    signal,
  )
  const usage = added(written.usage, again.usage)
  return { ...(again.arguments === undefined ? written : again), usage, repaired: true }
}

async function writeArguments(
  ports: TurnPorts,
  { tool, detail }: CallableTool,
  wanted: WantedCall,
  note: string,
  signal: AbortSignal,
): Promise<WrittenCall> {
  const { state, examples, request, ...asked } = askedOf(ports, tool.name, detail, wanted)
  const message = asked.message + note
  const leans = wanted.earlier.length > 0
  // Nothing is left to write, so no model is asked, and none needs to have read the tool.
  if (!leans && openArguments(detail.parameters, request, false).length === 0) return { arguments: {} }
  if (ports.engine === undefined) return { arguments: undefined }
  ports.emit({ type: 'progress', what: 'call', done: 0, total: 0 })
  const left = createTimeLeft(ports.monotonicMs)
  const result = await ports.engine.writeCall(
    {
      state,
      examples,
      message,
      ...(leans || note !== '' ? { latest: request } : {}),
      opening: '',
      parameters: detail.parameters,
      maxTokens: MOST_ARGUMENT_TOKENS,
      onPrepare: (done, total) =>
        ports.emit(
          done < total
            ? { type: 'progress', what: 'states', text: tool.name, done, total, leftS: left(done, total) }
            : { type: 'progress', what: 'call', done: 0, total: 0 },
        ),
    },
    signal,
  )
  const prompt: readonly ChatMessage[] = [...state.messages, ...examples, { role: 'user', text: message }]
  const args = result.cut ? undefined : parseJsonObject(result.text)
  // What the request leaves no choice about says nothing of how sure the model is.
  const weakest = result.usage.generated === 0 ? undefined : result.weakest
  return { arguments: args, usage: result.usage, weakest, prompt, form: state.form, text: result.text }
}

/** Text that a pattern captured, as the schema's types read it: `1,850` is a number where one is wanted, else it stays text. */
function readCaptured(args: JsonObject, schema: JsonSchema): JsonObject {
  const known = Object.keys(schema.properties ?? {})
  const inOrder = Object.entries(args).sort(([a], [b]) => known.indexOf(a) - known.indexOf(b))
  const read = inOrder.map(([name, value]) => {
    const type = schema.properties?.[name]?.type
    if (typeof value !== 'string' || (type !== 'number' && type !== 'integer')) return [name, value]
    const number = Number(value.replace(/,(?=\d{3}(?!\d))/g, ''))
    return [name, Number.isFinite(number) && value.trim() !== '' ? number : value]
  })
  return Object.fromEntries(read)
}

function added(one: TokenUsage | undefined, other: TokenUsage | undefined): TokenUsage | undefined {
  return one === undefined || other === undefined ? (other ?? one) : addedUsage(one, other)
}
