// What a message says of a new row that other rows say, too: states, yes and no. Pure.
import { repeatedIn, tellingWords } from './column-kinds.ts'
import type { Cell, Row } from './items.ts'
import type { Filled, Rest } from './row-values.ts'
import { isFlag, NO, stateFor } from './state-change.ts'
import { baseOf, isSame, tellingOf, wordsIn } from './words.ts'

/** Yes and no, and states that other rows have, too. */
export function fillStates(like: Row, rest: Rest, filled: Filled): void {
  const message = rest.text.replaceAll('\uE000', ' ')
  const clauses = message.split(/[,;.!?]\s|\s(?:and|but)\s/u)
  for (const cell of like.cells) {
    if (filled.has(cell)) continue
    const { values } = cell.column
    const value = isFlag(values) ? flagIn(cell, clauses) : stateIn(cell, message)
    if (value === undefined) continue
    filled.setPlain(cell, value)
    const match = isFlag(values) ? null : wordsOf(value).exec(rest.text)
    if (match !== null) rest.take(match.index, match.index + match[0].length)
    if (isFlag(values)) takeClause(rest, cell.column.name)
  }
}

/** One that other rows have: word for word, or as people say it. */
function stateIn(cell: Cell, message: string): string | undefined {
  return stateFor({ ...cell, text: '' }, message, tellingOf(message)) ?? repeated(cell.column.values, message)
}

function flagIn(cell: Cell, clauses: readonly string[]): string | undefined {
  const told = clauses.map(
    (clause) => denied(cell, clause) ?? stateFor({ ...cell, text: '' }, clause, tellingOf(clause)),
  )
  return told.find((one) => one !== undefined)
}

/** "No deposit yet". */
function denied({ column: { name, values } }: Cell, message: string): string | undefined {
  const said = [...message.matchAll(/(?<!\p{L})no(?:t|thing)? (?<words>\p{L}+(?: \p{L}+)?)/giu)]
  const words = said.flatMap(({ groups }) => wordsIn(groups?.words ?? '').map(baseOf))
  const isSo = tellingWords(name).some((stem) => words.some((word) => isSame(word, stem)))
  return isSo ? (values.find((value) => NO.test(value)) ?? 'no') : undefined
}

function wordsOf(value: string): RegExp {
  const escaped = RegExp.escape(value)
  return new RegExp(`(?<![\\p{L}\\d])${escaped}(?:e?s)?(?![\\p{L}\\d])`, 'iu')
}

/** A value that the message has word for word, of a column whose values come again; of any, where nothing else stands there, or a number before it. */
function repeated(values: readonly string[], message: string): string | undefined {
  const said = values.filter((value) => /\p{L}/u.test(value) && wordsOf(value).test(message))
  const again = repeatedIn(values)
  const alone = message.split(/[,;.!?](?:\s|$)/u).map((piece) => piece.trim().toLowerCase())
  const meant = said.filter(
    (value) =>
      again.includes(value) ||
      alone.includes(value.toLowerCase()) ||
      new RegExp(`\\d\\s+${wordsOf(value).source}`, 'iu').test(message),
  )
  return meant.sort((a, b) => b.length - a.length)[0]
}

/** What says yes or no of a column is no name of anything. */
function takeClause(rest: Rest, name: string): void {
  for (const stem of tellingWords(name))
    for (const match of rest.text.matchAll(/[^,;.!?\uE000]+/gu))
      if (wordsIn(match[0]).some((word) => isSame(baseOf(word), stem)))
        rest.take(match.index, match.index + match[0].length)
}
