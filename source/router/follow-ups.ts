/**
 * Messages that lean on the turn before them ("and at 20 percent?"): a second small classifier tells them from messages that
 * stand alone and from remarks, and the tool of the last call weighs in. Next: `train-follow-ups.ts`, `docs/router.md`.
 */
import type { RouteCandidate } from '../contracts/router.ts'
import { calibrate, createClassifier } from './classify.ts'
import { leadOf } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'

/**
 * What speaks for a tool when a message leans on the last call, as a sum of logarithms: the classifier's belief, which reads the
 * message alone, and that the call was of the same tool, or of its group. Fitted by likelihood on the 287 follow-ups of the
 * built-in tools (`docs/router.md`): right tool 83 %, belief alone 74 %, the same tool always 55 %.
 */
const BELIEF = 0.8
const SAME_TOOL = 4
const SAME_GROUP = 1.5
const LEAST_BELIEF = 0.0003

/** Says how probably a message leans on the last call; 0 where its own threshold is not reached. */
export function createLeaning(model: RouterModel): (message: string) => number {
  const classifier = createClassifier(model)
  return (message) => {
    const found = classifier.score(message)
    if (leadOf(found, model.calibration).lead <= model.calibration.threshold) return 0
    return calibrate(found, model.calibration)[0] ?? 0
  }
}

/**
 * Shares of `tools` (sum 1) for a message that leans on a call of `last`; `belief` is what the classifier says of the message
 * alone (sum at most 1).
 */
export function shareAfter(
  last: string,
  tools: readonly string[],
  belief: (tool: string) => number,
  groupOf: (tool: string) => string | undefined,
): readonly RouteCandidate[] {
  const nearness = (tool: string) => (groupOf(tool) === groupOf(last) ? SAME_GROUP : 0)
  const weights = tools.map((tool) =>
    Math.exp(BELIEF * Math.log(belief(tool) + LEAST_BELIEF) + (tool === last ? SAME_TOOL : nearness(tool))),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return tools.map((tool, at) => ({ tool, score: (weights[at] ?? 0) / total }))
}
