// How many tokens a text has: by the server's own tokenizer where it lends it, else an estimate on the safe side.

const MOST_REMEMBERED = 4_000
const AT_ONCE = 4

/**
 * More than usual tokenizers make of prose and code, which have three to four bytes in a token; a digit may be a token of
 * its own.
 */
export function estimateTokens(text: string): number {
  const digits = text.match(/\d/g)?.length ?? 0
  return digits + Math.ceil((Buffer.byteLength(text) - digits) / 3)
}

/** Asks `ask` for each text once; what that does not count is estimated. */
export class TokenCounts {
  readonly #ask: ((text: string) => Promise<number | undefined>) | undefined
  readonly #known = new Map<string, number>()

  /** `ask` undefined: everything is estimated. */
  constructor(ask: ((text: string) => Promise<number | undefined>) | undefined) {
    this.#ask = ask
  }

  /** Never throws for a server that fails. */
  async count(texts: readonly string[]): Promise<readonly number[]> {
    const left = [...new Set(texts)].filter((text) => !this.#known.has(text) && text !== '')
    const work = async () => {
      for (let text = left.pop(); text !== undefined; text = left.pop()) await this.#learn(text)
    }
    if (this.#ask !== undefined) await Promise.all(Array.from({ length: AT_ONCE }, work))
    return texts.map((text) => (text === '' ? 0 : (this.#known.get(text) ?? estimateTokens(text))))
  }

  async #learn(text: string): Promise<void> {
    const tokens = await this.#ask?.(text).catch(() => undefined)
    if (tokens === undefined) return
    if (this.#known.size >= MOST_REMEMBERED) this.#known.delete(this.#known.keys().next().value ?? '')
    this.#known.set(text, tokens)
  }
}
