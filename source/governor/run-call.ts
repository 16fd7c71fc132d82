// A prepared call from approval to outcome, with the events of each step.
import { type CallOutcome, executeTool, failed } from './execute.ts'
import { wholeText } from './facts.ts'
import type { TurnInput, TurnPorts } from './ports.ts'
import type { PreparedCall } from './prepare-call.ts'

/** A call that was tried, with what `/why` shows of it. */
export interface RunCall extends PreparedCall {
  readonly outcome: CallOutcome
}

/** Asks for approval and runs the tool; only an abort throws. */
export async function runCall(
  input: TurnInput,
  ports: TurnPorts,
  prepared: PreparedCall,
  signal: AbortSignal,
): Promise<RunCall> {
  const outcome = prepared.failure ?? (await approveAndExecute(input, ports, prepared, signal))
  const { name, ok, result, error, said, ms } = outcome
  ports.emit({
    type: 'tool.finished',
    turn: input.turn,
    call: prepared.id,
    name,
    ok,
    ...(ok ? { result } : { error }),
    say: wholeText(said),
    ms,
  })
  return { ...prepared, outcome }
}

async function approveAndExecute(
  { turn }: TurnInput,
  ports: TurnPorts,
  { id, round, name, ready, missing }: PreparedCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  if (ready === undefined || missing.length > 0) {
    const what = missing.map((one) => one.question).join(' ')
    return failed(name, 'missing_values', `${name} was not called, a value is missing. ${what}`.trim())
  }
  const { tool } = ready.callable
  ports.emit({ type: 'tool.called', turn, round, call: id, name: tool.name, arguments: ready.arguments })
  const approval = await ports.approve({ id, tool, arguments: ready.arguments }, signal)
  const { decision, reason } = approval
  ports.emit({
    type: 'approval',
    turn,
    call: id,
    decision: approval.allowed ? decision : 'denied',
    reason,
  })
  if (!approval.allowed) return failed(tool.name, 'denied', `${tool.name} was not run: ${reason}.`)
  ports.emit({ type: 'progress', what: 'tool', done: 0, total: 0 })
  return executeTool(tool, ready.arguments, ports.toolContext(signal), () => ports.monotonicMs())
}
