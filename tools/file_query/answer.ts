// A question about a table, answered: which rows are meant, which column, and what is worked out. Pure.
import type { CivilDate } from '../../source/toolkit/civil-date.ts'
import { type Decimal, multiplyDecimals, printDecimal } from '../../source/toolkit/decimal.ts'
import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'
import { withoutBounds } from './bounds.ts'
import { numberOf } from './cells.ts'
import {
  type Column,
  columnsOf,
  countedBy,
  isUnread,
  mainColumn,
  numberColumn,
  numberIn,
  textColumn,
  verifyOneUnit,
} from './columns.ts'
import { extreme, linesOf, unknownColumn } from './extreme.ts'
import { type Filter, filtersOf } from './filters.ts'
import { grouped, groupingOf } from './groups.ts'
import { shareText, sumOf, worked } from './numbers.ts'
import { isBare, type Operation, operationOf, withoutSlips } from './question.ts'
import { endOf } from './superlatives.ts'
import { withoutTotals } from './totals.ts'
import { UNFOUND } from './word-filters.ts'

export type TableAnswer = {
  readonly operation: Operation
  /** The column that it is of; null: of the rows themselves. */
  readonly column: string | null
  /** What was worked out; null for a list, and for groups. */
  readonly value: string | null
  /** What the only row is called that is highest or lowest; null: there are several, or it has no text. */
  readonly name: string | null
  /** Rows that were meant, and all of the table. */
  readonly rows: number
  readonly of: number
  /** Rows more that were meant, but have something in the column that is no number. */
  readonly unread: number
  /** How those that were meant were told. */
  readonly where: readonly string[]
  /** Rows that are shown, a line each: those that are highest or lowest, or of a list (at most 20). */
  readonly shown: readonly string[]
  /** What the groups are of: a column, or `month`, `year`, `week` or `weekday`; null: there are none. */
  readonly by: string | null
  /** By value; null: no row of it has a number. */
  readonly groups: readonly { readonly name: string; readonly value: string | null }[]
}

/** The rows are asked for, and what they come to. */
const TOTALS = /\b(?:how much|altogether|all together|in total)\b/iu

/** A question with the rows that it means. */
export interface Asked {
  readonly table: Table
  readonly columns: readonly Column[]
  readonly question: string
  readonly operation: Operation
  /** The column of numbers that it speaks of. */
  readonly target: Column | undefined
  readonly rows: Table['rows']
  /** Some answers say nothing more than this. */
  readonly base: TableAnswer
}

/** What else is known of the file. */
export interface Writing {
  /** Its cells are parted by `;`, as where the comma is the decimal mark. */
  readonly isSplitBySemicolon: boolean
}

/** Answers a question from the rows of `whole`. Throws `ToolFailure` where it names no column that it could mean. */
export function answerQuestion(
  whole: Table,
  said: string,
  today: CivilDate,
  writing: Writing = { isSplitBySemicolon: false },
): TableAnswer {
  const asked = readQuestion(whole, said, today, writing)
  const { table, columns, question, operation, target, rows, base } = asked
  if (rows.length === 0) return base
  const by = groupingOf(asked)
  if (by !== undefined) return grouped(asked, by)
  if (operation === 'list') {
    const total = TOTALS.test(question) ? (target ?? mainColumn(columns)) : undefined
    const shown = linesOf(table, rows)
    return total === undefined
      ? { ...base, shown }
      : { ...workedOut({ ...asked, operation: 'sum', target: total }), operation: 'sum', shown }
  }
  const kinds = operation === 'count' ? countedKinds(asked) : undefined
  if (kinds !== undefined) return distinct(asked, kinds)
  if (operation === 'count')
    return { ...base, value: String(rows.length), shown: base.where.length > 0 ? linesOf(table, rows) : [] }
  if (operation === 'distinct') return distinct(asked, textColumn(columns, question))
  return operation === 'highest' || operation === 'lowest' ? extreme(asked) : workedOut(asked)
}

function readQuestion(whole: Table, said: string, today: CivilDate, { isSplitBySemicolon }: Writing): Asked {
  const unlike = { ...whole, columns: unlikeNames(whole.columns) }
  const all = columnsOf(unlike, isSplitBySemicolon)
  const kept = withoutTotals(unlike, all)
  const table = { ...unlike, rows: kept.rows }
  const columns = kept.rows === unlike.rows ? all : columnsOf(table, isSplitBySemicolon)
  const chain = chainOf(said).map((one) => withoutSlips(one, (word) => hasWord(table, word)))
  const [question = ''] = chain
  const target = chain
    .map((one) => numberColumn(columns, wordsIn(withoutBounds(one))))
    .find((one) => one !== undefined)
  const filters = inPlace(chain.map((one) => filtersOf(table, columns, one, target, today)))
  const rows = table.rows.filter((row) => filters.every(({ fits }) => fits(row)))
  const naming = chain.find((one) => operationOf(one) !== 'list') ?? question
  const meant = target ?? mainColumn(columns)
  const operation = endOf(withColumn(operationOf(naming), target, naming), naming, meant)
  const isUsed =
    !['list', 'count', 'distinct'].includes(operation) || filters.some(({ of }) => of === meant?.name)
  const guessed = isUsed ? guessOf(meant) : []
  const where = [...filters.map(({ told }) => told), ...kept.told, ...guessed, ...(table.left ?? [])]
  const base = {
    operation,
    column: null,
    value: null,
    name: null,
    rows: rows.length,
    of: whole.rows.length,
    unread: 0,
    where,
    shown: [],
    by: null,
    groups: [],
  }
  return { table, columns, question, operation, target, rows, base }
}

/** How a column's numbers were read where little tells. */
function guessOf(column: Column | undefined): readonly string[] {
  const number = column?.guessed === undefined ? undefined : numberOf(column.guessed, column.mark)?.number
  return number === undefined ? [] : [`\`${column?.guessed}\` read as ${printDecimal(number).text}`]
}

/** Names that stand twice, numbered so that each can be named: `amount 1`, `amount 2`. */
function unlikeNames(names: readonly string[]): readonly string[] {
  const like = (name: string) => (one: string) => one.toLowerCase() === name.toLowerCase()
  return names.map((name, at) => {
    const isAlone = names.filter(like(name)).length === 1
    return isAlone ? name : `${name} ${names.slice(0, at + 1).filter(like(name)).length}`
  })
}

/** Whether `word`, in lower case, stands in a cell or in the name of a column. */
function hasWord({ columns, rows }: Table, word: string): boolean {
  const form = new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')
  return columns.some((name) => form.test(name)) || rows.some((row) => row.some((cell) => form.test(cell)))
}

/** "And in March? (before: total distance)": the questions, the last one first. What one leaves out is that of the one before. */
function chainOf(said: string): readonly string[] {
  const { now, before } = /^(?<now>.*?)\s*\(before: (?<before>.*)\)$/su.exec(said)?.groups ?? {}
  return now === undefined || before === undefined ? [said] : [now, ...chainOf(before)]
}

/** The rows of the questions before count as long as none of the same kind are asked for. */
function inPlace(filters: readonly (readonly Filter[])[]): readonly Filter[] {
  const kept: Filter[] = []
  for (const [back, ofQuestion] of filters.entries()) {
    const open = ofQuestion.filter(({ of }) => !kept.some((one) => one.of === of))
    kept.push(...open.filter(({ of }) => back === 0 || of !== UNFOUND))
  }
  // Where rows were found by something else than their days, a word more is mostly said of the whole table.
  const isNamed = kept.some(({ of }) => ![UNFOUND, 'month', 'year', 'weekday'].includes(of))
  return isNamed ? kept.filter(({ of }) => of !== UNFOUND) : kept
}

/** How many different values the column has. */
function distinct({ rows, base }: Asked, column: Column | undefined): TableAnswer {
  if (column === undefined) return { ...base, operation: 'count', value: String(rows.length) }
  const values = new Set(rows.flatMap((row) => row[column.at] || []))
  return { ...base, operation: 'distinct', column: column.name, value: String(values.size) }
}

const COUNTED = /\b(?:how many|number of|count(?: of)?)\s+(?:(?:the|all|of|my|our)\s+)*(?<noun>\p{L}{3,})/iu
/** These are rows, whatever their column has. */
const ARE_ROWS = /^(?:rows?|entr(?:y|ies)|lines?|items?|records?|times?|ones?|days?|weeks?|months?|dates?)$/iu

/** "How many shops are there": the column of which some values come again. Of some of the rows these are counted themselves. */
function countedKinds({ table, columns, question, rows }: Asked): Column | undefined {
  const { noun = '' } = COUNTED.exec(question)?.groups ?? {}
  if (noun === '' || ARE_ROWS.test(noun) || rows.length < table.rows.length) return undefined
  const words = wordsIn(noun)
  const column = columns.find(
    ({ kind, words: own }) => kind === 'text' && words.some((word) => own.includes(word)),
  )
  const cells = column === undefined ? [] : rows.flatMap((row) => row[column.at] || [])
  return new Set(cells).size < cells.length ? column : undefined
}

/** A sum, an average or a median, of a column or of the product of two. */
function workedOut({ table, columns, question, operation, target, rows, base }: Asked): TableAnswer {
  const main = target ?? mainColumn(columns)
  const counted = main !== undefined && operation === 'sum' ? countedBy(columns, main) : undefined
  const alone = main === undefined ? undefined : counted === undefined ? [main] : [counted, main]
  const factors = productOf(columns, question) ?? alone
  if (factors === undefined) throw unknownColumn(columns)
  for (const factor of factors) verifyOneUnit(factor, operation === 'share' ? table.rows : rows)
  const numbersOf = (some: Table['rows']) =>
    some.flatMap((row) => timesAll(factors.map((factor) => numberIn(factor, row))) ?? [])
  const numbers = numbersOf(rows)
  const column = factors.map(({ name }) => name).join(' × ')
  const unread = rows.filter((row) => factors.some((factor) => isUnread(factor, row))).length
  const counts = { column, unread, rows: numbers.length }
  if (numbers.length === 0) return { ...base, ...counts }
  if (operation === 'share')
    return {
      ...base,
      column,
      unread,
      rows: rows.length - unread,
      value: `${shareText(sumOf(numbers), sumOf(numbersOf(table.rows)))} %`,
    }
  return { ...base, ...counts, value: worked(operation, numbers) }
}

/** "How many kilometres did I run" adds up what "how many runs" counts. */
function withColumn(operation: Operation, target: Column | undefined, question: string): Operation {
  if (operation === 'list' && target !== undefined && isBare(question)) return 'sum'
  if (operation !== 'count' || target === undefined) return operation
  const [, counted = ''] = /\b(?:how many|number of)\s+(\p{L}+)/iu.exec(question) ?? []
  return numberColumn([target], wordsIn(counted)) !== undefined && isOf(target, counted) ? 'sum' : 'count'
}

function isOf(target: Column, word: string): boolean {
  const [stem = ''] = wordsIn(word)
  return (
    target.words.includes(stem) ||
    /^(?:km|kilomet\w*|miles?|euros?|dollars?|kilos?|kg|minutes?|hours?|crates?)$/iu.test(word)
  )
}

/** "Quantity times price": the two columns. */
function productOf(columns: readonly Column[], question: string): readonly Column[] | undefined {
  const said = /(?<one>\p{L}+)\s*(?:times|multiplied by|[x×*])\s*(?:the\s+)?(?<other>\p{L}+)/iu.exec(
    question,
  )?.groups
  if (said === undefined) return undefined
  const factors = [said.one, said.other].map((word) => numberColumn(columns, wordsIn(word ?? '')))
  const [one, other] = factors
  return one !== undefined && other !== undefined && one !== other ? [one, other] : undefined
}

/** undefined: one of them is none. */
function timesAll(numbers: readonly (Decimal | undefined)[]): Decimal | undefined {
  return numbers.reduce((one, other) => (one && other ? multiplyDecimals(one, other) : undefined))
}
