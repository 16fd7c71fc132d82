// One token at a time, greedy, and only such as are allowed.
import type { Token } from 'node-llama-cpp'
import type { Lane } from './lane.ts'

/** A token that was chosen, and its probability among the legal ones, 0 to 1. */
export interface Decided {
  readonly token: Token
  readonly probability: number
}

/** How many of the best tokens are looked through when the best one is not allowed; then many more. */
const CANDIDATES = [128, 8_192, 1_000_000]

/**
 * Decodes `pending` (at least one token) and chooses the next token: the most probable one that `isLegal`.
 * Sampling freely first costs nothing beyond the decode; all logits are fetched (13 ms with a vocabulary
 * of 152,000) only when the free choice is not legal. Undefined: nothing legal among the candidates.
 */
export async function decideToken(
  lane: Lane,
  pending: readonly Token[],
  isLegal: (token: Token) => boolean,
): Promise<Decided | undefined> {
  const { sequence } = lane
  lane.assertRoom(pending.length + 1)
  const last = pending.at(-1)
  if (last === undefined) throw new RangeError('nothing to decode')
  const before = pending.slice(0, -1)
  const free = await sequence.controlledEvaluate([
    ...before,
    [last, { generateNext: { token: true, totalLogitWeight: true, options: { temperature: 0 } } }],
  ])
  const next = free.at(-1)?.next
  if (next?.token != null && isLegal(next.token)) {
    return { token: next.token, probability: 1 / (next.totalLogitWeight ?? 1) }
  }
  for (const includeTop of CANDIDATES) {
    await lane.dropLast()
    const again = await sequence.controlledEvaluate([
      [last, { generateNext: { logits: { filter: { tokens: [], includeTop } } } }],
    ])
    const best = bestLegal(again.at(-1)?.next.logits ?? new Map(), isLegal)
    if (best !== undefined) return best
  }
  return undefined
}

/** The same behind a long `pending`, of which all but the last chunk is decoded first, looking at the signal. */
export async function decideBehind(
  lane: Lane,
  pending: readonly Token[],
  isLegal: (token: Token) => boolean,
  signal: AbortSignal,
): Promise<Decided | undefined> {
  signal.throwIfAborted()
  const long = Math.max(0, pending.length - lane.chunkTokens)
  if (long > 0) await lane.append(pending.slice(0, long), signal)
  return decideToken(lane, pending.slice(long), isLegal)
}

function bestLegal(logits: Map<Token, number>, isLegal: (token: Token) => boolean): Decided | undefined {
  const legal = [...logits].filter(([token]) => isLegal(token))
  const first = legal[0]
  if (first === undefined) return undefined
  const weight = legal.reduce((sum, [, logit]) => sum + Math.exp(logit - first[1]), 0)
  return { token: first[0], probability: 1 / weight }
}

/** Decodes `pending` (at least one token) and gives the logit of each candidate for the next token. */
export async function compareTokens(
  lane: Lane,
  pending: readonly Token[],
  candidates: readonly Token[],
): Promise<readonly number[]> {
  lane.assertRoom(pending.length)
  const last = pending.at(-1)
  if (last === undefined) throw new RangeError('nothing to decode')
  const filter = { tokens: [...candidates], includeTop: 1 }
  const evaluated = await lane.sequence.controlledEvaluate([
    ...pending.slice(0, -1),
    [last, { generateNext: { logits: { filter } } }],
  ])
  const logits = evaluated.at(-1)?.next.logits
  return candidates.map((token) => logits?.get(token) ?? Number.NEGATIVE_INFINITY)
}
