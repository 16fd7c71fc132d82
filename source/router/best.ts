import type { RouteCandidate } from '../contracts/router.ts'

const mostCandidates = 5

/** The most probable first, each tool once, and only so many as a decision names. */
export function best(candidates: readonly RouteCandidate[]): RouteCandidate[] {
  // A taught tool that only words knew before is known twice.
  const seen = new Set<string>()
  return candidates
    .toSorted((a, b) => b.score - a.score || (a.tool < b.tool ? -1 : 1))
    .filter(({ tool }) => !seen.has(tool) && seen.add(tool))
    .slice(0, mostCandidates)
}
