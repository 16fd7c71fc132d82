// "No, 15 minutes", "make it 8": the call before is taken back when the one in its place has been made. Pure.
import type { EarlierCall } from '../contracts/manifest.ts'
import type { UndoingCall } from '../contracts/tool.ts'

const CORRECTS =
  /^\W*(?:no|nope|nah|sorry|sr+y|oops|argh|rather|wrong)(?![\p{L}'])|\b(?:make|move|change|set|push|shift|put)\s+(?:it|that|this)\b|\b(?:instead|rather|wrong|should be)\b|(?<!\b(?:am|is|are|was|were|do|does|did|will|would|can|could|should|shall|may|might|must|have|has|had|to|or|if|why|i|we|you)\s)\bnot\b|(?<!\p{L})i (?:mean|meant|wanted)(?!\p{L})/iu
/** "Oh, 15 minutes" corrects; "oh, set a timer for the tea" is a wish of its own. */
const HESITATES = /^\W*(?:oh|wait|hang on|hold on|actually|better)(?![\p{L}'])/iu
const WHOLE =
  /(?<!\p{L})(?:(?:set|start|create|add|make|give|i need|i want|get)\s+(?:me\s+|up\s+)*(?:an?|one)\s+\p{L}|(?:wake|remind|ring|alert|buzz)\s+me)(?!['’])/iu
/** Both are wanted. */
const ANOTHER =
  /\b(?:also|too|as well|another|additionally|plus|second|both|(?:one|once) more|again|same|likewise|ditto)\b|^\W*(?:and|then)\b/iu

/** What takes `last` back, if `message` puts a new call of `tool` in its place; undefined: it stays. */
export function takenBack(
  message: string,
  tool: string | null,
  last: EarlierCall | undefined,
): UndoingCall | undefined {
  if (last === undefined || last.failed || tool !== last.tool) return undefined
  const isCorrected = CORRECTS.test(message) || (HESITATES.test(message) && !WHOLE.test(message))
  return isCorrected && !ANOTHER.test(message) ? last.undo : undefined
}

const UNDO =
  /^\W*(?:(?:no|ugh|oh|ok|okay|sorry|oops|wait|actually|never ?mind|please|pls|hm+|argh|stop)[\s,.!]+)*(?:(?:please\s+)?(?:undo|revert|cancel|scrap|delete|remove|drop)(?:\s+(?:it|that|this|that one|the last (?:one|change|action)))|undo|take (?:it|that|this) back|forget what i (?:just )?(?:said|told you))(?:\s+(?:again|please|pls|now|then|right away))*\W*$/iu

/** What takes the last call back, where a message asks for just that: "undo", "never mind, cancel that". */
export function undoAsked(message: string, last: EarlierCall | undefined): UndoingCall | undefined {
  return last !== undefined && !last.failed && UNDO.test(message) ? last.undo : undefined
}

const REVERT =
  /^\W*(?:(?:no|ugh|oh|ok|okay|sorry|oops|wait|actually|please|pls|hm+|argh|stop)[\s,.!]+)*(?:please\s+)?(?:undo|revert)(?:\s+(?:it|that|this|the last (?:one|change|action)))?(?:\s+(?:again|please|pls|now|then))*\W*$/iu

/** What is told where a message asks to undo, and no call before it can be taken back by another; undefined: it does not ask that. */
export function nothingToUndo(message: string): string | undefined {
  return REVERT.test(message)
    ? 'nothing of the last turn can be taken back here; `/undo` brings back the file that a tool changed last, `/memory undo` what was deleted from the memory.'
    : undefined
}
