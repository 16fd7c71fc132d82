// What a message changes in a row of a table: a state ("paid", "ready"), a number, a date, a time. Pure.
import { cellFor, isTaken, type Standing } from './cell-for-value.ts'
import type { Cell, CellChange, Row } from './items.ts'
import { nameChanges } from './name-change.ts'
import { tellsNotYet } from './read-deed.ts'
import { isRelative } from './relative.ts'
import { isKeyOf, isNumberOfRow, isOfOtherRow, writesDayFirst } from './row-identity.ts'
import { DENIED, stateChanges } from './state-change.ts'
import { isSameValue, type Typed, typedIn } from './typed.ts'
import { replaced } from './units.ts'
import { isSame, tellingOf } from './words.ts'

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

/** Who is not there that day is not moved to it. */
const ABSENT =
  /(?<!\p{L})(?:(?:is|are|am|was|were|will be|be|been|being|gets?|calls?|called|['’](?:s|m|re))\s+(?:\p{L}+\s+)?(?:ill|sick|unwell|absent|away|off)|on (?:holidays?|leave|vacation)|on (?:his|her|their|my) (?:holidays?|day off)|days? off)(?!\p{L})/iu

/** Unless it is such days that stand there: the column is named. */
function tellsAbsence(row: Row, message: string): boolean {
  const said = tellingOf(message)
  const isNamed = row.cells.some(
    ({ text, column }) =>
      typedIn(text).some(({ kind }) => kind === 'weekday') &&
      tellingOf(column.name.replace(/_/g, ' ')).some((stem) => said.some((word) => isSame(word, stem))),
  )
  return ABSENT.test(message) && !isNamed
}

/** What the message says of that kind, as this row has it: "7.30" is a time where one stands there. */
function saidFor(row: Row, message: string, dayFirst: boolean, there: readonly Standing[]): readonly Typed[] {
  const hasTime = there.some(({ value }) => value.kind === 'time')
  return typedIn(message, dayFirst).flatMap((value) => {
    if (value.kind === 'weekday' && tellsAbsence(row, message)) return []
    if (value.kind !== 'number') return [value]
    if (isNumberOfRow(row, message, value) || RELATIVE.test(message) || isRelative(message, value)) return []
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
  const changes = fresh.flatMap((value): readonly CellChange[] => {
    const fitting = there.filter(
      (one) =>
        one.value.kind === value.kind &&
        !said.some((other) => other !== value && isSameValue(other, one.value) && !isTaken(message, other)),
    )
    const cell = cellFor(row, fitting, { message, value, said })
    const found = cell === undefined ? [] : placed(cell.standing, value, message, cell.sure)
    return found.filter((change) => !isOfAnother(change, row))
  })
  const isClear =
    changes.length === fresh.length && new Set(changes.map(({ cell }) => cell)).size === changes.length
  return isClear ? changes : []
}

/** What stands around the value in its cell stays: `$75.00`. */
function placed(
  { cell, value: there }: Standing,
  value: Typed,
  message: string,
  sure: number,
): readonly CellChange[] {
  const about = { message, name: cell.column.name.replace(/_/g, ' '), isNamed: sure === 1 }
  const text = replaced(cell.text, there, value, about)
  return text === undefined ? [] : [{ cell, text, sure }]
}

/** What numbers the rows never becomes the number of another one. */
function isOfAnother({ cell, text }: CellChange, { cells }: Row): boolean {
  return cells[0] === cell && isKeyOf(cell.column) && cell.column.values.includes(text)
}

/** "700" of a size `700x25`. */
function isPartOf(text: string, number: string): boolean {
  return /\d\p{L}/u.test(text) && [...text.matchAll(/\d+/g)].some(([figures]) => figures === number)
}

function isWhole({ text }: Cell, value: Typed): boolean {
  return value.kind === 'number' ? /^[£$€]?\s?[-−]?[\d.,]+\s?\p{L}{0,8}$/u.test(text) : true
}
