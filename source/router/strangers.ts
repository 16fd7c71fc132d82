/**
 * Tools that the classifier does not know (of MCP servers, of plugins) against those that it knows. It was trained without them, so
 * what they are asked for looks to it like the nearest of its own: "primary schools within 1 km" is a sum. Words tell: those that a
 * stranger says of itself, above all those that nobody ever said to the tool that the classifier would take.
 */
import { contentWords, type WordMatch, type WordMatcher } from './words.ts'

/** Texts by the tool that they are of. */
type TextsOf = (tool: string) => readonly string[]

/**
 * Gives the match of a stranger that takes a message from the classifier's tool; undefined: the classifier is right. Score and score
 * of the new words alone, each in words that one tool alone has, must exceed a bound that grows with the number of strangers: among many
 * of them something always fits. Figures in docs/router.md. `textsOf`: what a tool says of itself, and requests for it; `taughtOf`: requests that
 * the person taught for it, whose words are no stranger's.
 */
export function createStrangerRule(
  matchWords: WordMatcher,
  textsOf: TextsOf,
  taughtOf: TextsOf,
): (
  message: string,
  learned: string,
  isStranger: (tool: string) => boolean,
  strangers: number,
) => WordMatch | undefined {
  const wordsOf = remembered((tool) => new Set([...textsOf(tool), ...taughtOf(tool)].flatMap(contentWords)))
  const taughtWordsOf = remembered((tool) => new Set(taughtOf(tool).flatMap(contentWords)))
  return (message, learned, isStranger, strangers) => {
    if (strangers === 0) return undefined
    const match = matchWords(message, isStranger, taughtWordsOf(learned))
    const score = match.ranked[0]?.score ?? 0
    const bound = (BOUND + BOUND_GROWS * Math.log(strangers)) * match.rarest
    // The new words bring at most what all bring.
    if (2 * score <= bound) return undefined
    const fresh = matchWords(message, isStranger, wordsOf(learned)).ranked[0]?.score ?? 0
    return score + fresh > bound ? match : undefined
  }
}

const BOUND = 1
const BOUND_GROWS = 0.6

function remembered<T>(of: (tool: string) => T): (tool: string) => T {
  const known = new Map<string, T>()
  return (tool) => {
    const value = known.get(tool) ?? of(tool)
    known.set(tool, value)
    return value
  }
}
