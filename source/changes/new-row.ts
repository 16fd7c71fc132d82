// A further row of a table: what of a message is plainly of which column, and between which of its words is to be chosen for the others
// ("8 oz of Saaz, expires 10/2027"). Pure.
// Invariant: every date, number, time and phone number that the message has is of a column, or there is no row.
import { isKind, isText, repeatedIn } from './column-kinds.ts'
import type { Cell, Row } from './items.ts'
import { casedLike } from './new-entry.ts'
import { fillNumbers } from './row-numbers.ts'
import { fillStates } from './row-states.ts'
import {
  Filled,
  fillDates,
  fillNamed,
  fillNumber,
  fillOthers,
  fillPerson,
  fillShapes,
  Rest,
} from './row-values.ts'
import { isFlag } from './state-change.ts'
import { type Typed, typedIn } from './typed.ts'

/** A row of which some cells are still open. */
export interface RowDraft {
  readonly like: Row
  readonly filled: ReadonlyMap<Cell, string>
  /** For each open cell what may come there; nothing, too. */
  readonly choices: ReadonlyMap<Cell, readonly string[]>
  /** How many values are plainly of their column: by its name, its unit, or since other rows have them. */
  readonly plain: number
  /** Values of the message that the open cells have to take. */
  readonly left: readonly string[]
}

/** Names come again, too, but there are more of them. */
const MOST_STATES = 4
/** What a message tells of a row; undefined: it has a value that no column takes. */
export function draftRow(rows: readonly Row[], said: string, today: Typed): RowDraft | undefined {
  const like = rows.at(-1)
  if (like === undefined) return undefined
  const rest = new Rest(said)
  const filled = new Filled()
  if (like.cells.some(({ column }) => isKind(column.values, 'time')))
    rest.text = rest.text.replace(
      /(?<![\d.,:£$€])(\d{1,2})\.([0-5]\d)(?![\d.]|\s?(?:[£$€]|euro|pound|quid))/giu,
      '$1:$2',
    )
  fillNumber(like.cells, rest, filled)
  fillDates(like.cells, rest, filled, today)
  fillOthers(like.cells, rest, filled)
  fillNumbers(like.cells, rest, filled)
  fillPerson(like.cells, rest, filled)
  fillShapes(like.cells, rest, filled)
  fillStates(like, rest, filled)
  fillNamed(like.cells, rest, filled)
  const left = typedIn(rest.text).filter(({ kind }) => kind !== 'code' && kind !== 'weekday')
  const takes = like.cells.some(
    (cell) =>
      !filled.has(cell) && isText(cell.column.values) && cell.column.values.some((value) => /\d/.test(value)),
  )
  if (left.length > 0 && !takes) return undefined
  const spans = spansIn(rest.text)
  const choices = new Map<Cell, readonly string[]>()
  for (const cell of like.cells) {
    const { values } = cell.column
    if (filled.has(cell)) continue
    if (isFlag(values)) choices.set(cell, [...new Set(values)])
    else if (isText(values)) choices.set(cell, choicesOf(values, spans))
  }
  return { like, filled, choices, plain: filled.plain.size, left: left.map(({ text }) => text) }
}

/** A state that every row has is one of theirs; else words of the message, or nothing. */
function choicesOf(values: readonly string[], spans: readonly string[]): readonly string[] {
  const all = repeatedIn(values)
  if (values.includes('')) return ['', ...spans]
  return all.length > 0 && all.length <= MOST_STATES ? all : [...new Set(['', ...all, ...spans])]
}

/** The row with what was chosen; undefined: nothing says what it is of. */
export function completeRow(
  { like, filled, left }: RowDraft,
  chosen: (cell: Cell) => string,
): string | undefined {
  const all = new Map(
    like.cells.map(
      (cell) => [cell, casedLike(filled.get(cell) ?? chosen(cell), cell.column.values)] as const,
    ),
  )
  const name = nameCell(like)
  if (left.some((value) => ![...all.values()].some((text) => text.includes(value)))) return undefined
  if (name === undefined || (all.get(name) ?? '') === '') return undefined
  return lineOf(like, all)
}

/** The cell that says what a row is of. */
export function nameCell({ cells }: Row): Cell | undefined {
  return cells.find(({ column }) => isText(column.values))
}

/** Words that no name begins or ends with. */
const EMPTY =
  /^(?:oh|ok|okay|hey|so|and|also|but|well|just|now|please|pls|i|we|he|she|they|it|there|that|this|has|have|had|is|are|was|got|get|gets|bought|made|making|makes|put|another|one|more|a|an|of|our|my|some|called|named|add|plus|with|to|for|at|by|from|in|on|or|too|already|yet|still|said|says)$/iu
const LONGEST = 6
const MOST_SPANS = 60

/** Runs of words that may be what stands in a cell, none with what is already of one. */
function spansIn(text: string): readonly string[] {
  const pieces = text.split(/\uE000+|[,;:!?]+(?=\s|$)|(?<=\p{Ll}{3})\.(?=\s|\uE000|$)|\s[-–—]+\s/u)
  const spans = pieces.flatMap((piece) => {
    const words = piece
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/(?<=\p{Ll}{3})[.!?]+$/u, ''))
      .filter((word) => word !== '')
    return words.flatMap((first, from) =>
      words
        .slice(from, from + LONGEST)
        .flatMap((last, count) =>
          isEmpty(first) || isEmpty(last) ? [] : [words.slice(from, from + count + 1).join(' ')],
        ),
    )
  })
  const whole = spans
    .map((span) => (/^[^(]*\)|\([^)]*$/.test(span) ? '' : span))
    .filter((span) => span !== '')
  return [...new Set(whole)].slice(0, MOST_SPANS)
}

function isEmpty(word: string): boolean {
  return EMPTY.test(word) || !/[\p{L}\d]/u.test(word)
}

/** As the last row is written. */
function lineOf({ whole, cells }: Row, filled: ReadonlyMap<Cell, string>): string {
  return [...cells]
    .sort((a, b) => b.from - a.from)
    .reduce((line, cell) => line.slice(0, cell.from) + (filled.get(cell) ?? '') + line.slice(cell.to), whole)
}
