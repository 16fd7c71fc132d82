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

/** Something that an argument could be: a number, a quotation, a path. */
const OWN_VALUE = /\d|["“`]|[\p{L}\p{N}][./][\p{L}\p{N}]/u

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

/** A second request for the same tool brings values of its own; a sentence that only explains the first does not. */
function repeats(before: string, joint: string, text: string, begins: boolean): boolean {
  const numbers = numbersIn(text)
  if (numbers > 1 && numbers >= numbersIn(before)) return true
  const isJoined = /\p{L}{2}|&/u.test(joint)
  const isAsked = begins || /\?\s*$/.test(before)
  return isJoined && isAsked && [before, text].every((part) => OWN_VALUE.test(part))
}

/** Empty where a number or a path comes first. */
function firstWord(text: string): string {
  return /^[^\p{L}\p{N}]*(\p{L}[\p{L}']*)/u.exec(text.toLowerCase())?.[1] ?? ''
}

function numbersIn(text: string): number {
  return text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0
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
        : begins || (confidence >= SURE && /\p{L}{2}|&/u.test(joint)))
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
