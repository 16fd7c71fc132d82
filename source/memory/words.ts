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
