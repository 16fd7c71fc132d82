// A number for each group of rows: per kind, by month, on each weekday, or of the two that are compared. Pure.
import {
  type CivilDate,
  dateOfDay,
  dateText,
  dayNumber,
  MONTHS,
  weekdayOf,
} from '../../source/toolkit/civil-date.ts'
import type { Table } from '../../source/toolkit/read-table.ts'
import type { Asked, TableAnswer } from './answer.ts'
import {
  type Column,
  dateColumn,
  dayIn,
  endsOf,
  isUnread,
  mainColumn,
  numberIn,
  textColumn,
  verifyOneUnit,
  yearColumn,
} from './columns.ts'
import { dayPlace, mondayOf } from './date-spans.ts'
import { worked } from './numbers.ts'
import type { Operation } from './question.ts'

type Row = Table['rows'][number]

/** What rows are put together by. */
export interface Grouping {
  readonly name: string
  /** The group of a row. */
  of(row: Row): string
  /** Where a row stands in time; absent: groups stand in the order of their numbers. */
  readonly place?: (row: Row) => number
}

/** Groups that are told. */
const MOST_GROUPS = 20

/** undefined: the question wants none. */
export function groupingOf(asked: Asked): Grouping | undefined {
  const { question, operation } = asked
  return compared(asked) ?? (isGrouped(question, operation) ? groupColumn(asked) : undefined)
}

function isGrouped(question: string, operation: Operation): boolean {
  if (
    /\b(?:per|by|for each|for every|in each|each|every)\s|\b(?:month|year|week)ly\b/iu.test(question) &&
    operation !== 'distinct'
  )
    return true
  if (MOST_OF_MEANS.test(question)) return true
  const isMost = operation === 'highest' || operation === 'lowest'
  return (
    isMost &&
    /\b(?:w?h?ich|what)\b.*\b(?:(?:most|least)\b|(?:high|low|bigg|large?|great|small)est (?:total|sum|overall|combined)\b)|\b(?:best|top|biggest)\s+\p{L}+\s+by\b|\b(?:which|what)\s+(?:month|weekday|day of the week|year|week)\b/iu.test(
      question,
    )
  )
}

/** "Which shop has the lowest average". */
const MOST_OF_MEANS =
  /\b(?:which|what)\b.*\b(?:highest|biggest|largest|(?<low>lowest|smallest)) (?:average|mean|median)\b/iu

const BY =
  /\b(?:per|by|for each|for every|in each|each|every|which|wich|what|best|top|biggest)\s+(\p{L}+)(?:\s+(\p{L}+))?/giu

/** The column of texts that is named, the values of which come again: what it counts by; or a part of the date. */
function groupColumn({ table: { rows }, columns, question }: Asked): Grouping | undefined {
  for (const [, one = '', two = ''] of question.matchAll(BY)) {
    const named = textColumn(columns, `${one} ${two}`)
    if (named === undefined) continue
    const cells = rows.map((row) => row[named.at] ?? '')
    if (new Set(cells).size < cells.length * 0.8) return ofColumn(named)
  }
  const { unit } = PERIOD.exec(question)?.groups ?? {}
  const years = yearColumn(columns)
  if (unit !== undefined && /^year/iu.test(unit) && years !== undefined)
    return { ...ofColumn(years), place: (row) => Number(row[years.at]) }
  const date = unit === undefined ? undefined : dateColumn(columns, question)
  const part = PARTS.find(([form]) => form.test(unit ?? ''))
  if (date === undefined || part === undefined) return undefined
  const [, name, partOf] = part
  const of = (row: Row) => {
    const day = dayIn(date, row)
    return day === undefined ? 'no date' : partOf(day)
  }
  const place = (row: Row) => {
    const day = dayIn(date, row)
    return day === undefined ? Number.POSITIVE_INFINITY : dayPlace(day)
  }
  return name === 'weekday' ? { name, of } : { name, of, place }
}

const PERIOD =
  /\b(?:per|by|for each|for every|in each|each|every|which|what)\s+(?<unit>months?|years?|weeks?|weekdays?|day of the week)\b|\b(?<unit>monthly|yearly|weekly)\b/iu
const PARTS: readonly (readonly [RegExp, string, (day: CivilDate) => string])[] = [
  [/^(?:weekday|day)/iu, 'weekday', (day) => weekdayOf(day)],
  [/^month/iu, 'month', ({ year, month }) => `${MONTHS[month - 1]} ${year}`],
  [/^year/iu, 'year', ({ year }) => String(year)],
  [/^week/iu, 'week', (day) => `week of ${dateText(dateOfDay(mondayOf(dayNumber(day))))}`],
]

function ofColumn({ name, at }: Column): Grouping {
  return { name, of: (row) => row[at] ?? '' }
}

const COMPARES =
  /\b(?:versus|vs|compared? (?:to|with)|compare|differences? between|(?:more|less|better|worse|(?:high|low|larg|bigg|small|long|short|cheap)er)\b.*\bor)\b/iu

/** "More on food or on travel": the values of a column of texts that the rows were chosen by. */
function compared({ columns, question, operation, rows }: Asked): Grouping | undefined {
  if (!COMPARES.test(question) || operation === 'distinct' || operation === 'share') return undefined
  const said = question.toLowerCase()
  const both = columns.find(({ kind, at }) => {
    const values = new Set(rows.map((row) => (row[at] ?? '').toLowerCase()))
    return (
      kind === 'text' &&
      values.size > 1 &&
      values.size < 5 &&
      [...values].every((value) => value !== '' && said.includes(value))
    )
  })
  return both && ofColumn(both)
}

/** What nobody adds up. */
const MEASURED = /\b(?:hot|warm|cold|cool|fast|slow|quick|heav|light|long|short|tall)\p{L}*/iu

/** A number for each group: what is worked out, or how many rows there are. */
export function grouped(
  { columns, question, operation, target, rows, base }: Asked,
  by: Grouping,
): TableAnswer {
  const { place } = by
  const inTime = place === undefined ? rows : rows.toSorted((a, b) => place(a) - place(b))
  const groups = [...Map.groupBy(inTime, by.of)]
  const isCompared = COMPARES.test(question) && !/\bhow many\b/iu.test(question)
  const isMost = operation === 'highest' || operation === 'lowest'
  const ends = isMost ? endsOf(columns)?.[operation] : undefined
  const isMeant = isCompared || isMost || MOST_OF_MEANS.test(question)
  const column = target ?? ends ?? (isMeant ? mainColumn(columns) : undefined)
  const answer = { ...base, by: by.name }
  const isCount = column === undefined || operation === 'count' || (operation === 'list' && !isCompared)
  if (isCount || /\boften\b/iu.test(question)) {
    const found = groups.map(([name, some]) => ({ name, value: String(some.length) }))
    return { ...answer, operation: 'count', groups: inOrder(found, operation, by) }
  }
  verifyOneUnit(column, rows)
  const each = isMost && MEASURED.test(question) ? 'average' : operation
  const unread = rows.filter((row) => isUnread(column, row)).length
  const found = groups.map(([name, some]) => {
    const numbers = some.flatMap((row) => numberIn(column, row) ?? [])
    return { name, value: numbers.length === 0 ? null : worked(each, numbers) }
  })
  const all = { ...answer, operation: each, column: column.name, unread }
  if (found.every(({ value }) => value === null)) return { ...all, rows: 0 }
  const order = MOST_OF_MEANS.exec(question)?.groups?.low === undefined ? operation : 'lowest'
  return { ...all, rows: rows.length - unread, groups: inOrder(found, order, by) }
}

/** The highest first, or the lowest where that is asked for, those without a number last; months as they follow each other. */
function inOrder(
  groups: TableAnswer['groups'],
  operation: Operation,
  { place }: Grouping,
): TableAnswer['groups'] {
  const isMost = operation === 'highest' || operation === 'lowest'
  if (place !== undefined && !isMost) return groups.slice(0, MOST_GROUPS)
  const down = operation === 'lowest' ? 1 : -1
  const none = Number.POSITIVE_INFINITY * down
  return groups
    .toSorted((a, b) => (Number(a.value ?? none) - Number(b.value ?? none)) * down || 0)
    .slice(0, MOST_GROUPS)
}
