/**
 * Learns the router at compile time: weights, and by cross-validation how far its scores can be trusted and from where a tool is chosen.
 * Invariant: no randomness and one order of every sum, so the same input gives the same bytes.
 * Next: `train-parts.ts`, `fit.ts` (weights), `learn-calibration.ts` (trust), `model-bytes.ts` (the chunk), `docs/router.md` (figures).
 */
import { sha256Hex } from '../lib/checksum.ts'
import { collectExamples, isTaught, type TrainingInput } from './examples.ts'
import { fitTrust, judgeRouting, learnCalibration, type RoutingFigures } from './learn-calibration.ts'
import type { RouterModel } from './model.ts'
import { encodeRouter } from './model-bytes.ts'
import { falseCallsOf, type Recipe, standardRecipe } from './recipe.ts'
import { type ForBoth, type Learned, learnHere, prepareLessons } from './train-parts.ts'
import { countTransitions } from './transitions.ts'

/** Counted up when the same input gives another router. */
const TRAINING = 9

/** Choices of one training. */
export interface TrainingOptions {
  /** Default true: three times the time. Without it the calibration of `like` is taken over. */
  readonly crossValidate?: boolean
  /** What was learned elsewhere (`parallel-parts.ts`) from the same input with the same recipe. */
  readonly learned?: ForBoth<Learned> | undefined
  /** A model trained on nearly the same. Without it and without cross-validation the bare maximum decides: too eager. */
  readonly like?: RouterModel
  /** Parts of the recipe to change, for measurements. */
  readonly recipe?: Partial<Recipe>
}

/** What a training found. */
export interface TrainingReport {
  readonly tools: number
  readonly examples: number
  readonly noneExamples: number
  readonly features: number
  /** Share of weights that the chunk keeps, 0 to 1. */
  readonly keptWeights: number
  readonly sizeBytes: number
  /** On unseen examples; undefined without cross-validation. */
  readonly figures: RoutingFigures | undefined
}

/**
 * Trains and encodes a router. Tools without examples are left out: the router finds those by their words.
 * Throws `RangeError` if no tool has an example, or if there are fewer requests without a tool than folds.
 */
export function trainRouter(
  input: TrainingInput,
  options: TrainingOptions = {},
): { readonly bytes: Uint8Array; readonly report: TrainingReport } {
  const recipe = { ...standardRecipe, ...options.recipe }
  const set = collectExamples(input, recipe)
  const none = set.examples.filter(({ label }) => label === set.tools.length).length
  if (set.tools.length === 0) {
    throw new RangeError(
      `None of ${input.tools.length} tools has an example request; add \`examples\` to one.`,
    )
  }
  if (none < recipe.folds) {
    throw new RangeError(
      `\`${none}\` requests that need no tool are too few to learn from; give ${recipe.folds} or more.`,
    )
  }
  const both =
    options.learned ?? learnHere(prepareLessons(input, recipe), recipe, options.crossValidate ?? true)
  const { model, unseen, keptWeights } = both.tools
  const falseCalls = falseCallsOf(recipe, set.tools.length)
  const ofOne = recipe.mostOfOne / set.tools.length
  const { calibration } = unseen
    ? { calibration: learnCalibration(unseen, falseCalls, ofOne) }
    : (options.like ?? model)
  const followUps = both.followUps && finishFollowUps(both.followUps, input, options.like?.followUps)
  const bytes = encodeRouter({ ...model, calibration, followUps, learnedFrom: hashInput(input, recipe) })
  const report: TrainingReport = {
    tools: set.tools.length,
    examples: set.examples.length - none,
    noneExamples: none,
    features: model.vocabulary.hashes.length,
    keptWeights,
    sizeBytes: bytes.length,
    figures: unseen && judgeRouting(unseen, recipe.folds, falseCalls, ofOne),
  }
  return { bytes, report }
}

function finishFollowUps(
  { model, unseen }: Learned,
  { followUps }: TrainingInput,
  like: RouterModel | undefined,
): RouterModel {
  const calibration = unseen ? fitTrust(unseen) : (like?.calibration ?? model.calibration)
  return { ...model, calibration, transitions: countTransitions(model.tools, followUps) }
}

/**
 * SHA-256 of everything that the classifiers depend on, 64 hexadecimal digits: equal input gives equal weights. Tools without
 * examples are not in it: nothing is learned of them.
 */
export function hashInput(input: TrainingInput, recipe: Recipe = standardRecipe): string {
  const { tools, none, mistaken = [], followUps, remarks } = input
  const learnedFrom = { tools: tools.filter(isTaught), none, mistaken, followUps, remarks }
  return sha256Hex(Buffer.from(JSON.stringify([TRAINING, learnedFrom, recipe]), 'utf8'))
}
