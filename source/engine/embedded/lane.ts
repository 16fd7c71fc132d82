// One context with one sequence: the tokens that stand in it, and how to make others stand there
// with as little decoding as possible. The driver (child.ts) never lets two lanes decode at once.
import type { LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import { EngineFailure } from '../../contracts/engine.ts'

export class Lane {
  readonly model: LlamaModel
  readonly context: LlamaContext
  readonly chunkTokens: number
  #sequence: LlamaContextSequence

  constructor(model: LlamaModel, context: LlamaContext, chunkTokens: number) {
    this.model = model
    this.context = context
    this.chunkTokens = chunkTokens
    this.#sequence = openSequence(context)
  }

  get sequence(): LlamaContextSequence {
    return this.#sequence
  }

  /** Tokens whose cells stand in the cache. */
  get tokens(): readonly Token[] {
    return this.#sequence.contextTokens
  }

  get windowTokens(): number {
    return this.context.contextSize
  }

  /** A new, empty sequence: after a failed load the old one is full in native code and empty here. */
  async reset(): Promise<void> {
    this.#sequence.dispose()
    this.#sequence = openSequence(this.context)
  }

  /**
   * Makes the cache hold a prefix of `tokens` and nothing else; gives its length.
   * Cells that cannot be cut (recurrent layers) are dropped whole.
   */
  async keepPrefix(tokens: readonly Token[]): Promise<number> {
    const standing = this.tokens
    let same = 0
    while (same < standing.length && same < tokens.length && standing[same] === tokens[same]) same++
    if (same === standing.length) return same
    if (!this.#sequence.needsCheckpoints) {
      await this.#sequence.eraseContextTokenRanges([{ start: same, end: this.#sequence.nextTokenIndex }])
      if (this.#sequence.nextTokenIndex === same) return same
    }
    await this.#sequence.clearHistory()
    return 0
  }

  /** Decodes `tokens` behind what stands there, in chunks, looking at the signal between them. */
  async append(
    tokens: readonly Token[],
    signal: AbortSignal,
    onProgress?: (done: number, total: number) => void,
  ): Promise<void> {
    this.assertRoom(tokens.length)
    for (let at = 0; at < tokens.length; at += this.chunkTokens) {
      signal.throwIfAborted()
      const chunk = tokens.slice(at, at + this.chunkTokens)
      await this.#sequence.evaluateWithoutGeneratingNewTokens(chunk)
      onProgress?.(Math.min(at + chunk.length, tokens.length), tokens.length)
    }
  }

  /** Throws `EngineFailure` `window` when `more` tokens do not fit behind what stands there. */
  assertRoom(more: number): void {
    const needed = this.#sequence.nextTokenIndex + more
    if (needed < this.windowTokens) return
    throw new EngineFailure('window', `${needed} tokens do not fit the window of ${this.windowTokens}`)
  }
}

/** The library's own shift would silently drop the head, so running out of room is an error instead. */
function openSequence(context: LlamaContext): LlamaContextSequence {
  return context.getSequence({
    contextShift: {
      strategy: () => {
        throw new EngineFailure('window', `the window of ${context.contextSize} tokens is full`)
      },
    },
  })
}
