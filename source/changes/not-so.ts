// What tells of nothing that happened here: a text for somebody else, a dream, a hope, what another one thinks. Pure.
import { namesList } from './held-back.ts'

const OPENING = String.raw`^\W*(?:(?:please|pls|can you|could you|would you|now|ok|okay|hey|and|so|help me(?: to)?)[\s,]+)*`
const LANGUAGE = 'english|german|french|spanish|italian|dutch|portuguese|polish|turkish|latin'
/** What follows is a text to work on, whatever it says. */
const QUOTES = new RegExp(
  `${OPENING}(?:(?:translate|rewrite|rephrase|reword|paraphrase|proofread|shorten|pretend|imagine|suppose)(?!\\p{L})|(?:correct|fix|improve) (?:my|this|the) (?:english|spelling|grammar|sentence|text)(?!\\p{L})|(?:${LANGUAGE}|\\p{L}+) for\\s+["“”'‘]|(?:caption|headline|title|poem|story|haiku|joke|slogan)s? (?:for|about)(?!\\p{L})|caption(?!\\p{L})|say(?!\\p{L}).*(?<!\\p{L})in (?:${LANGUAGE})(?!\\p{L}))`,
  'iu',
)
/** A text for somebody; a list is written on, too. */
const WRITES = new RegExp(
  `${OPENING}(?:draft (?:an?|the|my|me|some|up)|reply(?: to \\p{L}+)? (?:with|that|saying)|tell(?! you(?!\\p{L}))|inform|compose|write (?:(?:me|us|him|her|them) )?(?:to|(?:an?|some|the|my) (?:\\p{L}+[ -]){0,3}?(?:poem|story|song|e-?mail|mail|letter|text|message|card|cards|review|speech|post|essay|joke|tests?|report|article|reply|invoice|headline|code|script))|let (?:(?!me|us)\\p{L}+ ){1,3}know|(?:text|message|e-?mail) (?:(?!(?:is|was|has|sent|to|from|went|address)(?!\\p{L}))\\p{L}+ ){1,3}?(?:that|saying))(?!\\p{L})|${OPENING}(?:reply|(?:text|message|e-?mail) (?!sent|to))[^:]{0,30}:`,
  'iu',
)
const TEXTS = /^\W*(?:(?:please|can you|could you)\s+)?(?:text|message|e-?mail) \p{Lu}/u
const TEXTS_CAPITAL = /^\W*(?:Please |Can you |Could you )?(?:Text|Message|E-?mail) \p{Lu}/u
/** "Write the letter: done" has the words of the list. */
const TICKED = /[,:;.–—-]\s*(?:all\s+|that['’]?s\s+)?(?:done|finished|check|sorted)\W*$/iu
/** Before what it is said of: "took longer than I thought" speaks of something else. */
const UNREAL = new RegExp(
  [
    String.raw`^[^,.;:!?]{0,20}?(?<!\p{L})(?:(?<!(?:than|as|like)\s)i (?:just |only |really )?(?:dreamt|dreamed|hope|thought)|hopefully)(?!\p{L})`,
    String.raw`^[^,.;:!?]{0,30}?(?<!(?<!\p{L})(?:i|we)\s)(?<!\p{L})(?:thinks?|thought|believes?|claims?)(?!\p{L}|\s+(?:so|of|about)(?!\p{L}))`,
    String.raw`^\W*if(?!\s+(?:you|possible)(?!\p{L}))(?!\p{L})`,
  ].join('|'),
  'iu',
)

/** Whether it is a text to translate, to correct, to think up: nothing in it is meant. */
export function isQuoted(message: string): boolean {
  return QUOTES.test(message)
}

/** Whether what it tells is for somebody else, or is not so. */
export function isNotSo(message: string): boolean {
  const writes = WRITES.test(message) || TEXTS.test(message) || TEXTS_CAPITAL.test(message)
  return (writes && !namesList(message) && !TICKED.test(message)) || UNREAL.test(message)
}

const IN_PART =
  /(?<!\p{L})(?:partly|partially|in part|half(?=\W*$|\s+(?:of|the|my|our|his|her|their|is|was|done|finished|painted|paid|it|them)(?!\p{L})(?!\s+(?:day|morning|afternoon|evening|night|week|weekend|year|time|price)(?!\p{L}))))(?!\p{L})/iu

/** Whether only a part of it is so: "paid half", "partly painted". */
export function isInPart(message: string): boolean {
  return IN_PART.test(message)
}

const OTHERS =
  /^\W*(?:(?:and|so|oh|but|ok)\W+)*(?:my|a|his|her|our|their)\s+(?<who>neighbou?rs?|sister|brother|friends?|mum|mom|dad|boss|colleagues?|cousins?|aunt|uncle|ex|mates?)(?![\p{L}'’])(?!\s+\p{Lu})/u

/** The one whose doing it tells: "my sister called Petra"; undefined: no such person. */
export function somebodyIn(message: string): string | undefined {
  return (OTHERS.exec(message) ?? OTHERS.exec(message.charAt(0).toLowerCase() + message.slice(1)))?.groups
    ?.who
}
