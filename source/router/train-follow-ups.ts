/** Learns to tell messages that lean on the turn before them from remarks and from requests that stand alone. */
import { collectExamples, type Requests, type TrainingInput } from './examples.ts'
import { fitModel } from './fit.ts'
import { fitTrust, type UnseenScores } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'
import type { Recipe } from './recipe.ts'

/** Fewer examples teach nothing. */
const FEWEST = 30
/** Of requests that stand alone every so many is enough: they are many, and easily told. */
const EVERY_NONE = 3
const EVERY_EXAMPLE = 4

/** What the second classifier learns from, as if leaning were one tool; undefined: there are too few examples. */
export function followUpInput(input: TrainingInput): Requests | undefined {
  if (input.followUps.length < FEWEST) return undefined
  const examples = input.tools.flatMap((tool) => [...tool.examples, ...tool.fewShotRequests])
  const leaning = { name: 'follow-up', oneLiner: '', description: '', fewShotRequests: [] }
  return {
    tools: [{ ...leaning, examples: input.followUps }],
    none: [...input.remarks, ...every(input.none, EVERY_NONE), ...every(examples, EVERY_EXAMPLE)],
  }
}

/** `unseen`: scores of its cross-validation; without them `like` lends its calibration. undefined: there are too few examples. */
export function trainFollowUps(
  input: TrainingInput,
  recipe: Recipe,
  unseen: readonly UnseenScores[] | undefined,
  like: RouterModel | undefined,
): RouterModel | undefined {
  const own = followUpInput(input)
  if (own === undefined) return undefined
  const set = collectExamples(own, recipe)
  const { model } = fitModel(set.examples, set.tools, recipe)
  const calibration = unseen ? fitTrust(unseen) : (like?.calibration ?? model.calibration)
  return { ...model, calibration }
}

function every(texts: readonly string[], step: number): readonly string[] {
  return texts.filter((_, at) => at % step === 0)
}
