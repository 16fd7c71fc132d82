// The talk lane's generation loop: what stands in the cache is kept, the rest is evaluated in chunks, then written.
import type { Token } from 'node-llama-cpp'
import type { TalkResult, TokenUsage } from '../../contracts/engine.ts'
import type { Lane } from './lane.ts'
import { repeatsItself } from './repeats.ts'

export interface TalkOptions {
  readonly maxTokens: number
  readonly temperature: number
  readonly seed: number
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
  readonly onPrefill: (done: number, total: number) => void
  /** Called with exactly what was generated, so that the same text later stands for the same tokens. */
  readonly onGenerated: (text: string, tokens: readonly Token[]) => void
}

/** Evaluates `prompt` (reusing its longest standing prefix) and writes the answer behind it. */
export async function talk(lane: Lane, prompt: readonly Token[], options: TalkOptions): Promise<TalkResult> {
  const startedAt = performance.now()
  const usage = await evaluatePrompt(lane, prompt.slice(0, -1), options.signal, options.onPrefill)
  const last = prompt.at(-1)
  if (last === undefined) throw new RangeError('an empty prompt')
  const generated: Token[] = []
  let firstTokenMs = 0
  let text = ''
  let held: Token[] = []
  let stop: TalkResult['stop'] = 'end'
  const sampling = { temperature: options.temperature, seed: options.seed, topP: 0.9, minP: 0.05 }
  for await (const token of lane.sequence.evaluate([last], sampling)) {
    if (generated.length === 0) firstTokenMs = performance.now() - startedAt
    generated.push(token)
    held.push(token)
    // Half a character is held back until the rest of it comes.
    const piece = lane.model.detokenize(held, false, generated.slice(-held.length - 4, -held.length))
    if (!piece.endsWith('\uFFFD')) {
      text += piece
      held = []
      options.onText(piece)
    }
    if (options.signal.aborted) break
    if (generated.length >= options.maxTokens) {
      stop = 'length'
      break
    }
    if (repeatsItself(generated)) {
      stop = 'repeats'
      break
    }
    if (lane.sequence.nextTokenIndex + 2 >= lane.windowTokens) {
      stop = 'window'
      break
    }
  }
  options.onGenerated(text, held.length > 0 ? generated.slice(0, -held.length) : generated)
  options.signal.throwIfAborted()
  return {
    text,
    stop,
    usage: { ...usage, evaluated: usage.evaluated + 1, generated: generated.length },
    firstTokenMs,
    totalMs: performance.now() - startedAt,
    contextTokens: lane.tokens.length,
  }
}

/** Makes the lane hold exactly `tokens`, decoding only what does not stand there yet. */
export async function evaluatePrompt(
  lane: Lane,
  tokens: readonly Token[],
  signal: AbortSignal,
  onPrefill: (done: number, total: number) => void,
): Promise<TokenUsage> {
  const reused = await lane.keepPrefix(tokens)
  await lane.append(tokens.slice(reused), signal, onPrefill)
  return { evaluated: tokens.length - reused, reused, generated: 0 }
}
