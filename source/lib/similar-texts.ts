/** Finds the texts most like another one by the words and parts of words that they share; numbers count as equal. */

/** Lengths of the parts of words, in characters. */
const PART_LENGTHS = [3, 4]
/** Pairs count more: "celsius to fahrenheit" is not "fahrenheit to celsius". */
const PAIR_WEIGHT = 2

/** Texts with the weights of their features; made once, asked often. */
export class SimilarTexts {
  readonly #rarity: ReadonlyMap<string, number>
  readonly #vectors: readonly ReadonlyMap<string, number>[]

  constructor(texts: readonly string[]) {
    const counts = new Map<string, number>()
    const features = texts.map(featuresOf)
    for (const of of features) for (const one of of) counts.set(one, (counts.get(one) ?? 0) + 1)
    this.#rarity = new Map([...counts].map(([one, count]) => [one, Math.log(1 + texts.length / count)]))
    this.#vectors = features.map((of) => this.#weigh(of))
  }

  /** Indices of the `most` most similar texts of at least this cosine (0 to 1), the best first. */
  nearest(text: string, most: number, least: number): readonly number[] {
    const wanted = this.#weigh(featuresOf(text))
    return this.#vectors
      .map((vector, index) => ({ index, cosine: cosine(wanted, vector) }))
      .filter((one) => one.cosine >= least)
      .sort((a, b) => b.cosine - a.cosine || a.index - b.index)
      .slice(0, most)
      .map((one) => one.index)
  }

  /** Of length one; what no text has makes it longer, too, so that foreign words lower every similarity. */
  #weigh(features: ReadonlySet<string>): ReadonlyMap<string, number> {
    const unknown = Math.log(1 + this.#rarity.size)
    const weights = [...features].map((one): [string, number] => {
      const rarity = this.#rarity.get(one) ?? unknown / 4
      return [one, one.includes(' ') ? rarity * PAIR_WEIGHT : rarity]
    })
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0))
    return new Map(weights.map(([one, weight]) => [one, weight / (length || 1)]))
  }
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [feature, weight] of one) sum += weight * (other.get(feature) ?? 0)
  return sum
}

function featuresOf(text: string): ReadonlySet<string> {
  const folded = text.toLowerCase().replace(/\d+(?:[.,]\d+)*/g, '0')
  const words = folded.match(/[\p{L}'’]+|0|[^\s\p{L}0]/gu) ?? []
  const features = new Set(words)
  words.forEach((word, at) => {
    const before = words[at - 1]
    if (before !== undefined) features.add(`${before} ${word}`)
    for (const length of PART_LENGTHS) {
      const padded = `_${word}_`
      for (let from = 0; word.length > 2 && from + length <= padded.length; from++)
        features.add(padded.slice(from, from + length))
    }
  })
  return features
}
