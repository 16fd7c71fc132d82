// A message for a tool that is there but off. No other tool may stand in for it, and the turn must be able to say so.
import type { RouteDecision } from '../contracts/router.ts'

/** An allowed tool with this share of the other's probability may just as well be meant: then nothing is said. */
const AS_WELL = 0.5

/**
 * `masked` (no tool) with the name of the tool that is off and would have been chosen; `all` is the decision among all tools.
 * Unchanged when none would have been. Figures in `docs/router.md`.
 */
export function nameOff(
  masked: RouteDecision,
  all: RouteDecision,
  allowed: ReadonlySet<string>,
): RouteDecision {
  if (all.tool === null || allowed.has(all.tool)) return masked
  const others = all.candidates.filter(({ tool }) => allowed.has(tool)).map(({ score }) => score)
  if (Math.max(0, ...others) >= AS_WELL * all.confidence) return masked
  // Without `border`: nobody is asked about a tool that only comes second.
  return {
    tool: null,
    confidence: all.confidence,
    by: all.by,
    candidates: masked.candidates,
    off: all.tool,
  }
}
