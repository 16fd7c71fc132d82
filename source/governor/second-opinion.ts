/** Adds a chat model's preference for a tool over none to what the classifier says, where that is not sure. */
import type { PreferenceWeight, RouteDecision } from '../contracts/router.ts'

/** Beyond this distance from the threshold, in log-odds, a preference hardly ever turns the decision. */
const UNSURE = 3.5

/** The tool about which a model should be asked; undefined: the decision is clear, or not the classifier's. */
export function unsureTool({ border }: RouteDecision): string | undefined {
  if (border === undefined) return undefined
  return Math.abs(border.logOdds - border.threshold) < UNSURE ? border.tool : undefined
}

/** Decides again; `preference` is the logit of the tool's name less that of none. */
export function weighPreference(
  decision: RouteDecision,
  preference: number,
  { weight, shift }: PreferenceWeight,
): RouteDecision {
  const { border, candidates } = decision
  if (border === undefined) return decision
  const logOdds = border.logOdds + weight * (preference + shift)
  const probability = 1 / (1 + Math.exp(-logOdds))
  const chosen = logOdds > border.threshold
  const turned = chosen !== (decision.tool !== null)
  return {
    tool: chosen ? border.tool : null,
    confidence: chosen ? probability : 1 - probability,
    by: turned ? 'model' : decision.by,
    candidates: candidates.map((one) => (one.tool === border.tool ? { ...one, score: probability } : one)),
    border: { ...border, logOdds, preference },
  }
}
