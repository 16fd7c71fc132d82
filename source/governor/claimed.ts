// An answer without a tool that says something was saved, set or changed: "I saved the memory as memory 6". Small models say that of
// what they were only told, for the turns before went so. Nobody may believe it, so it is not shown. Pure.
import { AGREEING, SMALL_WORDS } from '../language/en/small-words.ts'
import { stemsOf } from '../lib/word-stem.ts'

/** In place of such an answer. */
export function truthFor(message: string): string {
  return ASKS.test(message)
    ? 'I do not know that: no tool was used for it.'
    : 'No tool was used for that: nothing was saved, set or changed.'
}

const OPENING = String.raw`^\W*(?:(?:ok(?:ay)?|sure|done|al+ ?right|got it|great|yes|certainly|of course|no problem)\b[\s,.!:–-]*)*`
/** Characters of one sentence: the dot of `notes.txt` ends none. */
const WORDS = String.raw`(?:[^.!?\n]|\.(?=\S))`
const DID =
  '(?:saved|stored|noted|remembered|recorded|set|created|made|added|written|wrote|appended|deleted|removed|updated|changed|renamed|cancell?ed|started|scheduled|exported)'
const THING =
  '(?:memory|memories|reminders?|notes?|timers?|alarms?|corrections?|patterns?|files?|folders?|labels?)'
const NUMBERED = String.raw`\b(?:memory|reminder|timer|alarm|correction|pattern)s? (?<number>\d+)\b`

const CLAIM = new RegExp(
  [
    String.raw`${OPENING}(?:i|we)(?:['’]ve| have)?(?: just| now| already| also)? ${DID}\b${WORDS}{0,80}?\b${THING}\b`,
    // "I added wine to the shopping list", not "I made a list of ideas".
    String.raw`${OPENING}(?:i|we)(?:['’]ve| have)?(?: just| now| already| also)? (?:${DID}|put)\b${WORDS}{0,80}? (?:to|on|onto|from|off|in) (?:the|your|my|our) ${WORDS}{0,30}?\b(?:lists?|calendar|diary)\b`,
    String.raw`${OPENING}(?:the|your) ${WORDS}{0,40}?\b${THING}\b${WORDS}{0,40}? (?:is|was|were|has been|have been) (?:now )?${DID}\b`,
    String.raw`${OPENING}${DID}\b${WORDS}{0,60}?\b${THING}\b`,
    // Nobody looked.
    String.raw`${OPENING}(?:i|we) (?:can(?:no|['’])t|could(?: not|n['’]t)) ${WORDS}{0,60}?: (?:there is )?no such (?:file|folder)\b`,
    String.raw`${OPENING}the ${WORDS}{0,40}? (?:is|are) not in the (?:file|folder|workspace)\b`,
    // The form in which a file's text is told.
    String.raw`${OPENING}[\w./-]+\.\w{1,5} says: `,
    String.raw`${OPENING}(?:(?:timer|alarm) \d+ rings|(?:memory|reminder|correction|pattern) \d+ (?:is|was)|saved as \w+ \d+)\b`,
  ].join('|'),
  'iu',
)
/** Nobody will, where no tool was called. */
const PROMISE = new RegExp(
  String.raw`${OPENING}(?:i|we)(?:['’]ll| will| am going to| shall)(?: (?:also|then|definitely|be sure to))? (?:(?:remind|wake|notify|alert) you\b|(?:call|phone|ring|text|e-?mail|message|contact|pay|book|buy)(?: up)? (?!(?:it|this|that|these|those|you)\b)\p{L})`,
  'iu',
)
const OPENED = new RegExp(OPENING, 'iu')
/** How an answer begins that may become one. */
const BEGINS = new RegExp(
  [
    String.raw`^\W*(?:$|(?:ok(?:ay)?|sure|done|all?(?: ?right)?|got(?: it)?|great|yes|certainly|of(?: course)?|no(?: problem)?)\W*$`,
    String.raw`(?:i|we|the|your|timer|alarm|memory|reminder|correction|pattern|${DID})(?:$|[^\p{L}])`,
    String.raw`[\w./-]+\.\w{1,5}(?:$| $| s))`,
  ].join('|'),
  'iu',
)
const SENTENCE = /[.!?](?:\s|$)|\n/u
/** A claim stands at the beginning. */
const LONGEST = 200

/** What was done before may be told. */
const ASKS =
  /\?|^\W*(?:what|who|which|when|where|why|how|did|do|does|have|has|is|are|was|were|can|could|tell|show|list|repeat|recap|summari[sz]e|explain|give|name|describe|define|compare|suggest|recommend|teach)\b/iu
/** Such a sentence is asked for itself. */
const IS_WRITING =
  /["“”]|\b(?:translat\w*|rephras\w*|rewrit\w*|paraphras\w*|write|story|stories|poem|sentences?|diary|e-?mail|letter|pretend|role|dialog\w*|say)\b/iu

/** What an answer is held against. */
export interface Claimed {
  readonly message: string
  /** What stands in the conversation before it. */
  readonly before: readonly string[]
}

/** Greetings may be given back, and what comes with a short one or behind one. */
const MOST_OF_GREETING = 5
const MOST_BEHIND_GREETING = 14
const GREETS =
  /\b(?:hi|hello|hey|good (?:morning|night|evening|day|bye)|goodbye|bye|thanks?|cheers|welcome|happy)\b/i
const GREETS_FIRST =
  /^\W*(?:hi|hello|hey|ciao|hola|(?:good )?(?:morning|afternoon|evening)|good (?:day|night))\b\W*/i
const FEWEST_OF_ECHO = 3
/** An answer of the message's own words is an echo where it has so much of them: of "cats or dogs?" one may be the answer. */
const LEAST_OF_ECHO = 0.6

/** Something is told, not asked for. */
const TELLS =
  /^\W*(?:(?:hi|hello|hey|so|well|oh|ok(?:ay)?|yes|no|lol)\b\W*)*(?:i|we|my|our|he|she|they|it|the|this|that|there|his|her|their)\b/i

function isStatement(message: string): boolean {
  return TELLS.test(message) && !ASKS.test(message)
}

const THANKS = /(?<!no )\b(?:thanks|thank you|thx|cheers|grazie|merci|much obliged|most obliged)\b/i
/** It wants something done. */
const REQUESTS =
  /\bplease\b|\b(?:can|could|would|will) you\b|^\W*(?:(?:now|then|ok|so|and|hey|hi|hello)\W+)*(?:add|book|bring|build|buy|call|change|check|clean|close|cook|copy|count|create|delete|describe|do|draw|explain|fetch|find|fix|get|give|help|list|load|look|make|move|open|order|paint|pay|play|print|put|read|remove|rename|run|say|search|send|set|show|sing|solve|sort|start|stop|summari[sz]e|switch|take|teach|tell|translate|try|turn|update|use|write)\b/i

/** The form in which the head shows how to answer a question about what nobody told. */
const UNTOLD = /^I do not know\b[^.]*: you have not told me/iu
/** Small models mix it with the one for a file that is not there: "I can't add hbo to my tv bundle: you have not told me." */
const MIXED = /^I (?:can(?:no|['’])t|could(?: not|n['’]t))\b[^.]*: you have not told me/iu
const UNTOLD_BEGINS = ['i do not know']
const MIXED_BEGINS = ['i cannot', "i can't", 'i can’t', 'i could not', "i couldn't", 'i couldn’t']

function mayBecome(answer: string, beginnings: readonly string[]): boolean {
  const text = answer.trimStart().toLowerCase()
  return beginnings.some(
    (begins) => begins.startsWith(text) || (text.startsWith(begins) && !/[.!?\n]/.test(text)),
  )
}

/** In place of an answer that only says the message again. */
export function insteadOfEcho(message: string): string {
  if (/^\W*undo\b/i.test(message))
    return '`/undo` brings back the file that a tool changed last, `/memory undo` what was deleted from the memory.'
  if (THANKS.test(message)) return "You're welcome."
  if (ASKS.test(message)) return 'I have no good answer to that. A larger model may: `/model` loads one.'
  if (GREETS_FIRST.test(message) && !REQUESTS.test(message)) return 'Hello! What can I do for you?'
  return isStatement(message) || !REQUESTS.test(message)
    ? 'I hear you.'
    : 'I have no tool and no answer of my own for that; `/help` and `/tools` tell what there is.'
}

/** Whether an answer says the message again so far, and so may be nothing but that. */
export function mayEcho(answer: string, message: string): boolean {
  return (
    mayBecome(answer, isStatement(message) ? [...UNTOLD_BEGINS, ...MIXED_BEGINS] : MIXED_BEGINS) ||
    (canBeEchoed(message) && sharedWords(answer, message, true) !== undefined)
  )
}

/** Whether a whole answer says nothing but the message again, or most of it, or that nobody told what was just told. */
export function echoes(answer: string, message: string): boolean {
  if ((UNTOLD.test(answer) && isStatement(message)) || MIXED.test(answer)) return true
  const shared = canBeEchoed(message) ? sharedWords(answer, message, false) : undefined
  return shared !== undefined && shared.size > 0 && shared.size >= LEAST_OF_ECHO * saidOf(message).size
}

/** The words of an answer that has none of its own; undefined: it has one. `isOpen`: its last word may not be whole. */
function sharedWords(answer: string, message: string, isOpen: boolean): ReadonlySet<string> | undefined {
  // To agree with a remark says nothing; to a question it is an answer.
  const [first = ''] = wordsOf(answer).split(' ')
  const agrees = AGREEING.has(first) && !ASKS.test(message)
  const own = agrees ? answer.slice(answer.toLowerCase().indexOf(first) + first.length) : answer
  const last = isOpen ? wordsOf(own).split(' ').at(-1) : undefined
  const whole = last === undefined ? own : own.slice(0, own.toLowerCase().lastIndexOf(last))
  const [told, said] = [saidOf(message), saidOf(whole)]
  const begins = (word: string) =>
    [...SMALL_WORDS, ...wordsOf(message).split(' ')].some((one) => one.startsWith(word))
  return [...said].every((word) => told.has(word)) && begins(last ?? '') ? said : undefined
}

/** Stems of what a sentence is about. */
function saidOf(text: string): ReadonlySet<string> {
  return new Set(stemsOf(text).filter((stem) => !SMALL_WORDS.has(stem)))
}

function canBeEchoed(message: string): boolean {
  const words = wordsOf(message).split(' ').length
  const opens = GREETS_FIRST.test(message) && !ASKS.test(message.replace(GREETS_FIRST, ''))
  const greets = GREETS.test(message) && words <= (opens ? MOST_BEHIND_GREETING : MOST_OF_GREETING)
  return words >= FEWEST_OF_ECHO && !greets && !IS_WRITING.test(message)
}

/** Whether the beginning of an answer can still become a claim: then it is not shown yet. */
export function mayClaim(answer: string): boolean {
  const rest = answer.replace(OPENED, '')
  return answer.length < LONGEST && BEGINS.test(rest) && !SENTENCE.test(rest)
}

/** The forms in which tools tell that they stored or took away something; small models begin other answers so, too. */
const DEED =
  /(?:^|[.!?\n]\s*)(?:i(?:['’]ve| have)? )?(?<deed>saved|stored|deleted|removed|cancell?ed|added|updated|created)\b/giu

/** The first word in an answer for a deed that the facts do not tell of; undefined: there is none. */
export function deedUntold(answer: string, facts: string): string | undefined {
  const told = facts.toLowerCase()
  return [...answer.matchAll(DEED)]
    .flatMap(({ groups }) => groups?.deed?.toLowerCase() ?? [])
    .find((deed) => !told.includes(deed))
}

/** Whether an answer for which no tool was called claims that something was done. */
export function claimsDone(answer: string, { message, before }: Claimed): boolean {
  const sentence =
    answer
      .slice(0, LONGEST)
      .replace(OPENED, '')
      .split(/(?<=[.!?])\s|\n/u)[0] ?? ''
  const isEcho = wordsOf(message).includes(wordsOf(sentence))
  if (IS_WRITING.test(message) || isEcho) return false
  if (PROMISE.test(answer)) return true
  if (!CLAIM.test(answer.slice(0, LONGEST))) return false
  if (!ASKS.test(message)) return true
  // Of what was done before it is true; of a number that nobody said it is not.
  const numbers = [...sentence.matchAll(new RegExp(NUMBERED, 'giu'))].map(([named]) => named.toLowerCase())
  return numbers.some((named) => !before.some((text) => text.toLowerCase().includes(named)))
}

function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  )
}
