/**
 * Several requests in one message ("how late is it, and what is 9 times 9?"): cut where a new request begins. In doubt the
 * message stays whole: a request that is cut in two gives two wrong calls.
 */
import type { RouteDecision } from '../contracts/router.ts'

/** Longer messages are texts. */
const LONGEST_MESSAGE = 400
/** More requests than rounds would be dropped anyway. */
const MOST_PARTS = 5
/** From here on a part that does not begin like a request is one all the same. */
const SURE = 0.9
/** Below this for any part the message stays whole. */
const LIKELY = 0.75

/** Ends of sentences, and words that join requests; what is between quotes is not looked at. */
const JOINTS =
  /(?<=[?!;])\s+(?:(?:and|then|also|plus)\s+)*|(?<=\p{L}{2}|\d)\.\s+(?=\p{L})|\n+|,?\s+(?:and then|and also|and|then|also|plus|as well as|&)\s+|,\s+/giu
const QUOTED = /"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/gu
/** A file's name or path and nothing else. */
const BARE_PATH =
  /^(?:the\s+)?((?:[\p{L}\p{N}_@~-][\p{L}\p{N}_.@~/-]*)?[./][\p{L}\p{N}_.@/-]*[\p{L}\p{N}_/])[\s?.!]*$/u
const LAST_PATH = /((?:[\p{L}\p{N}_@~-][\p{L}\p{N}_.@~/-]*)?[./][\p{L}\p{N}_.@/-]*[\p{L}\p{N}_/])[\s?.!,]*$/u

/** Nothing else is needed to work it out. */
const EXPRESSION = /\d\s*[-+*/^×÷x]\s*\d|\d\s*(?:%|per ?cent)\s+of\s+\d/iu
/** A quotation or a path. */
const NAMED = /["“`]|\p{L}[./]\p{L}/u

export interface SplitRules {
  readonly route: (request: string) => RouteDecision
  /** Whether requests for this tool begin with this word (lower case). */
  readonly opens: (tool: string, word: string) => boolean
}

/** The requests in `message`, in order; the message itself if it is one. */
export function splitRequests(message: string, rules: SplitRules): readonly string[] {
  if (message.length > LONGEST_MESSAGE) return [message]
  const pieces = piecesOf(message)
  if (pieces.length < 2) return [message]
  const listed = eachOfList(pieces)
  if (listed !== undefined) return rules.route(listed[0] ?? '').tool === null ? [message] : listed
  const parts = joinUnsure(pieces, rules)
  const isClear = parts.every((part) => {
    const { tool, confidence } = rules.route(part)
    return tool !== null && confidence >= (rules.opens(tool, firstWord(part)) ? LIKELY : SURE)
  })
  return parts.length > 1 && parts.length <= MOST_PARTS && isClear ? parts : [message]
}

interface Piece {
  /** What stood before it. */
  readonly joint: string
  readonly text: string
}

function piecesOf(message: string): readonly Piece[] {
  const quotes = [...message.matchAll(QUOTED)].map(({ 0: text, index }) => [index, index + text.length])
  const joints = [...message.matchAll(JOINTS)].filter(
    ({ index }) => !quotes.some(([from = 0, to = 0]) => index > from && index < to),
  )
  const pieces: Piece[] = []
  let from = 0
  let joint = ''
  for (const match of [...joints, undefined]) {
    const text = message.slice(from, match?.index).trim()
    if (text !== '') pieces.push({ joint, text })
    joint = text === '' ? `${joint}${match?.[0] ?? ''}` : (match?.[0] ?? '')
    from = match === undefined ? from : match.index + match[0].length
  }
  return pieces
}

/** `read both todo.md and notes.txt`: the first request once for each path; undefined: it is no such list. */
function eachOfList(pieces: readonly Piece[]): readonly string[] | undefined {
  const [first, ...others] = pieces.map((piece) => piece.text)
  const last = first === undefined ? null : LAST_PATH.exec(first)
  const paths = others.map((text) => BARE_PATH.exec(text)?.[1])
  if (first === undefined || last === null || BARE_PATH.test(first)) return undefined
  const before = first.slice(0, last.index).replace(/\bboth\s+/i, '')
  const all = [last[1], ...paths]
  return all.every((path) => path !== undefined) ? all.map((path) => `${before}${path}`) : undefined
}

/**
 * A second request for the same tool stands on its own: a whole expression like the first, a path or a quotation like the
 * first, or a value behind a question. "3 by 4 and add 5" and "6 rolls at 0.45 and 2 loaves at 3.20" are one sum.
 */
function repeats(before: string, joint: string, text: string, begins: boolean): boolean {
  const both = (value: RegExp) => [before, text].every((part) => value.test(part))
  if (both(EXPRESSION)) return true
  const isAsked = /\?\s*$/.test(before)
  return isJoined(before, joint) && ((begins && both(NAMED)) || (isAsked && both(/\d/)))
}

/** "In archive/2025, is the word there?": a place alone asks for nothing. */
const PLACE =
  /^(?:in|within|inside|under|from|at|on|for|with)\s+(?:(?:the|my|our)\s+)?\S+(?:\s+(?:folder|directory|file))?$/iu

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

/** A piece that is no request of its own belongs to the one before it. */
function joinUnsure(pieces: readonly Piece[], { route, opens }: SplitRules): readonly string[] {
  const parts: string[] = []
  let last: string | null = null
  for (const { joint, text } of pieces) {
    const before = parts.at(-1)
    const { tool, confidence } = route(text)
    const begins = tool !== null && opens(tool, firstWord(text))
    const isOwn =
      tool !== null &&
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
