// Makes a sense head of what `scripts/tune-sentences.py` learned, with what makes probabilities of its scores and those of words, by what both
// say of examples that they had not seen. Next: sense-head.ts.
import type { ExampleSet } from './examples.ts'
import { learnCalibration, type UnseenScores } from './learn-calibration.ts'
import { quantizeWeights } from './quantize.ts'
import { falseCallsOf, type Recipe } from './recipe.ts'
import { type LinearHead, type SenseHead, scoreVector } from './sense-head.ts'

/** How many times the scores of meaning count beside those of words (docs/router.md). */
const RATIO = 1
/**
 * Of the false calls that words are allowed: with so much surer scores the last ones cost hardly any right tool, and what other people ask that
 * no tool is for looks more like a request than our own examples of it do. Chosen by *accept* and by the 2 % of CLINC150 that may be called
 * (docs/router.md).
 */
const CAUTION = 0.25

/** A linear classifier of vectors of length 1: `weight` [classes, width], `bias` [classes]. */
export interface LearnedHead {
  readonly weight: Float32Array
  readonly bias: Float32Array
}

/** Of messages that stand alone, and of those behind a call as `textBehind` writes them. */
export interface LearnedHeads {
  readonly alone: LearnedHead
  readonly behind: LearnedHead
}

/** The first of them learned without one fold, with the vectors of that fold's examples, in their order, by the model that was tuned without it. */
export interface ApartHead {
  readonly alone: LearnedHead
  readonly fold: number
  readonly vectors: readonly Float32Array[]
}

/** `words`: what the classifier of words says of the examples of `set` unseen, fold after fold. `unseen`: both together, of the fold apart. */
export function learnSenses(
  { tools }: ExampleSet,
  words: readonly UnseenScores[],
  whole: LearnedHeads,
  apart: ApartHead,
  recipe: Recipe,
): { readonly head: Omit<SenseHead, 'model'>; readonly unseen: readonly UnseenScores[] } {
  const classes = tools.length + 1
  const own = quantizeHead(apart.alone, classes)
  const scores = new Float64Array(classes)
  const judged = words.filter(({ fold }) => fold === apart.fold)
  if (judged.length !== apart.vectors.length)
    throw new Error('other examples than those that were kept apart')
  const unseen = judged.map((one, at) => {
    scoreVector(own, apart.vectors[at] as Float32Array, scores)
    return { ...one, scores: one.scores.map((score, k) => score + RATIO * (scores[k] as number)) }
  })
  const trust = learnCalibration(unseen, CAUTION * falseCallsOf(recipe, tools.length), recipe.mostOfOne)
  const behind = quantizeHead(whole.behind, classes)
  return { head: { tools, ...quantizeHead(whole.alone, classes), behind, ratio: RATIO, trust }, unseen }
}

/** As it is kept: place after place, a byte each. */
export function quantizeHead({ weight, bias }: LearnedHead, classes: number): LinearHead {
  const width = weight.length / classes
  const placeByPlace = new Float32Array((width + 1) * classes)
  for (let k = 0; k < classes; k += 1)
    for (let at = 0; at < width; at += 1) placeByPlace[at * classes + k] = weight[k * width + at] as number
  placeByPlace.set(bias, width * classes)
  const { kept: _, ...small } = quantizeWeights(placeByPlace, classes)
  return small
}

/** The other way round. */
export function unquantizeHead({ weights, scales, bias }: LinearHead): LearnedHead {
  const classes = bias.length
  const width = weights.length / classes
  const weight = Float32Array.from(weights, (_, at) => {
    const k = Math.floor(at / width)
    return (weights[(at % width) * classes + k] as number) * (scales[k] as number)
  })
  return { weight, bias: Float32Array.from(bias) }
}
