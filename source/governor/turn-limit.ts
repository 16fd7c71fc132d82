// A turn that would go on for ever.
import type { PreparedCall } from './prepare-call.ts'

/** The same call with the same arguments. */
const MOST_REPEATED = 3

export class TurnLimit extends Error {
  constructor(rounds: number) {
    super(`I stopped after ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of tool calls without an answer.`)
    this.name = 'TurnLimit'
  }
}

/** Throws where the last of `calls` was made too often. */
export function checkRepeated(calls: readonly PreparedCall[]): void {
  const last = calls.at(-1)
  const same = calls.filter((call) => last !== undefined && isSameCall(call, last)).length
  if (same > MOST_REPEATED) throw new TurnLimit(MOST_REPEATED)
}

/** The same tool with the same arguments. */
export function isSameCall(one: PreparedCall, other: PreparedCall): boolean {
  const key = (call: PreparedCall) => `${call.name} ${JSON.stringify(call.ready?.arguments)}`
  return key(one) === key(other)
}
