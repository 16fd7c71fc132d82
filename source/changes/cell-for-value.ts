// Which cell of a row a number, date or time of a message belongs to. Pure.
// Invariant: where the message names a column that holds such values, it is the cell of that one or none.
import type { Cell, Row } from './items.ts'
import { isLike, isSameValue, type Typed, typedIn } from './typed.ts'
import { isSame, tellingOf } from './words.ts'

/** Nothing but the kind of value speaks for the cell. */
const BY_KIND = 0.6
/** So many values of a column tell what it holds. */
const SAMPLE = 20

/** Which of two columns of days is meant. */
const UNTIL =
  /(?<!\p{L})(?:till|until|til|to the|through|deadline|due|back|leaves?|leaving|staying|out)(?!\p{L})/iu
const END =
  /^(?:to|out|end|until|till|due|due date|deadline|leaves?|leaving|back|return|check.?out|date out)$/iu

/** So many are there; "have gone up" tells none. */
const COUNTS =
  /(?<!\p{L})(?:down to|only|left|in stock|got|have(?! (?:gone|been|come|risen|dropped))|has(?! (?:gone|been|come|risen|dropped))|there(?:'s| is| are))(?!\p{L})/iu
const NOW = /(?<!\p{L})now(?!\p{L})/iu
const STOCK =
  /^(?:qty|quantity|stock|in stock|count|on hand|number|amount|have|left|jars|units|pieces|how many)$/iu
/** What a thing costs; of money alone it may be anybody's. */
const COSTS = /(?<!\p{L})(?:costs?|price[sd]?)(?!\p{L})/iu
const PRICE = /^(?:(?:unit |sale |new )?price|costs?|fee|rate)(?!\p{L})/iu
const CURRENCY = /[£$€]|(?<!\p{L})(?:euros?|eur|pounds?|dollars?|quid|bucks)(?!\p{L})/iu
/** A number with what people put around it, in whatever form. */
const LOOKS_NUMBER = /^[^\p{L}\d]{0,3}\d[\d.,' ]*[^\p{L}\d]{0,3}$/u

/** A value that stands in a cell. */
export interface Standing {
  readonly cell: Cell
  readonly value: Typed
}

interface Heard {
  readonly message: string
  readonly value: Typed
  /** All that the message says. */
  readonly said: readonly Typed[]
}

/** The cell that a value of that kind belongs to; undefined: two could be meant. */
export function cellFor(
  row: Row,
  fitting: readonly Standing[],
  { message, value, said }: Heard,
): { readonly standing: Standing; readonly sure: number } | undefined {
  const taken = fitting.filter((one) =>
    said.some((other) => isTaken(message, other) && isSameValue(other, one.value)),
  )
  const words = tellingOf(message)
  const isNamed = (cell: Cell) =>
    tellingOf(nameOf(cell)).some((stem) => words.some((word) => isSame(word, stem)))
  const named = fitting.filter(({ cell }) => isNamed(cell))
  const last =
    value.kind === 'date' && UNTIL.test(message) ? fitting.filter(({ cell }) => END.test(nameOf(cell))) : []
  const [priced, counted] = value.kind === 'number' ? byNumber(fitting, message, value) : [[], []]
  for (const [one, ...others] of [taken, named, last, priced, counted])
    if (one !== undefined && others.length === 0) return { standing: one, sure: 1 }
  if (named.length === 0 && row.cells.some((cell) => isNamed(cell) && holds(cell, value))) return undefined
  // A number of quite another size is of another kind.
  const [only, ...others] = fitting.length > 1 ? fitting.filter((one) => isLike(value, one.value)) : fitting
  // A year is the number of nothing.
  const isYear = value.kind === 'number' && /^(?:19|20)\d\d$/.test(value.text)
  return only === undefined || others.length > 0 || isYear ? undefined : { standing: only, sure: BY_KIND }
}

/** Those that hold what it costs, and those that hold how many there are. */
function byNumber(
  fitting: readonly Standing[],
  message: string,
  { from, to }: Typed,
): readonly [priced: readonly Standing[], counted: readonly Standing[]] {
  const costs = COSTS.test(message)
  const isMoney = CURRENCY.test(`${message.slice(0, from).slice(-2)} ${message.slice(to, to + 8)}`)
  const counts = COUNTS.test(message) || (NOW.test(message) && !costs && !CURRENCY.test(message))
  return [
    costs ? fitting.filter(({ cell }) => PRICE.test(nameOf(cell))) : [],
    counts && !isMoney ? fitting.filter(({ cell }) => STOCK.test(nameOf(cell))) : [],
  ]
}

function nameOf({ column }: Cell): string {
  return column.name.replace(/_/g, ' ')
}

/** Whether its column holds values of that kind, those that cannot be read included. */
function holds({ column, text }: Cell, { kind }: Typed): boolean {
  return [text, ...column.values.slice(0, SAMPLE)].some(
    (one) =>
      typedIn(one).some((there) => there.kind === kind) || (kind === 'number' && LOOKS_NUMBER.test(one)),
  )
}

/** "6 of them not 4": what is taken back. */
export function isTaken(message: string, { from }: Typed): boolean {
  return (
    /(?:not|from|instead of|rather than|can'?t do|can'?t make|can'?t|of|no longer)\s+(?:the\s+)?$/iu.test(
      message.slice(0, from),
    ) && !/\bof\s+$/iu.test(message.slice(0, from))
  )
}
