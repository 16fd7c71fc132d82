// The rows that have words of the question in their cells, or that are to have none of them: "food", "not at Aldi", "all but rent". Pure.
import { type Table, wordsIn } from '../../source/toolkit/read-table.ts'
import { boundsOf } from './bounds.ts'
import { type Column, isAnswers, scoreOf } from './columns.ts'
import { isMonthName } from './date-spans.ts'
import { DENIES } from './denials.ts'
import type { Filter } from './filters.ts'

type Row = Table['rows'][number]

/** Words that name no row. */
const EMPTY = new Set(
  wordsIn(
    'a about add all altogether am amount an and any are as at average avg be been best big by can compute could count cheap csv data did do does each entries entry every exactly expensive far few file find first for from get give had has have heavy high how i in is it its item items json last least line lines list long low made many max me mean median min minimum maximum more most much my not number of on one or our out over overall per please pls record records row rows say sheet short show small so some still spend spent sum table tell than that the their them then there these they this to top total tsv under up us using was we were what whats when where which who whole with yet you',
  ),
)

/** Words of the question that stand in cells: of one column whole values before parts of them. */
export function wordFilters(table: Table, columns: readonly Column[], question: string): readonly Filter[] {
  const { rows } = table
  const named = new Set(columns.flatMap(({ words }) => words))
  const bounds = new Set(boundsOf(question).flatMap(({ text }) => wordsIn(text)))
  const hasDates = columns.some(({ kind }) => kind === 'date')
  // "IT" is a department where it is written so.
  const loud = /\p{Ll}/u.test(question) ? (question.match(/(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu) ?? []) : []
  const said = wordsIn(question).filter(
    (word) => !EMPTY.has(word) && !bounds.has(word) && !(hasDates && isMonthName(word)),
  )
  const left = new Set([...loud.flatMap(wordsIn), ...said])
  const search = { rows, left, named, question }
  const texts = columns.filter(({ kind, at }) => kind === 'text' && !isAnswers(rows, at))
  const whole = texts.flatMap((column) => wholeFilter(column, search) ?? [])
  const found = [...whole, ...texts.flatMap((column) => partFilter(column, search) ?? [])]
  return [...found, ...unfound(columns, question, left)]
}

/** What rows are named by: "on groceries", "for the garden". */
const NAMING = /\b(?:for|on|at|from|about)\s+(?:(?:the|my|our|all|any)\s+)*(?<word>\p{L}{3,})(?!\p{L})/giu
/** "On average", "from highest to lowest", "for everybody". */
const NO_NAME = new Set(
  wordsIn(
    'average whole everything everybody everyone all them him her now today yesterday tomorrow mean median once hand it highest lowest biggest smallest oldest youngest best worst fastest slowest left right start end beginning file table list sheet last next previous past weekends weekdays night time',
  ),
)

/** The `of` of what only tells that a name was not found. */
export const UNFOUND = 'unfound'

/** A name that stands in no cell is told, so that nobody takes a number of all rows for one of some. */
function unfound(columns: readonly Column[], question: string, left: ReadonlySet<string>): readonly Filter[] {
  const names = [...question.matchAll(NAMING)].flatMap(({ groups }) => groups?.word ?? [])
  const open = names.filter((name) => {
    const [stem = ''] = wordsIn(name)
    const isOpen =
      left.has(stem) && !NO_NAME.has(stem) && !isMonthName(name.toLowerCase()) && !/days?$/iu.test(name)
    return isOpen && columns.every((column) => scoreOf(column, [stem]) === 0)
  })
  if (open.length === 0) return []
  const told = `no row says ${[...new Set(open)].map((name) => `\`${name}\``).join(' or ')}`
  return [{ told, of: UNFOUND, fits: () => true }]
}

interface Search {
  readonly rows: Table['rows']
  /** Words of the question that nothing was found for yet. */
  readonly left: Set<string>
  /** Words of names of columns. */
  readonly named: ReadonlySet<string>
  readonly question: string
}

/** Values that are named as they are; takes their words from `left`. */
function wholeFilter({ name, at }: Column, { rows, left, named, question }: Search): Filter | undefined {
  const values = [...new Set(rows.map((row) => row[at] ?? ''))].filter((value) => value !== '')
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
  if (longest.length === 0) return undefined
  for (const value of longest) for (const word of wordsIn(value)) left.delete(word)
  const { isNot, meant } = meantOf(question, longest)
  return {
    told: `${name} is ${isNot ? 'not ' : ''}${meant.join(' or ')}`,
    of: name,
    fits: (row) => meant.includes(row[at] ?? '') !== isNot,
  }
}

/** Words that stand in values; takes them from `left`. */
function partFilter({ name, at }: Column, { rows, left, named, question }: Search): Filter | undefined {
  const parts = [...left].filter(
    (word) => !named.has(word) && rows.some((row) => wordsIn(row[at] ?? '').includes(word)),
  )
  if (parts.length === 0) return undefined
  for (const word of parts) left.delete(word)
  const said = parts.map((stem) => ({ stem, word: saidAs(stem, question) }))
  // "Not started" is what such a cell says itself.
  const hasNot = rows.some(
    (row) =>
      /\b(?:not|never|no)\b/iu.test(row[at] ?? '') &&
      parts.some((word) => wordsIn(row[at] ?? '').includes(word)),
  )
  const words = said.map(({ word }) => word)
  const { isNot, meant } = hasNot ? { isNot: false, meant: words } : meantOf(question, words)
  const stems = said.filter(({ word }) => meant.includes(word)).map(({ stem }) => stem)
  const hasAll = (row: Row) => stems.every((word) => wordsIn(row[at] ?? '').includes(word))
  const hasSome = (row: Row) => stems.some((word) => wordsIn(row[at] ?? '').includes(word))
  const all = !isNot && rows.some(hasAll)
  return {
    told: `${name} with${isNot ? 'out' : ''} ${meant.join(all ? ' ' : ' or ')}`,
    of: name,
    fits: (row) => (all ? hasAll(row) : hasSome(row)) !== isNot,
  }
}

/** The word of the question that has this stem. */
function saidAs(stem: string, question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.find((word) => wordsIn(word)[0] === stem) ?? stem
}

/** Those that are asked for; where all are to be left out, these. */
function meantOf(question: string, values: readonly string[]): { isNot: boolean; meant: readonly string[] } {
  const wanted = values.filter((value) => !isDenied(question, value, values))
  return wanted.length === 0 ? { isNot: true, meant: values } : { isNot: false, meant: wanted }
}

/** "Not delivered yet", "isn't back from the printer", "without rent and food". */
function isDenied(question: string, value: string, values: readonly string[]): boolean {
  const one = values.map((other) => RegExp.escape(other)).join('|')
  const listed = `(?:(?:${one})s?\\s*(?:,|,?\\s*(?:and|or|nor|&))\\s*(?:the\\s+)?)*`
  return new RegExp(
    `${DENIES}\\s+(?:\\p{L}+\\s+){0,2}?${listed}${RegExp.escape(value)}s?(?![\\p{L}\\p{N}])`,
    'iu',
  ).test(question)
}
