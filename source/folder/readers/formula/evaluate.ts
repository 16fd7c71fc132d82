// What a formula comes to, for the arithmetic and the dozen and a half functions that people's own sheets are made of. Whatever else stands
// in one makes it unknown: its value is left to the spreadsheet program. Pure. Functions: formula-functions.ts.
import { callFunction, type Operand } from './formula-functions.ts'
import type { FormulaSyntax, FormulaToken, Reference } from './formula-tokens.ts'
import {
  FormulaError,
  type FormulaValue,
  isMatrix,
  type Matrix,
  toNumber,
  UnknownValue,
} from './formula-value.ts'

/** Where a formula finds the cells that it speaks of. */
export interface FormulaCells {
  /** One cell. Throws `UnknownValue`, or `FormulaError` where the cell holds one. */
  cell(reference: Reference): FormulaValue
  /** All cells of a range, row by row; a whole column down to the last row of the sheet. */
  range(reference: Reference): Matrix
  /** What a name stands for; undefined: nothing known. */
  named(name: string): Reference | undefined
}

/** Throws `UnknownValue` where it cannot be told, `FormulaError` where it is an error. */
export function evaluate(
  tokens: readonly FormulaToken[],
  syntax: FormulaSyntax,
  cells: FormulaCells,
): Exclude<FormulaValue, null> {
  const parser = new Parser(tokens, syntax === 'excel' ? ',' : ';', cells)
  const value = single(parser.whole())
  // A formula that gives an empty cell shows 0.
  return value ?? 0
}

function single(operand: Operand): FormulaValue {
  if (isMatrix(operand)) throw new UnknownValue()
  return operand
}

const COMPARISONS = new Set(['=', '<>', '<', '>', '<=', '>='])

class Parser {
  readonly #tokens: readonly FormulaToken[]
  readonly #separator: string
  readonly #cells: FormulaCells
  #at = 0

  constructor(tokens: readonly FormulaToken[], separator: string, cells: FormulaCells) {
    this.#tokens = tokens
    this.#separator = separator
    this.#cells = cells
  }

  whole(): Operand {
    const value = this.#comparison()
    if (this.#at < this.#tokens.length) throw new UnknownValue()
    return value
  }

  #operator(): string | undefined {
    const token = this.#tokens[this.#at]
    return token?.type === 'operator' ? token.text : undefined
  }

  #takes(...operators: readonly string[]): string | undefined {
    const operator = this.#operator()
    if (operator === undefined || !operators.includes(operator)) return undefined
    this.#at++
    return operator
  }

  #comparison(): Operand {
    let left = this.#joined()
    for (let sign = this.#takes(...COMPARISONS); sign !== undefined; sign = this.#takes(...COMPARISONS))
      left = compare(single(left), sign, single(this.#joined()))
    return left
  }

  #joined(): Operand {
    let left = this.#sum()
    while (this.#takes('&') !== undefined) left = asText(single(left)) + asText(single(this.#sum()))
    return left
  }

  #sum(): Operand {
    let left = this.#product()
    for (let sign = this.#takes('+', '-'); sign !== undefined; sign = this.#takes('+', '-')) {
      const [a, b] = [toNumber(single(left)), toNumber(single(this.#product()))]
      left = finite(sign === '+' ? a + b : a - b)
    }
    return left
  }

  #product(): Operand {
    let left = this.#power()
    for (let sign = this.#takes('*', '/'); sign !== undefined; sign = this.#takes('*', '/')) {
      const [a, b] = [toNumber(single(left)), toNumber(single(this.#power()))]
      if (sign === '/' && b === 0) throw new FormulaError('#DIV/0!')
      left = finite(sign === '*' ? a * b : a / b)
    }
    return left
  }

  #power(): Operand {
    let left = this.#signed()
    while (this.#takes('^') !== undefined)
      left = finite(toNumber(single(left)) ** toNumber(single(this.#signed())))
    return left
  }

  /** The sign binds closer than the power: -2^2 is 4. */
  #signed(): Operand {
    const sign = this.#takes('-', '+', '@')
    if (sign === '-') return -toNumber(single(this.#signed()))
    if (sign !== undefined) return this.#signed()
    let value = this.#operand()
    while (this.#takes('%') !== undefined) value = toNumber(single(value)) / 100
    return value
  }

  #operand(): Operand {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new UnknownValue()
    switch (token.type) {
      case 'number':
      case 'text':
        return token.value
      case 'reference':
        return this.#reference(token.reference)
      case 'name':
        return this.#named(token.text)
      case 'operator':
        return token.text === '(' ? this.#closed(this.#comparison()) : this.#unknown()
      case 'structured':
      case 'unknown':
        return this.#unknown()
      default:
        return token satisfies never
    }
  }

  #unknown(): never {
    throw new UnknownValue()
  }

  #closed(value: Operand): Operand {
    if (this.#takes(')') === undefined) throw new UnknownValue()
    return value
  }

  #reference(reference: Reference): Operand {
    // `A1:INDEX(…)`
    if (this.#operator() === ':') throw new UnknownValue()
    return reference.to === undefined &&
      reference.from.row !== undefined &&
      reference.from.column !== undefined
      ? this.#cells.cell(reference)
      : this.#cells.range(reference)
  }

  #named(name: string): Operand {
    if (this.#takes('(') !== undefined) return callFunction(name.replace(/^_xlfn\./i, ''), this.#arguments())
    if (/^true$/i.test(name)) return true
    if (/^false$/i.test(name)) return false
    const reference = this.#cells.named(name)
    return reference === undefined ? this.#unknown() : this.#reference(reference)
  }

  /** Each is worked out when it is asked for, so that the branch of an `IF` that is not taken may be unknown. */
  #arguments(): readonly (() => Operand)[] {
    const found: (() => Operand)[] = []
    if (this.#takes(')') !== undefined) return found
    for (;;) {
      const start = this.#at
      const end = this.#argumentEnd()
      const tokens = this.#tokens.slice(start, end)
      found.push(() => new Parser(tokens, this.#separator, this.#cells).whole())
      this.#at = end
      if (this.#takes(this.#separator) === undefined) break
    }
    if (this.#takes(')') === undefined) throw new UnknownValue()
    return found
  }

  #argumentEnd(): number {
    let depth = 0
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const token = this.#tokens[at]
      if (token?.type !== 'operator') continue
      if (token.text === '(' || token.text === '{') depth++
      else if (depth === 0 && (token.text === ')' || token.text === this.#separator)) return at
      else if (token.text === ')' || token.text === '}') depth--
    }
    throw new UnknownValue()
  }
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new FormulaError('#NUM!')
  return value
}

function asText(value: FormulaValue): string {
  // How a number looks as text is a matter of the program's language.
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  throw new UnknownValue()
}

/** Throws `UnknownValue` where the two are of different kinds. */
export function compare(a: FormulaValue, sign: string, b: FormulaValue): boolean {
  const blank = typeof (a ?? b) === 'string' ? '' : typeof (a ?? b) === 'boolean' ? false : 0
  const [left, right] = [a ?? blank, b ?? blank]
  if (typeof left !== typeof right) throw new UnknownValue()
  const order =
    typeof left === 'string' && typeof right === 'string'
      ? left.localeCompare(right, 'en', { sensitivity: 'accent' })
      : Number(left) - Number(right)
  switch (sign) {
    case '=':
      return order === 0
    case '<>':
      return order !== 0
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    default:
      return order >= 0
  }
}
