// States of a row, "paid", "ready", yes and no: which one a message tells of. Pure.
import { DENIAL } from './held-back.ts'
import type { Cell, CellChange, Row } from './items.ts'
import { writesDayFirst } from './row-identity.ts'
import { type Typed, typedIn, writtenLike } from './typed.ts'
import { baseOf, isSame, tellingOf, wordsIn } from './words.ts'

/** A column with more different values is no state. */
const MOST_STATES = 7
/** Fewer of the rows have a value of their own. */
const REPEATED = 0.7
const STATE = /^(?:status|state|stage|progress)$/iu
const YES = /^(?:yes|y|x|✓|✔|true|ja|done|oui|sí|si)$/iu
export const NO = /^(?:no|n|-|false|nein|non|)$/iu

/** What people say for a state, and what it is called in a table; both as words. */
const ALIKE: readonly (readonly [said: RegExp, states: RegExp])[] = [
  [
    /\b(?:settled(?: up)?|transferred|paid|payed|coughed up|cheque|squared up|handed over the money)\b/iu,
    /^(?:paid|settled|payment|deposit|fee|money|subs?)$/iu,
  ],
  [
    /\b(?:payment|money|deposit|fees?|subs?|cheque|transfer)\b.*\b(?:arrived|came (?:in|through)|has come|landed|received|is in)\b/iu,
    /^(?:paid|settled)$/iu,
  ],
  [
    /\b(?:came|come|arrived|turned up|delivered|got here|received|is in|are in|has been dropped)\b/iu,
    /^(?:arrived|received|delivered|in|here|in stock)$/iu,
  ],
  [
    /\b(?:collected|took(?! (?:me|us|ages|hours|days|weeks|so long|too long|all|only|until|\d|an? (?:while|hour|day|week|age)))|(?<!be )picked (?:it |them |her |his )?up|fetched|has gone home)\b/iu,
    /^(?:collected|picked up|gone|fetched)$/iu,
  ],
  [
    /\b(?:ready|finished|done|completed|can be picked up|good to go|waiting for (?:him|her|them) to)\b/iu,
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
/** It is taken back, or is not so; what cannot be says nothing of that. */
export const DENIED =
  /(?<!\p{L})(?:not|never|no longer|(?:is|are|was|were|has|have|had|does|did)n['’]?t|bounced|unpaid|after all not)(?!\p{L})/iu
const DENIES = new RegExp(`(?<!\\p{L})(?:${DENIAL}|no longer)(?!\\p{L})`, 'iu')

/** "Promised to pay" is not paid; who wants to cancel has cancelled. */
const PLANNED =
  /(?:(?<!\p{L})(?:to|will|would|can|could|must|should|might|may|wants?)|['’]ll)\s+(?!(?:cancel|pause|postpone|stop|quit|decline)(?!\p{L}))(?<verb>\p{L}+)/giu

/** States and yes or no; undefined: it is so already. */
export function stateChanges(row: Row, message: string, today: Typed): readonly CellChange[] | undefined {
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

/** The state, or yes or no, that a message tells of; undefined: it tells none, or several. */
export function stateFor(
  { column, text }: Cell,
  message: string,
  said: readonly string[],
): string | undefined {
  const values = [...new Set(column.values)]
  const words = values.filter((value) => value !== '')
  if (isFlag(values)) return flagFor(column.name, values, message, said)
  const isState =
    words.length <= MOST_STATES &&
    words.length < column.values.length * (STATE.test(column.name) ? 1 : REPEATED) &&
    words.every((value) => /\p{L}{2}/u.test(value) && typedIn(value).every(({ kind }) => kind === 'number'))
  if (!isState) return undefined
  const spoken = wordsIn(message).map((word) => word.toLowerCase())
  const planned = [...message.matchAll(PLANNED)].map(({ groups }) => baseOf(groups?.verb ?? ''))
  const isSaid = (value: string) =>
    wordsIn(value).every(
      (word) =>
        spoken.includes(word.toLowerCase()) ||
        said.some((one) => isSame(one, baseOf(word)) && !planned.includes(one)),
    )
  const isDenied = deniesState(message, text)
  const named = words.filter((value) => value !== text && isSaid(value) && (!isDenied || DENIES.test(value)))
  if (named.length === 1) return named[0]
  if (named.length > 1 || isDenied) return undefined
  const alike = words.filter((value) =>
    ALIKE.some(([how, states]) => how.test(message) && states.test(value)),
  )
  return alike.length === 1 ? alike[0] : undefined
}

/** Which of the states it is then is not said; "ready, not waiting" of what is waiting denies none. */
function deniesState(message: string, text: string): boolean {
  const old = text === '' ? '' : `|(?<!\\p{L})not ${RegExp.escape(text)}(?!\\p{L})`
  return DENIES.test(message.replace(new RegExp(`(?<!\\p{L})not coming(?!\\p{L})${old}`, 'giu'), ''))
}

/** Yes and no, and nothing else. */
export function isFlag(values: readonly string[]): boolean {
  return values.some((value) => value !== '') && values.every((value) => YES.test(value) || NO.test(value))
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
