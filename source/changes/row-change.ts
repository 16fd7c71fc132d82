// What a message changes in a row of a table: a state ("paid", "ready"), a number, a date, a time. Pure.
import type { Cell, CellChange, Row } from './items.ts'
import { nameChanges } from './name-change.ts'
import { tellsNotYet } from './read-deed.ts'
import { isNumberOfRow, isOfOtherRow, writesDayFirst } from './row-identity.ts'
import { DENIED, stateChanges } from './state-change.ts'
import { isLike, isSameValue, type Typed, typedIn, writtenLike } from './typed.ts'
import { isSame, tellingOf } from './words.ts'

/** Nothing but the kind of value speaks for the cell. */
const BY_KIND = 0.6

/** Which of two columns of days is meant. */
const UNTIL =
  /(?<!\p{L})(?:till|until|til|to the|through|deadline|due|back|leaves?|leaving|staying|out)(?!\p{L})/iu
const END =
  /^(?:to|out|end|until|till|due|due date|deadline|leaves?|leaving|back|return|check.?out|date out)$/iu

/** So many are there. */
const COUNTS = /(?<!\p{L})(?:down to|only|left|in stock|got|have|has|there(?:'s| is| are)|now)(?!\p{L})/iu
const STOCK =
  /^(?:qty|quantity|stock|in stock|count|on hand|number|amount|have|left|jars|units|pieces|how many)$/iu

/** Changes that the message makes in that row; none: nothing of it is plain. */
export function changesIn(row: Row, message: string, today: Typed): readonly CellChange[] {
  if (isOfOtherRow(row, message)) return []
  const states = tellsNotYet(message) && !DENIED.test(message) ? [] : stateChanges(row, message, today)
  if (states === undefined) return []
  const typed = typedChanges(row, message, states)
  const all = [...states, ...typed]
  return all.length > 0 ? all : nameChanges(row, message)
}

/** By how much, and not how much it is: "two more signed up", "knocked ten off". */
const RELATIVE =
  /(?<!\p{L})(?:\d+ (?:more|extra|fewer|less)|another|(?:knocked|took|taken|sold|used|lost|went through|gone through|got rid of)\b.*\d)(?!\p{L})/iu
/** So long it took; no column of something else has that. */
const SPAN = /^\s*(?:hours?|hrs?|minutes?|mins?|days?|weeks?|months?|years?)(?!\p{L})/iu

/** What the message says of that kind, as this row has it: "7.30" is a time where one stands there. */
function saidFor(row: Row, message: string, dayFirst: boolean, there: readonly Standing[]): readonly Typed[] {
  const hasTime = there.some(({ value }) => value.kind === 'time')
  return typedIn(message, dayFirst).flatMap((value) => {
    if (value.kind !== 'number') return [value]
    if (isNumberOfRow(row, message, value) || RELATIVE.test(message)) return []
    if (SPAN.test(message.slice(value.to)) && !there.some(({ cell }) => SPAN.test(cell.column.name)))
      return []
    const [, hour, minute] = /^(\d{1,2})\.([0-5]\d)$/.exec(value.text) ?? []
    if (!hasTime || hour === undefined) return [value]
    return [{ ...value, kind: 'time' as const, minutes: Number(hour) * 60 + Number(minute), isOpen: true }]
  })
}

/** Numbers, dates, times and weekdays that the message has and the row has otherwise. */
function typedChanges(row: Row, message: string, taken: readonly CellChange[]): readonly CellChange[] {
  const open = row.cells.filter((cell) => taken.every((one) => one.cell !== cell))
  const dayFirst = open.every(({ column }) => writesDayFirst(column.values))
  const there = open.flatMap((cell) =>
    typedIn(cell.text, dayFirst)
      .filter((value) => isWhole(cell, value))
      .map((value) => ({ cell, value })),
  )
  const said = saidFor(row, message, dayFirst, there)
  // What the row has already tells which row it is.
  const isOld = (value: Typed) =>
    there.some((one) => isSameValue(value, one.value)) ||
    isTaken(message, value) ||
    (value.kind === 'number' && row.cells.some(({ text }) => isPartOf(text, value.text)))
  const fresh = said.filter((value) => !isOld(value))
  const changes = fresh.flatMap((value): readonly (CellChange & { readonly value: Typed })[] => {
    const fitting = there.filter(
      (one) =>
        one.value.kind === value.kind &&
        !said.some((other) => other !== value && isSameValue(other, one.value) && !isTaken(message, other)),
    )
    const cell = cellFor(fitting, message, value, said)
    return cell === undefined ? [] : [{ ...placed(cell.standing, value), sure: cell.sure, value }]
  })
  const isClear =
    changes.length === fresh.length && new Set(changes.map(({ cell }) => cell)).size === changes.length
  return isClear ? changes : []
}

/** What stands around the value in its cell stays: `$75.00`. */
function placed({ cell, value: there }: Standing, value: Typed): Omit<CellChange, 'sure'> {
  return {
    cell,
    text: cell.text.slice(0, there.from) + writtenLike(value, there) + cell.text.slice(there.to),
  }
}

/** "700" of a size `700x25`. */
function isPartOf(text: string, number: string): boolean {
  return /\d\p{L}/u.test(text) && [...text.matchAll(/\d+/g)].some(([figures]) => figures === number)
}

function isWhole({ text }: Cell, value: Typed): boolean {
  return value.kind === 'number' ? /^[£$€]?\s?[\d.,]+\s?\p{L}{0,8}$/u.test(text) : true
}

/** "6 of them not 4": what is taken back. */
function isTaken(message: string, { from }: Typed): boolean {
  return (
    /(?:not|from|instead of|rather than|can'?t do|can'?t make|can'?t|of|no longer)\s+(?:the\s+)?$/iu.test(
      message.slice(0, from),
    ) && !/\bof\s+$/iu.test(message.slice(0, from))
  )
}

interface Standing {
  readonly cell: Cell
  readonly value: Typed
}

/** The cell that a value of that kind belongs to; undefined: two could be meant. */
function cellFor(
  fitting: readonly Standing[],
  message: string,
  value: Typed,
  said: readonly Typed[],
): { readonly standing: Standing; readonly sure: number } | undefined {
  const taken = fitting.filter((one) =>
    said.some((other) => isTaken(message, other) && isSameValue(other, one.value)),
  )
  const words = tellingOf(message)
  const named = fitting.filter(({ cell }) =>
    tellingOf(cell.column.name.replace(/_/g, ' ')).some((stem) => words.some((word) => isSame(word, stem))),
  )
  const last =
    value.kind === 'date' && UNTIL.test(message)
      ? fitting.filter(({ cell }) => END.test(cell.column.name.replace(/_/g, ' ')))
      : []
  const counted =
    value.kind === 'number'
      ? fitting.filter(({ cell }) => STOCK.test(cell.column.name.replace(/_/g, ' ')) && COUNTS.test(message))
      : []
  for (const [one, ...others] of [taken, named, last, counted])
    if (one !== undefined && others.length === 0) return { standing: one, sure: 1 }
  // A number of quite another size is of another kind.
  const [only, ...others] = fitting.length > 1 ? fitting.filter((one) => isLike(value, one.value)) : fitting
  // A year is the number of nothing.
  const isYear = value.kind === 'number' && /^(?:19|20)\d\d$/.test(value.text)
  return only === undefined || others.length > 0 || isYear ? undefined : { standing: only, sure: BY_KIND }
}
