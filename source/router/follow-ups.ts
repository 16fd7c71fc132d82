/**
 * Messages that lean on the turn before them ("and at 20 percent?"): a second small classifier tells them from messages that
 * stand alone and from remarks, and the tool of the last call weighs in. Next: `follow-up-input.ts`, `docs/router.md`.
 */
import type { RouteCandidate } from '../contracts/router.ts'
import { createClassifier } from './classify.ts'
import { leadOf } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'

/**
 * What speaks for a tool when a message leans on the last call, as a sum of logarithms: the classifier's belief, which reads the
 * message alone, and that the call was of the same tool, or of its group. A call without arguments has nothing to change, so its
 * tool is as near as the others of its group. Fitted by likelihood on the follow-ups of 31 tools (`docs/router.md`).
 */
const BELIEF = 0.8
const SAME_TOOL = 5.5
const SAME_GROUP = 3
const LEAST_BELIEF = 0.0003

/** Says whether a message leans on the last call, as log-odds. */
export function createLeaning(model: RouterModel): (message: string) => number {
  const classifier = createClassifier(model)
  return (message) => leadOf(classifier.score(message), model.calibration).lead
}

/**
 * Shares of `tools` (sum 1) for a message that leans on a call of `last`; `belief` is what the classifier says of the message
 * alone (sum at most 1), `takesArguments` whether a call of `last` has any.
 */
export function shareAfter(
  last: string,
  tools: readonly string[],
  belief: (tool: string) => number,
  groupOf: (tool: string) => string | undefined,
  takesArguments = true,
): readonly RouteCandidate[] {
  const nearness = (tool: string) => {
    if (tool === last) return takesArguments ? SAME_TOOL : SAME_GROUP
    return groupOf(tool) === groupOf(last) ? SAME_GROUP : 0
  }
  const weights = tools.map((tool) =>
    Math.exp(BELIEF * Math.log(belief(tool) + LEAST_BELIEF) + nearness(tool)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return tools.map((tool, at) => ({ tool, score: (weights[at] ?? 0) / total }))
}
