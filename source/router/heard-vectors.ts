// The vectors that decisions ask for: which texts a message needs (its requests, its sentences, itself with its words made right) depends on
// what is decided on the way, so it is decided without them first, and what was asked for in vain is made.
import type { Vectors } from '../contracts/meaning.ts'
import type { RouterMeaning } from './router-parts.ts'

/** What is decided with vectors may need others again; what is still missing then is found by words. */
const ROUNDS = 3

export interface HeardVectors extends RouterMeaning {
  /** Makes what `decide` asks for. */
  prepareFor(decide: () => void): Promise<void>
}

interface Heard extends Vectors {
  /** From now on what is asked for in vain is remembered. */
  listen(): void
  /** Makes that; false: there was none, or none can be made. */
  make(): Promise<boolean>
}

/** Listens to what is asked of `meaning`. */
export function hearVectors(meaning: RouterMeaning): HeardVectors {
  const plain = hear(meaning)
  const tuned = meaning.tuned && hear(meaning.tuned)
  const all = tuned === undefined ? [plain] : [plain, tuned]
  return {
    get state() {
      return plain.state
    },
    tuned,
    prepare: plain.prepare,
    vectorOf: plain.vectorOf,
    prepareFor: async (decide) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        if (!all.some(isUsable)) return
        for (const one of all) one.listen()
        decide()
        const made = await Promise.all(all.map((one) => one.make()))
        if (!made.includes(true)) return
      }
    },
  }
}

function hear(vectors: Vectors): Heard {
  let missed: Set<string> | undefined
  return {
    get state() {
      return vectors.state
    },
    prepare: (texts, keep) => vectors.prepare(texts, keep),
    vectorOf: (text) => {
      const vector = vectors.vectorOf(text)
      if (vector === undefined) missed?.add(text)
      return vector
    },
    listen: () => {
      missed = new Set()
    },
    make: async () => {
      const wanted = [...(missed ?? [])]
      missed = undefined
      if (wanted.length === 0 || !isUsable(vectors)) return false
      await vectors.prepare(wanted)
      return true
    },
  }
}

function isUsable({ state }: Vectors): boolean {
  return state.type === 'unused' || state.type === 'ready'
}
