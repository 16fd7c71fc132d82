// The days, months, years and periods that a question names: "3 February", "2026-02", "March 2025", "last week", "the past 30 days". Pure.
import {
  addSpan,
  type CivilDate,
  dateOfDay,
  dateText,
  dayNumber,
  MONTHS,
} from '../../source/toolkit/civil-date.ts'
import { isSlipOf } from '../../source/toolkit/nearest-names.ts'
import { COUNT_SOURCE, readNumber } from '../../source/toolkit/spoken-number.ts'
import { dayOf } from './cells.ts'
import { monthsOf, type YearPart, yearPartForms, yearPartOf } from './year-parts.ts'

/** Some days in a row. Of each year, if it says none. */
export interface Span {
  readonly told: string
  readonly kind: 'days' | 'year'
  /** Of its first and its last day, as `dayPlace` has them; of a span without a year 0 stands for it. */
  readonly first: number
  readonly last: number
  readonly hasYear: boolean
  /** A quarter or a half, which may be a word of the table itself. */
  readonly isPart?: true
  /** Where it stands in the question. */
  readonly at: number
  readonly end: number
}

type Found = Omit<Span, 'at' | 'end'>

/** A day as it is compared: 20260203. */
export function dayPlace({ year, month, day }: CivilDate): number {
  return year * 10_000 + month * 100 + day
}

/** The Monday of a day's week, both as `dayNumber` has them: 1 January 1970 was a Thursday. */
export function mondayOf(day: number): number {
  return day - ((day + 3) % 7)
}

const YEAR = String.raw`(?:19|20)\d\d(?!\d)`
const TH = '(?:st|nd|rd|th)?'

/** In the order in which they stand. `isMonthFirst`: so `02/03/2026` is 3 February. */
export function spansIn(question: string, isMonthFirst: boolean, today: CivilDate): readonly Span[] {
  const said = question.toLowerCase()
  return [...said.matchAll(formOf(said))].flatMap(({ index, 0: text, groups = {} }) => {
    const part = yearPartOf(groups, monthOf, today)
    const found = part ? partSpan(part) : (ofDate(groups, isMonthFirst) ?? ofPeriod(groups, today))
    return found === undefined ? [] : [{ ...found, at: index, end: index + text.length }]
  })
}

/** Whether a word is the name of a month. */
export function isMonthName(word: string): boolean {
  return monthOf(word) > 0
}

const MAY =
  /\b(?:in|of|during|for|since|from|until|till|before|after|through|between|to|and|or|last|this|\d(?:st|nd|rd|th)?) may\b|\bmay (?:\d|to|and|or)/u

function formOf(said: string): RegExp {
  const words = (said.match(/\p{L}+/gu) ?? []).filter((word) => word !== 'may' || MAY.test(said))
  const months = [...new Set(words.filter(isMonthName))].sort((a, b) => b.length - a.length)
  const month = months.length === 0 ? '(?!)' : `(?:${months.join('|')})(?!\\p{L})`
  const forms = [
    ...yearPartForms(month, YEAR),
    String.raw`(?<iso>\d{4}-\d{1,2}-\d{1,2})`,
    String.raw`(?<turned>\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{1,2}\/\d{1,2}\/\d\d(?!\d)|\d{1,2}\.\d{1,2}\.\d\d(?!\d))`,
    String.raw`(?<isoMonth>\d{4}-(?:0[1-9]|1[0-2]))(?![-\d])`,
    `(?<day>[0-3]?\\d)${TH}\\s+(?:of\\s+)?(?<month>${month})(?:,?\\s+(?<year>${YEAR}))?`,
    `(?<before>${month})\\s+(?:the\\s+)?(?<behind>[0-3]?\\d)${TH}(?![\\d:.%]*\\d)(?:,?\\s+(?<ofYear>${YEAR}))?`,
    `(?<alone>${month})(?:,?\\s+(?:of\\s+)?(?<itsYear>${YEAR}))?`,
    `(?<only>${YEAR})(?:(?![-/.]\\d)|(?=-${YEAR}(?!-)))`,
    `(?<named>today|yesterday|tomorrow)`,
    `(?<which>this|last|next|previous|past)\\s+(?<unit>week|month|quarter|year)(?!\\p{L}|\\s+(?:of|in)\\s+(?:${month}|${YEAR}|the\\s+year))`,
    `(?:last|past|previous)\\s+(?<many>\\d{1,3}|${COUNT_SOURCE})\\s+(?<units>days|weeks|months|quarters|years)(?!\\p{L})`,
  ]
  // The end of `2020-2024`.
  const later = String.raw`(?<=(?<!\d)(?:19|20)\d\d-)(?<later>${YEAR})(?!-)`
  return new RegExp(`(?<![\\p{L}\\d.,/-])(?:${forms.join('|')})|${later}`, 'gu')
}

type Groups = Readonly<Record<string, string | undefined>>

function ofDate(groups: Groups, isMonthFirst: boolean): Found | undefined {
  const { iso, turned, isoMonth, day, behind, only = groups.later } = groups
  const written = iso ?? turned
  if (written !== undefined) {
    const read = dayOf(written, isMonthFirst)
    return read && daysOf(dateText(read), read, read)
  }
  if (isoMonth !== undefined) {
    const [year = 0, month = 0] = isoMonth.split('-').map(Number)
    return monthSpan(month, year)
  }
  if (only !== undefined) {
    const year = Number(only)
    return { ...daysOf(only, { year, month: 1, day: 1 }, { year, month: 12, day: 31 }), kind: 'year' }
  }
  const month = monthOf(groups.month ?? groups.before ?? groups.alone ?? '')
  const year = Number(groups.year ?? groups.ofYear ?? groups.itsYear ?? 0)
  if (month === 0) return undefined
  const ofMonth = day ?? behind
  if (ofMonth === undefined) return monthSpan(month, year)
  const exact = { year, month, day: Number(ofMonth) }
  return daysOf(`${exact.day} ${monthText(month, year)}`, exact, exact)
}

const MONTHS_OF: { readonly [units: string]: number } = { months: 1, quarters: 3, years: 12 }

/** Counted from today. */
function ofPeriod({ named, which, unit, many, units }: Groups, today: CivilDate): Found | undefined {
  const now = dayNumber(today)
  const days = (told: string, from: number, to: number) => daysOf(told, dateOfDay(from), dateOfDay(to))
  if (named !== undefined) {
    const at = now + { yesterday: -1, today: 0, tomorrow: 1 }[named as 'today']
    return days(dateText(dateOfDay(at)), at, at)
  }
  if (units !== undefined || which === 'past') {
    const count = many === undefined ? 1 : (readNumber(many) ?? 1)
    const back = units ?? `${unit}s`
    const from =
      back === 'days' || back === 'weeks'
        ? now - count * (back === 'days' ? 1 : 7)
        : dayNumber(addSpan(today, { months: -count * (MONTHS_OF[back] ?? 12), days: 0 }))
    return days(`since ${dateText(dateOfDay(from + 1))}`, from + 1, now)
  }
  const step = which === 'next' ? 1 : which === 'this' ? 0 : -1
  if (unit === 'week') {
    const monday = mondayOf(now) + step * 7
    return days(`week of ${dateText(dateOfDay(monday))}`, monday, monday + 6)
  }
  if (unit === 'month') {
    const { year, month } = addSpan({ ...today, day: 1 }, { months: step, days: 0 })
    return monthSpan(month, year)
  }
  if (unit === 'quarter') {
    const start = { ...today, month: today.month - ((today.month - 1) % 3), day: 1 }
    const { year, month } = addSpan(start, { months: step * 3, days: 0 })
    return partSpan(monthsOf(month, month + 2, year))
  }
  if (unit !== 'year') return undefined
  const year = today.year + step
  return { ...daysOf(String(year), { year, month: 1, day: 1 }, { year, month: 12, day: 31 }), kind: 'year' }
}

function partSpan({ told, first, last }: YearPart): Found {
  return { ...daysOf(told, first, last), isPart: true }
}

/** `year` 0: none is said. */
function monthSpan(month: number, year: number): Found {
  return daysOf(monthText(month, year), { year, month, day: 1 }, { year, month, day: 31 })
}

function daysOf(told: string, first: CivilDate, last: CivilDate): Found {
  return { told, kind: 'days', first: dayPlace(first), last: dayPlace(last), hasYear: first.year > 0 }
}

function monthText(month: number, year: number): string {
  const name = MONTHS[month - 1] ?? ''
  return year === 0 ? name : `${name} ${year}`
}

/** Its name, its first letters, or its name with a slip; 0: none. */
function monthOf(word: string): number {
  const at = MONTHS.findIndex((name) => {
    const month = name.toLowerCase()
    if (word === month || (word.length >= 6 && isSlipOf(word, month))) return true
    return word === month.slice(0, 3) || (word === 'sept' && month === 'september')
  })
  return at + 1
}
