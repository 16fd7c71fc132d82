/** Learns to tell messages that lean on the turn before them from remarks and from requests that stand alone. */
import { collectExamples, type TrainingInput } from './examples.ts'
import { fitModel } from './fit.ts'
import { learnCalibration } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'
import type { Recipe } from './recipe.ts'
import { scoreUnseen } from './train.ts'

/** Fewer examples teach nothing. */
const FEWEST = 30
/** Of requests that stand alone every so many is enough: they are many, and easily told. */
const EVERY_NONE = 3
const EVERY_EXAMPLE = 4
/** A request that stands alone and is taken for a leaning one still finds its tool, so a few more are let pass. */
const FALSE_ALARMS = 0.03

/** undefined: there are too few examples. `like` lends its calibration where nothing is cross-validated. */
export function trainFollowUps(
  input: TrainingInput,
  recipe: Recipe,
  crossValidate: boolean,
  like: RouterModel | undefined,
): RouterModel | undefined {
  if (input.followUps.length < FEWEST) return undefined
  const examples = input.tools.flatMap((tool) => tool.examples)
  const set = collectExamples(
    {
      tools: [
        {
          name: 'follow-up',
          oneLiner: '',
          description: '',
          examples: input.followUps,
          fewShotRequests: [],
        },
      ],
      none: [...input.remarks, ...every(input.none, EVERY_NONE), ...every(examples, EVERY_EXAMPLE)],
    },
    recipe,
  )
  const { model } = fitModel(set.examples, set.tools, recipe)
  const calibration = crossValidate
    ? learnCalibration(scoreUnseen(set, recipe), FALSE_ALARMS)
    : (like?.calibration ?? model.calibration)
  return { ...model, calibration }
}

function every(texts: readonly string[], step: number): readonly string[] {
  return texts.filter((_, at) => at % step === 0)
}
