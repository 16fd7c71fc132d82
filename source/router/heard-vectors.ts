// The vectors that decisions ask for: which texts a message needs (its requests, its sentences, itself with its words made right) depends on
// what is decided on the way, so it is decided without them first, and what was asked for in vain is made.
import type { Meaning } from '../contracts/meaning.ts'

type Vectors = Pick<Meaning, 'state' | 'prepare' | 'vectorOf'>

/** What is decided with vectors may need others again; what is still missing then is found by words. */
const ROUNDS = 3

export interface HeardVectors extends Vectors {
  /** Makes what `decide` asks for. */
  prepareFor(decide: () => void): Promise<void>
}

/** Listens to what is asked of `meaning`. */
export function hearVectors(meaning: Vectors): HeardVectors {
  let missed: Set<string> | undefined
  return {
    get state() {
      return meaning.state
    },
    prepare: (texts, keep) => meaning.prepare(texts, keep),
    vectorOf: (text) => {
      const vector = meaning.vectorOf(text)
      if (vector === undefined) missed?.add(text)
      return vector
    },
    prepareFor: async (decide) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        if (meaning.state.type !== 'unused' && meaning.state.type !== 'ready') return
        missed = new Set()
        decide()
        const wanted = [...missed]
        missed = undefined
        if (wanted.length === 0) return
        await meaning.prepare(wanted)
      }
    },
  }
}
