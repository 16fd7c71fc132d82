// The columns of a table: what kind of values each has, and which one a question speaks of. Pure.
import { ToolFailure } from '../../source/contracts/tool.ts'
import type { Decimal } from '../../source/toolkit/decimal.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'
import { type CellDay, type ColumnMark, dayOf, monthPlace, numberOf } from './cells.ts'
import { marksOf } from './column-marks.ts'

export interface Column {
  readonly at: number
  readonly name: string
  readonly kind: 'number' | 'date' | 'text'
  /** Stems of its name. */
  readonly words: readonly string[]
  /** How its cells are read where one alone could mean two things. */
  readonly mark: ColumnMark
  readonly isMonthFirst: boolean
  /** Its numbers are years. */
  readonly isYears: boolean
  /** A cell like `1.250` of which nothing but the file's separator told how it is read. */
  readonly guessed?: string
}

type Row = Table['rows'][number]

/** So many of the cells that are not empty have to be of a kind. */
const MOST = 0.7

/** The columns of `table`, in order. `isSplitBySemicolon`: its file is written so where the comma is the decimal mark. */
export function columnsOf({ columns, rows }: Table, isSplitBySemicolon = false): readonly Column[] {
  const filled = columns.map((_, at) => rows.map((row) => row[at] ?? '').filter((cell) => cell !== ''))
  const marks = marksOf(filled, isSplitBySemicolon)
  return columns.map((name, at) => {
    const cells = filled[at] ?? []
    const { mark, guessed } = marks[at] ?? {}
    const isMostly = (is: (cell: string) => boolean) =>
      cells.length > 0 && cells.filter(is).length >= cells.length * MOST
    const isYears =
      cells.length > 0 && OF_YEARS.test(name) && cells.every((cell) => /^(?:1[5-9]|20)\d\d$/.test(cell))
    const isNumber = isMostly((cell) => numberOf(cell, mark) !== undefined)
    const kind = isMostly((cell) => dayOf(cell) !== undefined)
      ? 'date'
      : isNumber && (isYears || !isNumbering(cells, name, at))
        ? 'number'
        : 'text'
    return {
      at,
      name,
      kind,
      words: wordsIn(name),
      mark,
      isMonthFirst: isMonthFirst(cells),
      isYears,
      ...(guessed === undefined ? {} : { guessed }),
    }
  })
}

/** A number above 12 tells for all of a column. */
function isMonthFirst(cells: readonly string[]): boolean {
  const places = cells.map(monthPlace)
  return places.includes('first') && !places.includes('second')
}

const OF_YEARS = /year|jahr|season|vintage|(?:^|_)yr$/iu
/** What numbers its rows: 1, 2, 3 … */
const COUNTS_ROWS =
  /^(?:#|no\.?|nr\.?|id|number|row|line|rank|place|pos(?:ition)?|index|day|week|month|round|lap|step|stage|chapter|lesson|track)$|(?:_|\s)(?:id|no|nr|number)$/iu

/** 1, 2, 3 …: the rows' own numbers. */
function isNumbering(cells: readonly string[], name: string, at: number): boolean {
  const isCounted = cells.length > 2 && cells.every((cell, row) => cell === String(Number(cells[0]) + row))
  return isCounted && (at === 0 || COUNTS_ROWS.test(name))
}

/** The number that a row has in `column`; undefined: none. */
export function numberIn({ at, mark }: Column, row: Row): Decimal | undefined {
  return numberOf(row[at] ?? '', mark)?.number
}

/** The day that a row has in `column`; undefined: none. */
export function dayIn({ at, isMonthFirst }: Column, row: Row): CellDay | undefined {
  return dayOf(row[at] ?? '', isMonthFirst)
}

/** Whether a row has something in `column` that is none of its numbers or days. */
export function isUnread(column: Column, row: Row): boolean {
  const value = column.kind === 'date' ? dayIn(column, row) : numberIn(column, row)
  return value === undefined && (row[column.at] ?? '') !== ''
}

/** Throws `ToolFailure` where the values of `column` are of several units, which nobody can add up or compare. */
export function verifyOneUnit({ name, at, mark }: Column, rows: readonly Row[]): void {
  const units = new Map<string, string>()
  for (const row of rows) {
    const cell = row[at] ?? ''
    const unit = numberOf(cell, mark)?.unit ?? ''
    if (unit !== '' && !units.has(unit)) units.set(unit, cell)
  }
  if (units.size < 2) return
  const [one, other] = [...units.values()].map((cell) => `\`${visible(cell)}\``)
  throw new ToolFailure(
    'several_units',
    `The values of \`${visible(name)}\` are of several units, like ${one} and ${other}, so they cannot be added up or compared; write them in one unit.`,
  )
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
/** No table is mostly about these. */
const ALSO_ALIKE: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:ages?|alter)(?!\p{L})/iu, 'age old older oldest eldest young younger youngest'],
  [/(?<!\p{L})(?:speed|kmh|km_h|kph|mph|knots)(?!\p{L})/iu, 'speed fast fastest quickest slow slowest'],
]
/** Numbers that nobody adds up. */
const IS_ID = /(?:^|_)(?:id|no|nr|number|year|zip|code|phone)$/iu

/** Whether the numbers of a column are of its rows, and neither their years nor what they are called by. */
export function isMeasure({ kind, name, isYears }: Column): boolean {
  return kind === 'number' && !isYears && !IS_ID.test(name)
}

/** Whether a column says how long something has been there. */
export function isAge({ name, isYears }: Column): boolean {
  return !isYears && /(?<!\p{L})(?:ages?|alter|years|months|weeks|days)(?!\p{L})/iu.test(name)
}

/** The column of numbers that a question speaks of; undefined: it speaks of none, or of several as much. */
export function numberColumn(columns: readonly Column[], words: readonly string[]): Column | undefined {
  const numeric = columns.filter(isMeasure)
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
  const others = [...ALIKE, ...ALSO_ALIKE]
    .filter(([form]) => form.test(name))
    .flatMap(([, alike]) => wordsIn(alike))
  const meant = words.filter((word) => others.includes(word)).length
  // `climb_m` is no distance that somebody ran.
  const other = (own.length - named) * (named > 0 ? 0.1 : 0.3)
  return named === 0 && meant === 0 ? 0 : named * 2 + Math.min(meant, MOST_MEANT) - other
}

/** The two columns that have the lowest and the highest of each row: `min` and `max`. */
export function endsOf(columns: readonly Column[]): { lowest: Column; highest: Column } | undefined {
  const only = (form: RegExp) => {
    const [one, ...others] = columns.filter(({ kind, name }) => kind === 'number' && form.test(name))
    return others.length === 0 ? one : undefined
  }
  const lowest = only(/(?:^|[_\s])(?:min(?:imum)?|low(?:est)?)(?:$|[_\s])/iu)
  const highest = only(/(?:^|[_\s])(?:max(?:imum)?|high(?:est)?)(?:$|[_\s])/iu)
  return lowest && highest && { lowest, highest }
}

/** A price or a rate for one of those that another column counts. */
const FOR_ONE = /(?:^|[_\s])(?:each|apiece|rate|unit_?price|price_?(?:each|per.*)|per_.+)$/iu

/** The column that says how many there are of what `price` is for one of; undefined: it is no such price, or several could. */
export function countedBy(columns: readonly Column[], price: Column): Column | undefined {
  if (!FOR_ONE.test(price.name)) return undefined
  const [only, ...others] = columns.filter((column) => isMeasure(column) && column.at !== price.at)
  return others.length === 0 ? only : undefined
}

/** Words for what a column of dates says of a thing: its end, its beginning. */
const ENDS = /runs? out|expir|end|until|due|over|renew/iu
const BEGINS = /since|start|began|begin|from|join|open|bought/iu
const BIRTHS = /\b(?:oldest|eldest|youngest)\b|born|birth|(?<!\p{L})dob(?!\p{L})|gebor|geburt/iu

/** The column of dates that a question speaks of, else the first. */
export function dateColumn(columns: readonly Column[], question: string): Column | undefined {
  const dates = columns.filter(({ kind }) => kind === 'date')
  const words = wordsIn(question)
  const named = dates.find(({ words: own }) => own.some((word) => words.includes(word)))
  const like = [ENDS, BEGINS, BIRTHS].find((form) => form.test(question))
  return named ?? dates.find(({ name }) => like?.test(name)) ?? dates[0]
}

/** The first column of years. */
export function yearColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ isYears }) => isYears)
}

/** What a table is mostly about, the likeliest first. */
const MAIN = [/total|amount|sum|revenue|turnover/iu, ...ALIKE.map(([form]) => form)]

/** The column of numbers that is meant where none is named: "the biggest order". */
export function mainColumn(columns: readonly Column[]): Column | undefined {
  const ends = endsOf(columns)
  // Beside a `max` a `min` has no minutes.
  const numeric = columns.filter((column) => isMeasure(column) && column !== ends?.lowest)
  for (const form of MAIN) {
    const [only, ...others] = numeric.filter(({ name }) => form.test(name))
    if (only !== undefined && others.length === 0) return only
  }
  return undefined
}

/** The column of texts that a question names. */
export function textColumn(columns: readonly Column[], question: string): Column | undefined {
  const words = wordsIn(question)
  const [best] = columns
    .filter(({ kind }) => kind === 'text')
    .map((column) => ({ column, score: scoreOf(column, words) }))
    .sort((a, b) => b.score - a.score)
  return best !== undefined && best.score >= 1 ? best.column : undefined
}

const YES = /^(?:yes|y|true|x|1|ja|paid|done)$|^(?:yes|ja)\b/iu
const NO = /^(?:no|n|false|0|nein|-)?$/iu
/** An `x` may be anything beside other letters. */
const PLAIN = /^(?:yes|y|true|ja|no|n|false|nein)$/iu

export function isYes(cell: string): boolean {
  return YES.test(cell)
}

/** Whether all cells of a column say yes or no. */
export function isAnswers(rows: Table['rows'], at: number): boolean {
  return rows.every((row) => YES.test(row[at] ?? '') || NO.test(row[at] ?? ''))
}

/** What stands beside yes and no in a column that mostly says these; undefined: it does not. */
export function besideAnswers(rows: Table['rows'], at: number): readonly string[] | undefined {
  const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
  const plain = cells.filter((cell) => PLAIN.test(cell))
  if (plain.length === 0 || plain.length < cells.length * MOST_ANSWERS) return undefined
  return [...new Set(cells.filter((cell) => !YES.test(cell) && !NO.test(cell)))]
}

/** So many of the cells that are not empty say yes or no. */
const MOST_ANSWERS = 0.5
