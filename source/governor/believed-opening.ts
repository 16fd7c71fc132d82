// Which calls that a model opens in its answer are believed. Pure.
import type { RouteCandidate } from '../contracts/router.ts'
import type { TurnInput } from './ports.ts'
import type { RunCall } from './run-call.ts'

/**
 * The tool that an opening names. It counts only with the name of an enabled tool that the router gives at least the floor, of
 * the search, or of what it found.
 */
export function believedOpening(
  name: string,
  candidates: readonly RouteCandidate[],
  calls: readonly RunCall[],
  { openingFloor, search }: TurnInput,
): string | undefined {
  const wanted = bareName(name)
  const candidate = candidates.find(({ tool }) => bareName(tool) === wanted)
  if (candidate !== undefined && candidate.score >= openingFloor) return candidate.tool
  const found = calls.flatMap(toolsFound)
  return (search === undefined ? found : [search, ...found]).find((one) => bareName(one) === wanted)
}

function toolsFound({ ready, outcome }: RunCall): readonly string[] {
  return outcome.result === undefined ? [] : (ready?.callable.tool.finds?.(outcome.result) ?? [])
}

/** `getTime`, `get-time` and `get_time` are one name. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '')
}
