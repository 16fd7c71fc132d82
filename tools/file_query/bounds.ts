// The bounds on a number that a question sets: "above 1,000", "between 40 and 200 euros", "100 or more". Pure.
import { COUNT_SOURCE, readNumber } from '../../source/toolkit/spoken-number.ts'
import { isMonthName } from './date-spans.ts'

/** One end of the numbers that are meant. */
export interface Edge {
  /** As it would stand in a cell: `1,000`, `-5`, `$10`. */
  readonly number: string
  /** What multiplies it, in figures. */
  readonly times: string
  readonly isIncluded: boolean
}

export interface Bound {
  /** As it was asked. */
  readonly text: string
  readonly least?: Edge
  readonly most?: Edge
  /** The others are meant: "not equal to 40". */
  readonly isNot?: boolean
  /** The word behind the number; empty: none. */
  readonly unit: string
}

const MONEY = String.raw`(?:[$€£]\s?)?`
const LARGE = 'thousand|million|billion'
/** `50k`, `2 million`; a small `m` is a million behind a currency alone. */
const SCALE = String.raw`(?:\s?k(?!\p{L})|[KM](?!\p{L})|\s?(?:${LARGE}|mio|mln|bn)(?!\p{L})|(?<=[$€£]\s?[\d.,]+)\s?m(?!\p{L}))`
const DIGITS = String.raw`[-−]?(?:\d{1,3}(?:[ '’]\d{3})+(?![\d\p{L}])|\d+(?:[.,]\d+)*)${SCALE}?`
/** "Over half of them" and "more than one" bound no number of a cell. */
const FIRST_WORD = String.raw`(?:half an?(?=\s+(?:${LARGE}))|an?(?=\s+(?:hundred|${LARGE}))|one(?=\s+(?:hundred|${LARGE}))|(?!(?:one|half|quarter|dozen)\b)(?:${COUNT_SOURCE})|zero)`
const WORDS = String.raw`${FIRST_WORD}\b(?:[\s-]+(?:and\s+)?(?:${COUNT_SOURCE}|${LARGE})\b)*`
const UNIT = String.raw`(?:\s*(?!(?:and|or|to|in|on|of|at|for|than|since|before|after|until|till|from|during|last|this|but|not|except|without)\b)(?<unit>[\p{L}€$£%]{1,10}))?`

/** A number under a name. */
function numberAs(name: string): string {
  return `(?<${name}>${MONEY}${DIGITS}|${WORDS})`
}

const NO = String.raw`(?:no|not)\s+`
const ABOVE =
  'above|over|more than|greater than|higher than|longer than|bigger than|larger than|older than|heavier than|exceed(?:s|ing)?|upwards of'
const BELOW =
  'below|under|less than|lower than|shorter than|fewer than|smaller than|younger than|lighter than|cheaper than'

const BETWEEN = String.raw`\bbetween\s+${numberAs('from')}(?:\s*[\p{L}€$£%]{1,10})??\s+and\s+${numberAs('to')}${UNIT}`
const FROM_TO = String.raw`\bfrom\s+(?<from>${MONEY}${DIGITS})(?:\s*[\p{L}€$£%]{1,10})??\s+(?:up )?to\s+(?<to>${MONEY}${DIGITS})${UNIT}`
const BESIDE = String.raw`(?:(?<least>\b(?:at least|${NO}(?:${BELOW}))|>=|≥)|(?<most>\b(?:at most|up to|${NO}(?:${ABOVE}))|<=|≤)|(?<above>\b(?:${ABOVE})|>)|(?<below>\b(?:${BELOW})|<)|(?<same>(?<unlike>(?:\bnot|n['’]t)\s+)?\b(?:exactly|precisely|equal(?:s|ling)?(?:\s+to)?)|(?<other>\bother than)))\s*${numberAs('number')}${UNIT}`
const BEHIND = String.raw`(?<![\p{L}\d.,])${numberAs('number')}${UNIT}\s+(?:or|and)\s+(?:(?<least>more|above|over|higher|longer|greater|bigger|larger|older|heavier|up(?:wards)?)|(?<most>less|below|under|fewer|lower|shorter|smaller|younger|lighter|cheaper))(?!\p{L}|\s+(?:than|of))`
const FORMS = [BETWEEN, FROM_TO, BESIDE, BEHIND].map((form) => new RegExp(form, 'giu'))

/** Behind these a number is a time of day or a date. */
const IS_TIME = /^(?:o|am|pm|a\.m|p\.m|st|nd|rd|th|h)$/iu
/** "From 2020 to 2024", "up to 2024". */
const OF_YEARS =
  /^(?:between|from|up to)\s+(?:19|20)\d\d(?:\s+(?:and|(?:up )?to)\s+(?:19|20)\d\d)?(?!\s*[\d€$£%])/iu
const IS_MEASURE =
  /^(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|bucks|k?m|miles?|k?g|kilos?|kcal|calories|steps|points|litres?|liters?)$/iu
/** Of a date. */
const DATE_PART = /^(?:\d{4}-\d|\d{1,2}[./-]\d{1,2}[./-]\d)/

/** The bounds that a question sets, those of years and dates left out. */
export function boundsOf(question: string): readonly Bound[] {
  let left = question
  const found: (Bound & { readonly at: number })[] = []
  for (const form of FORMS)
    for (const match of left.matchAll(form)) {
      const bound = boundOf(match.groups ?? {}, match[0].trim())
      const rest = question.slice(match.index).replace(/^\D*/, '')
      if (bound === undefined || DATE_PART.test(rest)) continue
      found.push({ ...bound, at: match.index })
      left =
        left.slice(0, match.index) + ' '.repeat(match[0].length) + left.slice(match.index + match[0].length)
    }
  return found.sort((a, b) => a.at - b.at)
}

function boundOf(groups: Readonly<Record<string, string | undefined>>, text: string): Bound | undefined {
  const { from, to, number, unit = '', least, most, above, same, unlike, other } = groups
  const isYears = OF_YEARS.test(text) && !IS_MEASURE.test(unit)
  if (IS_TIME.test(unit) || isMonthName(unit.toLowerCase()) || isYears) return undefined
  if (from !== undefined && to !== undefined)
    return { text, unit, least: edge(from, true), most: edge(to, true) }
  if (number === undefined) return undefined
  // "Exactly 2025" is a year.
  if (same !== undefined)
    return /^(?:19|20)\d\d$/.test(number) && !IS_MEASURE.test(unit)
      ? undefined
      : {
          text,
          unit,
          least: edge(number, true),
          most: edge(number, true),
          isNot: (unlike ?? other) !== undefined,
        }
  if (least !== undefined || above !== undefined)
    return { text, unit, least: edge(number, least !== undefined) }
  return { text, unit, most: edge(number, most !== undefined) }
}

const POWERS: { readonly [scale: string]: number } = {
  hundred: 100,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
}

function edge(said: string, isIncluded: boolean): Edge {
  const { number, scale = '' } = /^(?<number>.*\d)\s?(?<scale>\p{L}*)$/u.exec(said)?.groups ?? {}
  if (number !== undefined) {
    const isMetres = scale === 'm' && !/[$€£]/.test(number)
    return { number, times: isMetres ? '1' : String(POWERS[scale.toLowerCase()] ?? 1), isIncluded }
  }
  return { number: String(inWords(said.trim().toLowerCase())), times: '1', isIncluded }
}

const TOKEN = new RegExp(String.raw`\b(?:half an?|hundred|${LARGE}|${COUNT_SOURCE}|zero|an?)\b`, 'gu')

/** "Two hundred and fifty thousand". */
function inWords(said: string): number {
  let total = 0
  let open = 0
  for (const [token] of said.matchAll(TOKEN)) {
    const times = POWERS[token]
    if (times === undefined) open += readNumber(token) ?? 0
    else if (token === 'hundred') open = (open || 1) * times
    else {
      total += (open || 1) * times
      open = 0
    }
  }
  return total + open
}

/** A question without the bounds that it sets: what is added up is named beside them. */
export function withoutBounds(question: string): string {
  return boundsOf(question).reduce((text, { text: bound }) => text.replace(bound, ' '), question)
}

/** A question without the numbers that are bounds: `over 2000` names no year. */
export function withoutNumbersOfBounds(question: string): string {
  return boundsOf(question).reduce((text, { text: bound, unit }) => {
    const number = unit !== '' && bound.endsWith(unit) ? bound.slice(0, -unit.length) : bound
    return text.replace(number, ' ')
  }, question)
}
