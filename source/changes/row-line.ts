// The line of a row with what a message changes in it, and how plainly that row and that cell are meant. Pure.
// Invariant: a number that only its kind puts there needs the row's whole name, or a word for a change; one of a record of a day stays.
import { isKind } from './column-kinds.ts'
import type { Cell, CellChange, Row } from './items.ts'
import { isNoPayment } from './payments.ts'
import { changesIn } from './row-change.ts'
import { isKeyOf, writesDayFirst } from './row-identity.ts'
import { isSaid, type Meant } from './score-items.ts'
import { type Typed, typedIn } from './typed.ts'
import { isSame, tellingOf } from './words.ts'

/** Nothing tells which row but the value that is to go: "move my dentist's appointment from Tuesday to Thursday". */
const BY_ITSELF = 0.95
/** A name that more of the rows have tells none. */
const MOST_SAME = 0.34
/** So much of the message is about the row, where only the kind of a number, or of a time, says which cell is meant. */
const LEAST_TOLD = 0.6

interface RowLine {
  readonly line: string
  /** How plainly this is what changes in it, 0 to 1. */
  readonly sure: number
}

/** The line as it would be; undefined: that row, or that change, is not plainly meant. */
export function rowLine(one: Meant, item: Row, message: string, today: Typed): RowLine | undefined {
  if (!isIdentified(item, message)) return undefined
  const changes = changesIn(item, message, today)
  if (changes.length === 0 || isNoPayment(item, message, changes)) return undefined
  if (changes.some((change) => !isPlain(change, { item, message, today, told: one.told }))) return undefined
  const inOrder = [...changes].sort((a, b) => b.cell.from - a.cell.from)
  const line = inOrder.reduce(
    (before, { cell, text }) => before.slice(0, cell.from) + text + before.slice(cell.to),
    item.whole,
  )
  const changed = new Set(changes.map(({ cell }) => cell))
  const isKnown = item.cells.some((cell) => !changed.has(cell) && isSaidOf(cell, item, message))
  return { line, sure: Math.min(...changes.map(({ sure }) => sure), isKnown ? 1 : BY_ITSELF) }
}

/** A name, a date or a number tells which row it is; a state that many have does not. */
function isIdentified(item: Row, message: string): boolean {
  if (item.cells.some((cell) => isKeyOf(cell.column) && isSaid(cell, item, message))) return true
  const said = tellingOf(message)
  return item.cells.some(({ text, column: { values } }) => {
    const words = tellingOf(text).filter((stem) => said.some((word) => isSame(word, stem)))
    return words.some(
      (word) =>
        values.filter((value) => tellingOf(value).includes(word)).length <=
        Math.max(1, values.length * MOST_SAME),
    )
  })
}

function isSaidOf(cell: Cell, item: Row, message: string): boolean {
  const said = tellingOf(message)
  const hasWord = tellingOf(cell.text).some((stem) => said.some((word) => isSame(word, stem)))
  return hasWord || isSaid(cell, item, message)
}

const NUMBER = /^[£$€]?\s?[-−]?\d[\d.,]*\s?\p{L}{0,8}$/u
/** What was written down is to be otherwise. */
const CORRECTS =
  /(?<!\p{L})(?:not|instead|rather than|should (?:be|have been)|ought to be|wrong|mistake|correct\p{L}*|actually|after all|change[sd]?|set|put|update[sd]?)(?!\p{L})/iu
/** It is otherwise from here on. */
const BECOMES =
  /(?<!\p{L})(?:now|from now on|as of|from (?:today|tomorrow|next)|move[sd]?|moving|swap\p{L}*|switch\p{L}*|raised?|lower(?:ed)?|make|down to|only|left|no longer|earlier|later)(?!\p{L})/iu

interface Said {
  readonly item: Row
  readonly message: string
  readonly today: Typed
  /** What share of the message is about the row. */
  readonly told: number
}

function isPlain({ cell, text, sure }: CellChange, { item, message, today, told }: Said): boolean {
  const isNumber = NUMBER.test(cell.text) && NUMBER.test(text)
  if (isNumber && isOfRecord(cell, item, message, today) && !CORRECTS.test(message)) return false
  if (sure >= BY_ITSELF || (!isNumber && !isTime(text))) return true
  if (isNumber && isOtherWay(cell.text, text, message)) return false
  const isChange = BECOMES.test(message) || CORRECTS.test(message)
  return isNamed(item, message, isChange || !isNumber) && (isChange || told >= LEAST_TOLD)
}

/** A row that begins with its day tells what was, unless its day or column is said: "the cinema costs 12 now" of what it cost in March. */
function isOfRecord(cell: Cell, item: Row, message: string, today: Typed): boolean {
  const [first] = item.cells
  if (first === undefined || first === cell || !isBefore(first, today)) return false
  return !isSaid(first, item, message) && !isColumnSaid(cell, message)
}

/** "Raise the mug to 10" is not said of 12 of them. */
function isOtherWay(old: string, now: string, message: string): boolean {
  const [before, after] = [old, now].map((text) => Number(text.replace(/[^\d.-]/g, '')))
  if (before === undefined || after === undefined || before === after) return false
  const [isUp, isDown] = [/(?<!\p{L})raised?(?!\p{L})/iu, /(?<!\p{L})lower(?:ed)?(?!\p{L})/iu].map((one) =>
    one.test(message),
  )
  return after < before ? isUp === true : isDown === true
}

/** "Mateo plays football on Saturday" is no lesson of his. */
function isTime(text: string): boolean {
  return typedIn(text).some(({ kind }) => kind === 'time' || kind === 'weekday')
}

/** The day of a row that begins with one. */
function dayOf({ column: { values }, text }: Cell): Typed | undefined {
  if (!isKind(values, 'date')) return undefined
  return typedIn(text, writesDayFirst(values)).find(({ kind }) => kind === 'date')
}

function dateIn({ year, month = 1, day = 1 }: Typed, today: Typed): number {
  return Date.UTC(year ?? today.year ?? 0, month - 1, day)
}

function isColumnSaid({ column }: Cell, message: string): boolean {
  const said = tellingOf(message)
  return tellingOf(column.name.replace(/_/g, ' ')).some((stem) => said.some((word) => isSame(word, stem)))
}

/** A day that is over. */
function isBefore(cell: Cell, today: Typed): boolean {
  const date = dayOf(cell)
  return date !== undefined && dateIn(date, today) < dateIn(today, today)
}

/** The whole name of the row is said, a date or number that no other row has, or, of what becomes otherwise, a word that few rows have. */
function isNamed(item: Row, message: string, isChange: boolean): boolean {
  if (item.cells.some((cell) => isKeyOf(cell.column) && isSaid(cell, item, message))) return true
  const said = tellingOf(message)
  const isHeard = (stem: string) => said.some((word) => isSame(word, stem))
  const names = item.cells.filter(({ text }) => /\p{L}{3}/u.test(text) && typedIn(text).length === 0)
  if (!isChange) {
    const stems = tellingOf(names[0]?.text ?? '')
    return stems.length > 0 && stems.every(isHeard)
  }
  return names.some(({ text, column: { values } }) => {
    const isRare = (stem: string) =>
      values.filter((value) => tellingOf(value).includes(stem)).length <=
      Math.max(1, values.length * MOST_SAME)
    // With a slip "chair" would be a "Clair".
    return tellingOf(text).some((stem) => said.includes(stem) && isRare(stem))
  })
}
