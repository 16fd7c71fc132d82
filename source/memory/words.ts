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
  return [
    ...new Set(
      text
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ]
}

/** `allWords` without those that say nothing; numbers of one digit say nothing either. */
export function contentWords(text: string): readonly string[] {
  return allWords(text).filter((word) => !EMPTY.has(word) && !/^\p{N}$/u.test(word))
}

/** A text as it is compared with others: case and white space do not count. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

const MOVES: readonly RegExp[] = [
  /^(?:(?:please|pls|can you|could you|and|ok|also|now|we need to|i need to|let'?s)[\s,]+)*(?:push|move|shift|reschedule|postpone|delay|put|bring|change|rebook|rearrange)\s+(?<what>\S.*?)\s+(?:(?:back|forward|off|out|up|over|on)\s+)?(?:to|until|till|for)\s+(?<when>.+?)(?:[\s,]+please)?[\s.!]*$/iu,
  /^(?<what>\S.*?)\s+(?:(?:is|was|has|got|been|now|have|had)\s+)+(?:moved|pushed|postponed|rescheduled|changed|shifted|delayed|put|brought)\s+(?:(?:back|forward|off)\s+)?(?:to|until|till)\s+(?<when>.+?)[\s.!]*$/iu,
]

/** What a message moves, and to when, in its words; undefined: nothing. */
export function movesSomething(
  message: string,
): { readonly what: string; readonly when: string } | undefined {
  for (const form of MOVES) {
    const { what, when } = form.exec(message.trim())?.groups ?? {}
    if (what !== undefined && when !== undefined)
      return {
        what: what.replace(
          /^(?:my |the |our )?(?:reminders?|appointment)?\s*(?:(?:to|for|about|of|with)\s+)?/iu,
          '',
        ),
        when,
      }
  }
  return undefined
}
