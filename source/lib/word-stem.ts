// English words as they are compared: "baking" and "bake", "prices" and "price" are the same. Pure.

/** A word without its commonest endings; only for comparing, not for reading. */
export function wordStem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const single = word.endsWith('ss') ? word : word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
  const bare = single.length > 5 ? single.replace(/(?:ing|ed|ly)$/, '') : single
  return bare.replace(/(?<=..)e$/, '').replace(/([bdgmnprt])\1$/, '$1')
}

/** Stems of all words of a text, `camelCase` and `snake_case` taken apart. */
export function stemsOf(text: string): readonly string[] {
  const apart = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(/['’]s?(?!\p{L})/gu, ' ')
  return (apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(wordStem)
}
