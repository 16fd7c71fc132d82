// Learns a sense head from the vectors of all examples, and what makes probabilities of its scores and those of words, by what both say
// of examples that they had not seen. Next: sense-head.ts, dual-ascent.ts.
import type { ClassScores } from './classify.ts'
import { trainSoftmax } from './dual-ascent.ts'
import { balancedWeights, type ExampleSet } from './examples.ts'
import { fitTrust, type UnseenScores } from './learn-calibration.ts'
import { quantizeWeights } from './quantize.ts'
import type { Recipe } from './recipe.ts'
import { type SenseHead, scoreVector } from './sense-head.ts'

/** Inverse of the L2 penalty; a vector has length 1. */
const STRENGTH = 16
/** All classes weigh as much as their examples: how rare "no tool" is, is learned behind it. */
const BALANCE = 0
/**
 * How many times the scores of meaning count beside those of words. In cross-validation 0.6 is a little better; but words gain more from the
 * third of the examples that is kept apart there, and of 0.3, 0.4 and 0.6 this one is best on *train* and *accept* (docs/router.md).
 */
const RATIO = 0.4

export interface LearnedSenses {
  readonly head: Omit<SenseHead, 'model'>
  /** Scores of both together on unseen examples, in the order of `words`. */
  readonly unseen: readonly UnseenScores[]
}

/**
 * `vectors`: of the examples of `set`, in order. `words`: what the classifier of words says of them unseen, fold after fold, as
 * `learnInParallel` gives it.
 */
export function learnSenses(
  set: ExampleSet,
  vectors: readonly Float32Array[],
  words: readonly UnseenScores[],
  recipe: Recipe,
): LearnedSenses {
  const folds = Array.from({ length: recipe.folds }, (_, fold) => fold)
  const senses = folds.flatMap((fold) => scoreFold(set, vectors, recipe, fold))
  const unseen = words.map((one, at) => added(one, senses[at] ?? one))
  const head = { tools: set.tools, ...fit(set, vectors, recipe), ratio: RATIO, trust: fitTrust(unseen) }
  return { head, unseen }
}

function added(words: UnseenScores, senses: ClassScores): UnseenScores {
  return { ...words, scores: words.scores.map((score, k) => score + RATIO * (senses.scores[k] ?? 0)) }
}

function scoreFold(set: ExampleSet, vectors: readonly Float32Array[], recipe: Recipe, fold: number) {
  const weights = fit(set, vectors, recipe, fold)
  return set.examples.flatMap((example, row): ClassScores[] => {
    if (example.fold !== fold) return []
    const scores = new Float64Array(set.tools.length + 1)
    scoreVector(weights, vectors[row] ?? new Float32Array(), scores)
    return [{ scores, unknownWords: 0, unknownParts: 0 }]
  })
}

/** `without`: a fold that is kept apart. */
function fit(set: ExampleSet, vectors: readonly Float32Array[], recipe: Recipe, without?: number) {
  const rows = [...set.examples.keys()].filter((row) => set.examples[row]?.fold !== without)
  const examples = rows.flatMap((row) => set.examples[row] ?? [])
  const size = vectors[0]?.length ?? 0
  const value = new Float32Array(rows.length * size)
  rows.forEach((row, at) => {
    value.set(vectors[row] ?? [], at * size)
  })
  const index = Int32Array.from(value, (_, at) => at % size)
  const starts = Int32Array.from({ length: rows.length + 1 }, (_, at) => at * size)
  const classes = set.tools.length + 1
  const labels = Int32Array.from(examples, ({ label }) => label)
  const weights = balancedWeights(examples, classes, BALANCE)
  const labelled = { starts, index, value, labels, weights }
  const learned = trainSoftmax(labelled, size, classes, { ...recipe, strength: STRENGTH })
  const { kept: _, ...quantized } = quantizeWeights(learned, classes)
  return quantized
}
