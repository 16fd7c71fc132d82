// How a column's cells are written: what typing finds out, and writing keeps to. Types only.
import type { CellValue, ColumnType } from '../../contracts/folder.ts'

export type DecimalMark = '.' | ','
export type DateOrder = 'dmy' | 'mdy'

/** Where the unit stands beside a number. `gap` is what is between them, at most one blank of some kind. */
export interface UnitForm {
  readonly text: string
  readonly side: 'before' | 'behind'
  readonly gap: string
}

/** `before`: -€12, `inside`: €-12, `behind`: 12-, `around all`: (€12), `around number`: €(12). */
export type NegativeForm = 'before' | 'inside' | 'behind' | 'around all' | 'around number'

export interface NumberForm {
  readonly type: 'number'
  readonly title: string
  readonly decimal: DecimalMark
  /** What parts thousands, empty for nothing. */
  readonly group: string
  /** From how many digits before the decimal mark on they are grouped. */
  readonly groupFrom: number
  /** 12,34,567 */
  readonly isIndian: boolean
  /** Digits behind the decimal mark at least. */
  readonly decimals: number
  readonly minus: string
  readonly negative: NegativeForm
  /** All positive numbers have a `+`. */
  readonly hasPlus: boolean
  /** What stands beside all numbers. */
  readonly unit?: UnitForm
  /** Numbers have different units, or only some have one. */
  readonly isMixed: boolean
}

/** A date's writing: `{D}.{M}.{Y} {H}:{m}`, the letters explained in date-cell.ts. */
export interface DateForm {
  readonly type: 'date'
  readonly title: string
  /** How two numbers before a year are read. */
  readonly order: DateOrder
  /** The most frequent first, at least one. */
  readonly layouts: readonly string[]
  readonly isDayPadded: boolean
  readonly isMonthPadded: boolean
  readonly isHourPadded: boolean
  /** Bit sets of ways to write names, see calendar-names.ts; 0: no names. */
  readonly monthWays: number
  readonly weekdayWays: number
  readonly nameCase: 'upper' | 'lower' | 'title'
}

export interface YesNoForm {
  readonly type: 'yes/no'
  readonly title: string
  readonly yes: string
  readonly no: string
}

export interface TextForm {
  readonly type: 'text'
  readonly title: string
}

export type ColumnForm = TextForm | NumberForm | DateForm | YesNoForm

/** What is known from elsewhere in the file where a column does not tell by itself. */
export interface TypingHints {
  readonly decimal?: DecimalMark
  readonly dateOrder?: DateOrder
}

/** A column whose cells have been read. */
export interface TypedColumn {
  readonly type: ColumnType
  /** As it stands beside all numbers. */
  readonly unit?: string
  /** A cell's own unit where they differ; as many as values. */
  readonly units?: readonly (string | null)[]
  readonly form: ColumnForm
  readonly values: readonly CellValue[]
  /** Sentences for a person. */
  readonly notes: readonly string[]
  /** What the column shows of the file's manner; absent: nothing. */
  readonly decimal?: DecimalMark
  readonly dateOrder?: DateOrder
  /** There are cells that a hint would read otherwise. */
  readonly isAmbiguous?: boolean
}

/** What stands for "nothing" among numbers and dates. */
const NOTHING = new Set(['-', '–', '—', '--', '?', 'n/a', '#n/a', 'na', 'nan', 'null', '…', '...'])

/** Whether a trimmed cell says that there is no value. */
export function isNothing(cell: string): boolean {
  if (cell.length > 4) return false
  const first = cell.charCodeAt(0)
  // Most cells of a long column are numbers.
  const isDigit = first >= 48 && first <= 57
  return cell === '' || (!isDigit && NOTHING.has(cell.toLowerCase()))
}
