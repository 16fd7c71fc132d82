// The words of a text that say what it is about. Pure.

/** Words that stand in every request and say nothing of what it is about. */
const EMPTY = new Set(
  (
    'a about again all also am an and any are as at be because been but by can could did do does doing done for from ' +
    'get give go got had has have he her here hers him his how i if in into is it its just know let like look make ' +
    'may me mean might mine much must my need no not now of off on one or our ours out over please say see shall she ' +
    'should show so some such tell than thank thanks that the their them then there these they thing this those to ' +
    'too up us use very want was we were what when where which who whose why will with would yes you your yours ' +
    'remember memory memories saved stored note notes find search anything something told said ' +
    'whats wheres whos whens hows im ive ' +
    's t m d ll re ve don didn doesn isn wasn aren won'
  ).split(' '),
)

/** Every run of letters or digits, in lower case, once, in order. */
export function allWords(text: string): readonly string[] {
  return [...new Set(lowered(text).match(/[\p{L}\p{N}]+/gu))]
}

/** In lower case as the index of words has it: of `İ` no dot is left beside the `i`. */
export function lowered(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i')
}

/** `allWords` without those that say nothing; numbers of one digit say nothing either. */
export function contentWords(text: string): readonly string[] {
  return allWords(text).filter((word) => !EMPTY.has(word) && !/^\p{N}$/u.test(word))
}

/** A text as it is compared with others: case and white space do not count. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** What a message moves, in its words. */
export interface Move {
  readonly what: string
  /** To when, or with `shift` a length of time. */
  readonly when: string
  /** By how long, from the time that it has. */
  readonly shift?: 'later' | 'earlier'
}

const ASKED = String.raw`^(?:(?:please|pls|can you|could you|will you|would you|and|ok|also|now|we need to|i need to|let'?s)[\s,]+)*`
const POLITE_END = String.raw`(?:[\s,]+(?:please|pls))?[\s.!?]*$`
/** "Put the cake on for 5 minutes" moves nothing: with `put` the direction is said. */
const ORDERS: readonly RegExp[] = [
  new RegExp(
    String.raw`${ASKED}(?:push|move|shift|reschedule|postpone|delay|bring|change|rebook|rearrange)\s+(?<what>\S.*?)\s+(?:(?:back|forward|off|out|up|over|on)\s+)?(?:to|until|till|for)\s+(?<when>.+?)${POLITE_END}`,
    'iu',
  ),
  new RegExp(
    String.raw`${ASKED}put\s+(?<what>\S.*?)\s+(?:(?:back|forward|off)\s+(?:to|until|till|for)|to)\s+(?<when>.+?)${POLITE_END}`,
    'iu',
  ),
]
/** By a length of time; "forward" is earlier for one and later for another, except of what is brought there. */
const SHIFTS: readonly (readonly [shift: NonNullable<Move['shift']>, form: RegExp])[] = [
  [
    'later',
    new RegExp(
      String.raw`${ASKED}(?:(?:push|move|shift|postpone|delay|reschedule)\s+(?<what>\S.*?)(?<!\s(?:forward|up|over|on))(?:\s+(?:back|off|out))?|put\s+(?<put>\S.*?)\s+(?:back|off))\s+(?:for|by)\s+(?<when>.+?)${POLITE_END}`,
      'iu',
    ),
  ],
  [
    'earlier',
    new RegExp(
      String.raw`${ASKED}bring\s+(?<what>\S.*?)\s+(?:forward|up)\s+(?:for|by)\s+(?<when>.+?)${POLITE_END}`,
      'iu',
    ),
  ],
]
const TOLD =
  /^(?<what>\S.*?)\s+(?:(?:is|was|has|got|been|now|have|had)\s+)+(?:moved|pushed|postponed|rescheduled|changed|shifted|delayed|put|brought)\s+(?:(?:back|forward|off)\s+)?(?:to|until|till)\s+(?<when>.+?)[\s.!]*$/iu

const LENGTH =
  /^(?:(?:another|about|around|exactly|at least)\s+)?(?:an?|another|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|ninety|\d+(?:[.,:]\d+)?)(?![\p{L}:]).*?(?<!\p{L})(?:seconds?|secs?|minutes?|mins?|m|hours?|hrs?|h|days?|weeks?|wks?|fortnights?|months?|years?)(?:\s+and\s+an?\s+(?:half|quarter))?$/iu
/** A question, a denial, or what may come: nothing was moved by it. */
const UNTOLD =
  /\?\s*$|^(?:(?:and|but|so|ok|hey|hi|oh)[\s,]+)*(?:has|have|had|is|are|was|were|do|does|did|can|could|will|would|should|why|who|whose|what|which|when|where|how|if|unless|whether|in case)(?!\p{L})/iu
const DENIED =
  /n['’]t(?!\p{L})|(?<!\p{L})(?:not|never|nobody|none|nothing|no one|no longer|cannot|hardly|almost|nearly|(?:is|was|were|has|have|had|do|does|did|ca|wo)nt)(?!\p{L})/iu

/** What a message moves, to when or by how long; undefined: nothing. */
export function movesSomething(message: string): Move | undefined {
  const text = message.trim()
  if (DENIED.test(text)) return undefined
  for (const [shift, form] of SHIFTS) {
    const { what, put, when } = form.exec(text)?.groups ?? {}
    const moved = what ?? put
    if (moved !== undefined && when !== undefined && LENGTH.test(when))
      return { what: bareName(moved), when, shift }
  }
  const forms = UNTOLD.test(text) ? ORDERS : [...ORDERS, TOLD]
  for (const form of forms) {
    const { what, when } = form.exec(text)?.groups ?? {}
    // "For an hour" behind "forward" says no direction; it is no time to move to either.
    if (what !== undefined && when !== undefined && !LENGTH.test(when)) return { what: bareName(what), when }
  }
  return undefined
}

function bareName(what: string): string {
  return what.replace(
    /^(?:my |the |our )?(?:reminders?|appointment)?\s*(?:(?:to|for|about|of|with)\s+)?/iu,
    '',
  )
}
