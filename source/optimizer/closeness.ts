// How close a line is to what its tool does and is asked for, told by the words that they share; rare words count more, and
// frequent ones of the tool. Pure.

const STOP = new Set(
  'a an and any are as at be by can for from get gets has have if in into is it its like may new not of on one or other out some such than that the their then there these this to use used uses using what when where which who will with you your'.split(
    ' ',
  ),
)
/** Letters that tell a word from another: "minutes" and "minute", "converts" and "convert" are one. */
const STEM_LETTERS = 5

/** Words of the text that say something, in the shape in which they are compared. */
export function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !STOP.has(word) && word.length > 1).map((word) => word.slice(0, STEM_LETTERS))
}

/** Compares lines with the texts of all tools. */
export class Closeness {
  readonly #rarity: ReadonlyMap<string, number>
  readonly #vectors: ReadonlyMap<string, ReadonlyMap<string, number>>

  /** Name and text of every tool. */
  constructor(texts: ReadonlyMap<string, string>) {
    const counts = new Map<string, number>()
    for (const text of texts.values())
      for (const word of new Set(contentWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
    this.#rarity = new Map([...counts].map(([word, count]) => [word, Math.log(1 + texts.size / count)]))
    this.#vectors = new Map([...texts].map(([name, text]) => [name, this.#weigh(text)]))
  }

  /** Cosine, 0 to 1. */
  of(line: string, tool: string): number {
    const vector = this.#vectors.get(tool)
    if (vector === undefined) return 0
    let sum = 0
    for (const [word, weight] of this.#weigh(line)) sum += weight * (vector.get(word) ?? 0)
    return sum
  }

  #weigh(text: string): ReadonlyMap<string, number> {
    const unknown = Math.log(1 + this.#rarity.size)
    const counts = new Map<string, number>()
    for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
    const weights = [...counts].map(([word, count]): [string, number] => [
      word,
      (this.#rarity.get(word) ?? unknown) * (1 + Math.log(count)),
    ])
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0))
    return new Map(weights.map(([word, weight]) => [word, weight / (length || 1)]))
  }
}
