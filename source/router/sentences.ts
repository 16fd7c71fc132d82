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

/** The sentences of a message that `decideBySentence` looks at; none: it is one alone. */
function sentencesOf(message: string): readonly string[] {
  const pieces = piecesOf(message)
  if (pieces.length < 2) return []
  const sentences = pieces.filter((one) => one.split(/\s+/).length >= FEWEST_WORDS)
  return sentences.length <= MOST
    ? sentences
    : [...sentences.slice(0, MOST / 2), ...sentences.slice(-MOST / 2)]
}

/** The surest decision of a sentence that is plainly for a tool; undefined: there is none, or only one sentence. */
export function decideBySentence(
  message: string,
  decide: (sentence: string) => RouteDecision,
): RouteDecision | undefined {
  const plain = sentencesOf(message)
    .map(decide)
    .filter((one) => one.tool !== null && leadOf(one) > PLAIN)
  return plain.sort((a, b) => leadOf(b) - leadOf(a))[0]
}

/** Of so many sentences the request is one; a decision for all of them that is not sure is looked at again. */
const FEWEST_OF_STORY = 3
const SURE_OF_STORY = 0.8

/** Whether one sentence of a message may say better what is wanted than all of it, for which `whole` was decided. */
export function isUnsureStory(message: string, { by, confidence }: RouteDecision): boolean {
  return by === 'classifier' && confidence < SURE_OF_STORY && piecesOf(message).length >= FEWEST_OF_STORY
}

function piecesOf(message: string): readonly string[] {
  return message.split(/(?<=[.!?;:])\s+(?=\S)|\n+/u).map((one) => one.trim())
}

function leadOf({ border, by }: RouteDecision): number {
  return by === 'pattern' ? Number.POSITIVE_INFINITY : (border?.logOdds ?? Number.NEGATIVE_INFINITY)
}
