// Formulas worked out one by one, those that they need first. Pure.
import { cleanNumber } from '../sheet/cell-text.ts'
import type { CellContent } from '../sheet/grid.ts'
import { evaluate } from './evaluate.ts'
import type { Reference } from './formula-tokens.ts'
import { FormulaError, type FormulaValue, type Matrix, UnknownValue } from './formula-value.ts'
import { type Formula, keyOf, type Workbook, type WorkbookCell } from './recalculate.ts'

/** Formulas that wait for one another. */
const MOST_DEPTH = 400
/** Cells of one range. */
const MOST_RANGE = 2_000_000
/** Cells looked at for all formulas together: what takes longer is left to the spreadsheet program. */
const MOST_LOOKS = 30_000_000

/** The last row and column that have cells. */
interface Extent {
  readonly bottom: number
  readonly right: number
}

/** Works formulas out, each once; one that leads back to itself is unknown. */
export class Reckoner {
  readonly #workbook: Workbook
  readonly #sheets: ReadonlyMap<string, ReadonlyMap<number, ReadonlyMap<number, WorkbookCell>>>
  readonly #dirty: ReadonlyMap<string, Formula>
  readonly #formulas: ReadonlyMap<string, Formula>
  readonly #known = new Map<string, FormulaValue | UnknownValue | FormulaError>()
  readonly #extents = new Map<string, Extent>()
  #depth = 0
  #looks = 0

  constructor(workbook: Workbook, formulas: readonly Formula[], dirty: ReadonlyMap<string, Formula>) {
    this.#workbook = workbook
    this.#sheets = new Map([...workbook.sheets].map(([name, rows]) => [name.toLowerCase(), rows]))
    this.#dirty = dirty
    this.#formulas = new Map(
      formulas.map((formula) => [keyOf(formula.sheet, formula.row, formula.column), formula]),
    )
  }

  contentOf(formula: Formula): CellContent | undefined {
    const value = this.#settle(formula)
    if (value instanceof UnknownValue || value === null) return undefined
    if (value instanceof FormulaError) return { type: 'error', value: value.code }
    if (typeof value === 'number') return { type: 'number', value: cleanNumber(value) }
    return typeof value === 'string' ? { type: 'text', value } : { type: 'yes/no', value }
  }

  #settle(formula: Formula): FormulaValue | UnknownValue | FormulaError {
    const key = keyOf(formula.sheet, formula.row, formula.column)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // A very long chain is left to the program.
    if (this.#depth > MOST_DEPTH) return new UnknownValue()
    // While it is worked out it is not known to itself.
    this.#known.set(key, new UnknownValue())
    this.#depth++
    const value = this.#evaluate(formula)
    this.#depth--
    this.#known.set(key, value)
    return value
  }

  #evaluate({ sheet, tokens }: Formula): FormulaValue | UnknownValue | FormulaError {
    if (tokens.length === 0) return new UnknownValue()
    try {
      return evaluate(tokens, this.#workbook.syntax, {
        cell: ({ sheet: other, from }) => this.#cell(other ?? sheet, from.row ?? 0, from.column ?? 0),
        range: (reference) => this.#range(reference.sheet ?? sheet, reference),
        named: (name) => this.#workbook.names.get(name.toLowerCase()),
      })
    } catch (error) {
      if (error instanceof UnknownValue || error instanceof FormulaError) return error
      throw error
    }
  }

  #cell(sheet: string, row: number, column: number): FormulaValue {
    const rows = this.#sheets.get(sheet.toLowerCase())
    if (rows === undefined) throw new UnknownValue()
    if (++this.#looks > MOST_LOOKS) throw new UnknownValue()
    const cell = rows.get(row)?.get(column)
    if (cell === undefined) return null
    if (cell.formula !== undefined) {
      const key = keyOf(sheet, row, column)
      const isKnown = cell.error !== undefined || cell.value !== undefined
      const formula = isKnown && !this.#dirty.has(key) ? undefined : this.#formulas.get(key)
      const value = formula === undefined ? undefined : this.#settle(formula)
      if (value instanceof Error) throw value
      if (value !== undefined) return value
    }
    if (cell.error !== undefined) throw new FormulaError(cell.error)
    if (cell.value === undefined) throw new UnknownValue()
    return cell.value
  }

  #extentOf(sheet: string, rows: ReadonlyMap<number, ReadonlyMap<number, WorkbookCell>>): Extent {
    const known = this.#extents.get(sheet) ?? extentOf(rows)
    this.#extents.set(sheet, known)
    return known
  }

  #range(sheet: string, { from, to = from }: Reference): Matrix {
    const rows = this.#sheets.get(sheet.toLowerCase())
    if (rows === undefined) throw new UnknownValue()
    const extent = this.#extentOf(sheet.toLowerCase(), rows)
    const [left, right] = ends(from.column, to.column, extent.right)
    const [top, bottom] = ends(from.row, to.row, extent.bottom)
    if ((bottom - top + 1) * (right - left + 1) > MOST_RANGE) throw new UnknownValue()
    const matrix: FormulaValue[][] = []
    for (let row = top; row <= bottom; row++) {
      const cells: FormulaValue[] = []
      for (let column = left; column <= right; column++) cells.push(this.#cell(sheet, row, column))
      matrix.push(cells)
    }
    return { rows: matrix }
  }
}

function extentOf(rows: ReadonlyMap<number, ReadonlyMap<number, WorkbookCell>>): Extent {
  let [bottom, right] = [0, 0]
  for (const [row, cells] of rows) {
    bottom = Math.max(bottom, row)
    for (const column of cells.keys()) right = Math.max(right, column)
  }
  return { bottom, right }
}

function ends(a: number | undefined, b: number | undefined, last: number): readonly [number, number] {
  if (a === undefined || b === undefined) return [0, last]
  return [Math.min(a, b), Math.max(a, b)]
}
