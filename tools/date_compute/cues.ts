// What in a message tells the operation, and which arguments it has.

const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|ninety|(?:a )?hundred|(?:a )?couple of|(?:a )?dozen|half an?)`
const UNIT = '(?:days?|nights?|weeks?|wks?|fortnights?|months?|quarters?|years?|yrs?|decades?)'
const SPAN = `${NUMBER}[ -](?:and a half )?${UNIT}`
const WEEKDAY = String.raw`\b(?:which|what|wich|wat|waht) (?:week ?)?day\b|\bday of the week\b|\bweekday\b|\b(?:is|was|falls?|fell) (?:it )?on (?:a|which)\b|\b(?:an? )(?:mon|tues|wednes|thurs|fri|satur|sun)day\s*\??$`

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const DATE = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?\.?(?: of)? ${MONTH}|${MONTH} \d{1,2}(?!\d))`
/** "He left on 12 May 1961 and was back on 30 August 1963. How many days was he gone?" */
const APART = String.raw`^(?=[\s\S]*\bhow (?:many|long)\b)(?=[\s\S]*\b${DATE}[\s\S]+\b${DATE})(?![\s\S]*\b(?:until|till?|(?:days?|weeks?|months?|years?|time)(?: is| are)? left|to go|since|ago|away|today|now|sleeps)\b)`

/** Not where that is asked. */
const elsewhere = (cue: string) => `(?<!${APART}[\\s\\S]*)(?:${cue})`

/** An operation is open if its expression matches. */
export const CUES = {
  days_until: elsewhere(
    String.raw`^(?![\s\S]*\b${SPAN} (?:before|prior to|ahead of)\b)[\s\S]*(?:\b(?:until|till?|til|left|away|to go|sleeps|countdown|how (?:soon|far)|before)\b|\bdays? to\b|\bhow long (?:is it |)to\b)`,
  ),
  days_since: elsewhere(
    String.raw`\b(?:since|how long ago|been|by now|so far|passed|gone by|old|age|how many (?:days|weeks|months|years) ago|ago (?:is|was))\b`,
  ),
  days_between: String.raw`\b(?:between|from .+ (?:to|until|till|through)|lie|difference|apart)\b|\d\s*(?:-|–)\s*\d|\d\s*to\s*\d{1,2}(?:st|nd|rd|th|[./]|\s+(?:of\s+)?${MONTH})|${MONTH} \d{1,2}\s*to\s*\d|\d\S*(?: of)? [a-z]{3,9}\s*(?:-|–|to)\s*\d|${APART}`,
  add: elsewhere(
    String.raw`^(?![\s\S]*\b${SPAN} (?:before|earlier|prior|ahead of)\b)[\s\S]*(?:\b(?:in|after|from|plus|add|later|hence|following|within|past|(?:valid|good|runs?|lasts?|keeps?|guarante\w+|warranty) (?:for|is)|counting)\b|\+)`,
  ),
  subtract: elsewhere(
    String.raw`\b(?:before|ago|minus|subtract|less|earlier|prior|back|(?:taken?|took|taking) (?:off|away)|off)\b|-\s*\d+ ${UNIT}`,
  ),
  weekday_of: elsewhere(WEEKDAY),
  // Where a span is named, it is put before or behind the date.
  date_of: elsewhere(String.raw`^(?![\s\S]*\b${SPAN}\b)[\s\S]*\b(?:when|date|which day|what day)\b`),
} as const

/** A second date is named. */
export const TO_CUE = String.raw`\b(?:between|from|lie|apart|difference)\b.*\b(?:and|to|until|till|through)\b|\d\S*(?: [a-z]{3,9})?\s*(?:–|-)\s*\d{1,2}[./ ]|\b(?:and|to)\b.*\b(?:between|apart)\b|${APART}`

/** A span is named: `3 weeks`. */
export const AMOUNT_CUE = elsewhere(String.raw`\b(${SPAN})\b|\b(\d+\s?(?:d|w|wks?|y))\b`)
