/**
 * Several requests in one message ("how late is it, and what is 9 times 9?"): cut where a new request begins. In doubt the
 * message stays whole: a request that is cut in two gives two wrong calls.
 */
import type { RouteDecision } from '../contracts/router.ts'
import { asksOwn, OWN_BESIDE } from '../lib/asks-own.ts'
import { eachNumber, nextDeed, spreadList } from './listed.ts'

/** Longer messages are texts. */
const LONGEST_MESSAGE = 400
/** More requests than rounds would be dropped anyway. */
const MOST_PARTS = 5
/** From here on a part that does not begin like a request is one all the same. */
const SURE = 0.9
/** A part that asks, and that its threshold leaves out, is for its likeliest tool from here on. */
const ASKED_BESIDE = 0.84
/** Requests of one kind are so likely. */
const LIKELY = 0.75
/** Below this for any part the message stays whole: for one that begins like a request, and for any other. */
const BY_WORDS = [0.85, 0.9] as const
/** What is read by meaning, too, is surer of itself, and of sentences that only tell something. */
const BY_MEANING = [0.925, 0.985] as const

/** Ends of sentences, and words that join requests; what is between quotes is not looked at. */
const JOINTS =
  /(?<=[?!;])\s+(?:(?:and|then|also|plus)\s+)*|(?<=\p{L}{2}|\d)\.\s+(?=\p{L})|\n+|,?\s+(?:and then|and also|and|then|also|plus|as well as|n|&)\s+|,\s+/giu
const QUOTED = /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/gu
/** Nothing else is needed to work it out. */
const EXPRESSION = /\d\s*[-+*/^×÷x]\s*\d|\d\s*(?:%|per ?cent)\s+of\s+\d/iu
/** "20 kg to pounds". */
const CONVERSION = /\d\s*[\p{L}°][\p{L}°/²³]*\s+(?:to|in|into|as)\s+[\p{L}°][\p{L}°/²³]*[\s?.!]*$/iu
const DEED = /\bremind me to\s/iu
/** A quotation or a path. */
const NAMED = /["“`]|\p{L}[./]\p{L}/u

export interface SplitRules {
  readonly route: (request: string) => RouteDecision
  /** Whether requests for this tool begin with this word (lower case). */
  readonly opens: (tool: string, word: string) => boolean
  /** Whether each number of a list is a request of its own for this tool. */
  readonly takesOne: (tool: string) => boolean
  /** Whether this word (lower case) is the name of one of its arguments. */
  readonly takes: (tool: string, word: string) => boolean
  /** Requests are read by meaning, too. */
  readonly isByMeaning: boolean
}

/** The requests in `message`, in order; the message itself if it is one. */
export function splitRequests(message: string, alone: SplitRules): readonly string[] {
  const rules = { ...alone, route: (request: string) => asAsked(request, alone.route(request)) }
  if (message.length > LONGEST_MESSAGE) return [message]
  const pieces = piecesOf(message, rules)
  if (pieces.length < 2) return [message]
  const numbers = eachNumber(message)
  const { tool } = numbers === undefined ? { tool: null } : rules.route(message)
  if (numbers !== undefined && tool !== null && rules.takesOne(tool) && isForOneTool(numbers, rules))
    return numbers
  const listed = spreadList(pieces.map((piece) => piece.text))
  if (listed !== undefined && isForOneTool(listed, rules)) return listed
  const parts = joinUnsure(pieces, rules)
  const isClear = parts.every((part) => {
    const { tool, confidence } = rules.route(part)
    const [opening, other] = rules.isByMeaning ? BY_MEANING : BY_WORDS
    return tool !== null && confidence >= (rules.opens(tool, firstWord(part)) ? opening : other)
  })
  if (parts.every((part) => alone.route(part).tool === null)) return [message]
  return parts.length > 1 && parts.length <= MOST_PARTS && isClear ? parts : [message]
}

/** A question beside requests is one of them, though it alone would be left to the model. */
function asAsked(request: string, decision: RouteDecision): RouteDecision {
  const [best] = decision.candidates
  const least = asksOwn(request) ? OWN_BESIDE : ASKED_BESIDE
  return decision.tool === null && request.endsWith('?') && best !== undefined && best.score >= least
    ? { ...decision, tool: best.tool, confidence: Math.max(best.score, SURE) }
    : decision
}

function isForOneTool(requests: readonly string[], { route }: SplitRules): boolean {
  const [first, ...others] = requests.map(route)
  return (
    first !== undefined &&
    first.tool !== null &&
    requests.length <= MOST_PARTS &&
    others.every(({ tool, confidence }) => tool === first.tool && confidence >= LIKELY)
  )
}

interface Piece {
  /** What stood before it. */
  readonly joint: string
  readonly text: string
}

/** "Greet me with this: be brief, and ask first": where a request's own text begins, in which only sentences end. */
function textOf(message: string, lastJoint: number, { route }: SplitRules): number {
  const at = message.search(/(?<=\p{L}):\s/u)
  return at < 0 || at > lastJoint || route(message.slice(0, at)).tool === null ? message.length : at
}

function piecesOf(message: string, rules: SplitRules): readonly Piece[] {
  const quotes = [...message.matchAll(QUOTED)].map(({ 0: text, index }) => [index, index + text.length])
  const open = [...message.matchAll(JOINTS)].filter(
    ({ index }) => !quotes.some(([from = 0, to = 0]) => index > from && index < to),
  )
  const textFrom = textOf(message, open.at(-1)?.index ?? 0, rules)
  const joints = open.filter(({ 0: joint, index }) => index < textFrom || isEnd(message, index, joint))
  const pieces: Piece[] = []
  let from = 0
  let joint = ''
  for (const match of [...joints, undefined]) {
    const text = message.slice(from, match?.index).trim()
    if (text !== '') pieces.push(pieceOf(pieces.at(-1), joint, text))
    joint = text === '' ? `${joint}${match?.[0] ?? ''}` : (match?.[0] ?? '')
    from = match === undefined ? from : match.index + match[0].length
  }
  return pieces
}

/** A deed behind another one has its own "remind me", as if both were joined by "and". */
function pieceOf(before: Piece | undefined, joint: string, text: string): Piece {
  const deed = before && nextDeed(before.text, text)
  return deed === undefined ? { joint, text } : { joint: ' and ', text: deed }
}

function isEnd(message: string, index: number, joint: string): boolean {
  return /^\.|\n/.test(joint) || /[?!;]/.test(message[index - 1] ?? '')
}

/**
 * A second request for the same tool stands on its own: a whole expression like the first, a path or a quotation like the
 * first, or a value behind a question. "3 by 4 and add 5" and "6 rolls at 0.45 and 2 loaves at 3.20" are one sum.
 */
function repeats(before: string, joint: string, text: string, begins: boolean): boolean {
  const both = (value: RegExp) => [before, text].every((part) => value.test(part))
  if (isJoined(before, joint) && both(DEED)) return true
  if (both(EXPRESSION) || (both(CONVERSION) && isJoined(before, joint))) return true
  const isAsked = /\?\s*$/.test(before)
  return (
    isJoined(before, joint) &&
    ((begins && (both(NAMED) || isSaidAgain(before, text))) || (isAsked && both(/\d/)))
  )
}

/** "Remember that … and remember that …": both begin with the same two words. */
function isSaidAgain(before: string, text: string): boolean {
  const [one, other] = [before, text].map(
    (part) => /^\s*(\p{L}[\p{L}']*\s+\p{L}[\p{L}']*)/u.exec(part.toLowerCase())?.[1],
  )
  return one !== undefined && one === other
}

/** "In archive/2025, is the word there?": a place alone asks for nothing. */
const PLACE =
  /^(?:in|within|inside|under|from|at|on|for|with)\s+(?:(?:the|my|our)\s+)?\S+(?:\s+(?:folder|directory|file))?$/iu

/** "My dough needs 640 g, how much is a quarter more?": what is told asks for nothing. "I'd like …" does. */
const TELLS =
  /^(?:the|an?|my|our|his|her|their|its?|it's|this|that|these|those|there|he|she|they|we|you|i|i've|i'm|two|three)\s(?!(?:'d|would|want|wanna|need|wish|like)\b)(?!.*\b(?:please|pls)\b)/iu
/** Told, whatever joins it: "I changed it last week and …". */
const TOLD =
  /^(?:i|we)(?:'ve| have| had)?\s(?:\p{L}+ed|had|lost|wrote|put|gave|given|made|said|told|got|left|took|read|saw|heard|found|set|was|were)\s/iu
const GOES_ON = /^(?:not?|says?|said|the (?:other|rest|same)|others?|i(?:'ve| have| need|'d))\b/iu
/** "Read it out", "which ones are there?": about what was said just before. */
const SAME_THING =
  /^(?!.*[\d"'“`/.]\p{L}*\S)(?!.*\b(?:time|late|hour|day|date|week|month)\b)(?:\S+\s+){0,3}(?:it|them|that|those|there|ones?)\b(?:\s+(?:all|aloud|already|are|done|down|for|in|is|me|mind|now|off|out|please|pls|right|there|they|to|up|us|was|were|wrong))*[\s?.!]*$/iu
/** "45 days?", "2024-09-03": a value, and no request. */
const VALUE = /^#?\d[\d.,:/-]*(?:\s*(?:%|(?!squared|cubed)\p{L}+))?[\s?.!]*$/u

/** Whether a request may begin with `text`, behind what stands before it. */
function isOpening(before: string, joint: string, text: string): boolean {
  const isWord = /\p{L}|&/u.test(joint)
  const isTold = !/\?\s*$/.test(before) && (isWord ? TOLD : TELLS).test(before)
  const isMore = GOES_ON.test(text) || SAME_THING.test(text) || VALUE.test(text)
  return !isTold && !isMore && (/\d/.test(text) || /\S\s+\S/.test(text))
}

/** "What date will that be?" is about what was said just before. */
const POINTS_BACK =
  /\b(?:that|those|these|them)\s*[\s?.!]*$|\b(?:will|would|is|are|was) (?:that|those|these)\b/iu

/** "I need the page number. Where does it stand?" is one request with its story: what stands first asks for nothing. */
function isRequest(part: string, tool: string | null, opens: SplitRules['opens']): boolean {
  const isOpen = PLACE.test(part) || (POINTS_BACK.test(part) && !/\d|["“`/]/u.test(part))
  return tool !== null && !isOpen && (/\?\s*$/.test(part) || opens(tool, firstWord(part)))
}

/** Joined by a word or behind a whole sentence, not by a comma alone. */
function isJoined(before: string, joint: string): boolean {
  return /[?!.;]\s*$/.test(before) || /\p{L}{2}|&|\n|\./u.test(joint)
}

/** Empty where a number or a path comes first. */
function firstWord(text: string): string {
  return /^[^\p{L}\p{N}]*(\p{L}[\p{L}']*)/u.exec(text.toLowerCase())?.[1] ?? ''
}

/** "Importance 0.6", "tags: car and tyres": a few words behind the name of an argument. */
const STATED = /^\P{L}*(\p{L}+)\W{0,3}\s[^?]*$/u
const MOST_STATED = 4

/** Whether a piece states an argument of the request before it. */
function states(text: string, tool: string | null, takes: SplitRules['takes']): boolean {
  const name = text.split(/\s+/).length > MOST_STATED ? undefined : STATED.exec(text.toLowerCase())?.[1]
  return tool !== null && name !== undefined && takes(tool, name)
}

/** A piece that is no request of its own belongs to the one before it. */
function joinUnsure(pieces: readonly Piece[], { route, opens, takes }: SplitRules): readonly string[] {
  const parts: string[] = []
  let last: string | null = null
  for (const { joint, text } of pieces) {
    const before = parts.at(-1)
    const { tool, confidence } = route(text)
    const begins = tool !== null && opens(tool, firstWord(text))
    const isOwn =
      tool !== null &&
      isOpening(before ?? '', joint, text) &&
      !states(text, last, takes) &&
      (tool === last
        ? repeats(before ?? '', joint, text, begins)
        : /\p{L}{2}|&/u.test(joint)
          ? begins || confidence >= SURE
          : begins && isRequest(before ?? '', last, opens))
    if (before === undefined || (isOwn && last !== null)) {
      parts.push(text)
      last = tool
    } else {
      const whole = `${before}${joint}${text}`
      parts[parts.length - 1] = whole
      last = route(whole).tool
    }
  }
  return parts
}
