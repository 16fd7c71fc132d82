/**
 * Texts as counts of features, hashed once; every fold chooses its own rows and features of them. Nothing of a row stands in
 * another, so a model that was trained on some rows knows nothing of the others: rarity and kept features are counted per choice.
 */
import { visitFeatures } from './features.ts'
import { createLookup, createWeigher, newVector, type SparseVector, type Vocabulary } from './vocabulary.ts'

/** The features of a list of texts; row `i`, the text `i`, is `index` and `count` from `starts[i]` to `starts[i + 1]`. */
export interface Corpus {
  /** Every feature that a text has, in the order of its first occurrence. */
  readonly hashes: Uint32Array
  readonly blocks: Uint8Array
  readonly starts: Int32Array
  /** Indices into `hashes`, none twice in a row. */
  readonly index: Int32Array
  readonly count: Uint16Array
}

/** Finds all features of the texts. */
export function readCorpus(texts: readonly string[]): Corpus {
  const numbering = createNumbering()
  const blocks: number[] = []
  const starts = new Int32Array(texts.length + 1)
  const index: number[] = []
  const count: number[] = []
  /** Where each feature stood last; it is in this row if that lies in it. */
  const places: number[] = []
  texts.forEach((text, row) => {
    const start = index.length
    visitFeatures(text, (block, hash) => {
      const feature = numbering.numberOf(hash)
      const place = places[feature]
      if (place !== undefined && place >= start) {
        count[place] = (count[place] as number) + 1
        return
      }
      places[feature] = index.length
      blocks[feature] = block
      index.push(feature)
      count.push(1)
    })
    starts[row + 1] = index.length
  })
  return {
    hashes: numbering.hashes(),
    blocks: Uint8Array.from(blocks),
    starts,
    index: Int32Array.from(index),
    count: Uint16Array.from(count),
  }
}

/**
 * The features that `minDocuments` of the rows have, or more rows where there would be more than `mostFeatures`, sorted by hash.
 */
export function chooseVocabulary(
  corpus: Corpus,
  rows: readonly number[],
  minDocuments: number,
  mostFeatures: number,
): Vocabulary {
  const counts = new Uint32Array(corpus.hashes.length)
  for (const row of rows)
    for (let i = corpus.starts[row] as number; i < (corpus.starts[row + 1] as number); i += 1) {
      const feature = corpus.index[i] as number
      counts[feature] = (counts[feature] as number) + 1
    }
  let least = minDocuments
  let kept = Array.from(counts.keys()).filter((feature) => (counts[feature] as number) >= least)
  while (kept.length > mostFeatures) {
    least += 1
    kept = kept.filter((feature) => (counts[feature] as number) >= least)
  }
  const hashOf = (feature: number) => corpus.hashes[feature] as number
  kept.sort((a, b) => hashOf(a) - hashOf(b))
  return {
    hashes: Uint32Array.from(kept, hashOf),
    counts: Uint16Array.from(kept, (feature) => Math.min(counts[feature] as number, 65535)),
    blocks: Uint8Array.from(kept, (feature) => corpus.blocks[feature] as number),
    documents: rows.length,
  }
}

/** Turns rows into the vectors that `createVectorizer` makes of their texts. */
export function createRowVectorizer(
  corpus: Corpus,
  vocabulary: Vocabulary,
  blockLengths: readonly number[],
  unknownShortens: boolean,
): (row: number) => SparseVector {
  const weigh = createWeigher(vocabulary, blockLengths, unknownShortens)
  const vector = newVector(vocabulary)
  const unknown = new Float64Array(blockLengths.length)
  const places = Int32Array.from(corpus.hashes, createLookup(vocabulary.hashes))
  return (row) => {
    vector.size = 0
    unknown.fill(0)
    for (let i = corpus.starts[row] as number; i < (corpus.starts[row + 1] as number); i += 1) {
      const feature = corpus.index[i] as number
      const place = places[feature] as number
      const count = corpus.count[i] as number
      if (place < 0) {
        const block = corpus.blocks[feature] as number
        unknown[block] = (unknown[block] as number) + count
        continue
      }
      vector.index[vector.size] = place
      vector.value[vector.size] = count
      vector.size += 1
    }
    weigh(vector, unknown)
    return vector
  }
}

/** Numbers distinct hashes as they come: open addressing, for a `Map` takes five times as long over millions of them. */
function createNumbering(): {
  readonly numberOf: (hash: number) => number
  readonly hashes: () => Uint32Array
} {
  let slots = 1 << 16
  let table = new Int32Array(slots).fill(-1)
  const known: number[] = []
  const slotOf = (hash: number) => {
    let slot = hash & (slots - 1)
    while ((table[slot] as number) >= 0 && known[table[slot] as number] !== hash)
      slot = (slot + 1) & (slots - 1)
    return slot
  }
  const grow = () => {
    slots *= 2
    table = new Int32Array(slots).fill(-1)
    known.forEach((hash, number) => {
      table[slotOf(hash)] = number
    })
  }
  return {
    numberOf: (hash) => {
      const slot = slotOf(hash)
      const number = table[slot] as number
      if (number >= 0) return number
      table[slot] = known.length
      known.push(hash)
      if (known.length * 2 > slots) grow()
      return known.length - 1
    },
    hashes: () => Uint32Array.from(known),
  }
}
