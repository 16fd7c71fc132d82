// Parts of a year or a month that a question names: "Q1 2026", "the second quarter", "first half of March". Pure.
import { type CivilDate, MONTHS } from '../../source/toolkit/civil-date.ts'

/** From the first to the last day; `year` 0: of each. */
export interface YearPart {
  readonly told: string
  readonly first: CivilDate
  readonly last: CivilDate
}

const NTH: readonly (readonly [RegExp, number])[] = [
  [/^(?:first|1st)/u, 1],
  [/^(?:second|2nd|other)/u, 2],
  [/^(?:third|3rd)/u, 3],
  [/^(?:fourth|4th)/u, 4],
]
const NTH_SOURCE = '(?:first|second|third|fourth|1st|2nd|3rd|4th)'
const HALF_SOURCE = '(?:first|second|1st|2nd)'

/** Sources of expressions with named groups; `month` and `year` are those of a name and of a number. The longest comes first. */
export function yearPartForms(month: string, year: string): readonly string[] {
  const ofYear = String.raw`(?:[\s,/-]*(?:of\s+)?(?:the\s+year\s+)?(?<partYear>${year}|this year|last year|the year)(?!\d))?`
  return [
    String.raw`(?<yearFirst>${year})[\s-]*(?<yearQuarter>q[1-4])(?![\p{L}\d])`,
    String.raw`(?<quarter>q[1-4](?![\p{L}\d])|${NTH_SOURCE}\s+quarter(?!\p{L})|(?:last|final)\s+quarter(?=\s+of\s+(?:${year}|(?:the|this|last)\s+year)))${ofYear}`,
    String.raw`(?<monthHalf>${HALF_SOURCE})\s+half\s+of\s+(?<halved>${month})(?:,?\s+(?<halvedYear>${year}))?`,
    String.raw`(?<half>h[12](?=[\s-]+(?:of\s+)?${year})|${HALF_SOURCE}\s+half(?!\p{L})(?!\s+of\s+(?!${year}|(?:the|this|last)\s+year)))${ofYear}`,
  ]
}

type Groups = Readonly<Record<string, string | undefined>>

/** What one of the forms found; undefined: another form did. */
export function yearPartOf(
  groups: Groups,
  monthOf: (word: string) => number,
  today: CivilDate,
): YearPart | undefined {
  const { quarter = groups.yearQuarter, half, monthHalf, halved } = groups
  if (monthHalf !== undefined && halved !== undefined)
    return halfOfMonth(placeOf(monthHalf), monthOf(halved), Number(groups.halvedYear ?? 0))
  const year = yearOf(groups.yearFirst ?? groups.partYear, today)
  if (quarter !== undefined) {
    const place = placeOf(quarter)
    return monthsOf(place * 3 - 2, place * 3, year)
  }
  if (half === undefined) return undefined
  const place = placeOf(half)
  return monthsOf(place * 6 - 5, place * 6, year)
}

function placeOf(said: string): number {
  const digit = /^[qh]([1-4])/u.exec(said)?.[1]
  // Of a year the last quarter is the fourth.
  return digit === undefined ? (NTH.find(([form]) => form.test(said))?.[1] ?? 4) : Number(digit)
}

function yearOf(said: string | undefined, today: CivilDate): number {
  if (said === undefined || said === 'the year') return 0
  return said === 'this year' ? today.year : said === 'last year' ? today.year - 1 : Number(said)
}

/** "January to March 2026". */
export function monthsOf(first: number, last: number, year: number): YearPart {
  return {
    told: `${MONTHS[first - 1]} to ${MONTHS[last - 1]}${year === 0 ? '' : ` ${year}`}`,
    first: { year, month: first, day: 1 },
    last: { year, month: last, day: 31 },
  }
}

const MIDDLE = 15

function halfOfMonth(place: number, month: number, year: number): YearPart {
  const [first, last] = place === 1 ? [1, MIDDLE] : [MIDDLE + 1, 31]
  return {
    told: `${first} to ${last} ${MONTHS[month - 1]}${year === 0 ? '' : ` ${year}`}`,
    first: { year, month, day: first },
    last: { year, month, day: last },
  }
}
