// A request for a tool that is off: a fact like a failure, told in the program's words, so that no model makes up the result.

import { failed } from './execute.ts'
import type { PlannedCall } from './plan-calls.ts'
import type { ToolOff } from './ports.ts'
import type { PreparedCall } from './prepare-call.ts'
import type { RunCall } from './run-call.ts'

const OFF = 'off'

/** What stands among the calls in its place; it has no event but its route. `round` is the number of that, `now` monotonic. */
export function offCall(
  { name, sentence }: ToolOff,
  { request }: PlannedCall,
  { turn, round, now }: { readonly turn: number; readonly round: number; readonly now: number },
): RunCall {
  const failure = failed(name, OFF, sentence)
  const call = { id: `${turn}.${round}`, round, name, route: undefined, request, writtenAt: now }
  return { ...call, ready: undefined, failure, outcome: failure, missing: [] }
}

/** Whether this is such a request. */
export function isOffCall({ failure }: PreparedCall): boolean {
  return failure?.error?.code === OFF
}
