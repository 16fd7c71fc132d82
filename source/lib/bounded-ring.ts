// A log in memory that forgets its oldest entries: bounded in number and in characters, read by place.

interface Entry {
  /** From 1, growing; some are left out. */
  readonly id: number
  readonly text: string
}

interface Kept extends Entry {
  readonly topic: string | undefined
}

export class BoundedRing {
  readonly epoch: string
  readonly #most: number
  readonly #mostCharacters: number
  readonly #listeners = new Set<() => void>()
  #kept: Kept[] = []
  #characters = 0
  #newest = 0
  /** Newest id that was forgotten for want of room. */
  #lost = 0

  constructor(epoch: string, most: number, mostCharacters: number) {
    this.epoch = epoch
    this.#most = most
    this.#mostCharacters = mostCharacters
  }

  get newest(): number {
    return this.#newest
  }

  /** Entries of one `topic` can be given up together, once another says all that they say. */
  push(text: string, topic?: string): void {
    this.#newest++
    this.#kept.push({ id: this.#newest, text, topic })
    this.#characters += text.length
    while (this.#kept.length > this.#most || this.#characters > this.#mostCharacters) {
      const oldest = this.#kept.shift()
      if (oldest === undefined) break
      this.#characters -= oldest.text.length
      this.#lost = oldest.id
    }
    for (const listener of this.#listeners) listener()
  }

  /** Gives up the entries of a topic; nobody misses them. */
  drop(topic: string): void {
    this.#kept = this.#kept.filter((one) => one.topic !== topic)
    this.#characters = this.#kept.reduce((sum, { text }) => sum + text.length, 0)
  }

  since(id: number): readonly Entry[] | undefined {
    if (id < this.#lost || id > this.#newest) return undefined
    return this.#kept.filter((one) => one.id > id)
  }

  all(): readonly Entry[] {
    return [...this.#kept]
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
