// How a separated text is made: its separator and quotes, what stands before its table, whether it has a header. Pure.

import { parseDate } from '../values/date-cell.ts'
import { parseNumber } from '../values/number-cell.ts'
import type { CsvMarks, CsvRecord } from './csv-records.ts'
import { cellCount, cellText, isEmptyRecord, readRecords } from './csv-records.ts'

const SEPARATORS = ['\t', ';', '|', ','] as const
/** Records that are looked at to find the separator. */
const SAMPLE = 60
/** A heading and some lines of a bank about the account; more is a table of its own. */
const MOST_PREAMBLE = 20

export interface CsvDialect extends CsvMarks {
  /** Where the first record of the table begins, and its line. */
  readonly from: number
  readonly line: number
  readonly hasHeader: boolean
  /** Lines that stand before the table and are neither comments nor `sep=`. */
  readonly preamble: number
}

/** The dialect of a text; `preferred` is what its name says (`.tsv`), taken where it parts the first lines at all. */
export function findDialect(text: string, preferred?: string): CsvDialect {
  const told = /^sep=(.)\r?\n?/i.exec(text)
  const from = told === null ? 0 : told[0].length
  const quote = findQuote(text)
  const separator = told?.[1] ?? findSeparator(text, quote, from, preferred)
  const marks = { separator, quote }
  const { records } = readRecords(text, marks, from, told === null ? 1 : 2, SAMPLE + MOST_PREAMBLE)
  const { first, preamble } = findFirst(text, records, quote)
  const head = records[first]
  const below = records
    .slice(first + 1)
    .filter((record) => !isEmptyRecord(record))
    .map((record) => cellsOf(text, record, quote))
  return {
    ...marks,
    from: head?.start ?? text.length,
    line: head?.line ?? 1,
    hasHeader: head !== undefined && isHeader(cellsOf(text, head, quote), below),
    preamble,
  }
}

/** The cells of a record as texts. */
export function cellsOf(text: string, record: CsvRecord, quote: string): readonly string[] {
  return Array.from({ length: cellCount(record) }, (_, index) => cellText(text, record, index, quote).trim())
}

/** How many cells most of the records have; 0: there are none. Of two equally frequent the greater. */
export function usualCount(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].sort(([a, x], [b, y]) => y - x || b - a)[0]?.[0] ?? 0
}

/** `'` where cells stand in it and none in `"`. */
function findQuote(text: string): string {
  const head = text.slice(0, 20_000)
  if (/(?:^|[\t;|,\n\r])"/.test(head)) return '"'
  const opened = head.match(/(?:^|[\t;|,\n\r])'/g)?.length ?? 0
  const closed = head.match(/'(?=$|[\t;|,\n\r])/g)?.length ?? 0
  return opened >= 2 && opened === closed ? "'" : '"'
}

function findSeparator(text: string, quote: string, from: number, preferred: string | undefined): string {
  const tried = SEPARATORS.map((separator) => ({ separator, ...tryFor(text, { separator, quote }, from) }))
  const parting = tried.filter(({ usual }) => usual > 1)
  const own = parting.find(({ separator, share }) => separator === preferred && share > 0.5)
  if (own !== undefined) return own.separator
  const [best] = parting.sort((a, b) => {
    if (Math.abs(a.share - b.share) > 0.02) return b.share - a.share
    // `Apfel;1,50`: a comma that only ever stands between digits parts no cells.
    if (a.isDecimal !== b.isDecimal) return a.isDecimal ? 1 : -1
    return b.usual - a.usual || SEPARATORS.indexOf(a.separator) - SEPARATORS.indexOf(b.separator)
  })
  return best?.separator ?? preferred ?? ','
}

/** How well a separator parts the text: the usual count of cells, and the share of records that have it. */
function tryFor(
  text: string,
  marks: CsvMarks,
  from: number,
): { readonly usual: number; readonly share: number; readonly isDecimal: boolean } {
  const { records, unclosedLine } = readRecords(text, marks, from, 1, SAMPLE)
  const filled = records.filter((record) => !isEmptyRecord(record) && text[record.start] !== '#')
  const counts = filled.map(cellCount)
  const usual = usualCount(counts.filter((count) => count > 1))
  const share = counts.filter((count) => count === usual).length / Math.max(1, counts.length)
  const isDecimal =
    marks.separator === ',' &&
    filled.every((record) => !/(?:^|\D),|,(?:\D|$)/.test(text.slice(record.start, record.end)))
  return { usual, share: unclosedLine === undefined ? share : share / 2, isDecimal }
}

/** The first record of the table: behind comments, empty lines, and lines that have far fewer cells than it. */
function findFirst(
  text: string,
  records: readonly CsvRecord[],
  quote: string,
): { readonly first: number; readonly preamble: number } {
  const usual = usualCount(records.filter((record) => !isEmptyRecord(record)).map(cellCount))
  let preamble = 0
  let first = 0
  for (; first < records.length; first++) {
    const record = records[first]
    if (record === undefined || isEmptyRecord(record)) continue
    const isComment = text[record.start] === '#' && (cellCount(record) < usual || usual < 2)
    if (isComment) continue
    const filled = cellsOf(text, record, quote).filter((cell) => cell !== '').length
    if (usual < 3 || filled > usual / 3 || preamble === MOST_PREAMBLE) break
    preamble++
  }
  // All lines are short: there is no table for them to stand before.
  return first < records.length ? { first, preamble } : { first: firstFilled(text, records), preamble: 0 }
}

function firstFilled(text: string, records: readonly CsvRecord[]): number {
  const found = records.findIndex((record) => !isEmptyRecord(record) && text[record.start] !== '#')
  return found === -1 ? records.length : found
}

/** Names are no numbers and no dates, unless they are a series (days, years, sizes) that the lines below do not go on with. */
function isHeader(cells: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const [below = []] = rows
  const names = cells.filter((cell) => cell !== '')
  if (names.length === 0) return false
  const isValue = (name: string, index: number) => {
    const unit = parseNumber(name)?.unit
    // `10k` may be a race; above `12k` it is a number.
    if (unit !== undefined) return parseNumber(below[index] ?? '')?.unit?.text === unit.text
    return parseNumber(name) !== undefined || parseDate(name) !== undefined
  }
  if (cells.some(isValue)) {
    const isNamed = (_: string, index: number) => isValue(cells[index] ?? '', index)
    const text = cells.length - cells.filter(isValue).length
    return isSeries(cells.filter(isValue), text) && !isSeries(below.filter(isNamed), text)
  }
  if (new Set(names).size === names.length) return true
  // Two columns of one name: below there are numbers or dates, or nowhere what stands above.
  const isRepeated = (name: string, index: number) => name !== '' && rows.some((row) => row[index] === name)
  return below.some(isValue) || (rows.length > 1 && !cells.some(isRepeated))
}

/** A year beside other names, several years or days in their order, or three numbers and more at equal distances. */
function isSeries(values: readonly string[], others: number): boolean {
  const days = values.map((value) => (/\D/.test(value) ? parseDate(value) : undefined))
  if (days.every((day) => day !== undefined))
    return values.length > 1 && new Set(values).size === values.length
  const numbers = values.map(Number)
  const areYears = numbers.every((year) => Number.isInteger(year) && year >= 1800 && year < 2100)
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0))
  if (areYears && steps.length === 0) return others > 1
  if (areYears) return steps.every((step) => step > 0) || steps.every((step) => step < 0)
  return steps.length > 1 && steps[0] !== 0 && steps.every((step) => step === steps[0])
}
