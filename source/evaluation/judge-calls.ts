// Were the right tools called with the right arguments, and where did it go wrong? Read off a turn's events. Pure but for
// tools that are run to compare their results.
import type { SessionEvent } from '../contracts/event.ts'
import type { EvalTurn } from './cases.ts'
import { callsMatch, type MadeCall, matcherOf, type SameResult } from './match-arguments.ts'

/** Where a turn went wrong: the wrong tool was best; the best was right and another thing was done; and so on. */
export type Gate = 'route' | 'choice' | 'clarify' | 'arguments' | 'approval' | 'execution'

/** What was called, and whether that was right. */
export interface Right {
  readonly called: string | null
  readonly rightTool: boolean
  readonly rightArguments: boolean
}

/** Compares the calls of a turn with what had to come; `finished` is the tool that ended first, called or not. */
export async function judgeCalls(
  turn: EvalTurn,
  calls: readonly MadeCall[],
  finished: string | null,
  askedBack: boolean,
  sameResult: SameResult,
): Promise<Right> {
  const names = calls.map((call) => call.name)
  const first = names[0] ?? finished
  const matches = matcherOf(turn, sameResult)
  if (turn.missing !== undefined) {
    const isRight = askedBack && calls.length === 0
    return { called: first, rightTool: isRight, rightArguments: isRight }
  }
  if (turn.calls !== undefined) {
    const [called, wanted] = [namesOf(names), namesOf(turn.calls.map((call) => call.tool))]
    const rightTool = called === wanted
    const rightArguments = rightTool && (await callsMatch(turn.calls, calls, matches))
    return { called: called ?? finished, rightTool, rightArguments }
  }
  // A tool that asked for something was not called.
  const called = askedBack && names.length === 0 ? null : first
  const rightTool = called === turn.tool || (called !== null && (turn.anyOf?.includes(called) ?? false))
  const isMatch = async () => turn.tool === null || (await matches(turn, calls[0]?.arguments ?? {}))
  return { called, rightTool, rightArguments: rightTool && (await isMatch()) }
}

/** Names in one text, in the order of the alphabet; null: none. */
export function namesOf(names: readonly string[]): string | null {
  return names.length === 0 ? null : [...names].sort().join(' + ')
}

/** Where the turn went wrong; undefined: nowhere. */
export function gateOf(
  turn: EvalTurn,
  events: readonly SessionEvent[],
  { rightTool, rightArguments }: Right,
  askedBack: boolean,
): Gate | undefined {
  if (turn.missing !== undefined) return rightTool ? undefined : 'clarify'
  if (askedBack && turn.tool !== null) return 'clarify'
  const route = findEvent(events, 'route')
  if (!rightTool) {
    const best = route?.candidates[0]?.tool ?? null
    const isWanted = best === turn.tool || turn.calls?.some((call) => call.tool === best)
    return isWanted || (turn.tool === null && route?.tool === null) ? 'choice' : 'route'
  }
  if (!rightArguments) return 'arguments'
  const failed = allOf(events, 'tool.finished').find((one) => !one.ok)
  if (turn.tool === null || failed === undefined || turn.fails) return undefined
  return ['denied', 'unsure'].includes(failed.error?.code ?? '') ? 'approval' : 'execution'
}

/** Every event of a type. */
export function allOf<T extends SessionEvent['type']>(
  events: readonly SessionEvent[],
  type: T,
): readonly Extract<SessionEvent, { type: T }>[] {
  return events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
}

/** The first event of a type. */
export function findEvent<T extends SessionEvent['type']>(
  events: readonly SessionEvent[],
  type: T,
): Extract<SessionEvent, { type: T }> | undefined {
  return allOf(events, type)[0]
}
