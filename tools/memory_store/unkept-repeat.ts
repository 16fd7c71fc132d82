// "Twice a day", "every Friday the 13th": a reminder of which it was said how often it comes, in a way that cannot be kept. Pure.
import { saysHours, saysMoreOfRepeat } from '../../source/toolkit/repeat-days.ts'
import { COUNT_SOURCE } from '../../source/toolkit/spoken-number.ts'

const DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?'
const UNIT = String.raw`(?:(?:second|sec|minute|min|hour|hr|day|week|fortnight|month|year|decade|morning|afternoon|evening|night|weekday|weekend)s?|centur(?:y|ies)|noon|now and then|${DAY})\b`
const COUNT = String.raw`(?:\d{1,5}(?:st|nd|rd|th)?|${COUNT_SOURCE}|other|second|third|single|few|couple of)`
const ADVERB = '(?:hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)'
const REPEAT = new RegExp(
  [
    String.raw`\b(?:every|each)\s+(?:${COUNT}\s+){0,2}${UNIT}`,
    String.raw`\b(?:once|twice|thrice|(?:\d{1,3}|${COUNT_SOURCE}|several|a few|a couple of)\s?(?:x|times))\s+(?:(?:an?|per|each|every)\s+${UNIT}|${ADVERB}\b)`,
    String.raw`\b(?:(?:bi|semi)-?)?(?:${ADVERB}|annual)\b`,
  ].join('|'),
  'iu',
)
const BESIDE =
  /^(?:,?\s+the\s+\d{1,2}(?:st|nd|rd|th)?(?!\p{L})|,?\s+(?:except|excluding|apart from|other than|unless|but|from|between|during)(?!\p{L})[^.,;!?]*)/iu

/** Nobody reads a longer quotation. */
const LONGEST = 120

/** The words of how often it comes, of a text in which no time could be read; undefined: it comes once. */
export function unkeptRepeat(text: string): string | undefined {
  const match = REPEAT.exec(text)
  if (match === null) return undefined
  const behind = text.slice(match.index + match[0].length)
  const said = `${match[0]}${BESIDE.exec(behind)?.[0] ?? ''}`
  // What cannot be kept may stand further off: "from March to May every month".
  const all = [said, text.slice(match.index), text]
  return all.find((words) => words.length <= LONGEST && (saysMoreOfRepeat(words) || saysHours(words))) ?? said
}
