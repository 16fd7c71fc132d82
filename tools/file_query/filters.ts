// Which rows a question means: those of a month, above a number, or with a word of it in one of their cells. Pure.

import { ToolFailure } from '../../source/contracts/tool.ts'
import type { CivilDate } from '../../source/toolkit/civil-date.ts'
import { type Decimal, multiplyDecimals, parseDecimal } from '../../source/toolkit/decimal.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'
import { boundsOf, type Edge, withoutNumbersOfBounds } from './bounds.ts'
import { numberOf } from './cells.ts'
import {
  besideAnswers,
  type Column,
  isAnswers,
  isUnread,
  isYes,
  numberColumn,
  numberIn,
  verifyOneUnit,
} from './columns.ts'
import { dateFilters } from './date-filters.ts'
import { unknownColumn } from './extreme.ts'
import { compare } from './numbers.ts'
import { wordFilters } from './word-filters.ts'

type Row = readonly string[]

export interface Filter {
  /** `category is food`, as it is told. */
  readonly told: string
  /** The column, or `month`, `year` or `weekday`: behind it another one of the same takes its place. */
  readonly of: string
  readonly fits: (row: Row) => boolean
}

/** The filters of a question; its words that they took are not looked for in columns any more. */
export function filtersOf(
  table: Table,
  columns: readonly Column[],
  question: string,
  target: Column | undefined,
  today: CivilDate,
): readonly Filter[] {
  const answers = answerFilters(table, columns, question)
  return [
    ...dateFilters(table, columns, withoutNumbersOfBounds(question), today),
    ...boundFilters(table, columns, question, target),
    ...answers,
    ...noneFilters(columns, question, answers.length > 0),
    ...emptyFilters(columns, question),
    ...wordFilters(table, columns, question),
  ]
}

/** "At most 5 rows" is no bound of a column. */
const OF_ROWS = /^(?:rows?|entr(?:y|ies)|lines?|items?|records?|times?|ones?)$/iu

/** Throws `ToolFailure` where it is not clear which column a bound is of. */
function boundFilters(
  { rows }: Table,
  columns: readonly Column[],
  question: string,
  target: Column | undefined,
): readonly Filter[] {
  const bounds = boundsOf(question).filter(({ unit }) => !OF_ROWS.test(unit))
  return bounds.map(({ text, least, most, unit, isNot = false }) => {
    const column = numberColumn(columns, wordsIn(unit)) ?? target ?? numberColumn(columns, wordsIn(question))
    if (column === undefined) throw unknownColumn(columns)
    verifyOneUnit(column, rows)
    const holds = [orderTo(column, least, 1), orderTo(column, most, -1)]
    const fits = (row: Row) => {
      const own = numberIn(column, row)
      return own !== undefined && holds.every((hold) => hold(own)) !== isNot
    }
    const unread = rows.filter((row) => isUnread(column, row)).length
    const told = `${column.name} ${text}${unread === 0 ? '' : `, ${unread} could not be read`}`
    return { told, of: column.name, fits }
  })
}

/** Whether a number is on the side of `edge` that is meant: `side` 1 above, -1 below it. */
function orderTo({ mark }: Column, edge: Edge | undefined, side: 1 | -1): (own: Decimal) => boolean {
  if (edge === undefined) return () => true
  // In words of a person `1,000` is a thousand, whatever the mark of the column; `1.000` is one where the column's mark is a comma.
  const ofColumn = mark === ',' && !/^\D*\d{1,3}(?:,\d{3})+(?!\d)/.test(edge.number) ? ',' : undefined
  const read = numberOf(edge.number, ofColumn)?.number
  if (read === undefined)
    throw new ToolFailure(
      'unclear_number',
      `Which number \`${visible(edge.number)}\` is is not clear; write it in plain figures.`,
    )
  const bound = multiplyDecimals(read, parseDecimal(edge.times))
  return (own) => {
    const order = compare(own, bound)
    return order === 0 ? edge.isIncluded : order === side
  }
}

/** "Who hasn't paid any deposit": the column of numbers that is named has none. "Not paid yet" says a column of yes and no, where there is one. */
function noneFilters(columns: readonly Column[], question: string, isAnswered: boolean): readonly Filter[] {
  const denies = /(?:n['’]?t\b|\b(?:not|never|without|no)\b)[^.?!]*\b(?:any(?:thing)?|a thing|yet)\b/iu.test(
    question,
  )
  const words = wordsIn(question)
  const column = denies ? numberColumn(columns, words) : undefined
  if (column === undefined || (isAnswered && !column.words.some((word) => words.includes(word)))) return []
  const fits = (row: Row) => /^(?:0+(?:[.,]0+)?)?$/.test(row[column.at] ?? '')
  return [{ told: `${column.name} is 0`, of: column.name, fits }]
}

const LACKS =
  /\b(?:without|no|missing|lacks?|lacking|empty|blank)\s+(?:(?:an?|any|the|its|their)\s+)*(?<name>\p{L}+(?:[\s_]\p{L}+)?)|(?<that>\p{L}+)\s+(?:is|are)\s+(?:missing|empty|blank|not (?:given|filled in|known))/giu

/** "How many have no price": cells that are empty. */
function emptyFilters(columns: readonly Column[], question: string): readonly Filter[] {
  return [...question.matchAll(LACKS)].flatMap(({ groups = {} }) => {
    const said = wordsIn(groups.name ?? groups.that ?? '')
    const column = columns.find(({ words }) => words.length > 0 && words.every((word) => said.includes(word)))
    if (column === undefined) return []
    return [
      { told: `${column.name} is empty`, of: column.name, fits: (row: Row) => (row[column.at] ?? '') === '' },
    ]
  })
}

const OWES = /\b(?:owes?|owed|owing|unpaid|outstanding|overdue)\b/iu
const PAID = /^(?:is_?|has_?)?(?:paid|settled|received)/iu

/** "Who has not paid": a column of yes and no that is named. */
function answerFilters({ rows }: Table, columns: readonly Column[], question: string): readonly Filter[] {
  const words = wordsIn(question)
  return columns.flatMap((column) => {
    const cells = rows.map((row) => row[column.at] ?? '')
    const isAll = isAnswers(rows, column.at) && cells.some((cell) => /\p{L}/u.test(cell))
    const others = isAll ? [] : besideAnswers(rows, column.at)
    const isOwed = OWES.test(question) && PAID.test(column.name)
    const isNamed = isOwed || column.words.some((word) => words.includes(word))
    if (!isNamed || others === undefined || others.some((cell) => isAsked(cell, column, words))) return []
    const isNo =
      isOwed ||
      /\b(?:not|never|un\w+|without|no|outstanding|still (?:has|have|owes?)|hasn['’]?t|haven['’]?t|didn['’]?t)\b/iu.test(
        question,
      )
    return [
      {
        told: `${column.name} is ${isNo ? ['no', ...others.slice(0, MOST_TOLD)].join(' or ') : 'yes'}`,
        of: column.name,
        fits: (row: Row) => isYes(row[column.at] ?? '') !== isNo,
      },
    ]
  })
}

/** More of what is neither yes nor no is not told. */
const MOST_TOLD = 3
/** In "not paid yet" they say no more than "not paid". */
const SAYS_NO = new Set(wordsIn('not yet no still never'))

/** "Who is partly paid": a cell beside yes and no. */
function isAsked(cell: string, { words: own }: Column, words: readonly string[]): boolean {
  const said = wordsIn(cell).filter((word) => !SAYS_NO.has(word) && !own.includes(word))
  return said.length > 0 && said.every((word) => words.includes(word))
}
