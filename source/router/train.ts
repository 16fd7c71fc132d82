/**
 * Learns the router at compile time: weights, and by cross-validation how far its scores can be trusted and from where a tool is chosen.
 * Invariant: no randomness and one order of every sum, so the same input gives the same bytes.
 * Next: `fit.ts` (weights), `learn-calibration.ts` (trust), `model-bytes.ts` (the chunk), `docs/router.md` (figures).
 */
import { sha256Hex } from '../lib/checksum.ts'
import { pickBorderPairs } from './border-pairs.ts'
import { createClassifier } from './classify.ts'
import { collectExamples, type ExampleSet, isTaught, type TrainingInput } from './examples.ts'
import { fitModel } from './fit.ts'
import {
  judgeRouting,
  learnCalibration,
  type RoutingFigures,
  type UnseenScores,
} from './learn-calibration.ts'
import { learnWordCalibration } from './learn-words.ts'
import type { RouterModel, WordCalibration } from './model.ts'
import { encodeRouter } from './model-bytes.ts'
import { falseCallsOf, type Recipe, standardRecipe } from './recipe.ts'
import { followUpInput, trainFollowUps } from './train-follow-ups.ts'

/** Counted up when the same input gives another router. */
const TRAINING = 5

/** What models that were trained without an example say of it. */
export interface CrossValidation {
  readonly tools: readonly UnseenScores[]
  /** Of the messages that lean on the turn before; undefined: there are too few. */
  readonly followUps: readonly UnseenScores[] | undefined
}

/** Choices of one training. */
export interface TrainingOptions {
  /** Default true: three to four times the time. Without it the calibration of `like` is taken over. */
  readonly crossValidate?: boolean
  /** Cross-validation that was done elsewhere (`parallel-folds.ts`), with the same recipe. */
  readonly unseen?: CrossValidation | undefined
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
  const { model, keptWeights } = fitModel(set.examples, set.tools, recipe)
  const unseen =
    options.unseen ?? ((options.crossValidate ?? true) ? crossValidate(input, recipe) : undefined)
  const falseCalls = falseCallsOf(recipe, set.tools.length)
  const { calibration } = unseen
    ? { calibration: learnCalibration(unseen.tools, falseCalls) }
    : (options.like ?? model)
  const words = learnWords(input, set, recipe)
  const followUps = trainFollowUps(input, recipe, unseen?.followUps, options.like?.followUps)
  const trusted = { ...model, calibration, words, followUps, learnedFrom: hashInput(input, recipe) }
  const bytes = encodeRouter({ ...trusted, borderPairs: pickBorderPairs(set, trusted) })
  const report: TrainingReport = {
    tools: set.tools.length,
    examples: set.examples.length - none,
    noneExamples: none,
    features: model.vocabulary.hashes.length,
    keptWeights,
    sizeBytes: bytes.length,
    figures: unseen && judgeRouting(unseen.tools, recipe.folds, falseCalls),
  }
  return { bytes, report }
}

/**
 * SHA-256 of everything that the classifiers depend on, 64 hexadecimal digits: equal input gives equal weights. Tools without
 * examples are not in it: they change the trust in words only.
 */
export function hashInput(input: TrainingInput, recipe: Recipe = standardRecipe): string {
  const { tools, none, followUps, remarks } = input
  const learnedFrom = { tools: tools.filter(isTaught), none, followUps, remarks }
  return sha256Hex(Buffer.from(JSON.stringify([TRAINING, learnedFrom, recipe]), 'utf8'))
}

/** The chunk of a model that was trained on the same requests, with the trust in words learned for these tools. */
export function withWordsOf(model: RouterModel, input: TrainingInput, recipe = standardRecipe): Uint8Array {
  return encodeRouter({ ...model, words: learnWords(input, collectExamples(input, recipe), recipe) })
}

function crossValidate(input: TrainingInput, recipe: Recipe): CrossValidation {
  const leaning = followUpInput(input)
  return {
    tools: scoreUnseen(collectExamples(input, recipe), recipe),
    followUps: leaning && scoreUnseen(collectExamples(leaning, recipe), recipe),
  }
}

/** Scores every example with a model that was trained without its fold. */
export function scoreUnseen(set: ExampleSet, recipe: Recipe): UnseenScores[] {
  return Array.from({ length: recipe.folds }, (_, fold) => scoreFold(set, recipe, fold)).flat()
}

/** Scores the examples of one fold with a model that was trained on the others. */
export function scoreFold(set: ExampleSet, recipe: Recipe, fold: number): UnseenScores[] {
  const others = set.examples.filter((example) => example.fold !== fold)
  const { model } = fitModel(others, set.tools, recipe)
  const classifier = createClassifier(model)
  return set.examples
    .filter((example) => example.fold === fold)
    .map(({ text, label }) => {
      const found = classifier.score(text)
      return { ...found, scores: found.scores.slice(), label, fold }
    })
}

function learnWords(input: TrainingInput, set: ExampleSet, recipe: Recipe): WordCalibration {
  const requests = set.examples.map(({ text, label }) => ({ text, tool: set.tools[label] }))
  return learnWordCalibration(input.words, requests, recipe.falseCallsByWords)
}
