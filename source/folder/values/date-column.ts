// Whether a column holds dates, which they are, and how they are written. Pure.
import type { CellValue } from '../../contracts/folder.ts'
import type { DateOrder, TypedColumn, TypingHints } from './column-form.ts'
import { isNothing } from './column-form.ts'
import { type DateCell, dateValue, parseDate, weekdayOf } from './date-cell.ts'
import { DateManner } from './date-manner.ts'
import { failuresAllowed, oddCells } from './odd-cells.ts'

/** Dates that are read once only: those of some ten years. */
const MOST_KNOWN = 4000

/** What a column of dates comes to: dates, none, or dates that can be read in two ways (a sentence says so). */
export type DatesFound =
  | { readonly type: 'dates'; readonly column: TypedColumn }
  | { readonly type: 'unclear'; readonly note: string }
  | { readonly type: 'none' }

/** A cell's date: its value, the cell where the order of two numbers is yet to be decided, or none. */
type ReadDate = string | DateCell | undefined

/** Reads the column's trimmed cells as dates. */
export function typeDates(cells: readonly string[], title: string, hints: TypingHints): DatesFound {
  const allowed = failuresAllowed(cells)
  const manner = new DateManner()
  const dates = readDates(cells, allowed, manner)
  if (dates === undefined) return { type: 'none' }
  const order = decideOrder(dates)
  const used = order.decided ?? hints.dateOrder ?? order.likely
  if (used === undefined) {
    const example = cells[dates.findIndex((date) => typeof date === 'object')] ?? ''
    return {
      type: 'unclear',
      note: `In the column \`${title}\` it is not clear which number of \`${example}\` is the month, so its dates are read as text.`,
    }
  }
  const values = dates.map((date): CellValue => {
    if (typeof date !== 'object') return date ?? null
    manner.add(date, used)
    return dateValue(date, used) ?? null
  })
  const wrong: number[] = []
  values.forEach((value, index) => {
    if (value === null && !isNothing(cells[index] ?? '')) wrong.push(index)
  })
  if (wrong.length > allowed) return { type: 'none' }
  return {
    type: 'dates',
    column: {
      type: 'date',
      form: { type: 'date', title, order: used, ...manner.form(used) },
      values,
      notes: oddCells(cells, wrong, title, 'date'),
      ...(order.decided === undefined || !order.isAsked ? {} : { dateOrder: order.decided }),
      ...(order.decided === undefined ? { isAmbiguous: true } : {}),
    },
  }
}

/** Undefined: too many cells are no dates, or all are empty. */
function readDates(
  cells: readonly string[],
  allowed: number,
  manner: DateManner,
): readonly ReadDate[] | undefined {
  const known = new Map<string, DateCell | undefined>()
  let [odd, filled] = [0, 0]
  const dates: ReadDate[] = []
  for (const cell of cells) {
    const date = isNothing(cell) ? undefined : (known.get(cell) ?? parseDate(cell))
    if (date === undefined) {
      if (!isNothing(cell) && ++odd > allowed) return undefined
      dates.push(undefined)
      continue
    }
    filled++
    if (date.isUndecided) {
      if (known.size < MOST_KNOWN) known.set(cell, date)
      dates.push(date)
      continue
    }
    manner.add(date, 'dmy')
    dates.push(dateValue(date, 'dmy'))
  }
  return filled === 0 ? undefined : dates
}

interface OrderFound {
  /** There are dates whose order has to be known. */
  readonly isAsked: boolean
  readonly decided?: DateOrder
  /** What it is where nothing else in the file says; undefined: it cannot be told. */
  readonly likely?: DateOrder
}

function decideOrder(dates: readonly ReadDate[]): OrderFound {
  const asked = dates.filter((date) => typeof date === 'object')
  const [first] = asked
  if (first === undefined) return { isAsked: false, decided: 'dmy' }
  let [dayFirst, monthFirst] = [0, 0]
  for (const date of asked) {
    if (date.day > 12 || fitsWeekday(date, 'dmy')) dayFirst++
    if (date.month > 12 || fitsWeekday(date, 'mdy')) monthFirst++
  }
  if (dayFirst !== monthFirst) return { isAsked: true, decided: dayFirst > monthFirst ? 'dmy' : 'mdy' }
  // Only a point is the same everywhere: nobody writes the month first before one.
  if (first.layout.includes('{A}.')) return { isAsked: true, likely: 'dmy' }
  if (asked.every((date) => date.day === date.month)) return { isAsked: true, likely: 'dmy' }
  const orders = ['dmy', 'mdy'] as const
  const inOrder = orders.filter((order) => isMonotonic(dates, order))
  const inMonth = orders.filter((order) => isWithinMonth(asked, order))
  const [only] = inOrder.length === 1 ? inOrder : inMonth
  return { isAsked: true, ...(only === undefined ? {} : { likely: only }) }
}

/**
 * Whether all dates lie in one month, on days that do not follow one another: a number that is always the same is
 * the month then, for things that are always on the same day of a month are in month after month. Not on the first, nor at equal distances: quarters.
 */
function isWithinMonth(asked: readonly DateCell[], order: DateOrder): boolean {
  const values = [...new Set(asked.map((date) => dateValue(date, order) ?? ''))].sort()
  if (values.length < 3 || new Set(values.map((value) => value.slice(0, 7))).size > 1) return false
  const days = values.map((value) => Number(value.slice(8, 10)))
  const steps = days.slice(1).map((day, index) => day - (days[index] ?? 0))
  if (values[0]?.slice(5, 7) === '01' || (steps[0] !== 1 && steps.every((step) => step === steps[0])))
    return false
  return steps.some((step) => step > 1)
}

/** Whether the weekday beside it is that of the date in this order; false without one. */
function fitsWeekday(date: DateCell, order: DateOrder): boolean {
  const value = date.weekdayName === undefined ? undefined : dateValue(date, order)
  if (value === undefined) return false
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number)
  return weekdayOf(year, month, day) === date.weekdayName?.index
}

/** Fewer dates are in order by chance. */
const LEAST_IN_ORDER = 3

/** Whether enough different dates rise or fall all the way. */
function isMonotonic(dates: readonly ReadDate[], order: DateOrder): boolean {
  const values = dates.flatMap((date) => {
    if (typeof date === 'object') return [dateValue(date, order) ?? '']
    return date === undefined ? [] : [date]
  })
  let [isRising, isFalling] = [true, true]
  for (let index = 1; index < values.length; index++) {
    const [before = '', value = ''] = [values[index - 1], values[index]]
    if (value < before) isRising = false
    if (value > before) isFalling = false
  }
  return (isRising || isFalling) && new Set(values).size >= LEAST_IN_ORDER
}
