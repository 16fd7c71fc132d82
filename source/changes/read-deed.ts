// What a message wants done to something in a file: an order ("tick …", "take … off"), or news of it ("the posters went off"). Pure.
// Next: held-back.ts, what keeps it from being one.
import { DENIAL, isHeldBack, isOfThings, namesList } from './held-back.ts'
import { isNotSo, isQuoted } from './not-so.ts'

/** `new`: what stands nowhere yet; a value alone may be meant. */
export type Deed = 'done' | 'undone' | 'out' | 'change' | 'new'

export interface Wish {
  readonly deed: Deed
  /** The message says what is to be done; false: it tells what happened. */
  readonly isOrder: boolean
  /** Only where what the list is called is said: the same is done to things, "drop the kids at school". */
  readonly isOfThings?: boolean
}

/** It is asked, wished for later, or only thought of. */
const NO_DEED =
  /^\W*(?:who|what|whats|when|where|why|how|which|whose|is|are|was|were|do|does|did|has|have|should|shall|would|am)(?!\p{L})|(?<!\p{L})(?:should i|shall i|nothing to do with|do you think|i wonder|what if|if only|i might|maybe|might|perhaps|we'll see|thinking (?:of|about)|i(?: a|')?m going to|i(?:'ll| will) (?!write)|didn'?t \p{L}+\?)/iu
/** A question, wherever it stands. */
const ASKS = /(?:^|[.;!]\s+)(?:what|when|where|who|how|why|which)(?!\p{L})/iu
/** A matter for another tool. */
const RINGS =
  /(?<!\p{L})(?:re?m\p{L}{2,4}d me|wake me|(?:set|start|make) (?:an?|the|my) (?:\p{L}+ )?(?:timer|alarm))(?!\p{L})/iu
const POLITE_QUESTION = /(?:^|[.!,;]\s+)\W*(?:can|could|would|will) you(?!\p{L})/iu
/** Something new, which stands nowhere yet. */
const ADDS =
  /^\W*(?:new|another|one more|add|put up)(?!\p{L})|(?:^|[.!,;:]\s+|(?<!\p{L})(?:please|pls|and|to|you)\s+)(?:add|append|insert|put (?:it|them|that|this|\p{L}+) (?:with|on|in|onto|down (?:on|in|for)) (?:my|the|our))(?!\p{L})/iu

const UNDONE =
  /(?<!\p{L})(?:un-?(?:tick|check|mark)|re-?open|open (?:it|this|that|(?:this|that|the) \p{L}+) again|(?:take|taking) (?:that|the|this) (?:tick|check|mark) off|never (?:went through|got done|happened)|(?:is|was|are|were)(?:n'?t| not) (?:actually |really )?(?:done|finished|ready) after all|(?:mark|put|set)\b.*\bas not (?:yet )?(?:done|finished)|needs? (?:doing|to be done) again|back (?:to|on) (?:the )?(?:open|not done|to-?do))(?!\p{L})/iu
const DONE =
  /(?<!\p{L})(?:tick|check (?:\p{L}+ ){0,4}?off|check (?:it|that|those|them|these)|mark (?:.*)\b(?:done|complete|completed|finished)|cross (?:.*)\boff)(?!\p{L})/iu
const OUT =
  /(?<!\p{L})(?:remove|delete|scratch|strike|cross (?:.*\b)?out|cross|drop(?![- ]?(?:off|in|by|round|over|out)\b|ped)|bin(?! day)|erase|(?:take|taking|get|kick|wants? taking|leave|wipe|scrub|throw|chuck|(?:can|could|should|has to|must|needs to) come) (?:.*?\b)?(?:off|out)(?= (?:the|my|our|of|from|please|would|will)\b|\W*$)|(?:take|taking|wants? taking|wipe|scrub) (?:.*?\b)?off|get rid of|rub (?:.*)\bout|(?:dropping|removing|cutting|scrapping|deleting)|no longer need(?:ed)?|not need(?:ed)? any ?more)(?!\p{L})/giu
/** The thing itself is to stay. */
const STAYS =
  /(?<!\p{L})(?:don['’]?t|do not|never) (?:remove|delete|take|cross|drop|tick|mark|change|set|put|update|untick|strike|scratch|erase)(?!\p{L})/iu

/** undefined: nothing is to change. */
export function readDeed(message: string): Wish | undefined {
  const isPolite = POLITE_QUESTION.test(message)
  const isAsked = /\?\s*$/.test(message) && !/(?<!\p{L})un-?tick/iu.test(message)
  if (!isPolite && (isAsked || ASKS.test(message) || NO_DEED.test(message))) return undefined
  if (STAYS.test(message) || RINGS.test(message) || isQuoted(message)) return undefined
  if (ADDS.test(message)) return { deed: 'new', isOrder: true }
  if (UNDONE.test(message)) return { deed: 'undone', isOrder: true }
  if (DONE.test(message)) return { deed: 'done', isOrder: true }
  const out = [...message.matchAll(OUT)]
  if (out.length > 0) return outOf(message, out)
  if (isNotSo(message)) return undefined
  return { deed: 'change', isOrder: isPolite || ORDER.test(message) }
}

/** Plans, and what somebody else does, take nothing out. */
function outOf(message: string, found: readonly RegExpExecArray[]): Wish | undefined {
  const isListed = namesList(message)
  const meant = found.filter(({ index, 0: verb }) => !isHeldBack(message, index, verb, isListed))
  if (meant.length === 0) return undefined
  const isOfThing = !isListed && meant.every(([verb]) => isOfThings(verb))
  return { deed: 'out', isOrder: true, ...(isOfThing ? { isOfThings: true } : {}) }
}

const ORDER =
  /(?:^|[.!,;:]\s+|(?<!\p{L})(?:please|pls|and|so|to)\s+)(?:put|set|change|make|mark|move|update|correct|fix|bump|raise|lower|note|give|switch|turn|log)(?!\p{L})/iu

/** It is over: something that was to be done was. */
export const OVER =
  /(?<!\p{L})(?:done|finished|sorted|reported|spoken?|(?:sharp|clean|tidy|whole|up|full) again|in the (?:post|letter) ?box|postbox|away (?:to|with)|complete[d]?|printed|sent|filed|paid|booked|ordered|bought|got (?:em|them|it|that|the)|packed|posted|delivered|arrived|handed|returned|cleaned|washed|fixed|mended|repaired|painted|checked|filled|full(?: again)?|swept|planted|sown|renewed|called|rang|phoned|emailed|e-mailed|cancelled|descaled|mowed|emptied|signed|uploaded|submitted|collected|picked up|dropped off|went off|off (?:my|the) (?:list|mind)|out of the way|had (?:its|their|his|her|my|our|the)|all set|in (?:\p{L}+ ){0,2}(?:bag|suitcase|car|van|box|truck|post|bin)|over and done with)(?!\p{L})/iu
const NOT_YET = new RegExp(
  `(?<!\\p{L})(?:${DENIAL}|yet|still (?:need|needs|have|has|to|not|waiting)|needs?|must|have to|has to|should|would have|could have|wish|going to|gonna|will|tomorrow|later|next week|half (?:done|finished|painted)|almost|nearly|forgot|want to)(?!\\p{L})|\\p{L}['’]ll (?:be|get|have)(?!\\p{L})`,
  'iu',
)

/** What is to be done with: behind the order, as far as the next stop; where that is "it", what was said before it. */
export function objectOf(message: string): string {
  const match = OBJECT.exec(message)
  if (match === null) return ''
  const [, said = ''] = match
  return PRONOUN.test(said) ? message.slice(0, match.index) : said
}

const OBJECT =
  /(?<!\p{L})(?:tick(?: off)?|check(?: off)?|remove|delete|scratch|strike|cross(?: out| off)?|drop(?:ping)?|take|mark|untick|un-tick|wipe|scrub|throw|erase|bin)\s+(?:off\s+|out\s+)?(.+?)(?=[,.;!?]|$)/iu
const PRONOUN =
  /^(?:(?:his|her|their|its) name|it|that|this|them|those|these|him|her|that one|this one)(?!\p{L})/iu

/** Whether it tells that something is over, and not that it is still to come. */
export function tellsOver(message: string): boolean {
  return OVER.test(message) && !NOT_YET.test(message)
}

export function tellsNotYet(message: string): boolean {
  return NOT_YET.test(message)
}
