// Which rows a question means: those of a month, above a number, or with a word of it in one of their cells. Pure.

import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'
import { type Column, isUnread, numberColumn, numberIn, scoreOf, verifyOneUnit } from './columns.ts'
import { dateFilters, isMonthName } from './date-filters.ts'
import { compare } from './numbers.ts'
import { boundsOf } from './question.ts'

type Row = readonly string[]

export interface Filter {
  /** `category is food`, as it is told. */
  readonly told: string
  /** The column, or `day`, `month` or `year`: behind it another one of the same takes its place. */
  readonly of: string
  readonly fits: (row: Row) => boolean
}

/** Words that name no row. */
const EMPTY = new Set(
  wordsIn(
    'a about add all altogether am amount an and any are as at average avg be been best big by can compute could count cheap csv data did do does each entries entry every exactly expensive far few file find first for from get give had has have heavy high how i in is it its item items json last least line lines list long low made many max me mean median min minimum maximum more most much my not number of on one or our out over overall per please pls record records row rows say sheet short show small so some still spend spent sum table tell than that the their them then there these they this to top total tsv under up us using was we were what whats when where which who whole with yet you',
  ),
)

/** The filters of a question; its words that they took are not looked for in columns any more. */
export function filtersOf(
  table: Table,
  columns: readonly Column[],
  question: string,
  target: Column | undefined,
  today: Date,
): readonly Filter[] {
  return [
    ...dateFilters(columns, question, today),
    ...boundFilters(table, columns, question, target),
    ...answerFilters(table, columns, question),
    ...noneFilters(columns, question),
    ...wordFilters(table, columns, question),
  ]
}

function boundFilters(
  { rows }: Table,
  columns: readonly Column[],
  question: string,
  target: Column | undefined,
): readonly Filter[] {
  return boundsOf(question).flatMap(({ text, least, isIncluded, number, unit }) => {
    const column = numberColumn(columns, wordsIn(unit)) ?? target ?? numberColumn(columns, wordsIn(question))
    if (column === undefined) return []
    verifyOneUnit(column, rows)
    const fits = (row: Row) => {
      const own = numberIn(column, row)
      if (own === undefined) return false
      const order = compare(own, number)
      return order === 0 ? isIncluded : least ? order > 0 : order < 0
    }
    const unread = rows.filter((row) => isUnread(column, row)).length
    const told = `${column.name} ${text}${unread === 0 ? '' : `, ${unread} could not be read`}`
    return [{ told, of: column.name, fits }]
  })
}

const YES = /^(?:yes|y|true|x|1|ja|paid|done)$/iu
const NO = /^(?:no|n|false|0|nein|-)?$/iu

/** "Who hasn't paid any deposit": the column of numbers that is named has none. */
function noneFilters(columns: readonly Column[], question: string): readonly Filter[] {
  const denies = /(?:n['’]?t\b|\b(?:not|never|without|no)\b)[^.?!]*\b(?:any(?:thing)?|a thing|yet)\b/iu.test(
    question,
  )
  const column = denies ? numberColumn(columns, wordsIn(question)) : undefined
  if (column === undefined) return []
  const fits = (row: Row) => /^(?:0+(?:[.,]0+)?)?$/.test(row[column.at] ?? '')
  return [{ told: `${column.name} is 0`, of: column.name, fits }]
}

const OWES = /\b(?:owes?|owed|owing|unpaid|outstanding|overdue)\b/iu
const PAID = /^(?:is_?|has_?)?(?:paid|settled|received)/iu

/** "Who has not paid": a column of yes and no that is named. */
function answerFilters({ rows }: Table, columns: readonly Column[], question: string): readonly Filter[] {
  const words = wordsIn(question)
  return columns.flatMap((column) => {
    const cells = rows.map((row) => row[column.at] ?? '')
    const isAnswer =
      cells.every((cell) => YES.test(cell) || NO.test(cell)) && cells.some((cell) => /\p{L}/u.test(cell))
    const isOwed = OWES.test(question) && PAID.test(column.name)
    if (!isAnswer || !(isOwed || column.words.some((word) => words.includes(word)))) return []
    const isNo =
      isOwed ||
      /\b(?:not|never|un\w+|without|no|outstanding|still (?:has|have|owes?)|hasn['’]?t|haven['’]?t|didn['’]?t)\b/iu.test(
        question,
      )
    return [
      {
        told: `${column.name} is ${isNo ? 'no' : 'yes'}`,
        of: column.name,
        fits: (row: Row) => YES.test(row[column.at] ?? '') !== isNo,
      },
    ]
  })
}

/** Words of the question that stand in cells: of one column whole values before parts of them. */
function wordFilters({ rows }: Table, columns: readonly Column[], question: string): readonly Filter[] {
  const named = new Set(columns.flatMap(({ words }) => words))
  const bounds = new Set(boundsOf(question).flatMap(({ text }) => wordsIn(text)))
  const left = new Set(
    wordsIn(question).filter((word) => !EMPTY.has(word) && !bounds.has(word) && !isMonthName(word)),
  )
  const texts = columns.filter(({ kind, at }) => kind === 'text' && !isAnswers(rows, at))
  const found: Filter[] = []
  for (const column of texts) {
    const values = [...new Set(rows.map((row) => row[column.at] ?? ''))].filter((value) => value !== '')
    const whole = values.filter((value) => {
      const own = wordsIn(value)
      return own.length > 0 && own.every((word) => left.has(word)) && !own.every((word) => named.has(word))
    })
    // "Thai Garden" stands for itself, and not for every garden.
    const longest = whole.filter(
      (value) =>
        !whole.some(
          (other) => other !== value && wordsIn(value).every((word) => wordsIn(other).includes(word)),
        ),
    )
    if (longest.length > 0) {
      for (const value of longest) for (const word of wordsIn(value)) left.delete(word)
      const isNot = longest.every((value) => isDenied(question, value))
      found.push({
        told: `${column.name} is ${isNot ? 'not ' : ''}${longest.join(' or ')}`,
        of: column.name,
        fits: (row) => longest.includes(row[column.at] ?? '') !== isNot,
      })
    }
  }
  for (const column of texts) {
    const parts = [...left].filter(
      (word) => !named.has(word) && rows.some((row) => wordsIn(row[column.at] ?? '').includes(word)),
    )
    if (parts.length === 0) continue
    const has = (row: Row, all: boolean) => {
      const own = wordsIn(row[column.at] ?? '')
      return all ? parts.every((word) => own.includes(word)) : parts.some((word) => own.includes(word))
    }
    const all = rows.some((row) => has(row, true))
    for (const word of parts) left.delete(word)
    found.push({
      told: `${column.name} with ${parts.map((stem) => saidAs(stem, question)).join(all ? ' ' : ' or ')}`,
      of: column.name,
      fits: (row) => has(row, all),
    })
  }
  return found
}

/** The word of the question that has this stem. */
function saidAs(stem: string, question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.find((word) => wordsIn(word)[0] === stem) ?? stem
}

/** "Not delivered yet", "isn't back from the printer". */
function isDenied(question: string, value: string): boolean {
  return new RegExp(
    `(?:\\b(?:not|never)|n['’]t)\\s+(?:\\p{L}+\\s+){0,2}${RegExp.escape(value)}\\b`,
    'iu',
  ).test(question)
}

function isAnswers(rows: Table['rows'], at: number): boolean {
  return rows.every((row) => YES.test(row[at] ?? '') || NO.test(row[at] ?? ''))
}

/** The column of texts that a question names. */
export function textColumn(columns: readonly Column[], question: string): Column | undefined {
  const words = wordsIn(question)
  const [best] = columns
    .filter(({ kind }) => kind === 'text')
    .map((column) => ({ column, score: scoreOf(column, words) }))
    .sort((a, b) => b.score - a.score)
  return best !== undefined && best.score >= 1 ? best.column : undefined
}

/** The column of texts that a question names, the values of which come again: what it counts by. */
export function groupColumn(
  { rows }: Table,
  columns: readonly Column[],
  question: string,
): Column | undefined {
  const by =
    /\b(?:per|by|for each|for every|in each|each|every|which|wich|what|best|top|biggest)\s+(\p{L}+)(?:\s+(\p{L}+))?/giu
  for (const [, one = '', two = ''] of question.matchAll(by)) {
    const named = textColumn(columns, `${one} ${two}`)
    if (named === undefined) continue
    const cells = rows.map((row) => row[named.at] ?? '')
    if (new Set(cells).size < cells.length * 0.8) return named
  }
  return undefined
}
