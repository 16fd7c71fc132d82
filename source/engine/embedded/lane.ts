// One context with one sequence: the tokens that stand in it, and how to make others stand there
// with as little decoding as possible. The driver (child.ts) never lets two lanes decode at once.
import type { LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'
import { EngineFailure } from '../../contracts/engine.ts'

export class Lane {
  readonly model: LlamaModel
  readonly context: LlamaContext
  readonly chunkTokens: number
  #sequence: LlamaContextSequence
  #canCut: boolean
  /** From here on stands what was evaluated ahead; undefined: nothing of the kind. */
  #aheadFrom: number | undefined

  constructor(model: LlamaModel, context: LlamaContext, chunkTokens: number) {
    this.model = model
    this.context = context
    this.chunkTokens = chunkTokens
    this.#sequence = openSequence(context)
    this.#canCut = !this.#sequence.needsCheckpoints
  }

  get sequence(): LlamaContextSequence {
    return this.#sequence
  }

  /** Tokens whose cells stand in the cache. */
  get tokens(): readonly Token[] {
    return this.#sequence.contextTokens
  }

  /** Whether cells can be cut at the end: as the library says of the model, until a cut leaves something else behind. */
  get canCut(): boolean {
    return this.#canCut
  }

  get windowTokens(): number {
    return this.context.contextSize
  }

  /** A new, empty sequence: after a failed load the old one is full in native code and empty here. */
  async reset(): Promise<void> {
    this.#sequence.dispose()
    this.#sequence = openSequence(this.context)
  }

  /** True when all that stands here must go before `tokens` can: they part from it, and no cells can be cut. */
  mustReload(tokens: readonly Token[]): boolean {
    return !this.#canCut && this.sharedPrefix(tokens) < this.tokens.length
  }

  /**
   * Makes the cache hold a prefix of `tokens` and nothing else; gives its length. Cells that cannot be cut (recurrent
   * layers) are dropped whole. The position is looked at after each cut: where it is not the expected one, this lane
   * never cuts again, and the caller evaluates from the beginning. `apart`: so many tokens at the end are decoded in a
   * chunk of their own, whatever stands here.
   */
  async keepPrefix(tokens: readonly Token[], apart = 0): Promise<number> {
    const same = this.#serving(tokens, apart)
    this.#aheadFrom = undefined
    if (same === this.tokens.length) return same
    if (this.#canCut && same > 0) {
      await this.#sequence.eraseContextTokenRanges([{ start: same, end: this.#sequence.nextTokenIndex }])
      if (this.#standsAt(same)) return same
      this.#canCut = false
    }
    await this.#sequence.clearHistory()
    if (!this.#standsAt(0)) await this.reset()
    return 0
  }

  /**
   * Evaluates `tokens` before anybody needs them, `whole` or only in whole chunks; gives how many stood here. What is
   * evaluated behind them later is cut into the same chunks as without, so it comes out the same to the bit.
   */
  async appendAhead(tokens: readonly Token[], isWhole: boolean, signal: AbortSignal): Promise<number> {
    const from = this.#aheadFrom ?? this.tokens.length
    const kept = await this.keepPrefix(tokens)
    this.#aheadFrom = Math.min(from, kept)
    const rest = tokens.length - kept
    const count = isWhole ? rest : rest - (rest % this.chunkTokens)
    await this.append(tokens.slice(kept, kept + count), signal)
    return kept
  }

  /** All that stands here counts as evaluated when it was needed. */
  settle(): void {
    this.#aheadFrom = undefined
  }

  /** How much of what stands here serves `tokens`: of what was evaluated ahead whole chunks, or all of it if that is all. */
  #serving(tokens: readonly Token[], apart: number): number {
    const same = this.sharedPrefix(tokens)
    const from = this.#aheadFrom
    if (from === undefined || same <= from) return same
    if (apart === 0 && same === tokens.length && same === this.tokens.length) return same
    const most = Math.max(from, Math.min(same, tokens.length - apart))
    return most - ((most - from) % this.chunkTokens)
  }

  /** Takes the last token back. The library brings back itself what it cannot cut; where it did not, all is evaluated again. */
  async dropLast(): Promise<void> {
    const wanted = this.tokens.slice(0, -1)
    await this.#sequence.eraseContextTokenRanges([
      { start: wanted.length, end: this.#sequence.nextTokenIndex },
    ])
    if (this.#standsAt(wanted.length)) return
    await this.append(wanted.slice(await this.keepPrefix(wanted)), new AbortController().signal)
  }

  /** So many of the first `tokens` stand here, too. */
  sharedPrefix(tokens: readonly Token[]): number {
    const standing = this.tokens
    let same = 0
    while (same < standing.length && same < tokens.length && standing[same] === tokens[same]) same++
    return same
  }

  #standsAt(position: number): boolean {
    return this.#sequence.nextTokenIndex === position && this.tokens.length === position
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
