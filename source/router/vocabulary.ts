/**
 * The features that training kept, and a message as a sparse vector over them (tf-idf, sublinear in the count).
 * One vectorizer is one set of buffers: a vector is valid until the next call.
 */
import { blocks, visitFeatures } from './features.ts'

/** Kept features, sorted by hash. */
export interface Vocabulary {
  readonly hashes: Uint32Array
  /** How many texts have each; at most 65,535. */
  readonly counts: Uint16Array
  /** Block of each feature: an index into `blocks`. */
  readonly blocks: Uint8Array
  /** How many texts there were. */
  readonly documents: number
}

/** A message over a vocabulary; the arrays are longer than `size` and reused. */
export interface SparseVector {
  size: number
  readonly index: Int32Array
  readonly value: Float32Array
  /** Share of the vector's squared length that known features make up, per block; 0 to 1. */
  readonly knownShare: Float64Array
}

/** Inverse document frequency, smoothed as in scikit-learn; of a feature that no text had with a count of 0. */
function idfOf(count: number, documents: number): number {
  return Math.log((1 + documents) / (1 + count)) + 1
}

/** Turns messages into vectors. */
export type Vectorizer = (message: string) => SparseVector

/** Makes the buffers for one vocabulary. */
export function createVectorizer(
  vocabulary: Vocabulary,
  blockLengths: readonly number[],
  unknownShortens: boolean,
): Vectorizer {
  const find = createLookup(vocabulary.hashes)
  const weigh = createWeigher(vocabulary, blockLengths, unknownShortens)
  const vector = newVector(vocabulary)
  const count = new Float32Array(vocabulary.hashes.length)
  const unknown = new Float64Array(blocks.length)
  const visit = (block: number, hash: number) => {
    const at = find(hash)
    if (at < 0) {
      unknown[block] = (unknown[block] ?? 0) + 1
      return
    }
    const before = count[at] ?? 0
    if (before === 0) {
      vector.index[vector.size] = at
      vector.size += 1
    }
    count[at] = before + 1
  }
  return (message) => {
    vector.size = 0
    unknown.fill(0)
    visitFeatures(message, visit)
    for (let i = 0; i < vector.size; i += 1) {
      const at = vector.index[i] ?? 0
      vector.value[i] = count[at] ?? 1
      count[at] = 0
    }
    weigh(vector, unknown)
    return vector
  }
}

/** A vector with room for every feature. */
export function newVector(vocabulary: Vocabulary): SparseVector {
  const features = vocabulary.hashes.length
  return {
    size: 0,
    index: new Int32Array(features),
    value: new Float32Array(features),
    knownShare: new Float64Array(blocks.length),
  }
}

/** Turns the counts in a vector's values into weights; `unknown` is how many features of each block the vocabulary does not have. */
export function createWeigher(
  vocabulary: Vocabulary,
  blockLengths: readonly number[],
  unknownShortens: boolean,
): (vector: SparseVector, unknown: Float64Array) => void {
  const idf = Float64Array.from(vocabulary.counts, (texts) => idfOf(texts, vocabulary.documents))
  const idfUnknown = idfOf(0, vocabulary.documents)
  const known = new Float64Array(blocks.length)
  return (vector, unknown) => {
    known.fill(0)
    for (let i = 0; i < vector.size; i += 1) {
      const at = vector.index[i] ?? 0
      const value = (1 + Math.log(vector.value[i] ?? 1)) * (idf[at] ?? 0)
      vector.value[i] = value
      const block = vocabulary.blocks[at] ?? 0
      known[block] = (known[block] ?? 0) + value * value
    }
    finishBlocks(vector, known, unknown, idfUnknown)
    for (let i = 0; i < vector.size; i += 1) {
      const block = vocabulary.blocks[vector.index[i] ?? 0] ?? 0
      const share = unknownShortens ? (vector.knownShare[block] ?? 1) : 1
      vector.value[i] =
        ((vector.value[i] ?? 0) * (blockLengths[block] ?? 1) * Math.sqrt(share)) /
        Math.sqrt(known[block] ?? 1)
    }
  }
}

function finishBlocks(
  vector: SparseVector,
  known: Float64Array,
  unknown: Float64Array,
  idfUnknown: number,
): void {
  for (let block = 0; block < known.length; block += 1) {
    const all = (known[block] ?? 0) + (unknown[block] ?? 0) * idfUnknown * idfUnknown
    vector.knownShare[block] = all > 0 ? (known[block] ?? 0) / all : 1
  }
}

/** Finds the position of a hash in a list of distinct ones, or -1; open addressing. */
export function createLookup(hashes: Uint32Array): (hash: number) => number {
  let slots = 16
  while (slots < hashes.length * 2) slots *= 2
  const mask = slots - 1
  const table = new Int32Array(slots).fill(-1)
  hashes.forEach((hash, position) => {
    let slot = hash & mask
    while ((table[slot] ?? -1) >= 0) slot = (slot + 1) & mask
    table[slot] = position
  })
  return (hash) => {
    let slot = hash & mask
    for (let position = table[slot] ?? -1; position >= 0; position = table[slot] ?? -1) {
      if (hashes[position] === hash) return position
      slot = (slot + 1) & mask
    }
    return -1
  }
}
