// The row that is highest, lowest, oldest or newest. Pure.
import { ToolFailure } from '../../source/contracts/tool.ts'
import type { Decimal } from '../../source/toolkit/decimal.ts'
import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'
import type { Asked, TableAnswer } from './answer.ts'
import { dayOf, numberOf } from './cells.ts'
import {
  type Column,
  dateColumn,
  dayIn,
  endsOf,
  isAge,
  isUnread,
  mainColumn,
  numberIn,
  scoreOf,
  verifyOneUnit,
  yearColumn,
} from './columns.ts'
import { dayPlace } from './date-spans.ts'
import { compare } from './numbers.ts'
import { dateOrder, manyOf, placeOf } from './question.ts'
import { isOfAge } from './superlatives.ts'

const MOST_SHOWN = 20
/** More columns are not named in a refusal. */
const MOST_NAMED = 12

/** The row, or all that are alike. Throws `ToolFailure` where the question names no column. */
export function extreme({ table, columns, question, operation, target, rows, base }: Asked): TableAnswer {
  const date = dateColumn(columns, question) ?? yearColumn(columns)
  const order = date === undefined || isByAge(target, date, question) ? undefined : dateOrder(question)
  const end = endsOf(columns)?.[operation === 'lowest' ? 'lowest' : 'highest']
  const column = order === undefined ? (target ?? end ?? mainColumn(columns)) : date
  if (column === undefined || (order === undefined && !saysAge(column, rows, question)))
    throw unknownColumn(columns)
  if (order === undefined) verifyOneUnit(column, rows)
  const unread = rows.filter((row) => isUnread(column, row)).length
  const wanted = order ?? operation
  const down = wanted === 'highest' ? -1 : 1
  // Each cell is read once, not at each comparison.
  const sorted = rows
    .flatMap((row) => {
      const value = cellValue(row, column)
      return value === undefined ? [] : [{ row, value }]
    })
    .sort((a, b) => orderOf(a.value, b.value) * down)
  const place = sorted[placeOf(question) - 1]
  if (place === undefined) return { ...base, column: column.name, rows: 0, unread }
  const first = place.row
  const many = manyOf(question)
  const alike = sorted.filter(({ value }) => orderOf(value, place.value) === 0)
  const same = (many > 1 ? sorted.slice(0, many) : alike).map(({ row }) => row)
  const years = yearColumn(columns)
  const called =
    columns.find(({ kind, at }) => kind === 'text' && first[at] !== '') ??
    (years === column ? undefined : years)
  return {
    ...base,
    operation: wanted,
    column: column.name,
    rows: rows.length - unread,
    unread,
    value: first[column.at] ?? '',
    name: same.length > 1 || called === undefined ? null : (first[called.at] ?? null),
    shown: linesOf(table, same),
  }
}

/** Whether an age tells who is oldest, though there are dates: they are of something else than births. */
function isByAge(target: Column | undefined, date: Column, question: string): boolean {
  const isNamed = date.words.some((word) => wordsIn(question).includes(word))
  const isBirth = /born|birth|dob|gebor|geburt/iu.test(date.name)
  return isOfAge(question) && target !== undefined && isAge(target) && !isNamed && !isBirth && !date.isYears
}

/** Points do not say who is oldest; ages do, and the years of something. */
function saysAge(column: Column, rows: Table['rows'], question: string): boolean {
  if (!isOfAge(question) || isAge(column) || scoreOf(column, wordsIn(question)) > 0) return true
  return rows.every((row) => /^(?:1\d|20)\d\d$|^\D*$/.test(row[column.at] ?? ''))
}

function cellValue(row: readonly string[], column: Column): Decimal | number | undefined {
  if (column.kind !== 'date') return numberIn(column, row)
  const day = dayIn(column, row)
  return day && dayPlace(day)
}

function orderOf(one: Decimal | number, other: Decimal | number): number {
  return typeof one === 'number' ? one - Number(other) : compare(one, other as Decimal)
}

/** The rows that are shown, a line each. */
export function linesOf(table: Table, rows: Table['rows']): readonly string[] {
  return rows.slice(0, MOST_SHOWN).map((row) => lineOf(table, row))
}

const IS_DATE = /date|day|when/i
const IS_ANSWER = /^(?:yes|no|true|false|y|n|x)$/i

/** `2026-01-17, food, Aldermarket, amount_eur 61.12`: texts as they are, what says little alone with its column. */
function lineOf({ columns }: Table, row: readonly string[]): string {
  return columns
    .flatMap((name, at) => {
      const cell = row[at] ?? ''
      if (cell === '') return []
      const isDay = dayOf(cell) !== undefined
      const saysLittle = isDay ? !IS_DATE.test(name) : isFigures(cell) || IS_ANSWER.test(cell)
      return [saysLittle ? `${name} ${cell}` : cell]
    })
    .join(', ')
}

/** A number, or figures that are none: of a telephone, of a booking. */
function isFigures(cell: string): boolean {
  return numberOf(cell) !== undefined || /^\d[\d ]*$/.test(cell)
}

/** What is said where no column is meant. */
export function unknownColumn(columns: readonly Column[]): ToolFailure {
  const numeric = columns.filter(({ kind }) => kind === 'number').map(({ name }) => `\`${name}\``)
  const named = numeric.slice(0, MOST_NAMED).join(', ')
  const sentence =
    numeric.length === 0
      ? 'No column of the table has numbers; ask which rows it has, or how many.'
      : `Which column is meant is not clear; name one of ${named}.`
  return new ToolFailure('unknown_column', sentence)
}
