// Calls within a call: a tool that asks for each step is lent a way to run others. Each goes the way of any call: found among the tools
// that are on, checked, approved with the confidence of the call around it, run, and said with events of its own.
import type { StepOutcome } from '../contracts/composites.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { ToolContext } from '../contracts/tool.ts'
import type { ValidCall } from './approve-call.ts'
import { callFault } from './call-fault.ts'
import { type CallOutcome, failed } from './execute.ts'
import { wholeText } from './facts.ts'
import type { TurnPorts } from './ports.ts'

/** What the call around the steps is given. */
export interface Steps {
  readonly context: ToolContext
  /** Whether the person said no to one of them. */
  isDenied(): boolean
}

/** The context of a call; with steps, if its tool asks for each. `runOne` approves and runs. */
export function stepsOf(
  call: ValidCall,
  ports: TurnPorts,
  signal: AbortSignal,
  runOne: (step: ValidCall) => Promise<CallOutcome>,
): Steps {
  const context = { ...ports.toolContext(signal), asked: call.asked }
  if (!call.tool.asksPerStep) return { context, isDenied: () => false }
  let isDenied = false
  const run = async (step: string, name: string, args: JsonObject): Promise<StepOutcome> => {
    signal.throwIfAborted()
    const id = `${call.id}.${step}`
    const outcome = await outcomeOf(call, id, name, args, ports, runOne)
    isDenied ||= outcome.isDenied ?? false
    const { ok, result, error, said, ms } = outcome
    const what = ok ? { result: result ?? null } : { error }
    ports.emit({
      type: 'tool.finished',
      turn: call.turn,
      call: id,
      name,
      ok,
      ...what,
      say: wholeText(said),
      ms,
    })
    return outcome
  }
  return {
    context: { ...context, services: { ...context.services, steps: { run } } },
    isDenied: () => isDenied,
  }
}

async function outcomeOf(
  { turn, round, confidence }: ValidCall,
  id: string,
  name: string,
  args: JsonObject,
  ports: TurnPorts,
  runOne: (step: ValidCall) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const callable = await ports.findTool(name)
  if (callable === undefined) return failed(name, 'unknown_tool', `There is no enabled tool \`${name}\`.`)
  const { tool, detail } = callable
  if (tool.asksPerStep) return failed(name, 'nested', `${name} was not run: it has steps itself.`)
  const fault = callFault(name, args, detail)
  if (fault !== undefined) return failed(name, 'bad_arguments', fault)
  return runOne({ turn, round, confidence, id, tool, detail, arguments: args })
}
