// What people say around a text that is to be kept, as `x-without` of a parameter: it is no part of the text.

const START = String.raw`(?:[.,;:!?]+|\s[-–]|^)\s*(?:(?:so|and|to|please|pls|plz|also|then|can you|could you)\s+)*`
const KEEP =
  '(?:r[em]{2,6}b[er]{1,3}|save|keep|store|note|record|log|learn|memori[sz]e|jot(?: down)?|write(?: down)?|put down|put(?=\\s+(?:this|that|it) (?:down|right)\\b)|correct|fix|add)'
const THING =
  '(?:(?:ur|your|my|the|this|that|a|an|as|it|to memory)\\s+)*(?:corr?ection|mistake|pattern|technique|approach|aproach|method|trick|solution|way|style|format|combination)'
const MORE = String.raw`(?:,?\s+(?:down|right|please|pls|plz|from now on|once and for all|with (?:the )?tags? \S+|with importance \S+|for good|for when [^.,;!?]*|(?:will|would|could|can) you|for (?:later|(?:the )?next times?|me|the future)|in mind|in (?:your |the )?(?:memory|notes)|somewhere|next time|as (?:a |an |the )?(?:correction|pattern|technique|approach|note|fact|reminder|memory)|too|as well|if you (?:would|could|can|please|don.t mind)[^.,;!?]*|as something (?:that|which) [^.,;!?]*))*`
const END = String.raw`[.!?]*\s*(?=$|[,;.]|context\b)`

/** "…, remember that", "… Keep this for later", "…, save the pattern": orders behind the text. */
export const ORDER_BESIDE = [
  `${START}${KEEP}\\s+(?:(?:this|it|that)${MORE}|${THING}${MORE})${END}`,
  // "Keep that so it won't happen again"
  String.raw`${START}${KEEP}\s+(?:this|it|that)\s+(?:so|because|or)\b[^.!?]*$`,
].join('|')

/** "Remember that …", "store this correction: …": what stands before the text. */
export const ORDER_BEFORE = `${START}${KEEP}\\s+(?:(?:this|it|down|${THING})${MORE}\\s*:\\s*|(?:${THING}\\s+)?that\\s+(?!(?:${THING}|one|right|too|for|down|please|with|as|so|because|was|is|in|to|and)\\b))`

/** "You got that wrong: …", "that's not right, correction: …" */
export const WRONG_BEFORE = String.raw`^[^:"“]{0,60}\b(?:wrong|w?rogn|mistaken?|incorrect|false|corr?ection|not (?:right|correct|true|so))\b(?:(?!context)[^:"“.!?]){0,20}:\s+`

/** "…, it is really important", "… importance 0.6" */
export const WEIGHT_BESIDE = [
  String.raw`[.,;!]+\s*(?:it|this|that)(?:['’]?s| is)\s+(?:really\s+|very\s+|super\s+|quite\s+|so\s+|extremely\s+|not\s+(?:that\s+|so\s+)?)*important[.!]*\s*$`,
  String.raw`[.,;]*\s*(?:\b(?:with|at|of)\s+)?\bimportance(?:\s+(?:of|is)|\s*[:=])?\s*\d?[.,]?\d+[.!]*`,
].join('|')

/** "…, context: drive to Como" */
export const CONTEXT_BESIDE = String.raw`[.,;]*\s*\bcontext\s*[:=].*$`
