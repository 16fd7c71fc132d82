// Which formulas of a workbook have another value when cells change, and what they come to. Pure.
import type { CellContent } from '../sheet/grid.ts'
import { type FormulaSyntax, type FormulaToken, formulaTokens, type Reference } from './formula-tokens.ts'
import type { FormulaValue } from './formula-value.ts'
import { Reckoner } from './reckoner.ts'

/** A cell as formulas see it. */
export interface WorkbookCell {
  /** undefined: the file has no value for it. Dates are serial numbers. */
  readonly value: FormulaValue | undefined
  /** The error that it shows. */
  readonly error?: string
  /** Empty: what is worked out in a way that is not read. */
  readonly formula?: string
}

/** The cells of all sheets after a change. */
export interface Workbook {
  readonly syntax: FormulaSyntax
  /** By row, then by column. */
  readonly sheets: ReadonlyMap<string, ReadonlyMap<number, ReadonlyMap<number, WorkbookCell>>>
  /** What names stand for, names in lower case. */
  readonly names: ReadonlyMap<string, Reference>
  /** The cells that `Table1[Amount]` means in this cell; undefined: not known. */
  structured?(text: string, sheet: string, row: number): Reference | undefined
}

export interface CellPlace {
  readonly sheet: string
  readonly row: number
  readonly column: number
}

/** What a formula comes to; undefined: it has to be worked out by the spreadsheet program. */
export interface Recalculated extends CellPlace {
  readonly content: CellContent | undefined
}

/** A formula of a workbook. */
export interface Formula extends CellPlace {
  readonly tokens: readonly FormulaToken[]
  /** undefined: it may speak of any cell. */
  readonly references: readonly Reference[] | undefined
}

/** The formulas that depend on the changed cells, those among them first asked for first. */
export function recalculate(workbook: Workbook, changed: readonly CellPlace[]): readonly Recalculated[] {
  const formulas = readFormulas(workbook)
  const dirty = dependents(formulas, changed)
  const reckoner = new Reckoner(workbook, formulas, dirty)
  return [...dirty.values()].map((formula) => ({
    sheet: formula.sheet,
    row: formula.row,
    column: formula.column,
    content: reckoner.contentOf(formula),
  }))
}

/** A cell's name for maps. */
export function keyOf(sheet: string, row: number, column: number): string {
  return `${sheet.toLowerCase()}!${row},${column}`
}

function readFormulas(workbook: Workbook): readonly Formula[] {
  const formulas: Formula[] = []
  for (const [sheet, rows] of workbook.sheets) {
    for (const [row, cells] of rows) {
      for (const [column, { formula }] of cells) {
        if (formula === undefined) continue
        const tokens = resolved(formulaTokens(formula, workbook.syntax), workbook, sheet, row)
        formulas.push({ sheet, row, column, tokens, references: referencesOf(tokens, workbook, formula) })
      }
    }
  }
  return formulas
}

/** Structured references as the cells that they mean. */
function resolved(
  tokens: readonly FormulaToken[],
  workbook: Workbook,
  sheet: string,
  row: number,
): readonly FormulaToken[] {
  return tokens.map((token) => {
    if (token.type !== 'structured') return token
    const reference = workbook.structured?.(token.text, sheet, row)
    return reference === undefined
      ? token
      : { type: 'reference', reference, start: token.start, end: token.end }
  })
}

function referencesOf(
  tokens: readonly FormulaToken[],
  { names }: Workbook,
  formula: string,
): readonly Reference[] | undefined {
  if (formula === '') return undefined
  const found: Reference[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'reference') found.push(token.reference)
    if (token.type === 'structured' || token.type === 'unknown') return undefined
    if (token.type !== 'name') continue
    const next = tokens[at + 1]
    const isCalled = next?.type === 'operator' && next.text === '('
    if (isCalled ? /^(?:INDIRECT|OFFSET)$/i.test(token.text) : !/^(?:true|false)$/i.test(token.text)) {
      const reference = names.get(token.text.toLowerCase())
      if (reference === undefined) return undefined
      found.push(reference)
    }
  }
  return found
}

/** The formulas that depend on any of the cells, by key. */
function dependents(
  formulas: readonly Formula[],
  changed: readonly CellPlace[],
): ReadonlyMap<string, Formula> {
  const bySheet = new Map<string, { readonly reference: Reference; readonly formula: Formula }[]>()
  const byCell = new Map<string, Formula[]>()
  const own = new Map(formulas.map((formula) => [keyOf(formula.sheet, formula.row, formula.column), formula]))
  const dirty = new Map<string, Formula>()
  const waiting: CellPlace[] = [...changed]
  const add = (formula: Formula) => {
    const key = keyOf(formula.sheet, formula.row, formula.column)
    if (dirty.has(key)) return
    dirty.set(key, formula)
    waiting.push(formula)
  }
  for (const formula of formulas) {
    if (formula.references === undefined && changed.length > 0) add(formula)
    for (const reference of formula.references ?? []) {
      const sheet = (reference.sheet ?? formula.sheet).toLowerCase()
      const { from, to } = reference
      if (to === undefined && from.row !== undefined && from.column !== undefined) {
        const key = keyOf(sheet, from.row, from.column)
        const known = byCell.get(key)
        if (known === undefined) byCell.set(key, [formula])
        else known.push(formula)
      } else {
        const ranges = bySheet.get(sheet) ?? []
        ranges.push({ reference, formula })
        bySheet.set(sheet, ranges)
      }
    }
  }
  for (const { sheet, row, column } of changed) {
    const formula = own.get(keyOf(sheet, row, column))
    if (formula !== undefined) add(formula)
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { sheet, row, column } = next
    for (const formula of byCell.get(keyOf(sheet, row, column)) ?? []) add(formula)
    for (const { reference, formula } of bySheet.get(sheet.toLowerCase()) ?? [])
      if (speaksOf(reference, row, column)) add(formula)
  }
  return dirty
}

function speaksOf({ from, to = from }: Reference, row: number, column: number): boolean {
  const isIn = (a: number | undefined, b: number | undefined, at: number) =>
    a === undefined || b === undefined || (at >= Math.min(a, b) && at <= Math.max(a, b))
  return isIn(from.row, to.row, row) && isIn(from.column, to.column, column)
}
