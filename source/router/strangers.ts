/**
 * Tools that the classifier does not know (of MCP servers, of plugins) beside those that it knows. It was trained without them, so
 * what they are asked for looks to it like the nearest of its own: "primary schools within 1 km" is a sum. Words tell: those that a
 * stranger says of itself and that the optimizer found for it, against those that nobody ever said to the classifier's tool. A word
 * counts by how few tools have it, and by how few requests. Where a sentence model is there, meanings tell more than words do (senses.ts).
 * Figures in docs/router.md.
 */
import type { RouteCandidate, RouteDecision } from '../contracts/router.ts'
import { createRequestRarity } from './request-rarity.ts'
import type { Vocabulary } from './vocabulary.ts'
import { contentWords, createWordMatcher, type ToolWords, type WordMatch, wordsWithForms } from './words.ts'

/** Log-odds of a stranger that has no word of the message, beside a tool that the classifier chose and where it chose none. */
const BESIDE_TOOL = -7.5
const BESIDE_NONE = -5.8
/** What a word adds that one tool alone has and no request. */
const WORD = 3.8
/** Log-odds that a tool of the classifier loses where nobody said a word of the message to it. */
const UNKNOWN = 4
/** The same where it is known how much alike in meaning the message and each tool are; learned with docs/router.md's figures. */
const BY_MEANING = { besideTool: -5.3, besideNone: -3.3, word: 1.45, like: 9.9, ownLike: 10.8, unknown: 3.6 }
/** Texts that have nothing to do with each other are about so much alike, or less. */
const UNLIKE = 0.3
/** Strangers beyond these have no part in the probabilities. */
const MOST_STRANGERS = 20

export interface StrangerParts {
  readonly vocabulary: Vocabulary
  /** What every tool says of itself, also those that the classifier knows. */
  readonly words: readonly ToolWords[]
  /** Content words of what is known of a tool of the classifier: what it says of itself, and requests for it. */
  readonly wordsOf: (tool: string) => ReadonlySet<string>
  /** What the optimizer found for a stranger. */
  readonly foundFor: (tool: string) => readonly string[]
  /** Requests that the person taught for a tool; their words are no stranger's. */
  readonly taughtFor: (tool: string) => readonly string[]
  /** How much alike in meaning a message and what a tool is for are, -1 to 1; undefined: nobody knows. */
  readonly likenessOf?: (message: string, tool: string) => number | undefined
}

/** The decision with strangers beside it; of what leads to the classifier's tool or to none. */
export type StrangerRule = (
  message: string,
  learned: Pick<RouteDecision, 'tool' | 'candidates'>,
  none: number,
  isStranger: (tool: string) => boolean,
) => {
  /** The stranger that takes the message; undefined: none does. */
  readonly tool: string | undefined
  /** Probabilities; with those of the classifier's tools and `none` they sum to 1. Empty: no stranger has a word of the message. */
  readonly strangers: readonly RouteCandidate[]
  readonly own: readonly RouteCandidate[]
  readonly none: number
  /** Log-odds that each of the classifier's tools lost, 0 or less. */
  readonly lost: number
}

/** Makes the rule for what is known of the tools. */
export function createStrangerRule(parts: StrangerParts): StrangerRule {
  const rarity = createRequestRarity(parts.vocabulary)
  const match = createWordMatcher(
    parts.words.map(({ tool, text }) => ({ tool, text, found: parts.foundFor(tool).join(' ') })),
    rarity,
  )
  const taughtWordsOf = remembered((tool) => new Set(parts.taughtFor(tool).flatMap(contentWords)))
  return (message, learned, none, isStranger) => {
    const without = learned.tool === null ? undefined : taughtWordsOf(learned.tool)
    const matched = match(message, isStranger, without)
    const [likeliest] = learned.candidates
    const isBeside = learned.tool !== null
    const alike = likeStrangers(message, parts, isStranger)
    const strangers =
      alike.length === 0
        ? byWords(matched, isBeside)
        : byMeaning(alike, matched, isBeside, likeliest && parts.likenessOf?.(message, likeliest.tool))
    const weights = new Map(wordsWithForms(message).map(({ word, form }) => [word, rarity(form)]))
    const knownTo = (tool: string) => [parts.wordsOf(tool), taughtWordsOf(tool)]
    const unknown = alike.length === 0 ? UNKNOWN : BY_MEANING.unknown
    // The same for all of them: their order is the classifier's.
    const lost = likeliest ? -unknown * unknownShare(weights, knownTo(likeliest.tool)) : 0
    const own = learned.candidates.map(({ tool, score }) => ({ tool, score: score * Math.exp(lost) }))
    const total = [...own, ...strangers].reduce((sum, { score }) => sum + score, none)
    const shareOf = ({ tool, score }: RouteCandidate) => ({ tool, score: score / total })
    const [first] = strangers
    const least = Math.max(own[0]?.score ?? 0, learned.tool === null ? none : 0)
    const tool = first !== undefined && first.score > least ? first.tool : undefined
    return { tool, strangers: strangers.map(shareOf), own: own.map(shareOf), none: none / total, lost }
  }
}

/** Odds of each stranger that has a word of the message, the likeliest first. */
function byWords({ ranked, rarest }: WordMatch, isBeside: boolean): RouteCandidate[] {
  const base = isBeside ? BESIDE_TOOL : BESIDE_NONE
  return ranked.map(({ tool, score }) => ({ tool, score: Math.exp(base + (WORD * score) / rarest) }))
}

/** Odds of the likest strangers, the likeliest first; `ownLike`: of the classifier's likeliest tool. */
function byMeaning(
  alike: readonly { readonly tool: string; readonly like: number }[],
  { ranked, rarest }: WordMatch,
  isBeside: boolean,
  ownLike = UNLIKE,
): RouteCandidate[] {
  const words = new Map(ranked.map(({ tool, score }) => [tool, score / rarest]))
  const base = isBeside ? BY_MEANING.besideTool : BY_MEANING.besideNone
  const own = BY_MEANING.ownLike * Math.max(0, ownLike - UNLIKE)
  return alike
    .map(({ tool, like }) => {
      const lead = BY_MEANING.word * (words.get(tool) ?? 0) + BY_MEANING.like * (like - UNLIKE)
      return { tool, score: Math.exp(base + lead - own) }
    })
    .sort((a, b) => b.score - a.score || (a.tool < b.tool ? -1 : 1))
    .slice(0, MOST_STRANGERS)
}

/** How much alike the message and each stranger are; empty: that is not known. */
function likeStrangers(
  message: string,
  { words, likenessOf }: StrangerParts,
  isStranger: (tool: string) => boolean,
): readonly { readonly tool: string; readonly like: number }[] {
  if (likenessOf === undefined) return []
  return words.flatMap(({ tool }) => {
    const like = isStranger(tool) ? likenessOf(message, tool) : undefined
    return like === undefined ? [] : [{ tool, like }]
  })
}

/**
 * A decision among the tools that the classifier knows, with strangers beside them; undefined: it knows none of those that are allowed.
 * `best`: the most probable first, and only so many.
 */
export function withStrangers(
  decided: RouteDecision | undefined,
  among: (alone: Pick<RouteDecision, 'tool' | 'candidates'>, none: number) => ReturnType<StrangerRule>,
  best: (candidates: readonly RouteCandidate[]) => readonly RouteCandidate[],
): RouteDecision {
  const alone = decided ?? { tool: null, candidates: [] }
  const { tool, strangers, own, none, lost } = among(alone, noneOf(decided))
  if (decided !== undefined && strangers.length === 0) return decided
  if (tool === undefined && decided?.tool) {
    const left = strangers.reduce((sum, { score }) => sum - score, 1)
    const mine = decided.candidates.map(({ tool, score }) => ({ tool, score: score * left }))
    return { ...decided, confidence: decided.confidence * left, candidates: best([...mine, ...strangers]) }
  }
  const candidates = best([...own, ...strangers])
  if (tool !== undefined) return { tool, confidence: candidates[0]?.score ?? 0, by: 'words', candidates }
  const border = decided?.border && { ...decided.border, logOdds: decided.border.logOdds + lost }
  return { tool: null, by: 'none', ...decided, confidence: none, candidates, ...(border && { border }) }
}

/** Probability of "no tool". */
function noneOf(decided: RouteDecision | undefined): number {
  if (decided === undefined) return 1
  const { tool, confidence, border, candidates } = decided
  if (tool === null) return confidence
  const of = candidates.find((one) => one.tool === border?.tool)
  return border === undefined || of === undefined ? 1 - confidence : of.score / Math.exp(border.logOdds)
}

/** Share of the words, each by its weight, that are in none of the sets; 0 to 1. */
function unknownShare(weights: ReadonlyMap<string, number>, known: readonly ReadonlySet<string>[]): number {
  let all = 0
  let unknown = 0
  for (const [word, weight] of weights) {
    all += weight
    if (!known.some((set) => set.has(word))) unknown += weight
  }
  return all === 0 ? 0 : unknown / all
}

/** Asks once for each tool. */
export function remembered<T>(of: (tool: string) => T): (tool: string) => T {
  const values = new Map<string, T>()
  return (tool) => {
    const value = values.get(tool) ?? of(tool)
    values.set(tool, value)
    return value
  }
}
