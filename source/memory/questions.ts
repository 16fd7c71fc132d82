// What a person asks, told from what is to be remembered. Pure.
import { contentWords } from './words.ts'

/** What stands before a question. */
const LEAD = /^\W*(?:(?:and|so|but|hey|hi|hello|ok|okay|please|well|um+|sorry)\b\W*)*/i
const TO_BE = '(?:is|are|was|were)'
const HELPS = `(?:${TO_BE}|do|does|did|can|could|will|would|should)`

const ASKING =
  /^(?:(?:who|what|when|where|why|which|whose|how)(?:['’]?s)?|is|are|was|were|am|do|does|did|can|could|will|would|should|have|has|had|may|shall)\b/i
/** What is asked about alone, with its mark: "my wifi password?" */
const NAMED = /^(?:my|our|your|his|her|their|the|this|that|any)\b[^:"“]*\?\s*$/i
/** Questions without a mark: the verb stands before what is asked about, and no answer follows. */
const UNMARKED = [
  String.raw`(?:who|what|when|where|why|how)(?:['’]?s)? ${HELPS}\b[^:=.;]*`,
  String.raw`(?:who|what|when|where|why|how)['’]?s (?:my|our|your|his|her|their|the)\b(?![^:=.;,]*\b${HELPS}\b)[^:=.;,]*`,
  String.raw`(?:how|what|which) [\p{L}'’]+ ${HELPS} (?:my|our|your|his|her|their|the|i|we|you|it|he|she|they)\b[^:=.;,]*`,
  // "Do the dishes" is none.
  String.raw`${TO_BE} (?:my|our|your|his|her|their|there|it|he|she|they)\b[^:=.;,]*`,
  String.raw`(?:do|does|did|can|could|will|would|should|have|has|had) (?:i|we|you|it|he|she|they)\b[^:=.;,]*`,
  String.raw`(?:(?:can|could|would|will) you )?(?:tell|give|show|remind) me (?:again )?(?:my|our|what|where|when|who|whose|which|how)\b[^:=.;,]*`,
  // "My shoe size, what is it"
  String.raw`[^:=.;"“]+, (?:and |so )?(?:what|where|when|who|which|how)(?:['’]?s| ${TO_BE}) (?:it|that|this|he|she|they|my|his|her|their|the)\b[^:=.;,]*`,
].map((form) => new RegExp(`^${form}$`, 'iu'))

/** A person's question, and nothing but that. */
export function isQuestion(text: string): boolean {
  const question = text.replace(LEAD, '').trim()
  const isOne = !/[.!?\n]\s*\S/.test(question.replace(/[?\s]+$/, ''))
  if (!isOne) return false
  return /\?$/.test(question)
    ? ASKING.test(question) || NAMED.test(question)
    : UNMARKED.some((form) => form.test(question))
}

/** "What is my shoe size", "tell me where I parked": of the person's own, and asked for. */
const PERSONAL = /\b(?:i|me|my|mine|we|us|our|ours)\b/i
const ASKS =
  /\?\s*$|^(?:(?:what|where|when|which|who|whose|how)(?:['’]?s)?|do|did|is|are|was|were|can|could|tell|give|show|look|remind me (?:what|when|where|who|how|of))\b/i
/** "The guy who cuts my hair, what's his name": asked behind what it is about. */
const ASKS_LAST =
  /[,.;:]\s+(?:and |so )?(?:what|where|when|which|who|whose|how)(?:['’]?s\b| (?!(?:an?|the) )\p{L})[^,.;:]*$/iu
/** "Tell me about goats" asks for nothing of one's own. */
const ASKED_FOR_ME = /\b(?:tell|show|give|remind|teach|help|let|ask|explain to) (?:me|us)\b/gi
/** More is a story. */
const MOST_WORDS = 12

/** What a question about the person's own is about, without words that say nothing; empty: it is none. */
export function ownWords(message: string): readonly string[] {
  const question = message.replace(LEAD, '')
  if (!PERSONAL.test(question.replace(ASKED_FOR_ME, '')) || !isAsked(question)) return []
  const words = contentWords(question)
  return words.length > MOST_WORDS ? [] : words
}

/** "My hairdresser is called Luigi": something of one's own is told, and nothing asked. */
const TELLS =
  /^(?:my|our|mine) (?:[\p{L}\p{N}'’-]+ ){1,5}(?:is|are|was|were|has|have|had|lives?|works?|likes?|hates?|needs?|starts?|ends?|costs?)\s+\S|^(?:i|we)(?:['’](?:m|re|ve)| (?:am|are|was|were|have|had|live|lived|moved|bought|parked|put|left|like|love|hate|work|worked|got|took|met))\s+\S/iu

/** Whether a message only tells something of the person's own. */
export function isTold(message: string): boolean {
  const text = message.replace(LEAD, '').trim()
  return TELLS.test(text) && !isAsked(text) && !/[?]|\b(?:what|which|who|whose|where|when|how)\b/i.test(text)
}

function isAsked(question: string): boolean {
  return ASKS.test(question) || ASKS_LAST.test(question)
}
