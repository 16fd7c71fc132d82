// One token at a time, greedy, and only such as are allowed.
import { setImmediate } from 'node:timers/promises'
import type { Token } from 'node-llama-cpp'
import type { Lane } from './lane.ts'

/** A token that was chosen, and its probability among the legal ones, 0 to 1. */
export interface Decided {
  readonly token: Token
  readonly probability: number
}

/** So many of the best tokens are looked through when the best one is not allowed, then all, so many at a time. */
const FIRST = 128
const MORE = 4_096

/** Whether a token may come next; `isFree`: it is the one that the model would write by itself. */
export type IsLegal = (token: Token, isFree: boolean) => boolean

/**
 * Decodes `pending` (at least one token) and chooses the next token: the most probable one that `isLegal`.
 * Sampling freely first costs nothing beyond the decode; logits are fetched only when the free choice is not legal. The library
 * picks the best K in a time that grows with K times the vocabulary (8,192 of 152,000: 0.5 s; all of them so: minutes), so behind
 * the first few it gives every logit at once. Undefined: nothing is legal. Aborting leaves the lane usable.
 */
async function decideToken(
  lane: Lane,
  pending: readonly Token[],
  isLegal: IsLegal,
  signal: AbortSignal,
  among: 'likely' | 'all',
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
  if (next?.token != null && isLegal(next.token, true)) {
    return { token: next.token, probability: 1 / (next.totalLogitWeight ?? 1) }
  }
  const likely = { filter: { tokens: [], includeTop: FIRST } }
  for (const logits of among === 'likely' ? [likely] : ([likely, true] as const)) {
    await lane.dropLast()
    const again = await sequence.controlledEvaluate([[last, { generateNext: { logits } }]])
    const candidates = [...(again.at(-1)?.next.logits ?? [])].sort((a, b) => b[1] - a[1])
    for (let from = 0; from < candidates.length; from += MORE) {
      signal.throwIfAborted()
      const best = bestLegal(candidates.slice(from, from + MORE), isLegal)
      if (best !== undefined) return best
      // An interrupt is heard between two of them.
      await setImmediate()
    }
  }
  return undefined
}

/** The same behind a long `pending`, of which all but the last chunk is decoded first, looking at the signal. `likely`: none but the best are looked at. */
export async function decideBehind(
  lane: Lane,
  pending: readonly Token[],
  isLegal: IsLegal,
  signal: AbortSignal,
  among: 'likely' | 'all' = 'all',
): Promise<Decided | undefined> {
  signal.throwIfAborted()
  const long = Math.max(0, pending.length - lane.chunkTokens)
  if (long > 0) await lane.append(pending.slice(0, long), signal)
  return decideToken(lane, pending.slice(long), isLegal, signal, among)
}

/** The first of them that is legal; they are sorted. */
function bestLegal(candidates: readonly (readonly [Token, number])[], isLegal: IsLegal): Decided | undefined {
  const legal = candidates.filter(([token]) => isLegal(token, false))
  const first = legal[0]
  if (first === undefined) return undefined
  const weight = legal.reduce((sum, [, logit]) => sum + Math.exp(logit - first[1]), 0)
  return { token: first[0], probability: 1 / weight }
}
