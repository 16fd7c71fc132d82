/** Learns the weights of one classifier from the examples of a set, or from those that are not in one fold. Next: `dual-ascent.ts`. */
import { type ClassScores, createScorer } from './classify.ts'
import { type Corpus, chooseVocabulary, createRowVectorizer, readCorpus } from './corpus.ts'
import { trainSoftmax } from './dual-ascent.ts'
import { balancedWeights, type Example, type ExampleSet } from './examples.ts'
import type { UnseenScores } from './learn-calibration.ts'
import { type Calibration, neutralCalibration, type RouterModel } from './model.ts'
import { type QuantizedWeights, quantizeWeights } from './quantize.ts'
import type { Recipe } from './recipe.ts'
import type { Rows } from './softmax.ts'
import type { SparseVector } from './vocabulary.ts'

/** Share of a classifier's bytes that features may take before rare ones are left out. */
const MOST_FOR_FEATURES = 0.63

/** A model that is not calibrated yet. */
export interface FittedModel {
  readonly model: RouterModel
  /** Share of weights that are not zero. */
  readonly keptWeights: number
  /** The weights before they were made small, bias last; for measuring what that costs. */
  readonly learned: Float32Array
}

/** Examples and their texts as features. */
export interface Lesson {
  readonly set: ExampleSet
  /** A row for each example of the set. */
  readonly corpus: Corpus
}

/** Reads the features of a set of examples. */
export function prepareLesson(set: ExampleSet): Lesson {
  return { set, corpus: readCorpus(set.examples.map(({ text }) => text)) }
}

/** Learns the weights and makes them small; `without`: a fold that is kept apart. */
export function fitModel({ set, corpus }: Lesson, recipe: Recipe, without?: number): FittedModel {
  const { tools } = set
  const rows = [...set.examples.keys()].filter((row) => set.examples[row]?.fold !== without)
  const examples = rows.map((row) => set.examples[row] as Example)
  const classes = tools.length + 1
  const featureBytes = 7 + Math.ceil(classes / 8)
  const mostFeatures = (recipe.mostBytes * MOST_FOR_FEATURES) / featureBytes
  const vocabulary = chooseVocabulary(corpus, rows, recipe.minDocuments, mostFeatures)
  const { blockLengths, unknownShortens } = recipe
  const vectorize = createRowVectorizer(corpus, vocabulary, blockLengths, unknownShortens)
  const vectors = collectRows(corpus, rows, vectorize)
  const weights = balancedWeights(examples, classes, recipe.balance)
  const labels = Int32Array.from(examples, ({ label }) => label)
  const learned = trainSoftmax({ ...vectors, labels, weights }, vocabulary.hashes.length, classes, recipe)
  const mostKept = recipe.mostBytes - vocabulary.hashes.length * featureBytes
  const { kept, ...quantized }: QuantizedWeights = quantizeWeights(learned, classes, mostKept)
  const calibration: Calibration = neutralCalibration
  const model = {
    tools,
    vocabulary,
    blockLengths,
    unknownShortens,
    ...quantized,
    calibration,
    learnedFrom: '0'.repeat(64),
    followUps: undefined,
    transitions: new Uint16Array(),
  }
  return { model, keptWeights: kept, learned }
}

/** Scores the examples of one fold with a model that was trained on the others. */
export function scoreFold(lesson: Lesson, recipe: Recipe, fold: number): UnseenScores[] {
  const { model } = fitModel(lesson, recipe, fold)
  const scoreRow = createRowScorer(lesson.corpus, model)
  return lesson.set.examples.flatMap((example, row) => {
    if (example.fold !== fold) return []
    const found = scoreRow(row)
    return [{ ...found, scores: found.scores.slice(), label: example.label, fold }]
  })
}

/** Scores rows as a model scores their texts. */
function createRowScorer(corpus: Corpus, model: RouterModel): (row: number) => ClassScores {
  const { vocabulary, blockLengths, unknownShortens } = model
  const vectorize = createRowVectorizer(corpus, vocabulary, blockLengths, unknownShortens)
  const score = createScorer(model)
  return (row) => score(vectorize(row))
}

/** The vectors of some rows, one after the other. */
export function collectRows(
  corpus: Corpus,
  rows: readonly number[],
  vectorize: (row: number) => SparseVector,
): Rows {
  const most = rows.reduce((sum, row) => sum + rowLength(corpus, row), 0)
  const starts = new Int32Array(rows.length + 1)
  const index = new Int32Array(most)
  const value = new Float32Array(most)
  let end = 0
  rows.forEach((row, at) => {
    const vector = vectorize(row)
    index.set(vector.index.subarray(0, vector.size), end)
    value.set(vector.value.subarray(0, vector.size), end)
    end += vector.size
    starts[at + 1] = end
  })
  return { starts, index, value }
}

function rowLength({ starts }: Corpus, row: number): number {
  return (starts[row + 1] as number) - (starts[row] as number)
}
