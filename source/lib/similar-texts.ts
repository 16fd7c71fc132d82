/** Finds the texts most like another one by the words and parts of words that they share; numbers count as equal. */

/** Lengths of the parts of words, in characters. */
const PART_LENGTHS = [3, 4]
/** Pairs count more: "celsius to fahrenheit" is not "fahrenheit to celsius". */
const PAIR_WEIGHT = 2

/** Texts by their features; made once, asked often: only texts that share a feature are looked at. */
export class SimilarTexts {
  /** The texts that have a feature, by their indices. */
  readonly #having = new Map<string, number[]>()
  readonly #lengths: Float64Array
  readonly #texts: number

  constructor(texts: readonly string[]) {
    this.#texts = texts.length
    // Texts repeat their words.
    const parts = new Map<string, readonly string[]>()
    const features = texts.map((text) => featuresOf(text, parts))
    features.forEach((of, index) => {
      for (const one of of) {
        const having = this.#having.get(one)
        if (having === undefined) this.#having.set(one, [index])
        else having.push(index)
      }
    })
    this.#lengths = Float64Array.from(features, (of) => this.#lengthOf(of))
  }

  /** Indices of the `most` most similar texts of at least this cosine (0 to 1), the best first. */
  nearest(text: string, most: number, least: number): readonly number[] {
    const wanted = featuresOf(text)
    const length = this.#lengthOf(wanted)
    const products = new Float64Array(this.#texts)
    for (const one of wanted) {
      const weight = this.#weightOf(one)
      for (const index of this.#having.get(one) ?? [])
        products[index] = (products[index] as number) + weight * weight
    }
    return Array.from(products, (product, index) => ({
      index,
      cosine: product / ((this.#lengths[index] || 1) * length),
    }))
      .filter((one) => one.cosine >= least)
      .sort((a, b) => b.cosine - a.cosine || a.index - b.index)
      .slice(0, most)
      .map((one) => one.index)
  }

  /** What no text has makes a vector longer, too, so that foreign words lower every similarity. */
  #lengthOf(features: ReadonlySet<string>): number {
    let sum = 0
    for (const one of features) sum += this.#weightOf(one) ** 2
    return Math.sqrt(sum) || 1
  }

  #weightOf(feature: string): number {
    const count = this.#having.get(feature)?.length
    const rarity =
      count === undefined ? Math.log(1 + this.#having.size) / 4 : Math.log(1 + this.#texts / count)
    return feature.includes(' ') ? rarity * PAIR_WEIGHT : rarity
  }
}

function featuresOf(text: string, known?: Map<string, readonly string[]>): ReadonlySet<string> {
  const folded = text.toLowerCase().replace(/\d+(?:[.,]\d+)*/g, '0')
  const words = folded.match(/[\p{L}'’]+|0|[^\s\p{L}0]/gu) ?? []
  const features = new Set(words)
  words.forEach((word, at) => {
    const before = words[at - 1]
    if (before !== undefined) features.add(`${before} ${word}`)
    const parts = known?.get(word) ?? partsOf(word)
    known?.set(word, parts)
    for (const part of parts) features.add(part)
  })
  return features
}

function partsOf(word: string): readonly string[] {
  if (word.length <= 2) return []
  const padded = `_${word}_`
  return PART_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, padded.length - length + 1) }, (_, from) =>
      padded.slice(from, from + length),
    ),
  )
}
