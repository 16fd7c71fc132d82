// "Sian can't do the cake, Emrys is making one": a name in the place of another. Pure.
import type { Cell, CellChange, Row } from './items.ts'
import { isKeyOf } from './row-identity.ts'
import { wordsIn } from './words.ts'

const GIVES_WAY =
  /(?<!\p{L})(?:can'?t|cannot|won'?t|instead|swap(?:ped|s)?|drops? out|is out|takes? over|will take|taking|covering|covers)(?!\p{L})/iu

const SWAPS =
  /(?<!\p{L})(?:swap(?:ped|s|ping)?|switch(?:ed|es|ing)?|trad(?:ed?|es|ing)|exchang(?:ed?|es|ing))(?!\p{L})/iu

/** The only cell whose name gives way, with the only new one. */
export function nameChanges(row: Row, message: string): readonly CellChange[] {
  const names = [...message.matchAll(/(?<![\p{L}'’])\p{Lu}\p{Ll}+(?!\p{L})/gu)].map(([name]) => name)
  const isGiven = GIVES_WAY.test(message)
  const old = row.cells.filter(
    ({ text }) =>
      text !== '' &&
      names.includes(text) &&
      (isGiven || new RegExp(`(?:not|than|of) ${text}`, 'u').test(message)),
  )
  const others = new Set(row.cells.flatMap(({ text }) => wordsIn(text)))
  const fresh = names.filter((name, at) => !others.has(name) && (at > 0 || !isOpening(message, name)))
  const known = fresh.filter((name) => row.cells.some(({ column }) => column.values.includes(name)))
  const [name, ...more] = known.length > 0 ? known : fresh
  const [cell, ...cells] = old
  if (cell && name && cell.column.values.includes(name) && isOfAnother(cell, row, message)) return []
  return cell && name && cells.length === 0 && more.length === 0 ? [{ cell, text: name, sure: 1 }] : []
}

/** Of two who swap both change, and a name that tells which row it is stands in one alone. */
function isOfAnother(cell: Cell, { cells }: Row, message: string): boolean {
  const own = cells.find(({ text }) => /\p{L}{2}/u.test(text))
  return SWAPS.test(message) || (cell === own && isKeyOf(cell.column))
}

/** A capital letter at the start of a sentence is no name. */
function isOpening(message: string, name: string): boolean {
  return new RegExp(`(?:^|[.!?]\\s+)${name}(?!\\p{L})`, 'u').test(message)
}
