/**
 * Questions beside a request that no tool is for ("What's the capital of Peru? And what time is it?"): the model answers
 * them, the tool the rest. In doubt the message stays whole.
 */
import type { Beside, RouteDecision } from '../contracts/router.ts'

/** Longer messages are texts. */
const LONGEST_MESSAGE = 400
const FEWEST_WORDS = 3
/** The likeliest tool of a question that the model answers has no more than this. */
const NO_TOOL = 0.15
/** The rest is for a tool at least so surely. */
const SURE = 0.8

const QUESTION = String.raw`(?:who|whom|whose|what|where|when|why|how|which|is|are|was|were|do|does|did|would|should)(?:'s|'re)?\s`
const TELL = String.raw`(?:tell me (?:an?|some|something|more|about|why|how|what|who)|explain|describe|recommend|give me some|write me (?:an?|some))\s`
const ORDER =
  '(?:please )?(?:set|remind|wake|start|make|add|put|show|read|open|list|save|note|remember|convert|calculate|work out|delete|cancel)\\s'
/** Ends of sentences, and "and" before a question or an order. */
const JOINTS = new RegExp(
  String.raw`(?<=[?!])\s+|(?<=\p{L}{2}|\d)\.\s+(?=\p{L})|\n+|,?\s+(?:and|but)\s+(?=(?:also\s+)?(?:${QUESTION}|${TELL}|${ORDER}))`,
  'giu',
)
const TELLS = new RegExp(`^${TELL}`, 'iu')
const LEAD = /^(?:(?:and|but|so|also|oh|ah|well|then|ok|okay|hey|by the way|btw|plus)[\s,]+)+/iu
const ASKS = new RegExp(`^(?:${QUESTION}|${TELL}|(?:can|could) (?:a|an|the|people|humans?)\\s)`, 'iu')
/** Asked of nobody, or for the request itself. */
const PHRASE =
  /^(?:how are you|how about|what about|what if|what do you (?:say|think)|you know|do you (?:know what|mind|see|remember)|did you know|guess|would you (?:mind|please|be)|is (?:that|it) (?:ok|okay|possible|fine)|why (?:don't|not)|should (?:i|we) )/iu
/** "The bill is 60", "my flight leaves at 7": no request, though some begin so. */
const TOLD =
  /^(?:the|an?|my|our|his|her|their|its?|it's|this|that|these|those|there|he|she|they|we|you|i|i've|i'm|one|two|three|\d\S*|\S+ (?:is|are|was|were|has|had|have|lasts?|costs?|holds?))(?!\p{L})/iu
/** What a sum is asked for with. */
const AMOUNT =
  /^(?:how (?:many|much|big|long|far)|what(?: does| will) (?:he|she|one|each|the)|what(?:'s| is) the (?:total|sum|result|rest|difference|answer|price|change|\p{L}+\W*$))(?!\p{L})/iu
/** Something of the person's own, or of their folder, is nothing that the model knows. */
const OWN =
  /(?<!\p{L})(?:i|me|my|mine|we|us|our|here|files?|folders?|notes?|lists?|today|tomorrow|tonight|now)(?!\p{L})/iu
/** What was said just before. */
const POINTS = /(?<!\p{L})(?:it|its|that|this|these|those|there|they|them|their|ones?)(?!\p{L})/iu
/** "What time is it" */
const NOTHING_MEANT = /\b(?:is|was|will) it\b|\bit(?:'s| is)\b/giu
/** A request with one of these may speak of what the question names. */
const NAMES_OTHER =
  /(?<!\p{L})(?:he|she|him|her|his|it|its|they|them|their|there|that|those|these)(?!\p{L})/iu

export interface BesideRules {
  readonly route: (request: string) => RouteDecision
  /** Whether requests for this tool begin with this word (lower case). */
  readonly opens: (tool: string, word: string) => boolean
}

/** The questions of `message` that no tool is for, and the rest of it, which is for one; undefined: it is not so made. */
export function questionsBeside(message: string, rules: BesideRules): Beside | undefined {
  if (message.length > LONGEST_MESSAGE) return undefined
  const pieces = piecesOf(message)
  // Most messages end here, before anything is routed.
  if (pieces.length < 2 || !pieces.some(({ isAsked }) => isAsked)) return undefined
  const wishes = wishesOf(pieces, rules)
  const isPlain = wishes.map((wish) => isForModel(wish, rules))
  const plain = wishes.flatMap(({ story, wish }, at) => (isPlain[at] ? [...story, wish] : []))
  const request = wishes.flatMap(({ story, wish }, at) => (isPlain[at] ? [] : [...story, wish])).join(' ')
  const isFirst = isPlain[0] === true
  if (
    plain.length === 0 ||
    request === '' ||
    (isFirst && NAMES_OTHER.test(request.replace(NOTHING_MEANT, '')))
  )
    return undefined
  const { tool, confidence } = rules.route(request.replace(LEAD, ''))
  if (tool === null || confidence < SURE) return undefined
  const question = plain.join(' ').replace(LEAD, '')
  const leans = POINTS.test(question)
  return isFirst && leans ? undefined : { question, request: request.replace(LEAD, ''), isFirst, leans }
}

interface Piece {
  readonly text: string
  readonly isAsked: boolean
}

/** A question or a request, with what was told before it. */
interface Wish {
  readonly story: readonly string[]
  readonly wish: string
  readonly isAsked: boolean
}

function wishesOf(pieces: readonly Piece[], rules: BesideRules): readonly Wish[] {
  const wishes: Wish[] = []
  let story: string[] = []
  for (const { text, isAsked } of pieces) {
    if (isAsked || isRequest(text.replace(LEAD, ''), rules)) {
      wishes.push({ story, wish: text, isAsked })
      story = []
    } else {
      story.push(text)
    }
  }
  const last = wishes.pop()
  return last === undefined ? [] : [...wishes, { ...last, wish: [last.wish, ...story].join(' ') }]
}

function isRequest(text: string, { route, opens }: BesideRules): boolean {
  if (TOLD.test(text)) return false
  const { tool } = route(text)
  return tool !== null && opens(tool, /^\P{L}*([\p{L}']+)/u.exec(text.toLowerCase())?.[1] ?? '')
}

/** Sentences, and what "and" joins to a question; a question's mark is that of both. */
function piecesOf(message: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: joint, index } of [...message.matchAll(JOINTS), { 0: '', index: message.length }]) {
    const text = message.slice(from, index).trim()
    const bare = text.replace(LEAD, '')
    const isOpen = /\p{L}/u.test(joint) || index === message.length
    const isAsked =
      text.endsWith('?') || TELLS.test(bare) || (isOpen && ASKS.test(bare) && !/[.!]$/.test(bare))
    if (text !== '') pieces.push({ text: joint.startsWith('.') ? `${text}.` : text, isAsked })
    from = index + joint.length
  }
  return pieces
}

function isForModel({ story, wish, isAsked }: Wish, { route }: BesideRules): boolean {
  const question = wish.replace(LEAD, '')
  const isPlain = isAsked && ASKS.test(question) && !AMOUNT.test(question) && !PHRASE.test(question)
  if (!isPlain || OWN.test(question.replace(TELLS, ''))) return false
  if (question.split(/\s+/).length < FEWEST_WORDS) return false
  return [question, [...story, wish].join(' ')].every((text) => {
    const { tool, off, candidates } = route(text)
    return tool === null && off === undefined && (candidates[0]?.score ?? 0) < NO_TOOL
  })
}
