// How sure a turn is of what it does: the probability that this tool with these arguments, or none, is right. A logistic
// model over what the router, the call lane and the checks left behind; its coefficients stand in confidence-weights.ts.
// Pure. test/benchmarks/fit-confidence.ts learns them from measured turns.
import type { Evidence } from '../contracts/confidence.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { CONFIDENCE_WEIGHTS } from './confidence-weights.ts'

export type ConfidenceWeights = Readonly<Record<keyof typeof CONFIDENCE_WEIGHTS, number>>

/** What is known as soon as a request is routed. */
export type RouteEvidence = Pick<Evidence, 'by' | 'probability' | 'margin'>

/** Nearer to 0 and 1 than this, probabilities are not told apart. */
const LEAST = 1e-4

/** The confidence of a turn, 0 to 1 in steps of 0.0001: of several requests the least sure one counts. */
export function turnConfidence(
  evidence: readonly Evidence[],
  weights: ConfidenceWeights = CONFIDENCE_WEIGHTS,
): number {
  return evidence.length === 0 ? 0 : Math.min(...evidence.map((one) => confidenceOf(one, weights)))
}

/** What the model sees of a request, by the names of its coefficients. */
export function featuresOf(evidence: Evidence): ConfidenceWeights {
  const { tool, by, probability, margin, weakest, repaired, failed, asks, leans } = evidence
  return {
    bias: 1,
    logit: logit(probability),
    margin,
    decided: Number(weakest !== undefined),
    weakest: weakest === undefined ? 0 : Math.log(Math.max(LEAST, weakest)),
    repaired: Number(repaired),
    failed: Number(failed),
    asks: Number(asks),
    leans: Number(leans),
    noTool: Number(tool === null),
    byPattern: Number(by === 'pattern'),
    byWords: Number(by === 'words'),
    byFollowUp: Number(by === 'follow-up'),
    opened: Number(by === 'opened'),
  }
}

/** The router's part. */
export function routeEvidence({ tool, confidence, by, candidates }: RouteDecision): RouteEvidence {
  return { by, probability: confidence, margin: confidence - bestOther(candidates, tool) }
}

/** Of a call that the model wrote into its answer, by what the router gave the tool. */
export function openedEvidence(tool: string, candidates: RouteDecision['candidates']): RouteEvidence {
  const probability = candidates.find((one) => one.tool === tool)?.score ?? 0
  return { by: 'opened', probability, margin: probability - bestOther(candidates, tool) }
}

/** Of a request for which nothing was written: none is needed, or the turn did not come that far. */
export function evidenceOfRoute(route: RouteEvidence, tool: string | null): Evidence {
  return { tool, ...route, repaired: false, leans: false, failed: false, asks: false }
}

function confidenceOf(evidence: Evidence, weights: ConfidenceWeights): number {
  const features = featuresOf(evidence)
  const names = Object.keys(CONFIDENCE_WEIGHTS) as (keyof ConfidenceWeights)[]
  const sum = names.reduce((so, name) => so + weights[name] * features[name], 0)
  // Steps, so that 0.85 is 0.85 and not 0.8499999.
  return Math.round(1e4 / (1 + Math.exp(-sum))) / 1e4
}

function logit(probability: number): number {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, probability))
  return Math.log(inside / (1 - inside))
}

function bestOther(candidates: RouteDecision['candidates'], tool: string | null): number {
  return Math.max(0, ...candidates.filter((one) => one.tool !== tool).map((one) => one.score))
}
