// Which days a question means: of a month, a year, since a year, this month. Pure.
import { isSlipOf } from '../../source/toolkit/nearest-names.ts'
import { type CellDay, dayOf } from './cells.ts'
import { type Column, dayIn } from './columns.ts'
import type { Filter } from './filters.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

type FitsDay = (day: CellDay) => boolean
interface Days {
  readonly told: string
  readonly of: 'day' | 'month' | 'year'
  readonly fits: FitsDay
}

/** The filters by the first column of dates; none where there is none. */
export function dateFilters(columns: readonly Column[], question: string, today: Date): readonly Filter[] {
  const past = PAST.test(question) ? pastFilter(columns, today) : undefined
  if (past !== undefined) return [past]
  const column = columns.find(({ kind }) => kind === 'date')
  if (column === undefined) return []
  const said = question.toLowerCase()
  const exact = exactDay(said)
  const days =
    exact === undefined
      ? [besideDay(said) ?? inMonths(said, today), inPeriod(said, today), inYears(said)]
      : [exact]
  return days.flatMap((one) => {
    if (one === undefined) return []
    const fits = (row: readonly string[]) => {
      const day = dayIn(column, row)
      return day !== undefined && one.fits(day)
    }
    return [{ ...one, fits }]
  })
}

const PAST = /\b(?:overdue|expired|out of date|past (?:its|their|the) (?:due |best[- ]before )?date)\b/iu

/** What was due before today; undefined: no column says until when something is good. */
function pastFilter(columns: readonly Column[], today: Date): Filter | undefined {
  const column = columns.find(
    ({ kind, name }) => kind === 'date' && /due|until|expir|best|end|by/iu.test(name),
  )
  if (column === undefined) return undefined
  const now = today.getUTCFullYear() * 10_000 + (today.getUTCMonth() + 1) * 100 + today.getUTCDate()
  const fits = (row: readonly string[]) => {
    const day = dayIn(column, row)
    return day !== undefined && day.year * 10_000 + day.month * 100 + day.day < now
  }
  return { told: `${column.name} before today`, of: 'day', fits }
}

/** Whether a word is the name of a month. */
export function isMonthName(word: string): boolean {
  return MONTHS.some((month) => isMonth(word, month))
}

function exactDay(said: string): Days | undefined {
  const [text] = /\b\d{4}-\d{2}-\d{2}\b/.exec(said) ?? []
  const day = text === undefined ? undefined : dayOf(text)
  if (text === undefined || day === undefined) return undefined
  return {
    told: text,
    of: 'day',
    fits: (own) => own.year === day.year && own.month === day.month && own.day === day.day,
  }
}

const SIDE =
  /\b(?<side>after|since|from|before|until)\s+(?:the\s+)?(?:(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<month>\p{L}{3,})|(?<first>\p{L}{3,})\s+(?<last>\d{1,2}))\b/u

/** "After 20 February", of the year that each row is of. */
function besideDay(said: string): Days | undefined {
  const { side, day, month, first, last } = SIDE.exec(said)?.groups ?? {}
  const number = MONTHS.findIndex((one) => isMonth(month ?? first ?? '', one)) + 1
  if (side === undefined || number === 0) return undefined
  const bound = number * 100 + Number(day ?? last)
  const isBehind = side === 'after' || side === 'since' || side === 'from'
  const isOn = side === 'since' || side === 'from' || side === 'until'
  const fits = (own: CellDay) => {
    const order = own.month * 100 + own.day - bound
    return order === 0 ? isOn : isBehind ? order > 0 : order < 0
  }
  return { told: `${side} ${Number(day ?? last)} ${nameOf(number)}`, of: 'month', fits }
}

/** "Since October": of last year where this one's is still to come. */
function since(month: number, today: Date): Days {
  const [year, now] = [today.getUTCFullYear(), today.getUTCMonth() + 1]
  const from = (month > now ? year - 1 : year) * 100 + month
  return {
    told: `since ${nameOf(month)}`,
    of: 'month',
    fits: (day) => day.year * 100 + day.month >= from,
  }
}

function inMonths(said: string, today: Date): Days | undefined {
  const months = MONTHS.map((_, at) => at + 1).filter((number) => {
    const named = (said.match(/\p{L}+/gu) ?? []).filter((word) => isMonth(word, MONTHS[number - 1] ?? ''))
    const isVerb = number === 5 && !/\b(?:in|of|during|for|since|until) may\b/u.test(said)
    return named.length > 0 && !isVerb
  })
  const [first, last, ...more] = months
  const isRange = /\b(?:to|until|till|through)\b|[-–]/u.test(said)
  if (isRange && first !== undefined && last !== undefined && more.length === 0)
    return {
      told: `${nameOf(first)} to ${nameOf(last)}`,
      of: 'month',
      fits: ({ month }) => month >= first && month <= last,
    }
  if (months.length === 0) return undefined
  if (
    first !== undefined &&
    months.length === 1 &&
    /\b(?:since|from)\s+(?:\p{L}+\s+)?\p{L}{3,}\b/u.test(said) &&
    !isRange
  )
    return since(first, today)
  return { told: months.map(nameOf).join(' or '), of: 'month', fits: ({ month }) => months.includes(month) }
}

/** "This month", "last year". */
function inPeriod(said: string, today: Date): Days | undefined {
  const [, which, unit] = /\b(this|last|next) (month|year)\b/u.exec(said) ?? []
  if (unit === undefined) return undefined
  const at = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1))
  const back = which === 'last' ? 1 : which === 'next' ? -1 : 0
  if (unit === 'month') at.setUTCMonth(at.getUTCMonth() - back)
  else at.setUTCFullYear(at.getUTCFullYear() - back)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1]
  return unit === 'year'
    ? { told: `${year}`, of: 'year', fits: (day) => day.year === year }
    : {
        told: `${nameOf(month)} ${year}`,
        of: 'month',
        fits: (day) => day.year === year && day.month === month,
      }
}

const ORDERS: { readonly [word: string]: (year: number, wanted: number) => boolean } = {
  since: (year, wanted) => year >= wanted,
  after: (year, wanted) => year > wanted,
  before: (year, wanted) => year < wanted,
}

function inYears(said: string): Days | undefined {
  const { order, year } =
    /\b(?:(?<order>since|before|after)\s+)?(?<year>(?:19|20)\d\d)\b/u.exec(said)?.groups ?? {}
  if (year === undefined) return undefined
  const wanted = Number(year)
  const holds = order === undefined ? undefined : ORDERS[order]
  return {
    told: order === undefined ? year : `${order} ${year}`,
    of: 'year',
    fits: (day) => (holds === undefined ? day.year === wanted : holds(day.year, wanted)),
  }
}

function nameOf(month: number): string {
  const name = MONTHS[month - 1] ?? ''
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Its name, its first letters, or its name with a slip. */
function isMonth(word: string, month: string): boolean {
  if (word === month || (word.length >= 6 && isSlipOf(word, month))) return true
  return word === month.slice(0, 3) || (word === 'sept' && month === 'september')
}
