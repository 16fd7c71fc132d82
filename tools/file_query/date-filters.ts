// Which rows a question means by their days: of a month, since a day, between two years, last week. Pure.
import { type CivilDate, WEEKDAYS, weekdayOf } from '../../source/toolkit/civil-date.ts'
import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'
import type { CellDay } from './cells.ts'
import { type Column, dayIn, yearColumn } from './columns.ts'
import { dayPlace, type Span, spansIn } from './date-spans.ts'
import { DENIES, isDeniedBehind } from './denials.ts'
import type { Filter } from './filters.ts'

type Row = Table['rows'][number]

interface Days {
  readonly told: string
  readonly of: 'month' | 'year' | 'weekday'
  readonly fits: (day: CellDay) => boolean
  /** The days are to be left out; a row without one stays. */
  readonly isNot?: true
}

/** The filters by the first column of dates, or by one of years. Where there is none, that is told. */
export function dateFilters(
  { rows }: Table,
  columns: readonly Column[],
  question: string,
  today: CivilDate,
): readonly Filter[] {
  const past = PAST.test(question) ? pastFilter(columns, today) : undefined
  if (past !== undefined) return [past]
  const column = columns.find(({ kind }) => kind === 'date')
  const spans = ownParts(spansIn(question, column?.isMonthFirst ?? false, today), rows, columns)
  if (column === undefined) return withoutDates(rows, columns, question, spans, today)
  const places = rows.flatMap((row) => {
    const day = dayIn(column, row)
    return day === undefined ? [] : [dayPlace(day)]
  })
  const latest = places.reduce((one, other) => Math.max(one, other), 0) || dayPlace(today)
  const days = [...daysOf(question, spans, latest, today), ...weekdays(question, rows)].map((one) => {
    const fits = (row: Row) => {
      const day = dayIn(column, row)
      return day === undefined ? one.isNot === true : one.fits(day)
    }
    return { ...one, fits }
  })
  return [...days, ...unreadPeriods(question, rows, columns)]
}

/** Without quarters and halves that cells or names of columns speak of. */
function ownParts(spans: readonly Span[], rows: Table['rows'], columns: readonly Column[]): readonly Span[] {
  const says = (text: string) =>
    /\b(?:q[1-4]|h[12]|quarters?|half|halves)\b/iu.test(text.replaceAll('_', ' '))
  const isOfTable = () => columns.some(({ name }) => says(name)) || rows.some((row) => row.some(says))
  const hasDates = columns.some(({ kind }) => kind === 'date')
  const isOwn = ({ isPart, hasYear }: Span) => isPart === true && !(hasYear && hasDates)
  return spans.some(isOwn) && isOfTable() ? spans.filter((span) => !isOwn(span)) : spans
}

const UNREAD =
  /\b(?:(?<nth>(?:first|second|third|fourth|last|1st|2nd|3rd|4th)\s+(?:week|weekend|fortnight|(?:\d+|\p{L}+)\s+(?:days|weeks|months)))\s+(?:of|in)(?=\s+(?:the\s+)?(?:month|year|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d{4}))|(?:in|during|since|last|this)\s+(?:the\s+)?(?<season>spring|summer|autumn|winter)|(?:calendar )?(?<week>week)\s+\d{1,2})\b/iu

/** Periods that are not read are told, so that nobody takes a number of more for one of them. */
function unreadPeriods(question: string, rows: Table['rows'], columns: readonly Column[]): readonly Filter[] {
  const match = UNREAD.exec(question)
  const { nth, season, week } = match?.groups ?? {}
  const [stem] = wordsIn(season ?? week ?? (nth === undefined ? '' : 'week'))
  if (stem === undefined) return []
  const isOfTable =
    columns.some(({ words }) => words.includes(stem)) ||
    rows.some((row) => row.some((cell) => wordsIn(cell).includes(stem)))
  if (isOfTable) return []
  const told = `\`${nth ?? season ?? match?.[0]}\` was not understood, so not only that`
  return [{ told, of: 'month', fits: () => true }]
}

const PAST = /\b(?:overdue|expired|out of date|past (?:its|their|the) (?:due |best[- ]before )?date)\b/iu

/** What was due before today; undefined: no column says until when something is good. */
function pastFilter(columns: readonly Column[], today: CivilDate): Filter | undefined {
  const column = columns.find(
    ({ kind, name }) => kind === 'date' && /due|until|expir|best|end|by/iu.test(name),
  )
  if (column === undefined) return undefined
  const fits = (row: Row) => {
    const day = dayIn(column, row)
    return day !== undefined && dayPlace(day) < dayPlace(today)
  }
  return { told: `${column.name} before today`, of: 'month', fits }
}

/** A column of years knows years. What else is named is looked for among the words of the cells, or told to be left out. */
function withoutDates(
  rows: Table['rows'],
  columns: readonly Column[],
  question: string,
  spans: readonly Span[],
  today: CivilDate,
): readonly Filter[] {
  const years = yearColumn(columns)
  const ofYears = years === undefined ? [] : spans.filter(({ kind }) => kind === 'year')
  const byYear = daysOf(question, ofYears, 0, today).map((one) => ({
    ...one,
    fits: (row: Row) => one.fits({ year: Number(row[years?.at ?? 0]), month: 1, day: 1 }),
  }))
  const words = new Set(spans.length === 0 ? [] : rows.flatMap((row) => row.flatMap(wordsIn)))
  const open = spans
    .filter((span) => !ofYears.includes(span) && !wordsIn(span.told).some((word) => words.has(word)))
    .map(({ told }) => told)
  if (open.length === 0) return byYear
  const told = `no column has dates, so not only ${open.join(', ')}`
  return [...byYear, { told, of: 'month', fits: () => true }]
}

/** What stands before a day that is the first or the last one, or just outside. */
const SIDE =
  /\b(?<side>after|later than|since|from|starting(?: in| from| on| with)?|before|prior to|earlier than|(?:until|till|through|up to),? (?:but )?(?:not including|excluding)|until|till|through|up to|between)\s+(?:(?:and including|the|in|on|month of)\s+)*(?:(?<part>end|start|beginning)\s+of\s+)?(?:the\s+)?$/iu
const JOINED =
  /^\s*(?:[-–—]|(?<and>and)|to|until|till|through|thru|up to)\s+(?:(?:the|including)\s+)*(?:(?:end|start|beginning)\s+of\s+)?(?:the\s+)?$/iu
const DASH = /^\s*[-–—]\s*$/u

const LISTED = /^\s*(?:,|,?\s*(?:and|or|nor|&))\s*(?:(?:in|on|the)\s+)*$/iu

function daysOf(question: string, spans: readonly Span[], latest: number, today: CivilDate): readonly Days[] {
  const found: Days[] = []
  const plain: Span[] = []
  const denied: Span[] = []
  for (let at = 0; at < spans.length; at += 1) {
    const [span, next] = [spans[at], spans[at + 1]]
    if (span === undefined) break
    const before = question.slice(0, span.at)
    const ahead = SIDE.exec(before)
    // The "from" of "apart from March" begins nothing.
    const isOut = isDeniedBehind(before) && !/ing$/iu.test(ahead?.groups?.side ?? '')
    const [beside = ''] = (isOut ? undefined : ahead) ?? []
    const { side, part } = (isOut ? undefined : ahead?.groups) ?? {}
    const last = spans[at - 1]
    const isListed =
      last !== undefined && denied.at(-1) === last && LISTED.test(question.slice(last.end, span.at))
    const farther = before.slice(0, before.length - beside.length)
    const isNot =
      isOut ||
      isListed ||
      isDeniedBehind(farther) ||
      (/than$/iu.test(side ?? '') && /\bno\s+$/iu.test(farther))
    if (next !== undefined && isRange(question.slice(span.end, next.at), side)) {
      found.push(isNot ? notOf(rangeOf(span, next)) : rangeOf(span, next))
      at += 1
    } else if (side === undefined || side === 'between' || (/^from$/iu.test(side) && span.kind === 'year'))
      (isNot ? denied : plain).push(span)
    else {
      const days = besideOf(side.toLowerCase(), part, withYear(span, latest, today))
      found.push(isNot ? notOf(days) : days)
    }
  }
  return [...found, ...withinOf(plain), ...withinOf(denied).map(notOf)]
}

function isRange(between: string, side: string | undefined): boolean {
  const joined = JOINED.exec(between)
  return DASH.test(between) || (joined !== null && (joined.groups?.and === undefined || side === 'between'))
}

function notOf({ told, of, fits }: Days): Days {
  return { told: `not ${told}`, of, fits: (day) => !fits(day), isNot: true }
}

/** Of the last year in which it has begun today, if it says none; of an older table, on its latest day. */
function withYear(span: Span, latest: number, today: CivilDate): Span {
  if (span.hasYear) return span
  const begun = (on: number) => {
    const year = Math.floor(on / YEAR) * YEAR
    return year + span.first > on ? year - YEAR : year
  }
  const now = begun(dayPlace(today))
  const year = latest < now + span.first ? begun(latest) : now
  return inYear({ ...span, told: `${span.told} ${year / YEAR}` }, year)
}

const YEAR = 10_000

/** `year` as a place: 20260000. */
function inYear(span: Span, year: number): Span {
  return { ...span, first: span.first + year, last: span.last + year, hasYear: true }
}

function besideOf(side: string, part: string | undefined, { first, last, told }: Span): Days {
  const ofPart = part === undefined ? undefined : /end/iu.test(part) ? last : first
  const fits = ({ year, month, day }: CellDay) => {
    const place = dayPlace({ year, month, day })
    if (/^(?:after|later)/.test(side)) return place > (ofPart ?? last)
    if (/^(?:since|from|starting)/.test(side)) return place >= (ofPart ?? first)
    return /^(?:before|prior|earlier)|(?:including|excluding)$/.test(side)
      ? place < (ofPart ?? first)
      : place <= (ofPart ?? last)
  }
  const of = part === undefined ? '' : `the ${part.toLowerCase()} of `
  return { told: `${side} ${of}${told}`, of: 'month', fits }
}

/** Without years it is so in each; "November to February" goes over the end of one. */
function rangeOf(one: Span, other: Span): Days {
  const [first, last] = withOneYear(one, other)
  const told = `${one.told} to ${other.told}`
  const isOfEach = !first.hasYear
  const fits = (day: CellDay) => {
    const place = dayPlace({ ...day, year: isOfEach ? 0 : day.year })
    if (first.first > last.last) return isOfEach && (place >= first.first || place <= last.last)
    return place >= first.first && place <= last.last
  }
  return { told, of: one.kind === 'year' ? 'year' : 'month', fits }
}

/** "January to March 2026": the year is of both. */
function withOneYear(one: Span, other: Span): readonly [Span, Span] {
  if (one.hasYear === other.hasYear) return [one, other]
  const year = Math.floor((one.hasYear ? one.last : other.first) / YEAR) * YEAR
  if (one.hasYear) return [one, inYear(other, one.first > other.last + year ? year + YEAR : year)]
  return [inYear(one, one.first + year > other.last ? year - YEAR : year), other]
}

/** Rows of one of the days or months, and of one of the years. */
function withinOf(spans: readonly Span[]): readonly Days[] {
  const years = spans.filter(({ kind }) => kind === 'year')
  const days = spans.filter(({ kind }) => kind !== 'year')
  const last = days.at(-1)
  const shared = last?.hasYear ? Math.floor(last.first / YEAR) * YEAR : undefined
  // "January and February 2026".
  const all = days.map((one) => (one.hasYear || shared === undefined ? one : inYear(one, shared)))
  return [...anyOf(all, 'month'), ...anyOf(years, 'year')]
}

function anyOf(spans: readonly Span[], of: 'month' | 'year'): readonly Days[] {
  if (spans.length === 0) return []
  const fits = (day: CellDay) =>
    spans.some(({ first, last, hasYear }) => {
      const place = dayPlace({ ...day, year: hasYear ? day.year : 0 })
      return place >= first && place <= last
    })
  return [{ told: spans.map(({ told }) => told).join(' or '), of, fits }]
}

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const WEEKDAY = new RegExp(
  String.raw`\b(?:(?<some>${DAY})s|(?:on|every|each)\s+(?:an?\s+)?(?<one>${DAY})|(?<ends>weekends)|(?<work>weekdays)|(?<=${DENIES}\s+(?:an?\s+)?)(?<denied>${DAY}))\b`,
  'giu',
)

/** "On Saturdays"; where no cell says so itself. */
function weekdays(question: string, rows: Table['rows']): readonly Days[] {
  const named = [...question.matchAll(WEEKDAY)].flatMap(({ index, groups = {} }) => {
    const isNot = groups.denied !== undefined || isDeniedBehind(question.slice(0, index))
    return weekdaysOf(groups).map((name) => ({ name, isNot }))
  })
  const wanted = named.map(({ name }) => name)
  const isCell = () =>
    rows.some((row) => row.some((cell) => wanted.some((name) => cell.toLowerCase() === name.toLowerCase())))
  if (wanted.length === 0 || isCell()) return []
  const of = (some: typeof named): readonly Days[] => {
    const names = some.map(({ name }) => name)
    const told = names.map((name) => `${name}s`).join(' or ')
    return names.length === 0 ? [] : [{ told, of: 'weekday', fits: (day) => names.includes(weekdayOf(day)) }]
  }
  return [...of(named.filter(({ isNot }) => !isNot)), ...of(named.filter(({ isNot }) => isNot)).map(notOf)]
}

function weekdaysOf({ some, one, denied, ends, work }: Readonly<Record<string, string | undefined>>) {
  if (ends !== undefined) return ['Saturday', 'Sunday']
  if (work !== undefined) return WEEKDAYS.slice(1, 6)
  const name = some ?? one ?? denied ?? ''
  return WEEKDAYS.filter((day) => day.toLowerCase() === name.toLowerCase())
}
