/**
 * A request inside a story: where the whole message is for no tool, one of its sentences alone may plainly be for one ("I leave on
 * Monday. Before that: show me every open reminder."). Figures: docs/router.md.
 */
import type { RouteDecision } from '../contracts/router.ts'

/** Lead over "no tool" in log-odds; above the threshold, because the other sentences say none. */
const PLAIN = 3.5
const FEWEST_WORDS = 3
/** Of a longer text the beginning and the end are looked at. */
const MOST = 12

/** The surest decision of a sentence that is plainly for a tool; undefined: there is none, or only one sentence. */
export function decideBySentence(
  message: string,
  decide: (sentence: string) => RouteDecision,
): RouteDecision | undefined {
  const pieces = message.split(/(?<=[.!?;:])\s+(?=\S)|\n+/u).map((one) => one.trim())
  const sentences = pieces.filter((one) => one.split(/\s+/).length >= FEWEST_WORDS)
  if (pieces.length < 2) return undefined
  const looked =
    sentences.length <= MOST ? sentences : [...sentences.slice(0, MOST / 2), ...sentences.slice(-MOST / 2)]
  const plain = looked.map(decide).filter((one) => one.tool !== null && leadOf(one) > PLAIN)
  return plain.sort((a, b) => leadOf(b) - leadOf(a))[0]
}

function leadOf({ border, by }: RouteDecision): number {
  return by === 'pattern' ? Number.POSITIVE_INFINITY : (border?.logOdds ?? Number.NEGATIVE_INFINITY)
}
