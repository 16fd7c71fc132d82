// What is said beside a repetition: from Monday to Friday, except on Sundays, until June, twice a day. Pure.
import { MONTHS, WEEKDAYS } from './civil-date.ts'
import { COUNT_SOURCE } from './spoken-number.ts'

/** `mon`, `tuesday`, `fridays`: a part of an expression. */
export const DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?'
const TO = String.raw`(?:\s+(?:to|through|thru|until|till)\s+|\s*[-–]\s*)`
const RANGE = new RegExp(
  String.raw`(?:\bfrom\s+)?(?:\b(?<every>every|each)\s+)?\b(?<first>${DAY})${TO}(?:every\s+)?(?<last>${DAY})\b`,
  'iu',
)
const EXCEPT = new RegExp(
  String.raw`,?\s*\b(?:except|excluding|but|apart from|other than)\s+(?:for\s+)?(?:not\s+)?(?:on\s+)?(?:the\s+)?(?<days>(?:${DAY}|weekends?)(?:(?:\s*[,&]\s*|\s+(?:and|or)\s+)(?:on\s+)?(?:${DAY}|weekends?))*)\b`,
  'iu',
)
const EVERY_DAY = /\b(?:(?:every|each)\s+(?:single\s+)?day|daily)\b/iu
const EVERY_PART = /\b(?:every|each)\s+(?:single\s+)?(?=(?:morning|noon|afternoon|evening|night)\b)/iu

/** `every day from monday to friday`, `every day except sundays`: with the names of the days that are left. */
export function withNamedDays(text: string): string {
  const range = RANGE.exec(text)
  const { every, first = '', last = '' } = range?.groups ?? {}
  const from = numberOf(first)
  const named = Array.from({ length: ((numberOf(last) - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7)
  if (range !== null && every !== undefined) return text.replace(range[0], `every ${listOf(named)}`)
  if (range !== null) return onDays(text, text.replace(range[0], ' '), named)
  const except = EXCEPT.exec(text)
  if (except === null) return text
  const words = (except.groups?.days ?? '').replace(/\bweekends?\b/giu, 'saturday sunday')
  const left = [1, 2, 3, 4, 5, 6, 0].filter(
    (day) =>
      !words
        .split(/[\s,&]+/u)
        .map(numberOf)
        .includes(day),
  )
  return onDays(text, text.replace(except[0], ' '), left)
}

const END = new RegExp(
  String.raw`\b(?:(?:until|till?|up to)\s+(?:(?!\b(?:at|on|every|each|daily|weekly|monthly)\b|[,;!?]|\.(?:\s|$)).)+|for\s+(?:the\s+next\s+)?(?:\d{1,3}|an?|${COUNT_SOURCE})\s+(?:days?|weeks?|months?|years?|hours?|minutes?)\b)`,
  'giu',
)

/** The text without the end of a repetition: its numbers are no time of day. */
export function withoutEnd(text: string): string {
  return text.replace(END, ' ')
}

const COUNTED = String.raw`\b(?:twice|thrice|(?:\d{1,3}|${COUNT_SOURCE}|several|a few|a couple of)\s?(?:x|times))`
const TIMES = new RegExp(String.raw`${COUNTED}\s+(?:an?|per|daily|hourly|weekly|monthly|yearly)\b`, 'iu')
/** `ring three times every day at 8` has its time. */
const TIMES_EACH = new RegExp(String.raw`${COUNTED}\s+(?:each|every)\b(?!.*\bat\s+\d)`, 'iu')
const LEFT_OUT =
  /\b(?:except|excluding|apart from|other than)\b|\bbut\s+(?:not|never|only|when|if)\b|\bunless\b/iu
/** What nobody can keep here: seconds, and days that are a weekday and a date at once; of `bimonthly` nobody knows which of two it is. */
const NO_RHYTHM = new RegExp(
  String.raw`\b(?:every|each)\s+(?:(?:(?:\d{1,5}|${COUNT_SOURCE}|few|couple of)\s+)(?:seconds|secs?)|second(?=\s*(?:$|[,.;!?]))|decades?|centur(?:y|ies))\b|\b(?:every|each)\s+${DAY},?\s+the\s+\d|\b(?:bi|semi)-?(?:monthly|annual(?:ly)?|yearly)\b|\bsemi-?weekly\b`,
  'iu',
)
const MONTH = MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')
const DATES = new RegExp(
  String.raw`\bfrom\s+(?:the\s+)?(?:${DAY}|(?:${MONTH})\b|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?:${MONTH})\b|\d{1,2}\.\d|today\b|tomorrow\b).*?${TO}`,
  'iu',
)
const HOURS =
  /\b(?:from\s+(?:\d|noon\b|midnight\b|morning\b|dawn\b).*?(?:\bto\b|\buntil\b|\btill\b|[-–])|between\s+(?:\d|noon\b|morning\b).*?\band\b|during the (?:day|night)\b|at night\b)/iu
const RHYTHM = /\b(?:every|each|once|daily|hourly|weekly|monthly|yearly|annually|weekdays|weekends)\b/iu

/** Whether more is said of how often something comes than can be kept: to state a part of it would be another repetition. */
export function saysMoreOfRepeat(text: string): boolean {
  if (TIMES.test(text) || TIMES_EACH.test(text) || NO_RHYTHM.test(text)) return true
  return RHYTHM.test(text) && (LEFT_OUT.test(text) || DATES.test(text))
}

/** The same of what comes within a day: `every hour from 9 to 5`. */
export function saysHours(text: string): boolean {
  return HOURS.test(text)
}

/** Only what comes each day can be held to some days; of everything else the words stay. */
function onDays(text: string, rest: string, days: readonly number[]): string {
  if (days.length === 0) return text
  if (EVERY_DAY.test(rest)) return rest.replace(EVERY_DAY, `every ${listOf(days)}`)
  return EVERY_PART.test(rest) ? rest.replace(EVERY_PART, `every ${listOf(days)} `) : text
}

function numberOf(word: string): number {
  return WEEKDAYS.findIndex(
    (name) => word.length >= 3 && name.toLowerCase().startsWith(word.slice(0, 3).toLowerCase()),
  )
}

function listOf(days: readonly number[]): string {
  return days.map((day) => WEEKDAYS[day]?.toLowerCase()).join(', ')
}
