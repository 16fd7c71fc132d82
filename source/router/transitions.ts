/** How conversations go on: which tool was needed behind a call of which, counted over the follow-ups of all tools. */
import type { FollowUp } from './examples.ts'

/** Behind a call that few follow-ups have, what all others do counts as so many of them. */
const POOLED = 2
/** A tool without follow-ups has at least this share of them. */
const LEAST_SHARE = 0.005

/** `counts[i * tools + j]`: so often tool `j` was needed behind a call of tool `i`. Calls of other tools are not counted. */
export function countTransitions(tools: readonly string[], followUps: readonly FollowUp[]): Uint16Array {
  const places = new Map(tools.map((tool, place) => [tool, place]))
  const counts = new Uint16Array(tools.length ** 2)
  for (const { last, tool } of followUps) {
    const [from, to] = [places.get(last), places.get(tool)]
    if (from === undefined || to === undefined) continue
    const at = from * tools.length + to
    counts[at] = Math.min(65_535, (counts[at] ?? 0) + 1)
  }
  return counts
}

/** Shares, 0 to 1. */
export interface Transitions {
  /** Of `tool` in all follow-ups. */
  readonly share: (tool: string) => number
  /** Of `tool` in those behind a call of `last`; `changes`: a call of `last` has arguments that a message may change. */
  readonly behind: (last: string, tool: string, changes: boolean) => number
}

/** Reads counts of `countTransitions`; where there are too few of a tool, all tools together say how often one stays with it. */
export function readTransitions(tools: readonly string[], counts: Uint16Array): Transitions {
  const places = new Map(tools.map((tool, place) => [tool, place]))
  const size = tools.length
  const sum = (found: Iterable<number>) => Array.from(found).reduce((so, count) => so + count, 0)
  const row = (from: number) => counts.subarray(from * size, (from + 1) * size)
  const all = Math.max(1, sum(counts))
  const stayed = sum(tools.map((_, at) => counts[at * size + at] ?? 0)) / all
  const shares = tools.map((_, to) => sum(tools.map((_from, from) => counts[from * size + to] ?? 0)) / all)
  const share = (tool: string) => Math.max(LEAST_SHARE, shares[places.get(tool) ?? -1] ?? 0)
  const rows = tools.map((_, from) => sum(row(from)))
  return {
    share,
    behind: (last, tool, changes) => {
      const stays = changes ? stayed : 0
      const pooled = (tool === last ? stays : 0) + (1 - stays) * share(tool)
      const [from, to] = [places.get(last), places.get(tool)]
      if (from === undefined) return pooled
      const counted = to === undefined ? 0 : (counts[from * size + to] ?? 0)
      return (counted + POOLED * pooled) / ((rows[from] ?? 0) + POOLED)
    },
  }
}
