// How the dates of a column are written, gathered cell by cell. Pure.
import type { DateForm, DateOrder } from './column-form.ts'
import { type DateCell, decidedLayout } from './date-cell.ts'

const ALL_WAYS = 0xffff

/** Gathers layouts, names and zeros before numbers below ten. */
export class DateManner {
  readonly #layouts = new Map<string, number>()
  #months = ALL_WAYS
  #weekdays = ALL_WAYS
  #nameCase: DateForm['nameCase'] | undefined
  readonly #padding = new Padding()

  /** `order` is the column's where the date is undecided. */
  add(date: DateCell, order: DateOrder): void {
    this.#padding.add(date, order)
    this.#layouts.set(date.layout, (this.#layouts.get(date.layout) ?? 0) + 1)
    const [month, weekday] = [date.monthName, date.weekdayName]
    // A name that fits none of the ways so far is left out of account.
    if (month !== undefined) this.#months = this.#months & month.ways || this.#months
    if (weekday !== undefined) this.#weekdays = this.#weekdays & weekday.ways || this.#weekdays
    const name = month ?? weekday
    if (name !== undefined) this.#nameCase ??= caseOf(name.text)
  }

  form(order: DateOrder): Omit<DateForm, 'type' | 'title' | 'order'> {
    const layouts = [...this.#layouts]
      .sort(([, a], [, b]) => b - a)
      .map(([layout]) => decidedLayout(layout, order))
    return {
      layouts,
      ...this.#padding.form(layouts[0] ?? ''),
      monthWays: this.#months,
      weekdayWays: this.#weekdays,
      nameCase: this.#nameCase ?? 'title',
    }
  }
}

/** `MAR`, `mar` or `Mar`. */
export function caseOf(name: string): DateForm['nameCase'] {
  if (name === name.toUpperCase()) return 'upper'
  return name === name.toLowerCase() ? 'lower' : 'title'
}

/** Whether days, months and hours below ten have a zero before them. */
class Padding {
  #day = 0
  #month = 0
  #hour = 0

  add(date: DateCell, order: DateOrder): void {
    const weigh = (isPadded: boolean | undefined) => (isPadded === undefined ? 0 : isPadded ? 1 : -1)
    // The first number is the day but where the month or the year is before it.
    const isDayFirst = date.monthName !== undefined || (date.isUndecided && order === 'dmy')
    this.#day += weigh(isDayFirst ? date.isFirstPadded : date.isSecondPadded)
    this.#month += weigh(isDayFirst ? date.isSecondPadded : date.isFirstPadded)
    this.#hour += weigh(date.isHourPadded)
  }

  form(layout: string): Pick<DateForm, 'isDayPadded' | 'isMonthPadded' | 'isHourPadded'> {
    // Where no cell tells: as the other number is, and bare beside a name.
    const isUsual = !layout.includes('{N}') || layout.includes('-{N}')
    const decide = (own: number, other: number) => (own === 0 ? (other === 0 ? isUsual : other > 0) : own > 0)
    return {
      isDayPadded: decide(this.#day, this.#month),
      isMonthPadded: decide(this.#month, this.#day),
      isHourPadded: this.#hour === 0 ? !layout.includes('{h}') : this.#hour > 0,
    }
  }
}
