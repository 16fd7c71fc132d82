// "Don't set a timer", "I never said to delete memory 3", "did you delete it?": a deed is named, and not wanted now. The router knows
// what a message is about, not whether it is wanted.
import type { RouteDecision } from '../contracts/router.ts'
import { hasKeyword } from './has-keyword.ts'
import type { TurnPorts } from './ports.ts'

/** Courtesy, and what holds somebody back. */
const FRONT = String.raw`^\W*(?:(?:please|pls|plz|ok(?:ay)?|no|nope|hey|hi|oh|stop|wait|whoa|sorry|and|so|but|well|listen|careful|actually|just)[\s,.!:;—–-]+)*`
const NOT = [
  "do ?n['’]?t(?: (?:you|u)(?: ever| dare)?)?(?: ever)?|do not(?: ever)?|never(?: ever)?",
  "(?:you|u) (?:must|should|may|can|need) ?(?:n['’]?t|not)|you(?:['’]re| are) not (?:allowed )?to",
  "(?:there(?:['’]s| is) )?no need (?:for you )?to|you (?:do ?n['’]?t|do not) (?:have|need) to",
  "(?:i|we) (?:do ?n['’]?t|do not|never|would ?n['’]?t|would not) want(?:ed)? you to|i(?:['’]d| would) rather you (?:did ?n['’]?t|did not)",
  "(?:i|we) (?:never|did ?n['’]?t|did not) (?:say|said|ask(?:ed)?|tell|told|want(?:ed)?)(?: (?:you|for you))? to",
].join('|')
/** What keeps words of the person. */
const KEEPS = 'save|store|append|add|insert|put|note|log|jot|memorise|memorize|create|record'
const IS_KEEPING = new RegExp(`^(?:${KEEPS})$`, 'u')
/** Not `wake`, `ring` or `remind`: who wants none of it any more asks for a deed. */
const DEEDS = `${KEEPS}|delete|remove|erase|wipe|bin|drop|clear|empty|reset|set|start|begin|make|cancel|run|execute|launch|fetch|open|visit|load|download|browse|read|write|listen|change|edit|modify|alter|update|replace|overwrite|move|rename|mark|tick|complete|convert|calculate|compute|look|search|google|find|list|export|summari[sz]e|do`

const DENIED = new RegExp(
  `${FRONT}(?:${NOT})\\s+(?:(?:even|really|just|yet|ever|please|go and|try to)\\s+)*(?<deed>${DEEDS})(?![\\p{L}'’])`,
  'iu',
)
/** "Don't forget memory 3" is of what is kept; "don't forget the milk" is a wish. */
const KEPT = new RegExp(
  String.raw`${FRONT}(?:${NOT})\s+forget\s+(?:about\s+)?(?:(?:the|that|this|my|your)\s+)?(?:memor(?:y|ies)|reminders?|notes?|entr(?:y|ies)|what you know)(?!\p{L})`,
  'iu',
)
/** It ends what goes on: a deed of its own. */
const ENDS = /\b(?:any ?more|no more|(?:any|no) longer|again|from now on)\b/iu
/** Of all files at once: a mode is meant. */
const OF_ALL = /\b(?:any(?:thing)?|all|my|the|these|a single)\b[^.]*\b(?:files?|disk|drive|folder)\b/iu
const FILE_NAME = /[\p{L}\d_]\.[a-z]\w{0,5}(?!\w)/iu
/** Something else is wanted in its place: "don't read a.txt, read b.txt". */
const INSTEAD = new RegExp(
  String.raw`(?:[,;.:!—–]|\s-|\bbut\b|\band\b)\s*(?:(?:but|and|please|then|just|only|instead|rather)\s+)*(?:${DEEDS}|show|tell|give|keep|stick|turn|let|have|get|use)(?![\p{L}'’])|\b(?:just|only|instead|rather)\s+(?:\p{L}+\s+)?(?:${DEEDS})(?!\p{L})|[.;!]\s+(?:so\s+)?(?:i(?:['’]d| would) (?:\p{L}+ )?(?:like|want|love|need)|i (?:only |just )?(?:want|need)|(?:can|could|would|will) you|what|which|how)(?!\p{L})`,
  'iu',
)
/** "Delete memory 3? No way." */
const BEHIND =
  /(?:\?\s*(?:no|nope|nah|never|absolutely not|certainly not|of course not|no way|forget it|leave it|(?:no[\s,.!]+)?(?:please[\s,]+)?(?:don['’]?t|do not))|[.,!;—–-]\s+(?:no[\s,.!]+)?(?:don['’]?t|do not)(?: do (?:it|that))?|[.!;—–-]\s+(?:on second thoughts?,? )?no way)(?:[\s,.!]+(?:do (?:it|that)|don['’]?t(?: do (?:it|that))?|way|thanks|thank you|please|better not|rather not|not now))*\W*$/iu
/** What was done, or whether to do it. */
const ASKED =
  /^\W*(?:(?:please|hey|hi|so|and|but|wait|ok(?:ay)?|sorry|oh)[\s,]+)*(?:did (?:you|we|i)(?: (?:just|already|really|actually|ever|even))? (?!start|stop)\p{L}+|have (?:you|we|i)(?: (?:just|already|really|actually|ever|even))? (?:\p{L}+ed|set|made|put|written|run|sent|done)|should (?:i|we) \p{L}+|why (?:did|have|would) (?:you|i|we)|what (?:happens|would happen|will happen) (?:if|when)|who (?:told|asked) you)(?!\p{L}|n['’]t)/iu

/** What is told of such a message. */
export const LEFT_UNDONE = {
  not: 'nothing was done for this message, because it says not to.',
  asked: 'nothing was done for this message, because it only asks about it.',
}

/** `not`: what is named is not to be done. `asked`: it is only asked about. undefined: neither is said. */
export function deniedDeed(
  request: string,
): { readonly how: 'not' | 'asked'; readonly deed?: string } | undefined {
  const denied = DENIED.exec(request) ?? KEPT.exec(request)
  const deed = denied?.groups?.deed?.toLowerCase() ?? 'forget'
  const isOfAll = OF_ALL.test(request) && !FILE_NAME.test(request)
  if (denied !== null && !isOfAll && !ENDS.test(request) && !INSTEAD.test(request.slice(denied[0].length)))
    return { how: 'not', deed }
  if (BEHIND.test(request)) return { how: 'not' }
  return ASKED.test(request) ? { how: 'asked' } : undefined
}

/**
 * Whether the tool that was chosen for `request` must not run, because the message only speaks of the deed. Reading answers a question; what is
 * kept in the person's own words may say "don't" itself ("never use tabs"), unless it is the keeping that is not wanted.
 */
export async function isUnwanted(
  request: string,
  { tool, by }: RouteDecision,
  ports: TurnPorts,
): Promise<'not' | 'asked' | undefined> {
  const denied = tool === null || by === 'taught' ? undefined : deniedDeed(request)
  if (tool === null || denied === undefined) return undefined
  const callable = await ports.findTool(tool)
  if (denied.how === 'asked')
    return callable?.tool.risk === 'write' || callable?.tool.risk === 'execute' ? 'asked' : undefined
  const isKeeping = denied.deed === undefined || IS_KEEPING.test(denied.deed)
  return isKeeping || !hasKeyword(callable, 'x-free') ? 'not' : undefined
}
