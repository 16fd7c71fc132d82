// A prepared call from approval to outcome, with the events of each step.
import { approveAndExecute } from './approve-call.ts'
import { type CallOutcome, failed } from './execute.ts'
import { wholeText } from './facts.ts'
import type { TurnInput, TurnPorts } from './ports.ts'
import { evidenceOf, type PreparedCall } from './prepare-call.ts'
import { turnConfidence } from './turn-confidence.ts'

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
  const outcome = prepared.failure ?? (await proceed(input, ports, prepared, signal))
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

async function proceed(
  { turn }: TurnInput,
  ports: TurnPorts,
  prepared: PreparedCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { id, round, name, ready, missing, request, act } = prepared
  if (ready === undefined || missing.length > 0) {
    const what = missing.map((one) => one.question).join(' ')
    return failed(name, 'missing_values', `${name} was not called, a value is missing. ${what}`.trim())
  }
  const { tool, detail } = ready.callable
  const evidence = evidenceOf(prepared)
  const confidence = evidence === undefined ? 1 : turnConfidence([evidence])
  // What the person gave as a call means what it says.
  const asked = evidence === undefined ? undefined : { request, act }
  return approveAndExecute(
    { turn, round, id, tool, detail, confidence, asked, arguments: ready.arguments },
    ports,
    signal,
  )
}

/** Calls in order; neighbours that only read stand together. */
export function sideBySide(calls: readonly PreparedCall[]): readonly (readonly PreparedCall[])[] {
  const groups: PreparedCall[][] = []
  const reads = (call: PreparedCall | undefined) => call?.ready?.callable.tool.risk === 'read'
  for (const call of calls) {
    const group = groups.at(-1)
    if (group !== undefined && reads(call) && reads(group.at(-1))) group.push(call)
    else groups.push([call])
  }
  return groups
}
