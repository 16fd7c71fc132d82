/**
 * A message as the features that what is taught may move: those that few of the shipped requests have. A person's own words are
 * among them, and what everybody says is not, so what is taught for one cannot turn the other (figures: `docs/teaching.md`).
 */
import { blocks, visitFeatures } from './features.ts'
import { createLookup, type Vocabulary } from './vocabulary.ts'

/** A feature that a larger share of the shipped requests has is not moved. */
const MOST_SHARE = 0.02
/** Length of each block, common features included: words, parts of words, shapes. */
const LENGTHS = [1, 1, 0.3]

/** Value of each rare feature by its hash; at most of length one a block, less where the message says much else. */
export type RareFeatures = ReadonlyMap<number, number>

/** Makes it for the shipped vocabulary, whose counts say what is rare. */
export function createRareVectorizer(vocabulary: Vocabulary): (message: string) => RareFeatures {
  const find = createLookup(vocabulary.hashes)
  const documents = 1 + vocabulary.documents
  const rarityOf = (texts: number) => (Math.log(documents / (1 + texts)) / Math.log(documents)) ** 2
  return (message) => {
    const counts = blocks.map(() => new Map<number, number>())
    visitFeatures(message, (block, hash) => {
      const own = counts[block]
      own?.set(hash, (own.get(hash) ?? 0) + 1)
    })
    const rare = new Map<number, number>()
    counts.forEach((own, block) => {
      let squared = 0
      const kept: [number, number][] = []
      for (const [hash, count] of own) {
        const texts = vocabulary.counts[find(hash)] ?? 0
        const value = (1 + Math.log(count)) * rarityOf(texts)
        squared += value * value
        if (texts <= MOST_SHARE * documents) kept.push([hash, value])
      }
      const scale = (LENGTHS[block] ?? 0) / Math.sqrt(squared || 1)
      for (const [hash, value] of kept) rare.set(hash, value * scale)
    })
    return rare
  }
}

/** How alike two messages are in what is rare. */
export function likeness(a: RareFeatures, b: RareFeatures): number {
  let sum = 0
  for (const [hash, value] of a) sum += value * (b.get(hash) ?? 0)
  return sum
}
