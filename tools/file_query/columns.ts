// The columns of a table: what kind of values each has, and which one a question speaks of. Pure.
import { type Decimal, parseDecimal } from '../../source/toolkit/decimal.ts'
import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'

export interface Column {
  readonly at: number
  readonly name: string
  readonly kind: 'number' | 'date' | 'text'
  /** Stems of its name. */
  readonly words: readonly string[]
}

/** So many of the cells that are not empty have to be of a kind. */
const MOST = 0.7

/** The columns of `table`, in order. */
export function columnsOf({ columns, rows }: Table): readonly Column[] {
  return columns.map((name, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const isMostly = (is: (cell: string) => boolean) =>
      cells.length > 0 && cells.filter(is).length >= cells.length * MOST
    const kind = isMostly((cell) => dayOf(cell) !== undefined)
      ? 'date'
      : isMostly((cell) => numberOf(cell) !== undefined) && !isNumbering(cells)
        ? 'number'
        : 'text'
    return { at, name, kind, words: wordsIn(name) }
  })
}

/** 1, 2, 3 …: the rows' own numbers. */
function isNumbering(cells: readonly string[]): boolean {
  return cells.length > 2 && cells.every((cell, at) => cell === String(Number(cells[0]) + at))
}

const CELL = /^(?:[$€£]|[A-Z]{3})?\s?(?<digits>-?\d[\d.,' ]*)\s?(?:%|°[CF]?|[\p{L}€$£][\p{L}€$£/²³]{0,7})?$/u

/** The number of a cell (`1,250.00`, `96,50 €`, `12 km`); undefined: it has none. */
export function numberOf(cell: string): Decimal | undefined {
  const digits = CELL.exec(cell)?.groups?.digits?.replace(/[' ]/g, '')
  if (digits === undefined) return undefined
  const isDecimalComma = /,\d{1,2}$|^-?\d+,\d+$/.test(digits) && !/^-?\d{1,3}(?:,\d{3})+$/.test(digits)
  const plain = isDecimalComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? parseDecimal(plain) : undefined
}

/** A day of a cell, as it is ordered. */
export interface CellDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The day of a cell (`2026-03-01`, `1.3.2026`, `01/03/2026`, day first; of `2026-03` the first); undefined: it has none. */
export function dayOf(cell: string): CellDay | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(cell)
  const [, year, month, day] = iso ?? []
  if (iso !== null) return { year: Number(year), month: Number(month), day: Number(day) }
  const [, ofYear, inMonth] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(cell) ?? []
  if (ofYear !== undefined) return { year: Number(ofYear), month: Number(inMonth), day: 1 }
  const turned = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell)
  if (turned === null) return undefined
  const [, first, second, last] = turned
  const isMonthFirst = Number(second) > 12
  return {
    year: Number(last),
    month: Number(isMonthFirst ? first : second),
    day: Number(isMonthFirst ? second : first),
  }
}

/** Words that people use for what a column of such a unit or name has. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|[_\s(])(?:eur|euros?|usd|dollars?|gbp|chf|price|cost|costs|amount|fee|paid|sum|total|[€$£])(?:$|[_\s)])/iu,
    'spend spent spending pay paid cost costs price money euro euros eur dollars dollar amount expense expenses expensive cheap worth charge earn fee fees priciest cheapest bill',
  ],
  [
    /(?:^|[_\s(])(?:km|kilomet\w*|miles?|distance|m)(?:$|[_\s)])/iu,
    'distance far km kilometre kilometres kilometer kilometers mile miles long longest ran run walked length furthest farthest',
  ],
  [
    /(?:^|[_\s(])(?:min|mins|minutes?|hours?|h|duration|seconds?|time)(?:$|[_\s)])/iu,
    'minutes minute hours hour time long duration longest took fastest slowest',
  ],
  [
    /(?:^|[_\s(])(?:kg|g|weight|kilos?|lbs?)(?:$|[_\s)])/iu,
    'weight kg kilos kilo kilograms heavy heaviest lightest pounds grams',
  ],
  [
    /(?:^|[_\s(])(?:c|temp|temperature|celsius|°c)(?:$|[_\s)])/iu,
    'temperature temp warm hot cold degrees warmest hottest coldest',
  ],
  [
    /(?:^|[_\s(])(?:qty|quantity|stock|count|units|pieces)(?:$|[_\s)])/iu,
    'quantity stock pieces units many much count',
  ],
  [
    /(?:^|[_\s(])(?:received|income|takings|takes|revenue|turnover|sales|proceeds)(?:$|[_\s)])/iu,
    'received came come income takings take took turn turned revenue sales money brought bring sold made make earn earned turnover',
  ],
  [
    /(?:^|[_\s(])(?:sqm|m2|m²|area|size)(?:$|[_\s)])/iu,
    'large largest big biggest small smallest size area square metres meters',
  ],
  [/(?:^|[_\s(])(?:avg_hr|hr|heart|pulse|bpm)(?:$|[_\s)])/iu, 'heart pulse rate'],
]
/** Numbers that nobody adds up. */
const IS_ID = /(?:^|_)(?:id|no|nr|number|year|zip|code|phone)$/iu

/** The column of numbers that a question speaks of; undefined: it speaks of none, or of several as much. */
export function numberColumn(columns: readonly Column[], words: readonly string[]): Column | undefined {
  const numeric = columns.filter(({ kind, name }) => kind === 'number' && !IS_ID.test(name))
  const scored = numeric
    .map((column) => ({ column, score: scoreOf(column, words) }))
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  if (best === undefined) return undefined
  if (numeric.length === 1) return best.column
  return best.score > (second?.score ?? 0) ? best.column : undefined
}

/** More words than these that are only alike say nothing more. */
const MOST_MEANT = 3

/** How well a question's words name a column; 0: not at all. */
export function scoreOf({ name, words: own }: Column, words: readonly string[]): number {
  const named = own.filter((word) => words.includes(word)).length
  const others = ALIKE.filter(([form]) => form.test(name)).flatMap(([, alike]) => wordsIn(alike))
  const meant = words.filter((word) => others.includes(word)).length
  // `climb_m` is no distance that somebody ran.
  const other = (own.length - named) * (named > 0 ? 0.1 : 0.3)
  return named === 0 && meant === 0 ? 0 : named * 2 + Math.min(meant, MOST_MEANT) - other
}

/** A price or a rate for one of those that another column counts. */
const FOR_ONE = /(?:^|[_\s])(?:each|apiece|rate|unit_?price|price_?(?:each|per.*)|per_.+)$/iu

/** The column that says how many there are of what `price` is for one of; undefined: it is no such price, or several could. */
export function countedBy(columns: readonly Column[], price: Column): Column | undefined {
  if (!FOR_ONE.test(price.name)) return undefined
  const [only, ...others] = columns.filter(
    ({ kind, name, at }) => kind === 'number' && at !== price.at && !IS_ID.test(name),
  )
  return others.length === 0 ? only : undefined
}

/** Words for what a column of dates says of a thing: its end, its beginning. */
const ENDS = /runs? out|expir|end|until|due|over|renew/iu
const BEGINS = /since|start|began|begin|from|join|open|bought/iu

/** The column of dates that a question speaks of, else the first. */
export function dateColumn(columns: readonly Column[], question: string): Column | undefined {
  const dates = columns.filter(({ kind }) => kind === 'date')
  const words = wordsIn(question)
  const named = dates.find(({ words: own }) => own.some((word) => words.includes(word)))
  const like = [ENDS, BEGINS].find((form) => form.test(question))
  return named ?? dates.find(({ name }) => like?.test(name)) ?? dates[0]
}

/** What a table is mostly about, the likeliest first. */
const MAIN = [/total|amount|sum|revenue|turnover/iu, ...ALIKE.map(([form]) => form)]

/** The column of numbers that is meant where none is named: "the biggest order". */
export function mainColumn(columns: readonly Column[]): Column | undefined {
  const numeric = columns.filter(({ kind, name }) => kind === 'number' && !IS_ID.test(name))
  for (const form of MAIN) {
    const [only, ...others] = numeric.filter(({ name }) => form.test(name))
    if (only !== undefined && others.length === 0) return only
  }
  return undefined
}
