// A sheet of any spreadsheet format, cell by cell, as its file types it. Types, and the names of cells.

import type { FormulaSyntax } from '../formula/formula-tokens.ts'

/** What a cell holds. */
export type CellContent =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  /** `2026-11-28`, `2026-11-28 14:05`, `2026-11-28 14:05:30`. */
  | { readonly type: 'date'; readonly value: string }
  /** A time of the day or a span: `07:30`, `36:00:05`. */
  | { readonly type: 'time'; readonly value: string }
  | { readonly type: 'yes/no'; readonly value: boolean }
  /** `#DIV/0!` */
  | { readonly type: 'error'; readonly value: string }

/** A number's form beside its digits. */
export interface CellForm {
  /** 0.45 is shown as 45 %. */
  readonly isPercent?: true
  /** A text that stands beside the digits of every number in this form: `€`. */
  readonly unit?: string
}

export interface SheetCell {
  /** undefined: nothing, or a formula whose value is not known. */
  readonly content: CellContent | undefined
  readonly form?: CellForm
  /** What it is worked out by, in the words of the file; empty: by something that is no formula of one cell (an array, a data table). */
  readonly formula?: string
}

/** A row that has cells. */
export interface SheetRow {
  /** From 0. */
  readonly row: number
  /** By column from 0; may have holes. */
  readonly cells: readonly (SheetCell | undefined)[]
}

/** Cells from 0, both ends within. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export interface Grid {
  readonly name: string
  readonly syntax: FormulaSyntax
  /** Those with a cell that holds something, from above. */
  readonly rows: readonly SheetRow[]
  readonly merges: readonly CellRange[]
  readonly isHidden: boolean
  /** Rows that the file itself calls rows of totals. */
  readonly sums: readonly number[]
  /** Why nothing of it can be changed, a sentence. */
  readonly readOnly?: string
}

/** A cell that gets another content; undefined: it is emptied. */
export interface CellWrite {
  readonly row: number
  readonly column: number
  readonly content: CellContent | undefined
}

/** What is to be done to a sheet, by its rows as they are. */
export interface SheetEdits {
  readonly writes: readonly CellWrite[]
  /** Rows that go with all that stands in them. */
  readonly removed: readonly number[]
  readonly added: readonly AddedRow[]
  /** Where the first of the new rows goes: behind the last record. */
  readonly at: number
  /** The row whose manner (styles, formulas) new ones take: the last record that stays; undefined: there is none. */
  readonly model: number | undefined
  /** Rows of the records as they are: ranges that end with the last of them take new rows in. */
  readonly records: { readonly first: number; readonly last: number } | undefined
  /** Rows behind the records that have nothing but the formulas of a record, for one to be filled in. */
  readonly free: readonly number[]
  /** Columns in which a new row gets the formula of its model. */
  readonly filled: readonly number[]
}

/** A new row: what its columns hold. */
export type AddedRow = ReadonlyMap<number, CellContent>

/** More cells than that are not read. */
export const MOST_CELLS = 1_000_000

/** `0` is `A`, `26` is `AA`. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** `A` is 0; letters in any case. */
export function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A cell as people call it: `B3`. */
export function cellName(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`
}

/** `B3`, `B3:D9`, with or without `$`; undefined: it is no such text. */
export function parseRange(text: string): CellRange | undefined {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(text)
  if (found === null) return undefined
  const [, left = '', top = '', right = left, bottom = top] = found
  const range = {
    top: Number(top) - 1,
    left: columnOf(left),
    bottom: Number(bottom) - 1,
    right: columnOf(right),
  }
  return range.top < 0 || range.bottom < range.top || range.right < range.left ? undefined : range
}

/** `B3:D9`; one cell is `B3`. */
export function rangeName({ top, left, bottom, right }: CellRange): string {
  const [from, to] = [cellName(top, left), cellName(bottom, right)]
  return from === to ? from : `${from}:${to}`
}

export function isWithin({ top, left, bottom, right }: CellRange, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}
