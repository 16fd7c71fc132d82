// One call from its name to its outcome: arguments, checks, approval, execution, and the events of each.
import type { ChatMessage, TokenUsage } from '../contracts/engine.ts'
import { type JsonObject, type JsonSchema, parseJsonObject } from '../contracts/json.ts'
import { compileSchema } from '../lib/json-schema.ts'
import { approveAndExecute } from './approve-call.ts'
import { type CallOutcome, checkArguments, failed } from './execute.ts'
import { wholeText } from './facts.ts'
import type { CallableTool, TurnInput, TurnPorts } from './ports.ts'

/** A call that was tried, with what `/why` shows of it. */
export interface RunCall {
  readonly outcome: CallOutcome
  readonly usage: TokenUsage | undefined
  readonly prompt: readonly ChatMessage[] | undefined
  readonly text: string | undefined
  /** When its arguments were complete, monotonic milliseconds. */
  readonly writtenAt: number
}

interface Wanted {
  readonly name: string
  readonly arguments?: JsonObject
}

interface Written {
  readonly arguments: JsonObject | undefined
  readonly usage?: TokenUsage
  readonly prompt?: readonly ChatMessage[]
  readonly text?: string
}

const MOST_ARGUMENT_TOKENS = 400

/** Runs the call; only an abort and a failing engine throw. */
export async function runCall(
  input: TurnInput,
  ports: TurnPorts,
  round: number,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<RunCall> {
  const callable = await ports.findTool(wanted.name)
  const id = `${input.turn}.${round}`
  if (callable === undefined) {
    const nearest = ports.nearestTool(wanted.name)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    return finish(
      input,
      ports,
      id,
      failed(wanted.name, 'unknown_tool', `There is no enabled tool \`${wanted.name}\`.${hint}`),
      {
        arguments: undefined,
      },
    )
  }
  const written = await writeCall(input, ports, callable, wanted, signal)
  const writtenAt = ports.monotonicMs()
  const outcome = await checkAndExecute(input, ports, callable, id, round, written, signal)
  return finish(input, ports, id, outcome, written, writtenAt)
}

async function writeCall(
  input: TurnInput,
  ports: TurnPorts,
  { tool, detail }: CallableTool,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Written> {
  if (wanted.arguments !== undefined) return { arguments: readCaptured(wanted.arguments, detail.parameters) }
  if (Object.keys(detail.parameters.properties ?? {}).length === 0) return { arguments: {} }
  if (ports.engine === undefined) return { arguments: undefined }
  ports.emit({ type: 'progress', what: 'call', done: 0, total: 0 })
  const state = ports.buildCallState(tool.name, detail)
  const result = await ports.engine.writeCall(
    {
      state,
      message: input.message,
      opening: '',
      parameters: detail.parameters,
      maxTokens: MOST_ARGUMENT_TOKENS,
      onPrepare: (done, total) =>
        ports.emit(
          done < total
            ? { type: 'progress', what: 'states', done, total }
            : { type: 'progress', what: 'call', done: 0, total: 0 },
        ),
    },
    signal,
  )
  const prompt: readonly ChatMessage[] = [...state.messages, { role: 'user', text: input.message }]
  const args = result.cut ? undefined : parseJsonObject(result.text)
  return { arguments: args, usage: result.usage, prompt, text: result.text }
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

async function checkAndExecute(
  input: TurnInput,
  ports: TurnPorts,
  { tool, detail }: CallableTool,
  id: string,
  round: number,
  written: Written,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const args = written.arguments
  if (args === undefined) {
    return failed(
      tool.name,
      'no_arguments',
      `The arguments of ${tool.name} could not be written from this message.`,
    )
  }
  const fault = checkArguments(args, compileSchema(detail.parameters))
  if (fault !== undefined) return failed(tool.name, 'bad_arguments', `${tool.name} was not called: ${fault}`)
  return approveAndExecute({ turn: input.turn, round, id, tool, detail, arguments: args }, ports, signal)
}

function finish(
  input: TurnInput,
  ports: TurnPorts,
  call: string,
  outcome: CallOutcome,
  written: Written,
  writtenAt = ports.monotonicMs(),
): RunCall {
  const { name, ok, result, error, said, ms } = outcome
  ports.emit({
    type: 'tool.finished',
    turn: input.turn,
    call,
    name,
    ok,
    ...(ok ? { result } : { error }),
    say: wholeText(said),
    ms,
  })
  return { outcome, usage: written.usage, prompt: written.prompt, text: written.text, writtenAt }
}
