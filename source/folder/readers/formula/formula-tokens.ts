// The parts of a formula, with the cells that it speaks of: as Excel writes it (ECMA-376 part 1, 18.17) and as OpenDocument does
// (OpenFormula, part 4 of ODF 1.3, 5.8). Pure. Moving them: move-references.ts. What they come to: evaluate.ts.
import { columnLetters, columnOf } from '../sheet/grid.ts'

export type FormulaSyntax = 'excel' | 'open'

/** One end of a reference; a whole column has no row, a whole row no column. From 0. */
export interface Corner {
  readonly row?: number
  readonly column?: number
  readonly isRowFixed: boolean
  readonly isColumnFixed: boolean
}

/** Cells that a formula speaks of. */
export interface Reference {
  /** As it stands before the cells, with its marks: `Sheet1!`, `$'My sheet'`; empty: the formula's own sheet. */
  readonly prefix: string
  /** undefined: the formula's own. */
  readonly sheet: string | undefined
  readonly from: Corner
  /** undefined: one cell. */
  readonly to?: Corner
}

/** `start` and `end` are offsets in the formula. */
export type FormulaToken = { readonly start: number; readonly end: number } & (
  | { readonly type: 'reference'; readonly reference: Reference }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  /** A function, or a name that the file gives to something. */
  | { readonly type: 'name'; readonly text: string }
  /** `Table1[Amount]`, `[@Hours]`. */
  | { readonly type: 'structured'; readonly text: string }
  | { readonly type: 'operator'; readonly text: string }
  /** What is not read: another file's cells, errors, several sheets at once. */
  | { readonly type: 'unknown' }
)

const CELL = '(\\$?)([A-Z]{1,3})(\\$?)(\\d{1,7})'
const NO_NAME = '(?![\\p{L}\\p{N}_.(\\[!])'
const SHEET = "((?:'(?:[^']|'')+'|[\\p{L}_][\\p{L}\\p{N}_.]*)!)?"
const EXCEL_CELLS = new RegExp(`${SHEET}${CELL}(?::${CELL})?${NO_NAME}`, 'uy')
const EXCEL_COLUMNS = new RegExp(`${SHEET}(\\$?)([A-Z]{1,3}):(\\$?)([A-Z]{1,3})${NO_NAME}`, 'uy')
const EXCEL_ROWS = new RegExp(`${SHEET}(\\$?)(\\d{1,7}):(\\$?)(\\d{1,7})${NO_NAME}`, 'uy')
const OPEN_SHEET = "(\\$?(?:'(?:[^']|'')+'|[^.'\\]\\[#:]+))?"
const OPEN_CELLS = new RegExp(`\\[${OPEN_SHEET}\\.${CELL}(?::${OPEN_SHEET}\\.${CELL})?\\]`, 'uy')
const OPEN_COLUMNS = new RegExp(
  `\\[${OPEN_SHEET}\\.(\\$?)([A-Z]{1,3}):${OPEN_SHEET}\\.(\\$?)([A-Z]{1,3})\\]`,
  'uy',
)
const TEXT = /"(?:[^"]|"")*"/y
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/uy
const OPERATOR = /<>|<=|>=|[-+*/^&=<>%(),;:{}|@~!]/y
const FOREIGN =
  /(?:'(?:[^']|'')*'|[\p{L}\p{N}_.]*(?::[\p{L}\p{N}_.]+)?)!\S*?(?=[-+*/^&=<>,;() ]|$)|#[A-Z0-9/]+[!?]?/uy

/** The tokens of a formula without its `=`, blanks left out. */
export function formulaTokens(formula: string, syntax: FormulaSyntax): readonly FormulaToken[] {
  const tokens: FormulaToken[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    return pattern.exec(formula) ?? undefined
  }
  while (at < formula.length) {
    if (/\s/.test(formula.charAt(at))) {
      at++
      continue
    }
    const token = syntax === 'excel' ? excelToken(take, formula, at) : openToken(take, formula, at)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

type Take = (pattern: RegExp) => RegExpExecArray | undefined

function excelToken(take: Take, formula: string, start: number): FormulaToken {
  const cells = take(EXCEL_CELLS) ?? take(EXCEL_COLUMNS) ?? take(EXCEL_ROWS)
  if (cells !== undefined) {
    const reference = excelReference(cells)
    if (reference !== undefined) return { type: 'reference', reference, start, end: start + cells[0].length }
  }
  const name = take(NAME)
  const bracket = start + (name?.[0].length ?? 0)
  if (formula[bracket] === '[') {
    const end = closingBracket(formula, bracket)
    const isForeign = /[\p{L}\p{N}_.]*!|'/uy.test(formula.slice(end, end + 60)) || formula[end] === '!'
    return isForeign || /^\d+$/.test(formula.slice(bracket + 1, end - 1))
      ? { type: 'unknown', start, end: foreignEnd(formula, end) }
      : { type: 'structured', text: formula.slice(start, end), start, end }
  }
  return plainToken(take, start)
}

/** Behind the cells of another file: `[1]Sheet1!$A$1`. */
function foreignEnd(formula: string, from: number): number {
  const found = /[-+*/^&=<>,;() ]/.exec(formula.slice(from))
  return found === null ? formula.length : from + found.index
}

function closingBracket(formula: string, from: number): number {
  let depth = 0
  for (let at = from; at < formula.length; at++) {
    // An apostrophe takes away the meaning of the sign behind it.
    if (formula[at] === "'") at++
    else if (formula[at] === '[') depth++
    else if (formula[at] === ']' && --depth === 0) return at + 1
  }
  return formula.length
}

function openToken(take: Take, formula: string, start: number): FormulaToken {
  if (formula[start] === '[') {
    const found = take(OPEN_CELLS) ?? take(OPEN_COLUMNS)
    const reference = found === undefined ? undefined : openReference(found)
    const end = formula.indexOf(']', start) + 1 || formula.length
    if (found === undefined || reference === undefined) return { type: 'unknown', start, end }
    return { type: 'reference', reference, start, end: start + found[0].length }
  }
  return plainToken(take, start)
}

function plainToken(take: Take, start: number): FormulaToken {
  const text = take(TEXT)?.[0]
  if (text !== undefined)
    return { type: 'text', value: text.slice(1, -1).replaceAll('""', '"'), start, end: start + text.length }
  const foreign = take(FOREIGN)?.[0]
  if (foreign !== undefined && foreign !== '') return { type: 'unknown', start, end: start + foreign.length }
  const number = take(NUMBER)?.[0]
  if (number !== undefined)
    return { type: 'number', value: Number(number), start, end: start + number.length }
  const name = take(NAME)?.[0]
  if (name !== undefined) return { type: 'name', text: name, start, end: start + name.length }
  const operator = take(OPERATOR)?.[0]
  if (operator !== undefined) return { type: 'operator', text: operator, start, end: start + operator.length }
  return { type: 'unknown', start, end: start + 1 }
}

function excelReference(found: RegExpExecArray): Reference | undefined {
  const [, prefix = '', ...marks] = found
  const sheet = prefix === '' ? undefined : sheetOf(prefix.slice(0, -1))
  const base = { prefix, sheet }
  if (marks.length === 8) {
    const from = cellCorner(marks)
    const to = marks[5] === undefined ? undefined : cellCorner(marks.slice(4))
    if (from === undefined) return undefined
    return { ...base, from, ...(to === undefined ? {} : { to }) }
  }
  const [fromMark, first = '', toMark, second = ''] = marks
  return { ...base, from: lineCorner(fromMark, first), to: lineCorner(toMark, second) }
}

function openReference(found: RegExpExecArray): Reference | undefined {
  const [, prefix = '', ...marks] = found
  const base = { prefix, sheet: prefix === '' ? undefined : sheetOf(prefix.replace(/^\$/, '')) }
  const isCells = marks.length === 9
  const other = marks[isCells ? 4 : 2]
  // The other end may name its sheet, too; another sheet is several at once.
  if (other !== undefined && sheetOf(other.replace(/^\$/, '')) !== base.sheet) return undefined
  if (!isCells) {
    return { ...base, from: lineCorner(marks[0], marks[1] ?? ''), to: lineCorner(marks[3], marks[4] ?? '') }
  }
  const from = cellCorner(marks)
  const to = marks[6] === undefined ? undefined : cellCorner(marks.slice(5))
  return from === undefined ? undefined : { ...base, from, ...(to === undefined ? {} : { to }) }
}

function sheetOf(name: string): string {
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name
}

function cellCorner(marks: readonly (string | undefined)[]): Corner | undefined {
  const [columnMark, letters = '', rowMark, digits = ''] = marks
  const [column, row] = [columnOf(letters), Number(digits) - 1]
  if (row < 0 || row >= 1_048_576 || column >= 16_384) return undefined
  return { row, column, isRowFixed: rowMark === '$', isColumnFixed: columnMark === '$' }
}

function lineCorner(mark: string | undefined, text: string): Corner {
  const isFixed = mark === '$'
  return /^\d/.test(text)
    ? { row: Number(text) - 1, isRowFixed: isFixed, isColumnFixed: false }
    : { column: columnOf(text), isRowFixed: false, isColumnFixed: isFixed }
}

/** A reference as its formula writes it. */
export function referenceText({ prefix, from, to }: Reference, syntax: FormulaSyntax): string {
  const [first, second] = [cornerText(from), to === undefined ? undefined : cornerText(to)]
  if (syntax === 'excel') return prefix + first + (second === undefined ? '' : `:${second}`)
  return `[${prefix}.${first}${second === undefined ? '' : `:.${second}`}]`
}

function cornerText({ row, column, isRowFixed, isColumnFixed }: Corner): string {
  const letters = column === undefined ? '' : (isColumnFixed ? '$' : '') + columnLetters(column)
  const digits = row === undefined ? '' : (isRowFixed ? '$' : '') + String(row + 1)
  return letters + digits
}
