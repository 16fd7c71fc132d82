/** How rare a word is in what people ask: a story is full of words that few tools have and that say nothing of what is wanted. */
import { hashWord } from './features.ts'
import { foldText } from './text.ts'
import { createLookup, type Vocabulary } from './vocabulary.ts'

/** Rarity of a word's form, 0 (every request that the router learned from has it) to 1 (none), falling with the logarithm's square. */
export function createRequestRarity({ hashes, counts, documents }: Vocabulary): (form: string) => number {
  const find = createLookup(hashes)
  const all = 1 + documents
  return (form) => {
    const requests = counts[find(hashWord(foldText(form).trim()))] ?? 0
    return (Math.log(all / (1 + requests)) / Math.log(all)) ** 2
  }
}
