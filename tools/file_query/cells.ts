// What a cell says: a number with its unit, or a day. Of much that is written both ways (`1.200`, `03/02/2026`) only the whole column
// tells which one is meant (columns.ts). Pure.
import { type Decimal, multiplyDecimals, parseDecimal } from '../../source/toolkit/decimal.ts'

export type Mark = ',' | '.'

/** The decimal mark of a column; `unclear`: both are used as much; undefined: no cell of it tells. */
export type ColumnMark = Mark | 'unclear' | undefined

export interface CellNumber {
  readonly number: Decimal
  /** Lower case, as it is compared; empty: none. */
  readonly unit: string
}

/** A day of a cell, as it is ordered. */
export interface CellDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

const CURRENCY = String.raw`[A-Z]{0,3}\$|[€£¥₹]|[A-Z]{3}`
const CELL = new RegExp(
  String.raw`^(?<open>\()?(?<sign>[+-])?\s?(?<money>${CURRENCY})?\s?(?<inner>[+-])?\s?` +
    String.raw`(?<digits>\d(?:[\d.,' ]*\d)?|[.,]\d+)(?<exponent>e[+-]?\d{1,3})?(?<last>-)?(?<gap>\s?)` +
    String.raw`(?<unit>%|°[CF]?|[\p{L}€$£¥₹][\p{L}€$£/²³]{0,7})?(?<close>\))?$`,
  'u',
)
/** A longer cell is a text. */
const LONGEST = 60
const SIGNS: { readonly [sign: string]: string } = {
  $: 'usd',
  '€': 'eur',
  '£': 'gbp',
  '¥': 'jpy',
  '₹': 'inr',
}

/** Cells are asked for again and again: for the kind of the column, for filters, for the answer. */
const MOST_KNOWN = 100_000
const known = new Map<string, CellNumber | null>()

/** The number of a cell (`1,250.00`, `96,50 €`, `-$5`, `(12.50)` below zero, `1.5k`); undefined: it has none. */
export function numberOf(cell: string, mark?: ColumnMark): CellNumber | undefined {
  const key = `${mark} ${cell}`
  const before = known.get(key)
  if (before !== undefined) return before ?? undefined
  if (known.size >= MOST_KNOWN) known.clear()
  const read = readNumber(cell, mark)
  known.set(key, read ?? null)
  return read
}

function readNumber(cell: string, mark: ColumnMark): CellNumber | undefined {
  const parts = partsOf(cell)
  if (parts === undefined) return undefined
  const { open, close, sign, inner, last, money, digits = '', exponent = '', gap, unit = '' } = parts
  const signs = [sign, inner, last, open].filter((one) => one !== undefined)
  const plain = plainOf(digits, mark)
  if (plain === undefined || signs.length > 1 || (open === undefined) !== (close === undefined))
    return undefined
  const isBelow = signs.length === 1 && sign !== '+' && inner !== '+'
  const number = parseDecimal(`${isBelow ? '-' : ''}${plain}${exponent}`)
  const times = gap === '' || money !== undefined ? timesOf(unit, money !== undefined) : undefined
  return {
    number: times === undefined ? number : multiplyDecimals(number, parseDecimal(times)),
    unit: unitOf(money ?? (times === undefined ? unit : '')),
  }
}

/** The decimal mark that a cell shows by itself (`1.234,50`, `3,2`, `0,125`, `1.234.567`); undefined: none, or `1.200` and `1,200`. */
export function markOf(cell: string): Mark | undefined {
  return shownMark(bare(partsOf(cell)?.digits ?? ''))
}

function partsOf(cell: string): { readonly [name: string]: string | undefined } | undefined {
  if (cell.length > LONGEST || !/\d/.test(cell)) return undefined
  return CELL.exec(
    cell
      .replace(/\p{Zs}/gu, ' ')
      .replace(/\u2212/g, '-')
      .trim(),
  )?.groups
}

/** Without what parts thousands and is no mark: blanks and `'`; what they part otherwise stays, and is no number. */
function bare(digits: string): string {
  return digits.trim().replace(/(?<=\d)[' ](?=\d{3}(?!\d))/g, '')
}

function shownMark(digits: string): Mark | undefined {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  if (comma < 0 && point < 0) return undefined
  const mark = comma > point ? ',' : '.'
  const other = mark === ',' ? '.' : ','
  if (comma >= 0 && point >= 0) return mark
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return other
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? undefined : mark
}

/** The digits as they are computed with; undefined: they are no number, or may be one of two. */
function plainOf(digits: string, ofColumn: ColumnMark): string | undefined {
  const text = bare(digits)
  const isOpen = shownMark(text) === undefined && /[.,]/.test(text)
  if (isOpen && ofColumn === 'unclear') return undefined
  // Where nothing tells, `1,200` is twelve hundred and `1.200` is not.
  const mark = shownMark(text) ?? (ofColumn === ',' ? ',' : '.')
  const thousands = mark === ',' ? '.' : ','
  const [whole = '', part, ...more] = text.split(mark)
  const groups = whole.split(thousands)
  const isGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => group.length === 3)) ||
    /^\d{1,2}(?:,\d\d)+,\d{3}$/.test(whole)
  const plain = `${groups.join('') || '0'}${part === undefined ? '' : `.${part}`}`
  return more.length === 0 && isGrouped && /^\d+(?:\.\d+)?$/.test(plain) ? plain : undefined
}

/** What `k` and `M` directly behind a number multiply it by; small `m` and large `K` are units too, but not of money. */
function timesOf(unit: string, isMoney: boolean): string | undefined {
  if (unit === 'k' || (unit === 'K' && isMoney)) return '1000'
  return unit === 'M' || (unit === 'm' && isMoney) ? '1000000' : undefined
}

function unitOf(written: string): string {
  const lower = written.toLowerCase()
  const sign = SIGNS[lower.replace(/^us(?=\$)/, '')]
  // `hour` and `hours`.
  return sign ?? (lower.length > 2 ? lower.replace(/s$/, '') : lower)
}

/**
 * The day of a cell (`2026-03-01`, `1.3.2026`, `01/03/2026`, `1/3/26`; of `2026-03` the first); undefined: it has none. Where the first two numbers may
 * each be the month, `isMonthFirst` tells.
 */
export function dayOf(cell: string, isMonthFirst = false): CellDay | undefined {
  const [iso, ...parts] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(cell) ?? []
  const [year, month, day] = parts
  if (iso !== undefined) return realDay(year, month, day)
  const [, ofYear, inMonth] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(cell) ?? []
  if (ofYear !== undefined) return realDay(ofYear, inMonth, '1')
  const [turned, first, second, written = ''] = TURNED.exec(cell) ?? []
  if (turned === undefined) return undefined
  const last = written.length === 2 ? `${Number(written) < FIRST_OF_1900S ? 20 : 19}${written}` : written
  return (monthPlace(cell) ?? (isMonthFirst ? 'first' : 'second')) === 'first'
    ? realDay(last, first, second)
    : realDay(last, second, first)
}

/** `26-03-04` may begin with the year; `26/03/04` hardly does. */
const TURNED = /^(\d{1,2})[./-](\d{1,2})(?:[./-](?=\d{4}$)|(?<=\/\d{1,2})\/|(?<=\.\d{1,2})\.)(\d{4}|\d{2})$/
/** Two digits from here on are of the last century, as in POSIX. */
const FIRST_OF_1900S = 69
const MONTHS = 12

/** Where a date has its month, if a number above 12 beside it tells; undefined: it may be either, or the year comes first. */
export function monthPlace(cell: string): 'first' | 'second' | undefined {
  const [turned, first, second] = TURNED.exec(cell) ?? []
  if (turned === undefined || Number(first) > MONTHS === Number(second) > MONTHS) return undefined
  return Number(second) > MONTHS ? 'first' : 'second'
}

function realDay(year?: string, month?: string, day?: string): CellDay | undefined {
  const found = { year: Number(year), month: Number(month), day: Number(day) }
  const isReal = found.month >= 1 && found.month <= MONTHS && found.day >= 1 && found.day <= 31
  return isReal ? found : undefined
}
