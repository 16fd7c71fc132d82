// What a message changes in a row of a table: a state ("paid", "ready"), a number, a date, a time. Pure.
import type { Cell, Column, Row } from './items.ts'
import { tellsNotYet } from './read-deed.ts'
import { isSameValue, type Typed, typedIn, writtenLike } from './typed.ts'
import { baseOf, isSame, tellingOf, wordsIn } from './words.ts'

/** What comes in the place of what stands in a cell. */
export interface CellChange {
  readonly cell: Cell
  readonly text: string
  /** How plainly this cell is meant, 0 to 1: by its column's name, or only by the kind of what stands there. */
  readonly sure: number
}

/** Nothing but the kind of value speaks for the cell. */
const BY_KIND = 0.6

/** A column with more different values is no state. */
const MOST_STATES = 7
const YES = /^(?:yes|y|x|✓|✔|true|ja|done|oui|sí|si)$/iu
const NO = /^(?:no|n|-|false|nein|non|)$/iu

/** What people say for a state, and what it is called in a table; both as words. */
const ALIKE: readonly (readonly [said: RegExp, states: RegExp])[] = [
  [
    /\b(?:settled(?: up)?|transferred|paid|payed|coughed up|cheque|squared up|handed over the money)\b/iu,
    /^(?:paid|settled|payment|deposit|fee|money|subs?)$/iu,
  ],
  [
    /\b(?:came|come|arrived|turned up|delivered|got here|received|is in|are in|has been dropped)\b/iu,
    /^(?:arrived|received|delivered|in|here|in stock)$/iu,
  ],
  [
    /\b(?:collected|took|(?<!be )picked (?:it |them |her |his )?up|fetched|has gone home)\b/iu,
    /^(?:collected|picked up|gone|fetched)$/iu,
  ],
  [
    /\b(?:ready|finished|done|can be picked up|good to go|waiting for (?:him|her|them) to)\b/iu,
    /^(?:ready|finished|done|complete[d]?)$/iu,
  ],
  [/\b(?:on tap|tapped)\b/iu, /^(?:tapped|on tap)$/iu],
  [
    /\b(?:empty|kicked|ran out|run out|all gone|used up|none left|finished off)\b/iu,
    /^(?:empty|out|gone)$/iu,
  ],
  [/\b(?:called off|cancelled|canceled|fell through|not coming)\b/iu, /^(?:cancelled|canceled|off)$/iu],
  [/\b(?:confirmed|is on|definite|for sure|said yes|accepted)\b/iu, /^(?:confirmed|accepted|definite)$/iu],
  [
    /\b(?:came back|brought back|gave back|returned|handed back|is back|are back)\b/iu,
    /^(?:returned|back|in)$/iu,
  ],
  [/\b(?:sent|posted|emailed|mailed)\b/iu, /^(?:sent|posted|invoiced)$/iu],
  [/\b(?:ordered|placed the order)\b/iu, /^(?:ordered|on order)$/iu],
  [/\b(?:started|began|working on|under way|underway)\b/iu, /^(?:started|in progress|in work|doing)$/iu],
  [/\b(?:by heart|from memory|memori[sz]ed)\b/iu, /^(?:memori[sz]ed|known|learnt)$/iu],
  [/\b(?:faxed|on file|sent over)\b/iu, /^(?:proof|file|proof on file)$/iu],
]
const DENIED =
  /(?<!\p{L})(?:not|never|no longer|hasn'?t|haven'?t|isn'?t|didn'?t|bounced|unpaid|wasn'?t|after all not)(?!\p{L})/iu
/** Which of two columns of days is meant. */
const UNTIL =
  /(?<!\p{L})(?:till|until|til|to the|through|deadline|due|back|leaves?|leaving|staying|out)(?!\p{L})/iu
const END =
  /^(?:to|out|end|until|till|due|due date|deadline|leaves?|leaving|back|return|check.?out|date out)$/iu

/** So many are there. */
const COUNTS = /(?<!\p{L})(?:down to|only|left|in stock|got|have|has|there(?:'s| is| are)|now)(?!\p{L})/iu
const STOCK =
  /^(?:qty|quantity|stock|in stock|count|on hand|number|amount|have|left|jars|units|pieces|how many)$/iu

/** Changes that the message makes in that row; none: nothing of it is plain. `others` are values that tell which row it is. */
export function changesIn(row: Row, message: string, today: Typed): readonly CellChange[] {
  if (isOfOtherRow(row, message)) return []
  const states = tellsNotYet(message) && !DENIED.test(message) ? [] : stateChanges(row, message, today)
  if (states === undefined) return []
  const typed = typedChanges(row, message, states)
  const all = [...states, ...typed]
  return all.length > 0 ? all : nameChanges(row, message)
}

/** States and yes or no; undefined: it is so already. */
function stateChanges(row: Row, message: string, today: Typed): readonly CellChange[] | undefined {
  const own = wordsIn(row.text).map(baseOf)
  const said = tellingOf(message).filter((word) => !own.some((stem) => isSame(word, stem)))
  let isSo = false
  const found = row.cells.flatMap((cell, at): readonly CellChange[] => {
    const text = stateFor(cell, message, said)
    if (text === cell.text) isSo = true
    if (text === undefined || text === cell.text) return []
    const change = { cell, text, sure: 1 }
    const next = row.cells[at + 1]
    return YES.test(text) && next !== undefined && isDayOfIt(next)
      ? [change, { cell: next, text: writtenLike(today, dateOf(next) ?? today), sure: 1 }]
      : [change]
  })
  return isSo && found.length === 0 ? undefined : found
}

/** An empty cell of a column of dates, right of one that just became yes. */
function isDayOfIt(cell: Cell): boolean {
  return cell.text === '' && dateOf(cell) !== undefined
}

/** A date as it stands in that column. */
function dateOf({ column: { values } }: Cell): Typed | undefined {
  return values.flatMap((value) =>
    typedIn(value, writesDayFirst(values)).filter(({ kind }) => kind === 'date'),
  )[0]
}

/** 3/4 is 3 April, unless a value of the column says otherwise. */
export function writesDayFirst(values: readonly string[]): boolean {
  return !values.some((value) => Number(/^\d{1,2}[/.](\d{1,2})[/.]/.exec(value)?.[1]) > 12)
}

function stateFor({ column, text }: Cell, message: string, said: readonly string[]): string | undefined {
  const values = [...new Set(column.values)]
  const words = values.filter((value) => value !== '')
  const isFlag = words.length > 0 && values.every((value) => YES.test(value) || NO.test(value))
  if (isFlag) return flagFor(column.name, values, message, said)
  const isState =
    words.length <= MOST_STATES &&
    words.length < column.values.length * 0.7 &&
    words.every((value) => /\p{L}{2}/u.test(value) && typedIn(value).every(({ kind }) => kind === 'number'))
  if (!isState) return undefined
  const spoken = wordsIn(message).map((word) => word.toLowerCase())
  const isSaid = (value: string) =>
    wordsIn(value).every(
      (word) => spoken.includes(word.toLowerCase()) || said.some((one) => isSame(one, baseOf(word))),
    )
  const named = words.filter((value) => value !== text && isSaid(value))
  if (named.length === 1) return named[0]
  if (named.length > 1) return undefined
  const alike = words.filter((value) =>
    ALIKE.some(([how, states]) => how.test(message) && states.test(value)),
  )
  return alike.length === 1 ? alike[0] : undefined
}

function flagFor(
  name: string,
  values: readonly string[],
  message: string,
  said: readonly string[],
): string | undefined {
  const stems = tellingOf(name)
  const isNamed = stems.length > 0 && stems.some((stem) => said.some((one) => isSame(one, stem)))
  const isAlike = ALIKE.some(
    ([how, states]) =>
      how.test(message) && (states.test(name) || wordsIn(name).some((word) => states.test(word))),
  )
  if (!isNamed && !isAlike) return undefined
  const wanted = DENIED.test(message) ? NO : YES
  return values.find((value) => wanted.test(value)) ?? (wanted === YES ? 'yes' : 'no')
}

/** Numbers, dates, times and weekdays that the message has and the row has otherwise. */
function typedChanges(row: Row, message: string, taken: readonly CellChange[]): readonly CellChange[] {
  const open = row.cells.filter((cell) => taken.every((one) => one.cell !== cell))
  const dayFirst = open.every(({ column }) => writesDayFirst(column.values))
  const said = typedIn(message, dayFirst).filter((value) => !isNumberOfRow(row, message, value))
  const there = open.flatMap((cell) =>
    typedIn(cell.text, dayFirst)
      .filter((value) => isWhole(cell, value))
      .map((value) => ({ cell, value })),
  )
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
    return cell === undefined
      ? []
      : [{ cell: cell.standing.cell, text: writtenLike(value, cell.standing.value), sure: cell.sure, value }]
  })
  const isClear =
    changes.length === fresh.length && new Set(changes.map(({ cell }) => cell)).size === changes.length
  return isClear ? changes : []
}

/** The message has the date, or the number, of another row: a column where each has its own has it. */
export function isKeyOf(column: Column): boolean {
  return new Set(column.values).size === column.values.length
}

function isOfOtherRow(row: Row, message: string): boolean {
  return row.cells.some(({ column, text }) => {
    const isKey = isKeyOf(column)
    const dayFirst = writesDayFirst(column.values)
    const said = typedIn(message, dayFirst).filter(({ kind }) => kind === 'date' || kind === 'number')
    return said.some((value) => {
      const isIn = (cell: string) =>
        value.kind === 'date'
          ? isKey && typedIn(cell, dayFirst).some((there) => isSameValue(there, value))
          : cell === value.text && isNamed(column.name, message, value)
      return !isIn(text) && column.values.some(isIn)
    })
  })
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

/** "Keg 4": a number that tells which row it is. */
export function isNumberOfRow(row: Row, message: string, { kind, from, text }: Typed): boolean {
  if (kind !== 'number') return false
  return row.cells.some((one) => one.text === text && isNamed(one.column.name, message, { from }))
}

/** The word before a value is the column's name. */
function isNamed(column: string, message: string, { from }: Pick<Typed, 'from'>): boolean {
  const before = wordsIn(message.slice(0, from)).at(-1)
  return before !== undefined && isSame(baseOf(before), baseOf(column))
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
  const [only, ...others] = fitting
  // A year is the number of nothing.
  const isYear = value.kind === 'number' && /^(?:19|20)\d\d$/.test(value.text)
  return only === undefined || others.length > 0 || isYear ? undefined : { standing: only, sure: BY_KIND }
}

/** "Sian can't do the cake, Emrys is making one": a name in the place of another. */
const GIVES_WAY =
  /(?<!\p{L})(?:can'?t|cannot|isn'?t|won'?t|instead|swap(?:ped|s)?|not|drops? out|is out|takes? over|covering|covers)(?!\p{L})/iu

function nameChanges(row: Row, message: string): readonly CellChange[] {
  if (!GIVES_WAY.test(message)) return []
  const names = [...message.matchAll(/(?<!\p{L})\p{Lu}\p{Ll}+(?!\p{L})/gu)].map(([name]) => name)
  const old = row.cells.filter(({ text }) => text !== '' && names.includes(text))
  const others = new Set(row.cells.flatMap(({ text }) => wordsIn(text)))
  const fresh = names.filter((name, at) => !others.has(name) && (at > 0 || !isOpening(message, name)))
  const known = fresh.filter((name) => row.cells.some(({ column }) => column.values.includes(name)))
  const [name, ...more] = known.length > 0 ? known : fresh
  const [cell, ...cells] = old
  return cell && name && cells.length === 0 && more.length === 0 ? [{ cell, text: name, sure: 1 }] : []
}

/** A capital letter at the start of a sentence is no name. */
function isOpening(message: string, name: string): boolean {
  return new RegExp(`(?:^|[.!?]\\s+)${name}(?!\\p{L})`, 'u').test(message)
}
