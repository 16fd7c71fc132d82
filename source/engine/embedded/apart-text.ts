// A free text beside the file that it goes to: "put sensor 9 replaced at the very end of logs/app.log". Pure.
import { editDistance } from '../../lib/nearest-name.ts'
import { pathChoices } from './path-choices.ts'

const VERBS = 'add append put write stick tack insert note jot pop enter drop include'.split(' ')
/** Words between the text and the file. */
const BETWEEN = new Set(
  'to into onto in at on as the my our that very end bottom last final line row of file list called named inside under a new down there right'.split(
    ' ',
  ),
)
const BEFORE =
  /^(?:(?:pl(?:ea?|ae)s+e*|pls|plz|ok|okay|good|great|fine|perfect|cool|nice|right|alright|thanks|thank you|now|then|and|also|hey|hi|oh|so|just|can|could|would|will|you|i|need|want|to|quickly|kindly|go|ahead|me|let's|us|for)[\s,!.:]+)*/iu
const BEHIND =
  /^(?:[\s,.!?]|(?:pleas+e*|pls|plz|thanks|thank you|for me|too|as well|now|file|then|would you|will you|if you can|quickly|also)(?![\p{L}\p{N}]))*$/iu
/** What stands for a text, or is said about it. */
const NO_TEXT =
  /^(?:it|this|that|them|these|those|all|everything|something|the result|the answer)$|^(?:(?:a|an|the|this|that|another|one more|these|those|my|new)\s+)*(?:(?:new|last|final|extra|following|next)\s+)*(?:lines?|rows?|remarks?|sum|total|number|figure|amount|value|date|time|result|answer|notes?|entry|entries|sentence|text|words?|items?|paragraph|section|heading|comment|reminder|todo|file)\b|^(?:that|down|on|just|only)\s|\n|:\s|["“`]/iu

/** "two jars of olives put that at the end of …" */
const PUT_IT =
  /^(?<text>(?:(?![.!?]\s|\b(?:i|we|you|it|is|are|was|forgot|need|please)\b).)+?)[,;:–-]*\s+(?:please |pls |just )?(?:put|add|append|stick|write|note) (?:that|this|it|them|those) (?:down )?(?:to|at|in|into|on|onto)\b/iu

/** The text between the verb and the file, if the message is built so and no word of it is of anything else. */
export function apartText(message: string): string | undefined {
  const paths = pathChoices('file', message)
  const [path] = paths ?? []
  if (paths?.length !== 1 || path === undefined) return undefined
  const at = message.indexOf(path)
  if (at < 0 || at !== message.lastIndexOf(path) || !BEHIND.test(message.slice(at + path.length)))
    return undefined
  const behind = PUT_IT.exec(message.slice(0, at))?.groups?.text
  if (behind !== undefined) return NO_TEXT.test(behind) ? undefined : behind
  const lead = BEFORE.exec(message)?.[0].length ?? 0
  const [, verb = '', text = ''] = /^([\p{L}]+)\s+(.*)$/su.exec(message.slice(lead, at).trimEnd()) ?? []
  if (!VERBS.some((one) => isLike(verb, one))) return undefined
  const words = [...text.matchAll(/\S+/gu)]
  let end = words.length
  while (end > 0 && isBetween(words[end - 1]?.[0] ?? '')) end--
  const last = words[end - 1]
  if (end === words.length || last === undefined) return undefined
  const apart = text.slice(0, last.index + last[0].length).replace(/[,;]$/, '')
  return NO_TEXT.test(apart) ? undefined : apart
}

function isBetween(word: string): boolean {
  return [...BETWEEN].some((one) => isLike(word, one))
}

/** The same but for a slip. */
function isLike(word: string, meant: string): boolean {
  const lower = word.toLowerCase()
  return (
    lower === meant ||
    (meant.length > 1 && lower.length === meant.length && isSwapped(lower, meant)) ||
    (meant.length > 3 && editDistance(lower, meant) === 1)
  )
}

function isSwapped(word: string, meant: string): boolean {
  return editDistance(word, meant) === 1 && [...word].sort().join('') === [...meant].sort().join('')
}
