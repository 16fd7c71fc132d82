// One number as people and banks write it. Pure.
import type { DecimalMark, NegativeForm, UnitForm } from './column-form.ts'
import { isCurrency, isKnownUnit, mayBeUnit } from './unit.ts'

/** A cell that is a number in some form. */
export interface NumberCell {
  readonly isNegative: boolean
  /** Digits before and behind the decimal mark, without group marks. */
  readonly whole: string
  readonly fraction: string
  /** `e+5` or empty. */
  readonly exponent: string
  /** The mark that parts whole and fraction; undefined: none, or see `ambiguous`. */
  readonly decimal?: DecimalMark
  /** What parts groups of digits, empty for nothing. */
  readonly group: string
  readonly isIndian: boolean
  /** One mark with three digits behind it (`1,234`): it may part thousands or a fraction. */
  readonly ambiguous?: DecimalMark
  readonly sign: string
  readonly negative: NegativeForm
  readonly unit?: UnitForm
  /** The unit is one whatever the column has. */
  readonly isUnitKnown: boolean
}

/** Reads trimmed cells; undefined: it is no number. One with leading zeros is a number here, the column decides. */
export type NumberParser = (cell: string) => NumberCell | undefined

/** What stands around the digits. */
type Frame = Pick<NumberCell, 'isNegative' | 'sign' | 'negative' | 'unit' | 'isUnitKnown'>
type Digits = Pick<NumberCell, 'whole' | 'fraction' | 'decimal' | 'group' | 'isIndian' | 'ambiguous'>

const GAP = '[ \\u00a0\\u202f\\u2009]?'
const BEFORE = new RegExp(
  `^(?<outer>[-−–+])?${GAP}(?:(?<currency>\\p{L}{0,3}\\p{Sc}|\\p{L}{2,3}\\.?)(?<gap>${GAP}))?(?<inner>[-−–+])?(?<open>\\()?$`,
  'u',
)
const BEHIND = new RegExp(
  `^(?<close>\\))?(?<back>-)?(?:(?<gap>${GAP})(?<unit>[\\p{L}\\p{Sc}%‰°][\\p{L}\\p{M}\\p{Sc}%‰°²³/.·]*))?$`,
  'u',
)
const EXPONENT = /^(.*\d)[eE]([+-]?\d{1,3})$/
const GROUP_MARKS = ".,'’ \u00a0\u202f\u2009"
const NONE: Frame = { isNegative: false, sign: '', negative: 'before', isUnitKnown: true }

/** Reads one trimmed cell; a parser is faster where there are many. */
export function parseNumber(cell: string): NumberCell | undefined {
  return numberParser()(cell)
}

/** A parser that remembers what stands around the digits: in a column it is mostly the same. */
export function numberParser(): NumberParser {
  const frameOf = frameFinder()
  return (cell) => {
    if (cell.length > 60) return undefined
    let start = 0
    let end = cell.length
    while (start < end && !isDigit(cell.charCodeAt(start))) start++
    while (end > start && !isDigit(cell.charCodeAt(end - 1))) end--
    if (start === end) return undefined
    // `.5`, but not the point of `Rs.5`.
    if (start > 0 && /(?:^|[^\p{L}])[.,]$/u.test(cell.slice(0, start))) start--
    const frame = frameOf(cell.slice(0, start), cell.slice(end))
    if (frame === undefined) return undefined
    const text = cell.slice(start, end)
    // `CAD001` is a code of drawings, `1E10` one of goods.
    if (frame.unit?.side === 'before' && /^0\d/.test(text)) return undefined
    if (/^\d+E\d+$/.test(text)) return undefined
    const [, mantissa = text, exponent] = /[eE]/.test(text) ? (EXPONENT.exec(text) ?? []) : []
    const digits = parseDigits(mantissa)
    if (digits === undefined) return undefined
    return { ...digits, ...frame, exponent: exponent === undefined ? '' : `e${exponent}` }
  }
}

function frameFinder(): (before: string, behind: string) => Frame | undefined {
  const known = new Map<string, Frame | undefined>()
  let [lastBefore, lastBehind] = ['', '']
  let last: Frame | undefined = NONE
  return (before, behind) => {
    if (before === lastBefore && behind === lastBehind) return last
    const key = `${before}0${behind}`
    if (!known.has(key)) known.set(key, parseFrame(before, behind))
    lastBefore = before
    lastBehind = behind
    last = known.get(key)
    return last
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function parseFrame(before: string, behind: string): Frame | undefined {
  const isWrapped = before.startsWith('(') && behind.endsWith(')')
  const left = BEFORE.exec(isWrapped ? before.slice(1) : before)?.groups
  const right = BEHIND.exec(isWrapped ? behind.slice(0, -1) : behind)?.groups
  if (left === undefined || right === undefined) return undefined
  const signs = [left.outer, left.inner, right.back].filter((sign) => sign !== undefined)
  const hasParens = left.open !== undefined
  if (hasParens !== (right.close !== undefined)) return undefined
  // At most one sign, and parentheses are one.
  if (signs.length + Number(hasParens) + Number(isWrapped) > 1) return undefined
  // Only a currency stands before its number: `Room 12` is no number of rooms.
  if (left.currency !== undefined && (right.unit !== undefined || !isCurrency(left.currency)))
    return undefined
  if (right.unit !== undefined && !mayBeUnit(right.unit)) return undefined
  const sign = signs[0] ?? ''
  const unit = unitOf(left.currency, left.gap, right.unit, right.gap)
  return {
    isNegative: hasParens || isWrapped || (sign !== '' && sign !== '+'),
    sign: sign === '–' ? '-' : sign,
    negative: isWrapped
      ? 'around all'
      : hasParens
        ? 'around number'
        : right.back !== undefined
          ? 'behind'
          : left.inner !== undefined && left.currency !== undefined
            ? 'inside'
            : 'before',
    ...(unit === undefined ? {} : { unit }),
    isUnitKnown: unit === undefined || unit.side === 'before' || isKnownUnit(unit.text),
  }
}

function unitOf(currency?: string, gap = '', unit?: string, gapBehind = ''): UnitForm | undefined {
  if (currency !== undefined) return { text: currency, side: 'before', gap }
  return unit === undefined ? undefined : { text: unit, side: 'behind', gap: gapBehind }
}

/** Digits with marks between them. */
function parseDigits(text: string): Digits | undefined {
  const marks: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (isDigit(text.charCodeAt(at))) continue
    if (!GROUP_MARKS.includes(text.charAt(at))) return undefined
    marks.push(at)
  }
  const [first] = marks
  const last = marks.at(-1)
  if (first === undefined || last === undefined)
    return { whole: text, fraction: '', group: '', isIndian: false }
  const mark = text.charAt(last)
  const group = text.charAt(first)
  if (mark === group) return parseOneMark(text, marks, mark)
  // Two kinds of marks: the last is the decimal mark and stands once, the other parts groups.
  if (mark !== '.' && mark !== ',') return undefined
  const left = groupsOf(text, marks.slice(0, -1), last)
  if (left === undefined) return undefined
  const fraction = text.slice(last + 1)
  return {
    whole: text.slice(0, last).replaceAll(group, ''),
    fraction,
    decimal: mark,
    group,
    isIndian: left === 'Indian',
  }
}

/** `mark` is the only one in the text, once or several times. */
function parseOneMark(text: string, marks: readonly number[], mark: string): Digits | undefined {
  const groups = groupsOf(text, marks, text.length)
  if (mark !== '.' && mark !== ',') {
    if (groups !== 'of three') return undefined
    return { whole: text.replaceAll(mark, ''), fraction: '', group: mark, isIndian: false }
  }
  const [at = 0, more] = marks
  if (more === undefined) {
    const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)]
    if (groups === 'of three') return { whole, fraction, group: '', isIndian: false, ambiguous: mark }
    return { whole, fraction, group: '', isIndian: false, decimal: mark }
  }
  if (groups === undefined) return undefined
  const decimal = mark === ',' ? '.' : ','
  return {
    whole: text.replaceAll(mark, ''),
    fraction: '',
    group: mark,
    isIndian: groups === 'Indian',
    decimal,
  }
}

/** How the marks part the digits before `end`; undefined: not as thousands are parted, or not all by one mark. */
function groupsOf(text: string, marks: readonly number[], end: number): 'of three' | 'Indian' | undefined {
  const [first = 0] = marks
  const last = marks.at(-1) ?? 0
  if (first < 1 || first > 3 || text.startsWith('0') || end - last !== 4) return undefined
  let [isThree, isTwo] = [true, first < 3]
  for (let index = 1; index < marks.length; index++) {
    const [before = 0, at = 0] = [marks[index - 1], marks[index]]
    if (text[at] !== text[first]) return undefined
    if (at - before !== 4) isThree = false
    if (at - before !== 3) isTwo = false
  }
  if (isThree) return 'of three'
  return isTwo && text[first] === ',' ? 'Indian' : undefined
}

/** The cell's value where `decimal` is the column's mark; a whole number beyond 2^53 is a bigint. */
export function numberValue(cell: NumberCell, decimal: DecimalMark): number | bigint {
  const isGrouped = cell.ambiguous !== undefined && cell.ambiguous !== decimal
  const whole = isGrouped ? cell.whole + cell.fraction : cell.whole
  const fraction = isGrouped ? '' : cell.fraction
  const sign = cell.isNegative ? '-' : ''
  const value = Number(`${sign}${whole || '0'}.${fraction || '0'}${cell.exponent}`)
  if (fraction === '' && cell.exponent === '' && !Number.isSafeInteger(value)) {
    return BigInt(whole) * (cell.isNegative ? -1n : 1n)
  }
  return value === 0 ? 0 : value
}
