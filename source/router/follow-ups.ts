/**
 * Messages that lean on the turn before them ("and at 20 percent?"): a second small classifier tells them from messages that
 * stand alone and from remarks, and the tool of the last call weighs in. Next: `train-follow-ups.ts`, `docs/router.md`.
 */
import type { RouteCandidate } from '../contracts/router.ts'
import { calibrate, createClassifier } from './classify.ts'
import { leadOf } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'

/** How often a leaning message needs the tool of the last call, another of its group, any other: counted on conversations. */
const SAME_TOOL = 0.7
const SAME_GROUP = 0.25
const OTHER = 0.05
/** What a tool has at least of the classifier's belief: it reads the message alone, which may be "the second one". */
const LEAST_BELIEF = 0.02

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
  const kind = (tool: string) =>
    tool === last ? SAME_TOOL : groupOf(tool) === groupOf(last) ? SAME_GROUP : OTHER
  const alike = (share: number) => tools.filter((tool) => kind(tool) === share).length
  const weights = tools.map((tool) => (belief(tool) + LEAST_BELIEF) * (kind(tool) / alike(kind(tool))))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return tools.map((tool, at) => ({ tool, score: (weights[at] ?? 0) / total }))
}
