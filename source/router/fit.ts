import { balancedWeights, type Example } from './examples.ts'
import { type Calibration, neutralCalibration, type RouterModel } from './model.ts'
import { type QuantizedWeights, quantizeWeights } from './quantize.ts'
import type { Recipe } from './recipe.ts'
import { type LabelledRows, trainSoftmax } from './softmax.ts'
import { buildVocabulary, createVectorizer, type Vectorizer, type Vocabulary } from './vocabulary.ts'
import { standardWordCalibration } from './words.ts'

/** Features and weights of a chunk, in bytes; the rest of its 1.5 MiB is for the second classifier and the pairs. */
const MOST_BYTES = 1_250_000
/** Share of them that features may take before rare ones are left out. */
const MOST_FOR_FEATURES = 0.55

/** A model that is not calibrated yet. */
export interface FittedModel {
  readonly model: RouterModel
  /** Share of weights that are not zero. */
  readonly keptWeights: number
  /** The weights before they were made small, bias last; for measuring what that costs. */
  readonly learned: Float64Array
}

/** Learns the weights and makes them small. */
export function fitModel(
  examples: readonly Example[],
  tools: readonly string[],
  recipe: Recipe,
): FittedModel {
  const classes = tools.length + 1
  const featureBytes = 7 + Math.ceil(classes / 8)
  const vocabulary = vocabularyWithin(
    examples.map(({ text }) => text),
    recipe.minDocuments,
    (MOST_BYTES * MOST_FOR_FEATURES) / featureBytes,
  )
  const vectorize = createVectorizer(vocabulary, recipe.blockLengths, recipe.unknownShortens)
  const rows = collectRows(examples, vectorize, balancedWeights(examples, classes, recipe.balance))
  const learned = trainSoftmax(rows, vocabulary.hashes.length, classes, recipe)
  const mostKept = MOST_BYTES - vocabulary.hashes.length * featureBytes
  const { kept, ...quantized }: QuantizedWeights = quantizeWeights(learned, classes, mostKept)
  const calibration: Calibration = neutralCalibration
  const { blockLengths, unknownShortens } = recipe
  const words = standardWordCalibration
  const model = {
    tools,
    vocabulary,
    blockLengths,
    unknownShortens,
    ...quantized,
    calibration,
    words,
    learnedFrom: '0'.repeat(64),
    borderPairs: [],
    followUps: undefined,
  }
  return { model, keptWeights: kept, learned }
}

/** The features that `minDocuments` texts have, or more texts where there would be too many features. */
function vocabularyWithin(texts: readonly string[], minDocuments: number, mostFeatures: number): Vocabulary {
  const vocabulary = buildVocabulary(texts, minDocuments)
  if (vocabulary.hashes.length <= mostFeatures) return vocabulary
  return vocabularyWithin(texts, minDocuments + 1, mostFeatures)
}

function collectRows(
  examples: readonly Example[],
  vectorize: Vectorizer,
  weights: Float64Array,
): LabelledRows {
  const starts = new Int32Array(examples.length + 1)
  const index: number[] = []
  const value: number[] = []
  examples.forEach(({ text }, row) => {
    const vector = vectorize(text)
    for (let i = 0; i < vector.size; i += 1) {
      index.push(vector.index[i] ?? 0)
      value.push(vector.value[i] ?? 0)
    }
    starts[row + 1] = index.length
  })
  return {
    starts,
    index: Int32Array.from(index),
    value: Float32Array.from(value),
    labels: Int32Array.from(examples, ({ label }) => label),
    weights,
  }
}
