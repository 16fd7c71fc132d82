// "No, on Friday", "move it to 6 pm": a day, a time of day or a length of time in place of the one that stands in a value. Pure.
import { putText } from './replace-value.ts'

const DAY =
  String.raw`(?:today|tonight|tom+or+ow|(?:(?:next|this)\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)(?:\s+(?:of\s+)?MONTH)?|\d{1,2}\s+MONTH|MONTH\s+\d{1,2}(?:st|nd|rd|th)?|\d{4}-\d{2}-\d{2})`.replaceAll(
    'MONTH',
    '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*',
  )
const HOURS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const HALF = String.raw`(?:(?:a\s+)?(?:half|quarter)|(?<!\b(?:from|between)\s)(?:five|ten|twenty(?:[-\s]five)?|[12]?[05])(?:\s+minutes)?)\s+(?:past|to|before|after)\s+(?:\d{1,2}|noon|midday|midnight|${HOURS})(?!\d|[.:,]\d|\s*%)|half\s+(?:${HOURS})`
const CLOCK = String.raw`(?:\d{1,2}(?:[:.]\d{2})?\s*[ap]\.?m\b\.?|\d{1,2}:\d{2}|noon|midday|midnight|${HALF}|\d{1,2}\s+o'?clock)`
const UNIT = '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|m|s|days?)'
const LENGTH = String.raw`(?:(?:(?:an?|one|three)[ -])?quarters? of an |half an? |an? (?:half )?|(?:\d+(?:[.,]\d+)?|(?:(?:twenty|thirty|forty|fifty|sixty|ninety)[- ])?(?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|ninety) ?)${UNIT}(?:(?: and)? (?:a (?:half|quarter)|\d+ ?${UNIT}))?`
const HOUR = String.raw`(?<=\bat\s)\d{1,2}(?![\d:.]|\s*(?:%|(?!(?:every|each|daily|weekly|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)\p{L}{4,}))`

const LED =
  /^(?:better|rather|it(?:'s|\s+is|\s+was)|that(?:'s|\s+is)|(?:it\s+)?should\s+be|(?:i\s+)?(?:mean|meant|said|want(?:ed)?)|(?:make|move|change|set|push|shift|put|have)\s+(?:it|that|this)(?:\s+to)?(?:\s+be)?)\s+/iu
const SMALL = String.raw`(?:(?:on|at|for|by|until|till|to)\s+)?`
const KINDS = { day: DAY, clock: `(?:${CLOCK}|${HOUR})`, length: LENGTH } as const
const LEAD = new RegExp(`^${SMALL}`, 'iu')

/** A day, or a time of day, as it stands in a message with the small word before it. */
export interface When {
  readonly kind: keyof typeof KINDS
  readonly text: string
}

/** What `bare` (a message without "no," or "sorry,") says alone; undefined: it says more, or no time. */
export function readWhen(bare: string): When | undefined {
  const said = bare.replace(LED, '').replace(/\s+(?:instead|rather)$/iu, '')
  for (const kind of ['day', 'clock', 'length'] as const)
    if (new RegExp(`^${SMALL}${KINDS[kind]}$`, 'iu').test(said)) return { kind, text: said }
  return undefined
}

/** `value` with `when` in place of the only time of its kind; undefined: there is none, or there are several. */
export function putWhen(value: string, { kind, text }: When): string | undefined {
  const isAlone = kind === 'clock' && /^\d{1,2}$/u.test(value)
  const expression = new RegExp(`(?<![\\p{L}\\p{N}])${KINDS[kind]}(?![\\p{L}\\p{N}])`, 'giu')
  const places = isAlone ? [value] : [...value.matchAll(expression)].map(([found]) => found)
  const [old, ...others] = places
  if (old === undefined || others.length > 0) return undefined
  const bare = text.replace(LEAD, '')
  if (old === value) return withHalf(bare, old)
  if (kind === 'length') return undefined
  if (kind === 'clock') return putText(value, old, withHalf(bare, old))
  // "on Monday" becomes "tomorrow", "tomorrow" becomes "on Monday", and "for Monday" stays "for".
  const isNear = /^to/iu.test(bare)
  const [onDay] = new RegExp(`\\bon\\s+${RegExp.escape(old)}`, 'iu').exec(value) ?? []
  if (onDay !== undefined) return putText(value, onDay, isNear ? bare : `on ${bare}`)
  const isLed = new RegExp(`(?:at|for|by|until|till|to|next|this)\\s+${RegExp.escape(old)}`, 'iu').test(value)
  return putText(value, old, isLed || isNear ? bare : `on ${bare}`)
}

/** "8" in place of "7 am" is 8 am. */
function withHalf(time: string, old: string): string {
  const half = /\s*[ap]\.?m\.?$/iu.exec(old)?.[0]
  return half !== undefined && /^\d{1,2}(?:[:.]\d{2})?$/u.test(time) ? `${time}${half}` : time
}

/** What `text` says of one kind, in its order: `ten to four in the morning`, `the 20th of March`, `half an hour`. */
export function phrasesOf(text: string, kind: When['kind']): readonly string[] {
  const part =
    kind === 'clock' ? String.raw`(?:\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night))?` : ''
  const expression = new RegExp(`(?<![\\p{L}\\p{N}])${KINDS[kind]}${part}(?![\\p{L}\\p{N}])`, 'giu')
  return [...text.matchAll(expression)].map(([found]) => found)
}

const WEEKDAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const EACH = String.raw`(?:every|each)\s+(?:single\s+)?`
const NTH = '(?:first|second|third|fourth|last|1st|2nd|3rd|4th)'
const RHYTHM = [
  String.raw`${EACH}(?:(?:other|few|couple\s+of|${NTH}|\d{1,3}|${HOURS}|fifteen|twenty|thirty|forty-five)\s+)?(?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|quarters?|weekdays?|weekends?|mornings?|noons?|afternoons?|evenings?|nights?|half[-\s](?:an\s+)?(?:hour|year)|${WEEKDAYS})(?:\s+and\s+a\s+half)?`,
  String.raw`(?:on\s+)?the\s+${NTH}\s+${WEEKDAYS}`,
  String.raw`(?:on|at)\s+(?:weekdays|(?:the\s+)?weekends)`,
  String.raw`on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days`,
  '(?:hourly|daily|nightly|weekly|bi-?weekly|fortnightly|monthly|quarterly|yearly|annually)',
  String.raw`(?:once|twice|(?:\d{1,2}|${HOURS})\s+times)\s+(?:a|an|per|every)\s+(?:hour|day|week|month|year)`,
].join('|')
const OF_MONTH = String.raw`(?:\s+(?:of|in)\s+(?:the|each|every|a)\s+month)?`
/** `Monday, Wednesday and Friday` behind one of them: another time is of its own. */
const MORE_DAYS = String.raw`(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:on\s+)?${WEEKDAYS})*`
const LATER = String.raw`in\s+(?:about\s+)?(?:(?:an?|a\s+few|a\s+couple\s+of|\d{1,3}|${HOURS})\s+)(?:weeks?|fortnights?|months?|years?)(?:\s+and\s+a\s+half)?|(?:an?|\d{1,3}|${HOURS})\s+(?:days?|weeks?|months?|years?)\s+from\s+(?:now|today|tomorrow|${WEEKDAYS})|next\s+(?:week|month|year)|(?<=(?:at|by)\s+)(?:the\s+)?(?:start|beginning|middle|end)\s+of\s+(?:(?:the|this|next)\s+)?(?:week|month|year)`
const TIME = `(?:${LATER}|(?:${RHYTHM}|${DAY})${OF_MONTH}${MORE_DAYS}|${CLOCK}|${HOUR}|in\\s+${LENGTH})`
const PHRASE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:on|at|by|next|this|every|each)\\s+)?${TIME}(?:\\s+(?:(?:on|at|in the|starting(?: on)?)\\s+)?(?:${TIME}|morning|evening|afternoon|night))*(?![\\p{L}\\p{N}])`,
  'giu',
)
const AGAIN = new RegExp(`(?<![\\p{L}\\p{N}])(?:${RHYTHM}|${EACH}${DAY})(?![\\p{L}\\p{N}])`, 'iu')

/** Days, times of day, repetitions and waits of a text, each with the small word before it: `on Friday at 5`, `every day at 8`, `in 20 minutes`. */
export function timePhrases(text: string): readonly string[] {
  return [...text.matchAll(PHRASE)].map(([phrase]) => phrase)
}

/** It says that something comes again. */
export function saysAgain(text: string): boolean {
  return AGAIN.test(text)
}
