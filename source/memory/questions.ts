// What a person asks, told from what is to be remembered. Pure.
import { contentWords } from './words.ts'

const ASKING =
  /^(?:and |so |but |hey |ok |please )*(?:(?:who|what|when|where|why|which|whose|how)(?:'s|’s|s)?|is|are|was|were|am|do|does|did|can|could|will|would|should|have|has|had|may|shall)\b/i
/** What is asked about alone, with its mark: "my wifi password?" */
const NAMED =
  /^(?:and |so |but |hey |ok |please )*(?:my|our|your|his|her|their|the|this|that|any)\b[^:"“]*\?\s*$/i
/** A question without its mark: the verb stands before what is asked about, and no answer follows. */
const UNMARKED =
  /^(?:who|what|when|where|why|how)(?:'s|’s)? (?:is|are|was|were|do|does|did|can|could|will|would|should)\b[^:=.;]*$/i

/** A person's question, and nothing but that. */
export function isQuestion(text: string): boolean {
  const isOne = !/[.!?\n]\s*\S/.test(text.replace(/[?\s]+$/, ''))
  return isOne && (/\?\s*$/.test(text) ? ASKING.test(text) || NAMED.test(text) : UNMARKED.test(text))
}

/** "What is my shoe size", "tell me where I parked": of the person's own, and asked for. */
const PERSONAL = /\b(?:i|me|my|mine|we|us|our|ours)\b/i
const ASKS =
  /\?\s*$|^(?:(?:what|where|when|which|who|whose|how)(?:['’]?s)?|do|did|is|are|was|were|can|could|tell|give|show|look|remind me (?:what|when|where|who|how|of))\b/i
/** "The guy who cuts my hair, what's his name": asked behind what it is about. */
const ASKS_LAST =
  /[,.;:]\s+(?:and |so )?(?:what|where|when|which|who|whose|how)(?:['’]?s\b| (?!(?:an?|the) )\p{L})[^,.;:]*$/iu
/** What stands before a question. */
const LEAD = /^\W*(?:(?:and|so|but|hey|hi|hello|ok|okay|please)\b\W*)*/i

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

function isAsked(question: string): boolean {
  return ASKS.test(question) || ASKS_LAST.test(question)
}
