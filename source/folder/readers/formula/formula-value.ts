// What formulas reckon with. Pure.

/** null: an empty cell. Dates are their serial numbers. */
export type FormulaValue = number | string | boolean | null

/** Cells of a range, row by row; one that holds an error or is unknown throws when the matrix is made. */
export interface Matrix {
  readonly rows: readonly (readonly FormulaValue[])[]
}

/** What a formula comes to cannot be told here. */
export class UnknownValue extends Error {}

/** What a formula comes to is an error, `#DIV/0!`. */
export class FormulaError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export function isMatrix(value: FormulaValue | Matrix): value is Matrix {
  return typeof value === 'object' && value !== null
}

/** Throws `UnknownValue` for a text: whether it is a number is a matter of the program's language. */
export function toNumber(value: FormulaValue): number {
  if (typeof value === 'string') throw new UnknownValue()
  return Number(value ?? 0)
}
