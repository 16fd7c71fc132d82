// Formulas when rows move, and when a formula is filled down. Pure.
import { applyEdits } from '../../apply-edits.ts'
import {
  type Corner,
  type FormulaSyntax,
  formulaTokens,
  type Reference,
  referenceText,
} from './formula-tokens.ts'

/** Where the rows of a sheet go. Rows from 0. */
export interface RowMap {
  readonly sheet: string
  /** From above. */
  readonly removed: readonly number[]
  /** Empty rows come before this one … */
  readonly insertAt: number
  /** … so many. */
  readonly inserted: number
  /** A range from `first`, or from above it, to `last` takes new rows in, up to `to` as it is then; undefined: there are no new ones. */
  readonly grown?: { readonly first: number; readonly last: number; readonly to: number }
}

/** Where a row is then; undefined: it is removed. */
export function rowThen({ removed, insertAt, inserted }: RowMap, row: number): number | undefined {
  const above = removedAbove(removed, row)
  return removed[above] === row ? undefined : row - above + (row >= insertAt ? inserted : 0)
}

/** How many of the rows, which are in order, are above this one. */
function removedAbove(removed: readonly number[], row: number): number {
  let [low, high] = [0, removed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((removed[middle] ?? 0) < row) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows from `top` to `bottom` then; undefined: all are removed. */
export function rowsThen(
  map: RowMap,
  top: number,
  bottom: number,
): { readonly top: number; readonly bottom: number } | undefined {
  const isGone = (row: number) => map.removed[removedAbove(map.removed, row)] === row
  let [first, last] = [top, bottom]
  while (first <= last && isGone(first)) first++
  while (last >= first && isGone(last)) last--
  const [from, to] = [rowThen(map, first), rowThen(map, last)]
  return first > last || from === undefined || to === undefined ? undefined : { top: from, bottom: to }
}

/** Cells that a formula needs are gone. */
export class ReferenceLost extends Error {}

/**
 * A formula of the sheet `own` when the rows of `map.sheet` move. `grows`: ranges that end with the last record take new ones in.
 * Throws `ReferenceLost` where cells that it speaks of are removed.
 */
export function shiftFormula(
  formula: string,
  syntax: FormulaSyntax,
  { own, map, grows }: { readonly own: string; readonly map: RowMap; readonly grows: boolean },
): string {
  return rewrite(formula, syntax, (reference) => {
    if (!isSheet(reference.sheet ?? own, map.sheet)) return reference
    return shifted(reference, map, grows)
  })
}

/** Names of sheets are the same whatever their case. */
export function isSheet(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function shifted(reference: Reference, map: RowMap, grows: boolean): Reference {
  const { from, to } = reference
  if (from.row === undefined) return reference
  const [first, last] = [from.row, to?.row ?? from.row]
  const rows = rowsThen(map, Math.min(first, last), Math.max(first, last))
  if (rows === undefined) throw new ReferenceLost()
  const { grown } = map
  // It may end in an empty row behind the last record.
  const isGrown =
    grows &&
    grown !== undefined &&
    first <= grown.first &&
    last > first &&
    last >= grown.last &&
    last < map.insertAt
  const bottom = isGrown ? Math.max(rows.bottom, grown.to) : rows.bottom
  return {
    ...reference,
    from: { ...from, row: rows.top },
    ...(to === undefined ? {} : { to: { ...to, row: bottom } }),
  }
}

/** Whether a formula of the sheet `own` speaks of cells in these rows of `sheet`. */
export function speaksOfRows(
  formula: string,
  syntax: FormulaSyntax,
  { own, sheet, rows }: { readonly own: string; readonly sheet: string; readonly rows: readonly number[] },
): boolean {
  return formulaTokens(formula, syntax).some((token) => {
    if (token.type !== 'reference' || !isSheet(token.reference.sheet ?? own, sheet)) return false
    const { from, to = from } = token.reference
    const [top, bottom] = [from.row, to.row]
    if (top === undefined || bottom === undefined) return true
    return rows.some((row) => row >= Math.min(top, bottom) && row <= Math.max(top, bottom))
  })
}

/** A formula as it is so many rows and columns further on; undefined: it would leave the sheet. */
export function fillFormula(
  formula: string,
  syntax: FormulaSyntax,
  rows: number,
  columns: number,
): string | undefined {
  try {
    return rewrite(formula, syntax, (reference) => ({
      ...reference,
      from: moved(reference.from, rows, columns),
      ...(reference.to === undefined ? {} : { to: moved(reference.to, rows, columns) }),
    }))
  } catch (error) {
    if (error instanceof ReferenceLost) return undefined
    throw error
  }
}

function moved(corner: Corner, rows: number, columns: number): Corner {
  const row = corner.row === undefined || corner.isRowFixed ? corner.row : corner.row + rows
  const column = corner.column === undefined || corner.isColumnFixed ? corner.column : corner.column + columns
  if ((row ?? 0) < 0 || (column ?? 0) < 0) throw new ReferenceLost()
  return { ...corner, ...(row === undefined ? {} : { row }), ...(column === undefined ? {} : { column }) }
}

function rewrite(
  formula: string,
  syntax: FormulaSyntax,
  change: (reference: Reference) => Reference,
): string {
  const edits = formulaTokens(formula, syntax).flatMap((token) => {
    if (token.type !== 'reference') return []
    const text = referenceText(change(token.reference), syntax)
    // The other end of a reference of OpenDocument may repeat its sheet.
    const isSame = text === referenceText(token.reference, syntax)
    return isSame ? [] : [{ start: token.start, end: token.end, text }]
  })
  return applyEdits(formula, edits)
}
