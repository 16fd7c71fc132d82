// Times of day in words: `7:30 pm`, `half past seven`, `noon`, `0700`, `seven in the evening`. Pure.
import { readNumber } from './spoken-number.ts'

/** A time of day; `half` is undefined where nobody said which half of the day: `7` may be 07:00 or 19:00. */
export interface ClockReading {
  /** 0 to 23; below 13 where `isOpen`. */
  readonly hour: number
  readonly minute: number
  /** Neither am nor pm was said, and it was not written as on a 24-hour clock. */
  readonly isOpen: boolean
  /** The text without it: a date, a label, or nothing. */
  readonly rest: string
}

const HOUR_WORD = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const MINUTE_WORD = 'a quarter|quarter|twenty[- ]five|five|ten|twenty|half|\\d{1,2}'
const MINUTE_WORDS =
  "o[h’']?[- ](?:one|two|three|four|five|six|seven|eight|nine)|(?:twenty|thirty|forty|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
const HALF = String.raw`(?<half>[ap]\.?\s?m\b\.?|(?:in the |this )?(?:morning|afternoon|evening)\b|(?:at|in the) night\b|tonight\b)`
const BEFORE = String.raw`(?:\b(?:at|by|around|about|for|@)\s*)?`

const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`${BEFORE}\b(?<minutes>${MINUTE_WORD}|half an hour|a quarter of an hour)(?: minutes?)? (?<way>past|after|to|before|till) (?<hour>noon|midday|midnight)\b`,
    'iu',
  ),
  new RegExp(String.raw`${BEFORE}\b(?<name>noon|midday|midnight)\b`, 'iu'),
  new RegExp(
    String.raw`${BEFORE}\b(?<minutes>${MINUTE_WORD})(?: minutes?)? (?<way>past|after|to|before|till) (?<hour>\d{1,2}|${HOUR_WORD})\b(?: o['’]?clock)?(?:\s*${HALF})?`,
    'iu',
  ),
  new RegExp(String.raw`${BEFORE}\bhalf (?<halfHour>\d{1,2}|${HOUR_WORD})\b(?:\s*${HALF})?`, 'iu'),
  new RegExp(
    String.raw`${BEFORE}(?<![\d:.])(?<hour>\d{1,2})[:.h](?<minute>[0-5]\d)(?![\d.])(?::[0-5]\d)?(?:\s*h(?:rs|ours)?\b)?(?:\s*${HALF})?`,
    'iu',
  ),
  new RegExp(
    String.raw`${BEFORE}\b(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?:\s*(?:h|hrs|hours)\b)?(?![\d:.])(?:\s*${HALF})?`,
    'iu',
  ),
  new RegExp(String.raw`${BEFORE}(?<![\d:.])\b(?<hour>[1-9])(?<minute>[0-5]\d)\s*${HALF}`, 'iu'),
  new RegExp(String.raw`^\s*${BEFORE}(?<hour>[1-9])(?<minute>[0-5]\d)\s*$`, 'iu'),
  new RegExp(
    String.raw`${BEFORE}\b(?<hour>${HOUR_WORD}) (?<minuteWords>${MINUTE_WORDS})\b(?! (?:min|sec|hour))(?:\s*${HALF})?`,
    'iu',
  ),
  new RegExp(
    String.raw`${BEFORE}(?<![\d:.])(?<hour>\d{1,2}|${HOUR_WORD})\s*(?:o['’]?\s?clock\s*)?${HALF}`,
    'iu',
  ),
  new RegExp(
    String.raw`${BEFORE}(?<![\d:.])\b(?<hour>\d{1,2}|${HOUR_WORD})\s*(?:o['’]?\s?clock|oclock|h\b|uhr\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:at|by|around|about|@)\s*(?<hour>\d{1,2}|${HOUR_WORD})(?:\s+(?<minuteWords>${MINUTE_WORDS}))?\b(?![\d:./-])(?:\s*${HALF})?`,
    'iu',
  ),
  new RegExp(
    String.raw`^\s*(?<hour>\d{1,2}|${HOUR_WORD})(?:\s+(?<minuteWords>${MINUTE_WORDS}))?\b(?![:./-]?\d)(?:\s*${HALF})?`,
    'iu',
  ),
]

/** The time that a text names; undefined when it names none. */
export function readClock(words: string): ClockReading | undefined {
  const text = words.replace(/(?<=\d|clock)-?ish\b/giu, '')
  for (const form of FORMS) {
    const match = form.exec(text)
    const read = match && readMatch(match)
    if (!match || !read) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { ...read, rest: rest.replace(/\s+/gu, ' ').replace(/^[\s,]+|[\s,]+$/gu, '') }
  }
  return undefined
}

function readMatch(match: RegExpExecArray): Omit<ClockReading, 'rest'> | undefined {
  const { name, hour, minute, minutes, way, halfHour, half, minuteWords } = match.groups ?? {}
  if (name !== undefined) return { hour: hourOf(name), minute: 0, isOpen: false }
  const said = hour ?? halfHour ?? ''
  const isNamed = /^(?:noon|mid)/iu.test(said)
  let inHour = isNamed ? hourOf(said) : (readNumber(said) ?? Number.NaN)
  let inMinute = Number(minute ?? readNumber((minuteWords ?? '0').replace(/^o[h’']?[- ]/iu, '')) ?? 0)
  if (halfHour !== undefined) inMinute = 30
  if (minutes !== undefined) {
    const by = minutesOf(minutes)
    const isBefore = way !== undefined && /^(?:to|before|till)$/iu.test(way)
    inMinute = isBefore ? 60 - by : by
    if (isBefore) inHour = inHour === 0 ? 23 : inHour - 1
    if (isNamed) return { hour: inHour, minute: inMinute, isOpen: false }
    if (isBefore && inHour === 0 && half === undefined) inHour = 12
  }
  if (!(inHour >= 0 && inHour <= 24 && inMinute >= 0 && inMinute < 60)) return undefined
  if (inHour === 24) return inMinute === 0 ? { hour: 0, minute: 0, isOpen: false } : undefined
  if (half !== undefined) {
    const whole = inHour <= 12 ? (inHour % 12) + (isAfternoon(half, inHour) ? 12 : 0) : inHour
    return { hour: whole, minute: inMinute, isOpen: false }
  }
  const is24 = inHour > 12 || inHour === 0 || /^0\d/u.test(said)
  return { hour: inHour, minute: inMinute, isOpen: !is24 }
}

function hourOf(name: string): number {
  return name.toLowerCase() === 'midnight' ? 0 : 12
}

function minutesOf(words: string): number {
  const word = words.toLowerCase()
  if (word.includes('quarter')) return 15
  return word.startsWith('half') ? 30 : (readNumber(word) ?? Number.NaN)
}

/** `at night` is before midnight from six on: 11 at night, 2 at night. */
function isAfternoon(half: string, hour: number): boolean {
  if (/night/iu.test(half)) return hour % 12 >= 6
  return !/^a|morning/iu.test(half) || /afternoon/iu.test(half)
}
