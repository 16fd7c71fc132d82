// Random choices that are the same for the same seed.

export class Random {
  #state: number

  /** Any whole numbers; each gives another sequence. */
  constructor(...seeds: readonly number[]) {
    this.#state = 0x9e3779b9
    for (const seed of seeds) this.#state = mixed(this.#state ^ mixed(seed | 0))
  }

  /** From 0 up to 1 (mulberry32, Tommy Ettinger, public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to `below`; 0 where that is 0. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of them; there must be one. */
  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T
  }

  /** Small numbers mostly, and now and then one up to `most`. */
  length(most: number): number {
    return Math.min(most, Math.ceil(2 ** (this.next() * Math.log2(Math.max(2, most)))))
  }
}

function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
