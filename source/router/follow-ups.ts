/**
 * Messages that lean on the turn before them ("and at 20 percent?"): a second small classifier tells them from messages that
 * stand alone and from remarks and says which tool they mean, and the tool of the last call weighs in. Next: `follow-up-input.ts`, `docs/router.md`.
 */
import type { RouteCandidate } from '../contracts/router.ts'
import { calibrate, createClassifier } from './classify.ts'
import type { RouterModel } from './model.ts'

/**
 * What speaks for a tool when a message leans on the last call, as a sum of logarithms: what the classifier makes of the message
 * alone, what the one for follow-ups makes of it, and that the call was of the same tool, or of its group. A call without arguments
 * has nothing to change, so its tool is as near as the others of its group. Fitted by likelihood on the follow-ups of all tools, each
 * judged by classifiers that had not seen it (`docs/router.md`).
 */
const ALONE = 0.5
const LEANS = 0.7
const SAME_TOOL = 5.6
const SAME_GROUP = 2.5
const LEAST_ALONE = 0.0003
const LEAST_LEANS = 0.001

/** What the classifier for follow-ups makes of a message. */
export interface Leaning {
  /** Log-odds that it leans on the last call. */
  readonly lean: number
  /** Probability of a tool if it does; 0 for one that has no follow-ups. */
  readonly belief: (tool: string) => number
}

/** Reads messages as follow-ups. */
export function createLeaning(model: RouterModel): (message: string) => Leaning {
  const classifier = createClassifier(model)
  const places = new Map(model.tools.map((tool, place) => [tool, place]))
  return (message) => {
    const probabilities = calibrate(classifier.score(message), model.calibration)
    const none = probabilities[model.tools.length] ?? 0
    const some = Math.max(1 - none, Number.EPSILON)
    return {
      lean: Math.log(some / Math.max(none, Number.EPSILON)),
      belief: (tool) => (probabilities[places.get(tool) ?? -1] ?? 0) / some,
    }
  }
}

/**
 * Shares of `tools` (sum 1) for a message that leans on a call of `last`; `alone` is what the classifier says of the message
 * alone (sum at most 1), `leaning` what the other one says, `takesArguments` whether a call of `last` has any.
 */
export function shareAfter(
  last: string,
  tools: readonly string[],
  {
    alone,
    leaning,
  }: { readonly alone: (tool: string) => number; readonly leaning: (tool: string) => number },
  groupOf: (tool: string) => string | undefined,
  takesArguments = true,
): readonly RouteCandidate[] {
  const nearness = (tool: string) => {
    if (tool === last && takesArguments) return SAME_TOOL
    return groupOf(tool) === groupOf(last) ? SAME_GROUP : 0
  }
  const weights = tools.map((tool) =>
    Math.exp(
      ALONE * Math.log(alone(tool) + LEAST_ALONE) +
        LEANS * Math.log(leaning(tool) + LEAST_LEANS) +
        nearness(tool),
    ),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return tools.map((tool, at) => ({ tool, score: (weights[at] ?? 0) / total }))
}
