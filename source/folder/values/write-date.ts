// A date as its column writes it. Pure.
import { ChangeRefused } from '../../contracts/folder.ts'
import { endOf } from '../../lib/month-names.ts'
import { monthName, weekdayName } from './calendar-names.ts'
import type { DateForm } from './column-form.ts'
import { type DateCell, dateValue, decidedLayout, isDay, parseDate, weekdayOf } from './date-cell.ts'
import { caseOf } from './date-manner.ts'

const SQL_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/

interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  /** Undefined: a day without a time. */
  readonly hour?: number
  readonly minute: number
  readonly second: number
}

/**
 * The text for a date (`2026-11-28`, `2026-11-28 14:05`): laid out as the cell `near`, which it replaces, where both have a
 * time or both have none, else as most cells of the column. A date in the column's own form is taken, too.
 * Throws `ChangeRefused` where it is no day of the calendar.
 */
export function writeDate(value: string | number | bigint, form: DateForm, near: string): string {
  const moment = momentOf(String(value).trim(), form)
  if (moment === undefined) {
    throw new ChangeRefused(
      `The column \`${form.title}\` holds dates and \`${value}\` is none: give a date such as 2026-11-28.`,
    )
  }
  const old = parseDate(near)
  const layout = layoutFor(moment, form, old)
  return layout.replace(/\{(\w)([^}]*)\}/g, (_, mark: string, rest: string) =>
    part(mark, rest, moment, form, old),
  )
}

function momentOf(text: string, form: DateForm): Moment | undefined {
  const own = SQL_DATE.test(text) ? undefined : parseDate(text)
  const found = SQL_DATE.exec(own === undefined ? text : (dateValue(own, form.order) ?? ''))
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((digits) => Number(digits ?? 0))
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  return { year, month, day, minute, second, ...(found[4] === undefined ? {} : { hour }) }
}

/** A layout that has a time exactly if the moment has one. */
function layoutFor(moment: Moment, form: DateForm, old: DateCell | undefined): string {
  const own = old === undefined ? [] : [decidedLayout(old.layout, form.order)]
  const layouts = [...own, ...form.layouts]
  const hasTime = moment.hour !== undefined
  const usual = layouts.find((layout) => layout.includes('{m}') === hasTime)
  if (usual === undefined)
    return hasTime ? `${layouts[0]} {H}:{m}${seconds(moment)}` : withoutTime(layouts[0] ?? '')
  if (moment.second === 0 || usual.includes('{s}')) return usual
  return usual.replace('{m}', `{m}${seconds(moment)}`)
}

function seconds({ second }: Moment): string {
  return second === 0 ? '' : ':{s}'
}

function withoutTime(layout: string): string {
  return layout.replace(/(?:T|,? )\{[Hh]\}.*$/, '')
}

function part(mark: string, rest: string, moment: Moment, form: DateForm, old: DateCell | undefined): string {
  const padded = paddingOf(form, old)
  const number = (value: number, isPadded: boolean) => String(value).padStart(isPadded ? 2 : 1, '0')
  const { year, month, day, hour = 0 } = moment
  switch (mark) {
    case 'W':
      return cased(
        weekdayName(weekdayOf(year, month, day), ways(form.weekdayWays, old?.weekdayName?.ways)),
        form,
        old,
      )
    case 'N':
      return cased(monthName(month - 1, ways(form.monthWays, old?.monthName?.ways)), form, old)
    case 'D':
      return number(day, padded.isDayPadded)
    case 'o':
      return endOf(day)
    case 'M':
      return number(month, padded.isMonthPadded)
    case 'Y':
      return String(year).padStart(4, '0')
    case 'y':
      // Two digits say only these years.
      return year >= 1950 && year < 2050 ? number(year % 100, true) : String(year)
    case 'H':
      return number(hour, padded.isHourPadded)
    case 'h':
      return number(hour % 12 || 12, padded.isHourPadded)
    case 'm':
      return number(moment.minute, true)
    case 's':
      return number(moment.second, true)
    case 'f':
      return rest.replace(/\d/g, '0')
    case 'p':
      return hour < 12 ? 'AM' : 'PM'
    default:
      return hour < 12 ? 'am' : 'pm'
  }
}

/** The ways of the column that are those of the replaced cell as well. */
function ways(column: number, own: number | undefined): number {
  return own === undefined ? column : column & own || own
}

function cased(name: string, form: DateForm, old: DateCell | undefined): string {
  const text = old?.monthName?.text ?? old?.weekdayName?.text
  const nameCase = text === undefined ? form.nameCase : caseOf(text)
  if (nameCase === 'upper') return name.toUpperCase()
  return nameCase === 'lower' ? name.toLowerCase() : name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** As the replaced cell shows it, where it shows it, else as the column. */
function paddingOf(
  form: DateForm,
  old: DateCell | undefined,
): Pick<DateForm, 'isDayPadded' | 'isMonthPadded' | 'isHourPadded'> {
  if (old === undefined) return form
  const isDayFirst = old.monthName !== undefined || (old.isUndecided && form.order === 'dmy')
  return {
    isDayPadded: (isDayFirst ? old.isFirstPadded : old.isSecondPadded) ?? form.isDayPadded,
    isMonthPadded: (isDayFirst ? old.isSecondPadded : old.isFirstPadded) ?? form.isMonthPadded,
    isHourPadded: old.isHourPadded ?? form.isHourPadded,
  }
}
