// What is asked of a table, told from its words: the operation, and the words that are left for columns and rows. Pure.
import { isSlipOf } from '../../source/toolkit/nearest-names.ts'

export const OPERATIONS = [
  'average',
  'median',
  'highest',
  'lowest',
  'sum',
  'share',
  'distinct',
  'count',
  'list',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** The first that matches is meant; "at least" and "at most" bound a number. */
const CUES: readonly (readonly [Operation, RegExp])[] = [
  ['list', /\b(?:who|which(?: \p{L}+){0,2})\b.*(?:n['’]t\b|\b(?:not|never|owes?|unpaid|overdue)\b)/iu],
  ['share', /\b(?:share|proportion|what percent\w*|as a percent\w*|how many percent)\b/iu],
  ['distinct', /\bhow many (?:different|distinct|unique)\b|\bnumber of (?:different|distinct|unique)\b/iu],
  [
    'average',
    /\b(?:average|averaged|avg|mean|typical(?:ly)?|per (?:run|entry|row|visit|trip) on average)\b/iu,
  ],
  ['lowest', /\b(?:fastest|quickest)\b/iu],
  ['highest', /\bslowest\b/iu],
  ['median', /\bmedian\b/iu],
  [
    'highest',
    /\b(?:highest|maximum|max|(?<!\bat )most(?! recent)(?!\s*[$€£]?\d)|biggest|largest|greatest|longest|top|best|heaviest|tallest|hottest|warmest|priciest|dearest|peak|farthest|furthest|strongest|latest|newest|youngest|last(?! (?:year|month|week|season|summer|winter|autumn|spring|night|quarter|half|time|\p{L}+day)\b| (?:\d+|\p{L}+) (?:days|weeks|months|years)\b)|most recent)\b/iu,
  ],
  [
    'lowest',
    /\b(?:lowest|minimum|min|(?<!\bat )least(?!\s*[$€£]?\d)|smallest|shortest|cheapest|lightest|coldest|coolest|fewest|weakest|worst|earliest|oldest|eldest|first(?! (?:quarter|half|week)\b))\b/iu,
  ],
  [
    'sum',
    /\b(?:total|sum|add(?:ed|s)? up|altogether|all in all|in all|overall|combined|together|come to)\b(?! (?:number|count) of)/iu,
  ],
  ['count', /\b(?:how many|count|number of|amount of (?:rows|entries|lines))\b/iu],
  ['sum', /\b(?:how much|spen[dt]|paid|pay|earn(?:ed)?|cost|costs|used?|charged?|worth|sold|made|make)\b/iu],
]

const SPELLED =
  'average median highest lowest maximum minimum biggest largest longest shortest smallest cheapest altogether together'.split(
    ' ',
  )
/** A slip in a shorter word makes another word too easily. */
const SHORTEST_SLIP = 6

/** The question with its words for operations spelled right: "avrage", "lowset". `isOwn`: a word that is the table's own is no slip. */
export function withoutSlips(question: string, isOwn: (word: string) => boolean): string {
  return question.replace(/\p{L}+/gu, (word) => {
    const meant = SPELLED.find((one) => word.length >= SHORTEST_SLIP - 1 && isSlipOf(word.toLowerCase(), one))
    // "Slowest" is a word itself.
    const isRight = meant === undefined || CUES.some(([, cue]) => cue.test(word)) || isOwn(word.toLowerCase())
    return isRight ? word : meant
  })
}

/** What is asked; `list`: the rows themselves. */
export function operationOf(said: string): Operation {
  // "How many days with min below 0": there `min` is a column.
  const question = /\bhow many\b/iu.test(said) ? said.replace(/\b(?:min|max)\b/giu, ' ') : said
  return CUES.find(([, cue]) => cue.test(question))?.[0] ?? 'list'
}

/** Rows are asked for, by these words. */
const ASKS_ROWS =
  /\b(?:which|who|whose|what|when|where|list|show|rows?|entries|records|lines|filter|find)\b/iu

/** "Kilograms from plot C": no operation is named, and no rows are asked for. */
export function isBare(question: string): boolean {
  return !ASKS_ROWS.test(question)
}

/** Of dates the first is the oldest. */
const OLD =
  /\b(?:earliest|oldest|eldest|first(?! (?:quarter|half|week)\b))\b|\b(?:been|member|there|here)\b.*\blongest\b/iu
const NEW =
  /\b(?:latest|newest|youngest|last(?! (?:year|month|week|season|summer|winter|autumn|spring|night|quarter|half|\p{L}+day)\b| (?:\d+|\p{L}+) (?:days|weeks|months|years)\b)|most recent)\b/iu

/** Whether the oldest or newest row is asked for, by its date. */
export function dateOrder(question: string): 'lowest' | 'highest' | undefined {
  return OLD.test(question) ? 'lowest' : NEW.test(question) ? 'highest' : undefined
}

const NTH: readonly (readonly [RegExp, number])[] = [
  [/\b(?:second|2nd)[\s-]+(?:\p{L}+est|most|least|best|worst|top)\b/iu, 2],
  [/\b(?:third|3rd)[\s-]+(?:\p{L}+est|most|least|best|worst|top)\b/iu, 3],
]

/** Which place is asked for: "the second biggest"; 1 where none is said. */
export function placeOf(question: string): number {
  return NTH.find(([form]) => form.test(question))?.[1] ?? 1
}

const COUNTS: { readonly [word: string]: number } = { two: 2, three: 3, four: 4, five: 5, ten: 10 }

/** How many of the highest or lowest are asked for: "top three"; 1 where none is said. */
export function manyOf(question: string): number {
  const [, count = ''] =
    /\b(?:top|best|highest|lowest|biggest|largest|longest|shortest|cheapest|fastest|slowest|oldest|youngest|newest|worst|first|last)\s+(two|three|four|five|ten|\d{1,2})\b/iu.exec(
      question,
    ) ?? []
  return COUNTS[count.toLowerCase()] ?? (count === '' ? 1 : Number(count))
}
