import type { Meaning, Vectors } from '../../source/contracts/meaning.ts'

/** Means by topics, tuned or not: a text points along each topic of which it has a word; `made` lists what was asked for. */
export function fakeMeaning(topics: readonly (readonly string[])[]): Meaning & { readonly made: string[] } {
  const made: string[] = []
  const vectors = fakeVectors(topics, made)
  return { ...vectors, made, tuned: vectors, newProblem: () => undefined, close: async () => {} }
}

function fakeVectors(topics: readonly (readonly string[])[], made: string[]): Vectors {
  const vectors = new Map<string, Float32Array>()
  return {
    state: { type: 'ready', model: 'topics' },
    prepare: async (texts) => {
      for (const text of texts) {
        if (vectors.has(text)) continue
        made.push(text)
        vectors.set(text, vectorOf(text, topics))
      }
    },
    vectorOf: (text) => vectors.get(text),
  }
}

function vectorOf(text: string, topics: readonly (readonly string[])[]): Float32Array {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu))
  const counts = topics.map((topic) => topic.filter((word) => words.has(word)).length)
  const length = Math.hypot(...counts, counts.every((count) => count === 0) ? 1 : 0)
  // The last place is that of texts that are about none of them.
  return Float32Array.from(
    [...counts, counts.every((count) => count === 0) ? 1 : 0],
    (count) => count / length,
  )
}
