// Which change a message asks for, by the forms in which people correct what they just said. Pure.
import { readWhen, type When } from './change-time.ts'
import { fitNumber } from './replace-value.ts'

/** A value in place of another one, or in place of the one of its kind. */
export interface Change {
  readonly value: string
  /** What it stands in place of; undefined: it is not said. */
  readonly old?: string
  /**
   * What the message calls it. `amount`: a number with the words it stands by; undefined: a bare value, which must show its
   * kind itself.
   */
  readonly kind?: 'file' | 'folder' | 'text' | 'number' | 'amount' | 'name' | When['kind']
}

/** A longer message is about more than one value. */
const MOST_WORDS = 14
const MOST_CHARACTERS = 300
/** Of one value. */
const MOST_VALUE_WORDS = 7
/** Behind "wrong word". */
const MOST_NAMED_WORDS = 4

const LEAD =
  /^(?:(?:oh|uh|um|ah|argh|hm+|no|nope|nah|sorry|sry|srry|pardon|wait|oops|ok|okay|actually|please|well|but|damn|i see|my mistake|my bad|hang on|hold on)(?:[\s,.!:;–-]+|$))+/iu
const TAIL = /(?:[\s,]+(?:please|pls|plz|thanks|thx|sorry|sry|srry|then|i guess|i think))*[\s.!]*$/iu

const KINDS: readonly (readonly [kind: NonNullable<Change['kind']>, words: string])[] = [
  ['text', 'word|term|text|phrase|name|spelling|pattern|wording|string|query'],
  ['file', 'file|path|filename|document'],
  ['folder', 'folder|directory|dir|place'],
  ['number', 'number|num|nr|no|id|amount|value|figure|digit'],
]
const WISH = String.raw`(?:i(?:'m| am)?\s+(?:really\s+|actually\s+)?(?:meant|mean|wanted(?:\s+to\s+(?:say|write|type))?|want|need|needed|was after|was looking for|looking for)|it(?:'?s|\s+is|\s+was)|that(?:'s|\s+is)|(?:it\s+)?should\s+(?:be|read|say)|try|use|take|(?:let's\s+|rather\s+)*(?:go|do)\s+(?:for|with)|let's\s+say|make\s+it|search\s+for|look\s+for|correct\s+is)`
/** What a person says who wants no change. */
const NO_VALUE =
  /^(?:i|you|we|they|he|she|it|that|this|there|but|and|or|thanks?|thank|sorry|though|anyway|again|please|never|mind|ok|okay|fine|right|wrong|why|what|who|how|when|where|is|are|was|don't|do|not|just)\b/i

/** "make it say more", "it should read better": a wish about the text, not the text. */
const HOW = /^(?:more|less|better|worse|nicer|\p{L}+er)$/iu

/** `Sydney`, `New York` */
const NAME = /^(?!I\b|No\b|Not\b)\p{Lu}\p{Ll}[\p{L}'.-]*(?:\s+\p{Lu}[\p{L}'.-]+){0,2}$/u

const TAKES_BACK =
  /^\W*(?:no|nope|nah|sorry|sry|oops|wait|hang on|hold on|my (?:mistake|bad))\b|\b(?:i (?:mean|meant|wanted)|it(?:'?s| is| was))\b/iu

/** "wait a minute", "hang on a sec": no length of time is meant, and what comes behind it may be a change. */
const PAUSE =
  /(?<!\p{L})(wait|hang on|hold on),?\s+(?:for\s+)?(?:just\s+)?(?:an?|one)\s+(?:minute|min|sec|second|moment)(?=\s*(?:$|[,.!;:…–-]|please\b|pls\b))[\s,.!;:…–-]*/giu

/** Of a word in lower case, which may be no place: it is said that the one before was wrong. */
const WRONG =
  /^\W*(?:(?:oh|ah|uh|um|argh)[\s,.!]+)?(?:no|nope|nah|sorry|sr+y|pardon|oops|my (?:mistake|bad))(?![\p{L}'])/iu
const MEANT =
  /(?<!\p{L})i(?:'m| am)?\s+(?:really\s+|actually\s+)?(?:mean|meant|wanted\s+to\s+(?:say|write|type))(?!\p{L})/iu
/** What is behind these is mostly a thing or a remark: "I need coffee", "that's great". */
const NEVER_A_NAME =
  /^(?:that(?:'s|\s+is)|i(?:'m| am)?\s+(?:really\s+|actually\s+)?(?:want|wanted|need|needed)|take|use)\s/iu
/** "no, it's raining", "It's Cold": said of the result. */
const REMARKED =
  /^(?:great|good|bad|nice|cool|cold|hot|warm|mild|freezing|late|early|raining|snowing|sunny|cloudy|windy|wet|dry|dark|perfect|true|false|enough|better|worse|worst|best|over|done|gone|soon|far|near|close|easy|hard|weird|odd|strange|funny|amazing|awesome|terrible|awful|horrible|lovely|beautiful|wonderful|correct|me|him|her|them|us|yours|mine|nothing|everything|something|alright|too|very|really|so|all|already|still|about|only|exactly)$/iu

/** More are a text. */
const MOST_CHANGES = 3

/** Whether a message only asks to wait: "hang on a sec". */
export function isPause(message: string): boolean {
  const text = message.trim()
  const rest = text.replace(PAUSE, '$1, ')
  return rest !== text && rest.replace(LEAD, '').replace(TAIL, '') === ''
}

/** The changes that a message asks for, each in a sentence of its own: "not Bettina, Benita. And it's Thursday, sorry"; none: it asks for more. */
export function readChanges(message: string): readonly Change[] {
  const whole = readChange(message)
  if (whole !== undefined) return [whole]
  const sentences = message.trim().split(/(?<=[.!;])\s+(?:(?:and|but|also)\s+)?/iu)
  const changes = sentences.map(readChange).filter((change) => change !== undefined)
  const isAll = changes.length === sentences.length && changes.length > 1 && changes.length <= MOST_CHANGES
  return isAll ? changes : []
}

/** The change that a message asks for; undefined: none, or it asks for more. */
function readChange(message: string): Change | undefined {
  // Of a line of blanks the forms below would try each part with each other.
  if (message.length > MOST_CHARACTERS) return undefined
  const text = message.trim().replace(PAUSE, '$1, ')
  if (text.includes('\n') || text.endsWith('?') || text.split(/\s+/).length > MOST_WORDS) return undefined
  const bare = text.replace(LEAD, '').replace(TAIL, '')
  return (
    contrast(bare) ??
    namedKind(bare) ??
    moment(bare, text) ??
    amount(bare) ??
    again(bare) ??
    wording(bare) ??
    meant(bare, text)
  )
}

/** "X, not Y", "not Y, X", "not Y but X", "X instead of Y". */
function contrast(text: string): Change | undefined {
  const wished = text.replace(new RegExp(`^${WISH}\\s+(?!not\\b)`, 'iu'), '')
  const forms = [
    /^(?<value>[^,;]+?)(?:\s*[,;–-])?\s+(?:and\s+)?not\s+(?<old>[^,;]+)$/iu,
    /^(?:it(?:'s|\s+is)\s+)?not\s+(?<old>[^,;]+?)(?:\s*[,;–-]\s*(?:but\s+)?|\s+but\s+)(?<value>[^,;]+)$/iu,
    /^(?<value>[^,;]+?)\s+(?:instead\s+of|rather\s+than|in\s+place\s+of)\s+(?<old>[^,;]+)$/iu,
    /^(?:change|replace|swap)\s+(?<old>[^,;]+?)\s+(?:to|by|with|for|into)\s+(?<value>[^,;]+)$/iu,
  ]
  for (const form of forms) {
    const { value, old } = form.exec(wished)?.groups ?? {}
    if (value !== undefined && old !== undefined && isValue(value) && isValue(old))
      return { value: withoutOne(unquoted(withoutWish(value))), old: unquoted(old) }
  }
  return undefined
}

/** "wrong word, I wanted night", "wrong folder: src". */
function namedKind(text: string): Change | undefined {
  for (const [kind, words] of KINDS) {
    const form = new RegExp(
      `^(?:(?:that(?:'s| is| was)|i (?:took|gave|typed|used)|it(?:'s| was))\\s+)?(?:the\\s+|a\\s+)?(?:wrong|other|different)\\s+(?:${words})(?:\\s*[,.:;!–-]+\\s*(?:${WISH}\\s+)?|\\s+${WISH}\\s+)(?:the\\s+(?:${words})\\s+)?(?<value>.+)$`,
      'iu',
    )
    const value = form.exec(text)?.groups?.value
    if (value !== undefined && isValue(value) && value.split(/\s+/).length <= MOST_NAMED_WORDS)
      return { value: unquoted(value), kind }
  }
  return undefined
}

/** "no, it's on Friday", "move it to 6 pm": a day or a time alone may be a new wish. */
function moment(bare: string, text: string): Change | undefined {
  const isLed =
    bare.length < text.replace(TAIL, '').length ||
    /^\S+\s+(?:it|that|this)\b|^it\b|\b(?:instead|rather)$/iu.test(bare)
  const when = isLed ? readWhen(bare) : undefined
  return when && { value: when.text, kind: when.kind }
}

const NUMBER_START = String.raw`(?:[\d.,]*\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[\s-]\p{L}+)?|hundred)`

/** "likewise for 1,260.50", "the same for 80": the number takes the place of the one of its size. */
function again(text: string): Change | undefined {
  const form =
    /^(?:(?:and|now|then)\s+)*(?:likewise|ditto|(?:do\s+)?(?:the\s+)?same(?:\s+(?:again|thing|sum))?)\s+(?:for|on|of)\s+[$€£]?(?<value>\d(?:[\d.,]*\d)?)$/iu
  const value = form.exec(text)?.groups?.value
  return value === undefined ? undefined : { value }
}

/** "make that three tickets", "once more with a 7", "better 80 words". */
function amount(text: string): Change | undefined {
  const form = new RegExp(
    `^(?:(?:make|let)\\s+(?:it|that|this|them)\\s+(?:be\\s+)?|(?:once\\s+more|one\\s+more\\s+time|again|same(?:\\s+again)?|the\\s+same|repeat\\s+(?:it|that))(?:\\s+but)?(?:\\s+only)?\\s+with\\s+|(?:rather|better)\\s+)(?:an?\\s+|only\\s+|just\\s+)?(?<value>${NUMBER_START}(?![\\p{L}\\p{N}]).*?)(?:\\s+instead)?$`,
    'iu',
  )
  const value = form.exec(text)?.groups?.value
  return value === undefined || !isValue(value) ? undefined : { value: value.trim(), kind: 'amount' }
}

/** "make it say open instead", "it should read: closed". */
function wording(text: string): Change | undefined {
  const form =
    /^(?:(?:make|let|have)\s+(?:it|that|this)\s+(?:say|read)|(?:it|that|this)\s+(?:should|must|has\s+to)\s+(?:say|read))\s*:?\s+(?<value>.+?)(?:\s+instead)?$/iu
  const value = form.exec(text)?.groups?.value
  const isText = value !== undefined && isValue(value) && !HOW.test(value)
  return isText ? { value: unquoted(value), kind: 'text' } : undefined
}

/** "I meant notes.md", "15 i mean", "sorry, 41": only a value that shows its kind itself is changed. */
function meant(bare: string, text: string): Change | undefined {
  const isLed = bare.length < text.replace(TAIL, '').length
  const wished = new RegExp(`^${WISH}\\s+(?=\\S)`, 'iu').exec(bare)?.[0]
  const named = bare.slice(wished?.length ?? 0)
  if (TAKES_BACK.test(text) && NAME.test(named) && !NO_VALUE.test(named) && !REMARKED.test(named))
    return { value: named, kind: 'name' }
  const before = wished !== undefined && /^(?:\S+|[\d.,]*\d\s+\p{L}+)$/u.test(named) ? named : undefined
  const behind = /^(?<value>\S+?),?\s+(?:i\s+mean|i\s+meant|instead)$/iu.exec(bare)?.groups?.value
  const value = before ?? behind ?? (isLed && !/\s/.test(bare) ? bare : undefined)
  if (value === undefined || value === '' || NO_VALUE.test(value)) return undefined
  // "no, typo" is no name, "I meant sydney" may be.
  return isWord(before) && fitNumber(before) === undefined && isNamed(before, wished ?? '', text)
    ? { value: before, kind: 'name' }
    : { value: unquoted(value) }
}

/** Whether a word in lower case stands for the name before it. */
function isNamed(word: string, wished: string, text: string): boolean {
  if (MEANT.test(wished)) return true
  return WRONG.test(text) && !NEVER_A_NAME.test(wished) && !REMARKED.test(word)
}

function isWord(text: string | undefined): text is string {
  return text !== undefined && /^\p{L}{3,}$/u.test(text)
}

/** "call it holiday", "with 18", "30, i mean": the value alone. */
function withoutWish(text: string): string {
  return text
    .replace(new RegExp(`^${WISH}\\s+`, 'iu'), '')
    .replace(/^(?:\S+\s+){1,4}?(?:should|must|needs? to|ought to)\s+be\s+(?=\S)/iu, '')
    .replace(/^(?:with|(?:call|name|label)\s+(?:it|that|this|them))\s+/iu, '')
    .replace(/,?\s+i\s+(?:mean|meant)$/iu, '')
}

/** "a grumpy one": the word alone takes the other's place. */
function withoutOne(text: string): string {
  return /^(?:an?|the)\s+(.+)\s+one$/iu.exec(text)?.[1] ?? text
}

function isValue(text: string): boolean {
  const value = text.trim()
  const isOne = !/[.!?;]\s+\p{L}/u.test(value)
  return value !== '' && isOne && value.split(/\s+/).length <= MOST_VALUE_WORDS && !NO_VALUE.test(value)
}

/** Without quotation marks around all of it. */
function unquoted(text: string): string {
  const bare = text.trim()
  return /^(?:"([^"]+)"|'([^']+)'|“([^”]+)”|`([^`]+)`)$/.test(bare) ? bare.slice(1, -1) : bare
}
