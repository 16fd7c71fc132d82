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

/** What is to be worked on as a text ("translate into French:"), or asked about ("what does this mean:"). */
const WORKED_ON =
  /(?<!\p{L})(?:translat\p{L}*|re-?writ\p{L}*|re-?phras\p{L}*|re-?word\p{L}*|paraphras\p{L}*|correct(?:ly|ed)?|grammar|typos?|summari[sz]\p{L}*|sum\s+up|explain|spell(?:ed|ing)?|proof-?read|repeat|pronounce|(?:what|whatever)\b.{0,80}\s(?:mean(?:s|ing)?)|(?:how|what)\s+(?:do|does|would|should|can|could)\s+(?:i|you|we|one|people)\s+(?:\p{L}+\s+)?(?:say|write|put|phrase)|how\s+to\s+(?:say|write|put|phrase)|say\b.{0,80}\sin\s+\p{L}+)(?!\p{L})/iu
/** Whose words follow ("Tim said:"), or what they are ("this email:"). */
const QUOTES =
  /(?<!\p{L})(?:sa(?:id|ys?)|asks?|asked|wr(?:ote|ites?|itten)|(?:told|tells?|texted|messaged|mailed|emailed)(?:\s+(?:me|us|him|her|them|you))?|repl(?:ied|ies)|answer(?:ed|s)?|shout(?:ed|s)|reads?|goes|(?:text|sentence|e-?mail|mail|message|letter|quot(?:e|ation)|phrase|paragraph|lines?)(?:\s+(?:is|was|says|said|reads|goes))?)(?:\s+(?:to\s+(?:me|us|him|her|them|you)|this|that|so|here|below|today|yesterday|just\s+now|this\s+(?:morning|evening|afternoon)|last\s+night))*\s*:$/iu

/** The pieces of a message that are the person's own words: what is only quoted behind a colon is nobody's wish. */
function ownPieces(pieces: readonly string[]): readonly string[] {
  const lead = pieces.findIndex(leadsToQuotation)
  return lead === -1 ? pieces : pieces.slice(0, lead + 1)
}

function leadsToQuotation(piece: string): boolean {
  return piece.endsWith(':') && (WORKED_ON.test(piece) || QUOTES.test(piece))
}

/** Whether a message has a text that is only quoted: it is not cut into requests, for a part of that is none. */
export function hasQuotation(message: string): boolean {
  return message.includes(':') && piecesOf(message).slice(0, -1).some(leadsToQuotation)
}

/** The sentences of a message that `decideBySentence` looks at; none: it is one alone. */
function sentencesOf(message: string): readonly string[] {
  const pieces = piecesOf(message)
  if (pieces.length < 2) return []
  const sentences = ownPieces(pieces).filter((one) => one.split(/\s+/).length >= FEWEST_WORDS)
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
